package app_test

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// addressShown finds the feeds' addresses on the page that shows them.
var addressShown = regexp.MustCompile(`>(http[^<]+)(/feeds/([0-9a-f]{64})/(?:presence\.json|calendar\.ics))<`)

// renewFeeds presses the button and returns the secret.
func (p *program) renewFeeds() (secret string) {
	p.t.Helper()
	page := p.submit("/feeds", url.Values{"do": {"renew"}})
	page.want(p.t, 200)
	found := addressShown.FindStringSubmatch(page.body)
	if found == nil {
		p.t.Fatalf("no address in %s", page.body)
	}
	return found[3]
}

// presence reads the feed.
func (p *program) presence(secret string) map[string]any {
	p.t.Helper()
	got := p.get("/feeds/" + secret + "/presence.json")
	got.want(p.t, 200)
	got.wantHeader(p.t, "Content-Type", "application/json")
	got.wantHeader(p.t, "Cache-Control", "no-store")
	var fields map[string]any
	if err := json.Unmarshal([]byte(got.body), &fields); err != nil {
		p.t.Fatal(got.body, err)
	}
	return fields
}

// wantPresence compares the whole feed.
func (p *program) wantPresence(secret, want string) {
	p.t.Helper()
	got := p.get("/feeds/" + secret + "/presence.json")
	if got.status != 200 || got.body != want {
		p.t.Errorf("got %d\n%s\nwant\n%s", got.status, got.body, want)
	}
}

func TestTheFeedSaysHowThingsStand(t *testing.T) {
	p := start(t, noLimit)
	secret := p.renewFeeds()
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"before the first event nothing is known", func() {},
			`{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":0,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":null,"last_event_at":null,"silent":null,"to_verify":0}`},
		{"a day of this week and one of the last", func() {
			p.day("2026-11-15T08:00:00+01:00", "2026-11-15T12:00:00+01:00", "sunday")
			p.day("2026-11-16T08:00:00+01:00", "2026-11-16T12:00:00+01:00", "monday")
		}, `{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":240,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"departure","last_event_at":"2026-11-16T12:00:00+01:00","silent":null,"to_verify":1}`},
		{"the presence under way counts up to now", func() {
			p.arrive("2026-11-20T06:30:59.9+00:00", "in")
			p.clock.advance(90 * time.Minute) // it is 09:30
		}, `{"present":true,"since":"2026-11-20T07:30:59+01:00","forgotten":false,"day_type":"WORK","today_minutes":120,"week_minutes":360,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"arrival","last_event_at":"2026-11-20T07:30:59+01:00","silent":null,"to_verify":1}`},
		{"but not once its departure is forgotten, and a night belongs to its arrival's day", func() { p.clock.advance(14*time.Hour + time.Minute) }, // it is 23:31
			`{"present":true,"since":"2026-11-20T07:30:59+01:00","forgotten":true,"day_type":"WORK","today_minutes":0,"week_minutes":240,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"arrival","last_event_at":"2026-11-20T07:30:59+01:00","silent":null,"to_verify":2}`},
		{"its slot does, whole on that day", func() {
			p.leave("2026-11-21T00:30:00+01:00", "out")
			p.clock.advance(time.Hour + 29*time.Minute) // it is 01:00 of the 21st
		}, `{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":1260,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"departure","last_event_at":"2026-11-21T00:30:00+01:00","silent":null,"to_verify":2}`},
	} {
		step.do()
		t.Log(step.name)
		p.wantPresence(secret, step.want)
	}
}

func TestAnArrivalYetToComeIsNoPresence(t *testing.T) {
	p := start(t)
	secret := p.renewFeeds()
	p.arrive("2026-11-20T08:00:05+01:00", "a phone's clock is ahead").want(t, 201)
	if got := p.presence(secret); got["present"] != false || got["since"] != nil || got["today_minutes"] != 0.0 {
		t.Errorf("got %v", got)
	}
	p.clock.advance(time.Minute)
	if got := p.presence(secret); got["present"] != true || got["today_minutes"] != 1.0 {
		t.Errorf("got %v", got)
	}
}

