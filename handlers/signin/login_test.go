package signin_test

import (
	"net/url"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

func TestAFormSentWithoutASessionLeadsBackToItsPageAndSaysThatNothingIsSaved(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	request := p.FormRequest("/entries/1/merge", url.Values{"version": {"4"}})
	request.Header.Set("Referer", p.URL+apptest.EditDay)
	got := p.Send(request)
	got.WantHeader(t, "Location", "/login?next=%2Fentries%2F1%2Fedit&unsaved=1")
	p.Visitor("").Get(got.Header.Get("Location")).Want(t, 200, "n’est pas enregistré", `name="next" value="/entries/1/edit"`)
}

func TestOverPlainHTTPALoginThatTheBrowserWouldForgetIsNotTried(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword, func(c *app.Config) {
		c.Access.PublicURL, c.Access.Hosts = &url.URL{Scheme: "https", Host: "heures.example.org"}, []string{"nas.local"}
	})
	request := p.FormRequest("/login", url.Values{"password": {apptest.Password}})
	request.Host = "nas.local"
	request.Header.Set("Origin", "http://nas.local")
	got := p.Send(request)
	got.Want(t, 422, "n’est pas chiffrée", "https://heures.example.org")
	p.WantStored("SELECT count(*) FROM web_sessions", "0")
	p.Visitor("").Try(apptest.Password).Want(t, 303) // on this machine, whose browsers keep the cookies
}

func TestAfterSigningInOnlyOurOwnPathsAreLedTo(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithPassword)
	for next, want := range map[string]string{
		"/months/2026-11":                    "/months/2026-11",
		"/entries/new?date=2026-11-12&x=%2F": "/entries/new?date=2026-11-12&x=%2F",
		"":                                   "/", "months": "/", "/login": "/", "/logout": "/",
		"//evil.example": "/", "///evil.example": "/", "/\\evil.example": "/", "\\\\evil.example": "/", "/%5Cevil.example": "/", "/%2Fevil.example": "/",
		"https://evil.example": "/", "https:evil.example": "/", "javascript:alert(1)": "/", "/\t/evil.example": "/", "/\n/evil.example": "/",
		"/./evil": "/", "/../x": "/", "//127.0.0.1/": "/", "?x": "/", "#x": "/", "/a//b": "/", "user@evil.example": "/",
	} {
		got := p.Visitor("").Submit("/login", url.Values{"password": {apptest.Password}, "next": {next}})
		got.Want(t, 303)
		got.WantHeader(t, "Location", want)
	}
}
