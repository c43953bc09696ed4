package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

const (
	firefoxOnAndroid = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
	safariOnIPhone   = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
	edgeOnWindows    = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"
)

// signInWith signs in a browser with a User-Agent.
func (p *program) signInWith(userAgent string) *visitor {
	p.t.Helper()
	v := p.visitor("")
	request := p.formRequest("/login", url.Values{"password": {password}, "next": {"/"}})
	request.Header.Set("User-Agent", userAgent)
	v.send(request).want(p.t, 303)
	return v
}

var browserItem = regexp.MustCompile(`(?s)<li><div><strong>([^<]*)</strong>(.*?)name="browser" value="([^"]*)"`)

// browsers returns the ids of the browsers that the page lists, by name.
func (v *visitor) browsers(t *testing.T) map[string]string {
	t.Helper()
	page := v.get("/sessions")
	page.want(t, 200)
	ids := map[string]string{}
	for _, found := range browserItem.FindAllStringSubmatch(page.body, -1) {
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
	p := recordedDay(t, withPassword)
	phone, tablet, desk, odd := p.signInWith(firefoxOnAndroid), p.signInWith(safariOnIPhone), p.signInWith(edgeOnWindows), p.signInWith("<b>x")
	listed := desk.browsers(t)
	for _, name := range []string{"Firefox sur Android", "Safari sur iPhone", "Edge sur Windows (this)", "Navigateur inconnu"} {
		if listed[name] == "" {
			t.Errorf("got %v, want %s", listed, name)
		}
	}
	p.wantStored("SELECT count(*) FROM web_sessions WHERE CAST(data AS TEXT) LIKE '%Mozilla%' OR CAST(data AS TEXT) LIKE '%140.0%'", "0")
	desk.get("/sessions").want(t, 200, "Connexion\u00a0: aujourd’hui à 08:00", "dernière visite\u00a0: aujourd’hui à 08:00")
	p.clock.advance(2 * time.Hour)
	phone.get(editDay).want(t, 200)
	desk.get("/sessions").want(t, 200, "dernière visite\u00a0: aujourd’hui à 10:00")

	form := url.Values{"browser": {listed["Firefox sur Android"]}}
	desk.send(crossSite(p.formRequest("/sessions", form))).want(t, 403)
	phone.get(editDay).want(t, 200)
	desk.submit("/sessions", form).wantLocation(t, "/sessions")
	desk.get("/sessions").want(t, 200, "Session terminée.")
	phone.get(editDay).want(t, 303)
	tablet.get(editDay).want(t, 200)
	odd.get(editDay).want(t, 200)
	desk.submit("/sessions", form).wantLocation(t, "/sessions") // pressed twice
	p.wantStored("SELECT count(*) FROM web_sessions", "3")

	desk.submit("/sessions", url.Values{"browser": {listed["Edge sur Windows (this)"]}}).wantLocation(t, "/login")
	desk.get("/login").want(t, 200, "Déconnexion faite.")
	desk.get(editDay).want(t, 303)
	tablet.get(editDay).want(t, 200)
}

func TestTheListOfBrowsersIsForWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.signIn()
	id := v.browsers(t)["Navigateur inconnu (this)"]
	stranger := p.visitor("")
	stranger.get("/sessions").want(t, 303)
	stranger.submit("/sessions", url.Values{"browser": {id}}).want(t, 303)
	v.get(editDay).want(t, 200)
	start(t).get("/sessions").want(t, http.StatusNotFound) // without a login there are none
}
