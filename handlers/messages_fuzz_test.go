package handlers

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
)

// FuzzFlash reads arbitrary cookies as a flash: nothing is said that the program has not sealed.
func FuzzFlash(f *testing.F) {
	for _, seed := range []string{"", ".", "saved", "saved.change-7-1", "RW5yZWdpc3Ryw6ku", "eyJUZXh0IjoiQXBwZWxleiJ9.", "eyJUZXh0IjoiQXBwZWxleiJ9.eyJUZXh0IjoiQXBwZWxleiJ9", "%%%", "<b>"} {
		f.Add(seed)
	}
	e, ui := echo.New(), bareWebsite()
	ui.frame.Seal.Key = []byte("a key that nobody else knows")
	f.Fuzz(func(t *testing.T, text string) {
		request := httptest.NewRequest(http.MethodGet, "/login", nil)
		request.Header.Set("Cookie", "worklog_flash="+text)
		if said := ui.frame.Frame(e.NewContext(request, httptest.NewRecorder()), ""); said.Flash != "" || said.Undo != nil {
			t.Fatalf("%q in a cookie: got %q with %+v", text, said.Flash, said.Undo)
		}
	})
}

func TestAFlashIsSaidWithTheSealOfTheProgramOnly(t *testing.T) {
	t.Parallel()
	e, ours, another := echo.New(), bareWebsite(), bareWebsite()
	ours.frame.Seal.Key, another.frame.Seal.Key = []byte("ours"), []byte("another")
	for _, from := range []*website{ours, another} {
		sent := httptest.NewRecorder()
		from.frame.Flash(e.NewContext(httptest.NewRequest(http.MethodPost, "/", nil), sent), frame.Flash{Text: "Enregistré."})
		request := httptest.NewRequest(http.MethodGet, "/login", nil)
		for _, cookie := range sent.Result().Cookies() {
			request.AddCookie(cookie)
		}
		got, want := ours.frame.Frame(e.NewContext(request, httptest.NewRecorder()), "").Flash, ""
		if from == ours {
			want = "Enregistré."
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
