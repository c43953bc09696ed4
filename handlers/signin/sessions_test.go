package signin_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const (
	firefoxOnAndroid = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
	safariOnIPhone   = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
	edgeOnWindows    = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"
)

// signInWith signs in a browser with a User-Agent.
func signInWith(p *apptest.Program, userAgent string) *apptest.Visitor {
	p.T.Helper()
	v := p.Visitor("")
	request := p.FormRequest("/login", url.Values{"password": {apptest.Password}, "next": {"/"}})
	request.Header.Set("User-Agent", userAgent)
	v.Send(request).Want(p.T, 303)
	return v
}

var browserItem = regexp.MustCompile(`(?s)<li><div><strong>([^<]*)</strong>(.*?)name="browser" value="([^"]*)"`)

// browsers returns the ids of the browsers that the page lists, by name.
func browsers(t *testing.T, v *apptest.Visitor) map[string]string {
	t.Helper()
	page := v.Get("/sessions")
	page.Want(t, 200)
	ids := map[string]string{}
	for _, found := range browserItem.FindAllStringSubmatch(page.Body, -1) {
		name := found[1]
		if strings.Contains(found[2], "celui-ci") {
			name += " (this)"
		}
		ids[name] = found[3]
	}
	return ids
}

func TestTheBrowsersThatAreSignedInAreToldApartAndEnded(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	phone, tablet, desk, odd := signInWith(p, firefoxOnAndroid), signInWith(p, safariOnIPhone), signInWith(p, edgeOnWindows), signInWith(p, "<b>x")
	signInWith(p, "another on Linux")
	listed := browsers(t, desk)
	for _, name := range []string{"Firefox sur Android", "Safari sur iPhone", "Edge sur Windows (this)", "Linux", "Navigateur inconnu"} {
		if listed[name] == "" {
			t.Errorf("got %v, want %s", listed, name)
		}
	}
	p.WantStored("SELECT count(*) FROM web_sessions WHERE CAST(data AS TEXT) LIKE '%Mozilla%' OR CAST(data AS TEXT) LIKE '%140.0%'", "0")
	modelstest.Want(t, strings.Count(desk.Get("/sessions").Body, "data-leaves"), 1)
	desk.Get("/sessions").Want(t, 200, "Connexion\u00a0: aujourd’hui à 08:00", "dernière visite\u00a0: aujourd’hui à 08:00")
	p.Clock.Advance(2 * time.Hour)
	phone.Get(apptest.EditDay).Want(t, 200)
	desk.Get("/sessions").Want(t, 200, "dernière visite\u00a0: aujourd’hui à 10:00")

	form := url.Values{"browser": {listed["Firefox sur Android"]}}
	desk.Send(apptest.CrossSite(p.FormRequest("/sessions", form))).Want(t, 403)
	phone.Get(apptest.EditDay).Want(t, 200)
	desk.Submit("/sessions", form).WantLocation(t, "/sessions")
	desk.Get("/sessions").Want(t, 200, "Session terminée.")
	phone.Get(apptest.EditDay).Want(t, 303)
	tablet.Get(apptest.EditDay).Want(t, 200)
	odd.Get(apptest.EditDay).Want(t, 200)
	desk.Submit("/sessions", form).WantLocation(t, "/sessions") // pressed twice
	desk.Submit("/sessions", nil).WantLocation(t, "/sessions")
	p.WantStored("SELECT count(*) FROM web_sessions", "4")

	desk.Submit("/sessions", url.Values{"browser": {listed["Edge sur Windows (this)"]}}).WantLocation(t, "/login")
	desk.Get("/login").Want(t, 200, "Déconnexion faite.")
	desk.Get(apptest.EditDay).Want(t, 303)
	tablet.Get(apptest.EditDay).Want(t, 200)
}

func TestTheListOfBrowsersIsForWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	id := browsers(t, v)["Navigateur inconnu (this)"]
	stranger := p.Visitor("")
	stranger.Get("/sessions").Want(t, 303)
	stranger.Submit("/sessions", url.Values{"browser": {id}}).Want(t, 303)
	v.Get(apptest.EditDay).Want(t, 200)
	apptest.Start(t).Get("/sessions").Want(t, http.StatusNotFound) // without a login there are none
}