func TestADayOfIllnessIsAnAbsenceInTheFeedsUnlessSetOtherwise(t *testing.T) {
	for name, test := range map[string]struct {
		hide            bool
		code, title, no string
	}{
		"hidden": {true, "ABSENCE", "SUMMARY:Absence\r\n", "Maladie"},
		"shown":  {false, "MALADE", "SUMMARY:Maladie\r\n", "Absence"},
	} {
		p := start(t, func(c *app.Config) { c.Feeds.HideIllness = test.hide })
		secret := p.renewFeeds()
		p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"MALADE"}, "slot_start": {"8"}, "slot_end": {"9"}}).want(t, 303)
		if got := p.presence(secret)["day_type"]; got != test.code {
			t.Errorf("%s: got %v", name, got)
		}
		calendar := p.get("/feeds/" + secret + "/calendar.ics").body
		if strings.Count(calendar, test.title) != 2 || strings.Contains(calendar, test.no) {
			t.Errorf("%s: got %s", name, calendar)
		}
	}
}

func TestOnlyTheSecretOpensTheFeeds(t *testing.T) {
	p := recordedDay(t)
	names := []string{"presence.json", "calendar.ics"}
	wantClosed := func(what, secret string) {
		t.Helper()
		for _, name := range names {
			p.get("/feeds/"+secret+"/"+name).wantNoResource(t, what+", "+name)
		}
	}
	wantClosed("none was made", strings.Repeat("0", 64))
	wantClosed("an empty one", "")
	first := p.renewFeeds()
	for _, name := range names {
		p.get("/feeds/"+first+"/"+name).want(t, 200)
	}
	wantClosed("another", strings.Repeat("0", 64))
	wantClosed("cut short", first[:63])
	wantClosed("longer", first+"0")
	wantClosed("in another case", strings.ToUpper(first))
	wantClosed("empty, where there is one", "")
	for _, path := range []string{"/feeds/" + first, "/feeds/" + first + "/", "/feeds/" + first + "/other.json", "/feeds/" + first + "/presence.json/", "/feeds/", "/feeds//" + first + "/presence.json"} {
		p.get(path).wantNoResource(t, path)
	}
	second := p.renewFeeds()
	wantClosed("the one before", first)
	p.get("/feeds/"+second+"/presence.json").want(t, 200)
	p.submit("/feeds", url.Values{"do": {"revoke"}}).want(t, 303)
	wantClosed("a revoked one", second)
	p.submit("/feeds", url.Values{"do": {"revoke"}}).want(t, 303) // revoking twice is no error
}

func TestTheFeedsAreReadOnly(t *testing.T) {
	p := start(t)
	secret := p.renewFeeds()
	head := p.ask("/feeds/"+secret+"/presence.json", method(http.MethodHead))
	if head.status != 200 || head.body != "" || head.header.Get("Content-Length") == "0" {
		t.Errorf("got %d %v %q", head.status, head.header, head.body)
	}
	for _, verb := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		got := p.ask("/feeds/"+secret+"/presence.json", method(verb))
		got.wantError(t, 405, "Méthode non autorisée")
		got.wantHeader(t, "Allow", "GET, HEAD")
	}
}

