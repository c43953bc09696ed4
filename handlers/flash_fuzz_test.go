package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// FuzzFlash reads any cookie as a sentence: one that can be shown, or none. A
// sentence of ours comes back as it was said.
func FuzzFlash(f *testing.F) {
	for _, seed := range []string{"RW5yZWdpc3Ryw6ku", "RQ==", "%%%", "AAAA", "_-8", "Enregistré. 8\u00a0h\u00a028.", "\"RQ\"", strings.Repeat("é", 100)} {
		f.Add(seed)
	}
	e, p := echo.New(), &pages{}
	f.Fuzz(func(t *testing.T, text string) {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Cookie", flashCookie+"="+text)
		said := p.takeFlash(e.NewContext(request, httptest.NewRecorder()))
		if len(said) > maxFlash || !utf8.ValidString(said) || strings.ContainsFunc(said, unicode.IsControl) {
			t.Fatalf("%q: got %q", text, said)
		}
		answer := httptest.NewRecorder()
		p.flash(e.NewContext(request, answer), text)
		request.Header.Set("Cookie", strings.Split(answer.Header().Get("Set-Cookie"), ";")[0])
		said = p.takeFlash(e.NewContext(request, httptest.NewRecorder()))
		sayable := len(text) <= maxFlash && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
		if sayable && said != text || !sayable && said != "" {
			t.Fatalf("%q: got %q back", text, said)
		}
	})
}