// Programs may use addresses that are refused for pages.
func TestTheFeedsKnowNoLoginAndNoRuleOfThePages(t *testing.T) {
	for login, change := range map[string]func(*app.Config){"without a login": func(*app.Config) {}, "with a password": withPassword, "behind a proxy": behindProxy} {
		p := start(t, change)
		secret := "" // by hand, for the page is behind the login
		made, err := app.RenewFeeds(t.Context(), p.config, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		secret = strings.Split(made[0], "/")[4]
		for way, how := range map[string]func(*http.Request){
			"plainly":              func(*http.Request) {},
			"under a foreign name": func(r *http.Request) { r.Host = "evil.example" },
			"forwarded":            func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") },
			"as Home Assistant":    func(r *http.Request) { r.Header.Set("Content-Type", "application/json") },
			"with a token":         func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") },
			"of another site":      func(r *http.Request) { crossSite(r) },
		} {
			for _, name := range []string{"presence.json", "calendar.ics"} {
				if got := p.ask("/feeds/"+secret+"/"+name, how); got.status != 200 {
					t.Errorf("%s, %s, %s: got %d %s", login, way, name, got.status, got.body)
				}
				p.ask("/feeds/wrong/"+name, how).wantNoResource(t, login+", "+way)
			}
		}
		if got := p.raw("GET /feeds/" + secret + "/presence.json HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"); !strings.Contains(got, " 200 ") {
			t.Errorf("%s, HTTP/1.0: got %s", login, got)
		}
		if page := p.get("/feeds"); login != "without a login" && strings.Contains(page.body, "Renouveler") {
			t.Errorf("%s: a stranger sees the page: %d %s", login, page.status, page.body)
		}
	}
}

func TestThePageShowsTheAddressesOnce(t *testing.T) {
	p := start(t)
	p.get("/feeds").want(t, 200, "Il n’y a pas encore d’adresses", "Créer les adresses")
	p.submit("/feeds", url.Values{"do": {"nothing"}}).want(t, 400)
	p.submit("/feeds", nil).want(t, 400)
	page := p.submit("/feeds", url.Values{"do": {"renew"}})
	page.wantHeader(t, "Cache-Control", "no-store")
	found := addressShown.FindAllStringSubmatch(page.body, -1)
	if len(found) != 2 || found[0][1] != p.url || found[1][1] != p.url {
		t.Fatalf("got %q in %s", found, page.body)
	}
	for _, address := range found {
		p.get(address[2]).want(t, 200)
	}
	again := p.get("/feeds")
	again.want(t, 200, "Les adresses existent depuis le vendredi 20\u00a0novembre 2026 à 08:00", "Renouveler", "Révoquer")
	secret := found[0][3]
	if strings.Contains(again.body, secret[:8]) {
		t.Errorf("the secret is shown again: %s", again.body)
	}
	for _, row := range p.stored("SELECT id, hex(digest), made_at FROM feeds") {
		if strings.Contains(strings.ToLower(row), secret) || !strings.HasPrefix(row, "1 | ") {
			t.Errorf("stored %s", row)
		}
	}
	p.submit("/feeds", url.Values{"do": {"revoke"}}).want(t, 303)
	p.wantStored("SELECT count(*) FROM feeds", "0")
}

func TestTheAddressesAreThoseOfThePublicURL(t *testing.T) {
	p := start(t, withPassword, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	made, err := app.RenewFeeds(t.Context(), p.config, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"presence.json", "calendar.ics"} {
		path, ours := strings.CutPrefix(made[i], "https://home.example.org")
		if !ours || !strings.HasPrefix(path, "/worklog/feeds/") || !strings.HasSuffix(path, "/"+name) {
			t.Errorf("got %s", made[i])
		}
		p.get(path).want(t, 200)
		p.get(strings.TrimPrefix(path, "/worklog")).want(t, 200)
	}
}

func TestTheSecretIsNeverLogged(t *testing.T) {
	p := start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
		c.Access.OpenToNetwork = true
	})
	page := p.submit("/worklog/feeds", url.Values{"do": {"renew"}})
	secret := addressShown.FindStringSubmatch(html.UnescapeString(page.body))[3]
	for _, path := range []string{
		"/feeds/" + secret + "/presence.json", "/worklog/feeds/" + secret + "/calendar.ics", "/feeds/" + secret, "/feeds//" + secret + "/x", "//feeds/" + secret,
		"/Feeds/" + secret + "/presence.json", "/feed/" + secret + "/presence.json", "/months/" + secret, "/feeds/x/" + secret, "/" + secret + "?s=" + secret,
		"/feeds/" + secret[:50] + "/presence.json", "/%66eeds/" + secret + "/presence.json",
	} {
		p.get(path)
	}
	log := p.log.String()
	if strings.Contains(strings.ToLower(log), secret[:20]) {
		t.Errorf("the secret is in the log: %s", log)
	}
	if !strings.Contains(log, `"path":"/feeds/…/presence.json"`) {
		t.Errorf("got log %s", log)
	}
	// a failing database is logged with the cause
	if _, err := p.db.Exec("DROP TABLE feeds"); err != nil {
		t.Fatal(err)
	}
	p.get("/feeds/"+secret+"/presence.json").wantError(t, 500, "Erreur interne")
	if log := p.log.String(); strings.Contains(log, secret[:20]) || !strings.Contains(log, "request failed") {
		t.Errorf("got log %s", log)
	}
}
