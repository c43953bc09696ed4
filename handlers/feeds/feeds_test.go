package feeds_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers/feeds"
	"worklog/models/modelstest"
)

// wantPresence compares the whole feed.
func wantPresence(p *apptest.Program, secret, want string) {
	p.T.Helper()
	modelstest.Want(p.T, p.Get("/feeds/"+secret+"/presence.json").Body, want)
}

func TestTheFeedSaysHowThingsStand(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	secret := p.RenewFeeds()
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"before the first event nothing is known", func() {},
			`{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":0,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":null,"last_event_at":null,"silent":null,"to_verify":0}`},
		{"a day of this week and one of the last", func() {
			p.Day("2026-11-15T08:00:00+01:00", "2026-11-15T12:00:00+01:00", "sunday")
			p.Day("2026-11-16T08:00:00+01:00", "2026-11-16T12:00:00+01:00", "monday")
		}, `{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":240,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"departure","last_event_at":"2026-11-16T12:00:00+01:00","silent":null,"to_verify":1}`},
		{"the presence under way counts up to now", func() {
			p.Arrive("2026-11-20T06:30:59.9+00:00", "in")
			p.Clock.Advance(90 * time.Minute) // it is 09:30
		}, `{"present":true,"since":"2026-11-20T07:30:59+01:00","forgotten":false,"day_type":"WORK","today_minutes":120,"week_minutes":360,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"arrival","last_event_at":"2026-11-20T07:30:59+01:00","silent":null,"to_verify":1}`},
		{"but not once its departure is forgotten, and a night belongs to its arrival's day", func() { p.Clock.Advance(14*time.Hour + time.Minute) }, // it is 23:31
			`{"present":true,"since":"2026-11-20T07:30:59+01:00","forgotten":true,"day_type":"WORK","today_minutes":0,"week_minutes":240,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"arrival","last_event_at":"2026-11-20T07:30:59+01:00","silent":null,"to_verify":2}`},
		{"its slot does, whole on that day", func() {
			p.Leave("2026-11-21T00:30:00+01:00", "out")
			p.Clock.Advance(time.Hour + 29*time.Minute) // it is 01:00 of the 21st
		}, `{"present":false,"since":null,"forgotten":false,"day_type":null,"today_minutes":0,"week_minutes":1260,"target_today_minutes":null,"target_week_minutes":null,"balance_minutes":null,"last_event":"departure","last_event_at":"2026-11-21T00:30:00+01:00","silent":null,"to_verify":2}`},
	} {
		step.do()
		t.Log(step.name)
		wantPresence(p, secret, step.want)
	}
}

func TestAnArrivalYetToComeIsAnnouncedAndNoPresence(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewFeeds()
	p.Arrive("2026-11-25T08:00:00+01:00", "future").Want(t, 201)
	p.Get("/months/2026-11").Want(t, 200, "Arrivée annoncée mercredi 25")
	got := p.Presence(secret)
	modelstest.Want(t, [3]any{got["present"], got["since"], got["today_minutes"]}, [3]any{false, nil, 0.0})
	p.Clock.Advance(5*24*time.Hour + time.Minute)
	got = p.Presence(secret)
	modelstest.Want(t, [2]any{got["present"], got["today_minutes"]}, [2]any{true, 1.0})
}

func TestADayOfIllnessIsAnAbsenceInTheFeedsUnlessSetOtherwise(t *testing.T) {
	for name, test := range map[string]struct {
		hide                  bool
		code, title, half, no string
	}{
		"hidden": {true, "ABSENCE", "SUMMARY:Absence\r\n", "SUMMARY:Travail\u00a0· ½\u00a0absence\r\n", "Maladie"},
		"shown":  {false, "MALADE", "SUMMARY:Maladie\r\n", "SUMMARY:Travail\u00a0· ½\u00a0Maladie\r\n", "Absence"},
	} {
		p := apptest.Start(t, func(c *app.Config) { c.Frame.HideIllness = test.hide })
		secret := p.RenewFeeds()
		p.ByHand("2026-11-20", "MALADE", "08:00-09:00")
		p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"WORK"}, "half_day": {"MALADE"}}).Want(t, 303)
		p.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"TT"}, "half_day": {"RTT"}}).Want(t, 303)
		modelstest.Want(t, p.Presence(secret)["day_type"], any(test.code), name)
		calendar := p.Get("/feeds/"+secret+"/calendar.ics").Want(t, 200, test.half, "SUMMARY:Télétravail\u00a0· ½\u00a0RTT\r\n")
		calendar.WantNone(t, test.no)
		modelstest.Want(t, strings.Count(calendar.Body, test.title), 2, name)
	}
}

func TestOnlyTheSecretOpensTheFeeds(t *testing.T) {
	p := apptest.RecordedDay(t)
	const days = "days.json?from=2026-11-20&to=2026-11-20"
	names := []string{"presence.json", "calendar.ics"}
	wantClosed := func(what, secret string) {
		t.Helper()
		for _, name := range append(names, days) {
			p.Get("/feeds/"+secret+"/"+name).WantNoResource(t, what+", "+name)
		}
	}
	wantClosed("none was made", strings.Repeat("0", 64))
	wantClosed("an empty one", "")
	first, ofDays := p.RenewFeeds(), p.RenewDays()
	for _, name := range names {
		p.Get("/feeds/"+first+"/"+name).Want(t, 200)
		p.Get("/feeds/"+ofDays+"/"+name).WantNoResource(t, "the secret of the days, "+name)
	}
	p.Get("/feeds/"+ofDays+"/"+days).Want(t, 200)
	p.Get("/feeds/"+first+"/"+days).WantNoResource(t, "the secret of the others")
	wantClosed("another", strings.Repeat("0", 64))
	wantClosed("cut short", first[:63])
	wantClosed("longer", first+"0")
	wantClosed("in another case", strings.ToUpper(first))
	wantClosed("empty, where there is one", "")
	for _, path := range []string{"/feeds/" + first, "/feeds/" + first + "/", "/feeds/" + first + "/other.json", "/feeds/" + first + "/presence.json/", "/feeds//" + first + "/presence.json"} {
		p.Get(path).WantNoResource(t, path)
	}
	second := p.RenewFeeds()
	wantClosed("the one before", first)
	p.Get("/feeds/"+second+"/presence.json").Want(t, 200)
	p.Submit("/feeds", url.Values{"do": {"revoke"}}).Want(t, 303)
	wantClosed("a revoked one", second)
	p.Submit("/feeds", url.Values{"do": {"revoke"}}).Want(t, 303) // revoking twice is no error
	p.Get("/feeds/"+ofDays+"/"+days).Want(t, 200)
	p.Submit("/feeds", url.Values{"of": {"days"}, "do": {"revoke"}}).Want(t, 303)
	wantClosed("that of the days, revoked", ofDays)
	p.Submit("/feeds", url.Values{"of": {"all"}, "do": {"renew"}}).Want(t, 400)
}

func TestTheFeedsAreReadOnly(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewFeeds()
	head := p.Ask("/feeds/"+secret+"/presence.json", apptest.Method(http.MethodHead))
	modelstest.Want(t, head.Status == 200 && head.Body == "" && head.Header.Get("Content-Length") != "0", true, head.Status, head.Header, head.Body)
	for _, verb := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		got := p.Ask("/feeds/"+secret+"/presence.json", apptest.Method(verb))
		got.WantError(t, 405, "Méthode non autorisée")
		got.WantHeader(t, "Allow", "GET, HEAD")
	}
}

// Programs may use addresses that are refused for pages.
func TestTheFeedsKnowNoLoginAndNoRuleOfThePages(t *testing.T) {
	for login, change := range map[string]func(*app.Config){"without a login": func(*app.Config) {}, "with a password": apptest.WithPassword, "behind a proxy": apptest.BehindProxy} {
		p := apptest.Start(t, change)
		made, err := app.RenewFeeds(t.Context(), p.Config, time.Now())
		modelstest.Must(t, err)
		secret, ofDays := strings.Split(made[0], "/")[4], strings.Split(made[2], "/")[4]
		for way, how := range map[string]func(*http.Request){
			"plainly":              func(*http.Request) {},
			"under a foreign name": func(r *http.Request) { r.Host = "evil.example" },
			"forwarded":            func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") },
			"as Home Assistant":    func(r *http.Request) { r.Header.Set("Content-Type", "application/json") },
			"with a token":         func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") },
			"of another site":      func(r *http.Request) { apptest.CrossSite(r) },
		} {
			for name, secret := range map[string]string{"presence.json": secret, "calendar.ics": secret, "days.json?from=2026-11-20&to=2026-11-20": ofDays} {
				modelstest.Want(t, p.Ask("/feeds/"+secret+"/"+name, how).Status, 200, login, way, name)
				p.Ask("/feeds/wrong/"+name, how).WantNoResource(t, login+", "+way)
			}
		}
		modelstest.WantIn(t, p.Raw("GET /feeds/"+secret+"/presence.json HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"), " 200 ")
		if page := p.Get("/feeds"); login != "without a login" && strings.Contains(page.Body, "Renouveler") {
			t.Errorf("%s: a stranger sees the page: %d %s", login, page.Status, page.Body)
		}
	}
}

func TestThePageShowsTheAddressesUntilTheyAreRevoked(t *testing.T) {
	p := apptest.Start(t)
	p.Get("/feeds").Want(t, 200, "Il n’y a pas encore d’adresses", "Créer les adresses")
	p.Submit("/feeds", url.Values{"do": {"nothing"}}).Want(t, 400)
	p.Submit("/feeds", nil).Want(t, 400)
	page := p.Submit("/feeds", url.Values{"do": {"renew"}})
	page.WantHeader(t, "Cache-Control", "no-store")
	found := apptest.AddressShown.FindAllStringSubmatch(page.Body, -1)
	if len(found) != 2 || strings.Contains(page.Body, "/days.json") || found[0][1] != p.URL || found[1][1] != p.URL {
		t.Fatalf("got %q in %s", found, page.Body)
	}
	page.Want(t, 200, `href="webcal`+strings.TrimPrefix(found[1][1], "http")+found[1][2]+`"`)
	for _, address := range found {
		p.Get(address[2]).Want(t, 200)
	}
	p.Get("/feeds").Want(t, 200, "Il n’y a pas encore d’adresse\u00a0:", found[0][1]+found[0][2], "Renouveler", "Révoquer")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE feeds SET secret = NULL"))) // as a program before left it
	p.Get("/feeds").Want(t, 200, "Les adresses existent depuis le vendredi 20\u00a0novembre 2026 à 08:00", "Renouveler", "Révoquer").WantNone(t, found[0][3][:8])
	p.Get(found[0][2]).Want(t, 200)
	p.Submit("/feeds", url.Values{"do": {"revoke"}}).Want(t, 303)
	p.WantStored("SELECT count(*) FROM feeds", "0")
}

func TestTheAddressesAreThoseOfThePublicURL(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword, apptest.At("https://home.example.org/worklog"))
	made, err := app.RenewFeeds(t.Context(), p.Config, time.Now())
	modelstest.Must(t, err)
	for i, name := range []string{"presence.json", "calendar.ics", "days.json"} {
		path, ours := strings.CutPrefix(made[i], "https://home.example.org")
		modelstest.Want(t, ours && strings.HasPrefix(path, "/worklog/feeds/") && strings.HasSuffix(path, "/"+name), true, made[i])
		path += "?from=2026-11-20&to=2026-11-20"
		p.Get(path).Want(t, 200)
		p.Get(strings.TrimPrefix(path, "/worklog")).Want(t, 200)
	}
}

func TestTheSecretIsNeverLogged(t *testing.T) {
	p := apptest.Start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
		c.Access.OpenToNetwork = true
	})
	page := p.Submit("/worklog/feeds", url.Values{"do": {"renew"}})
	secret := apptest.AddressShown.FindStringSubmatch(html.UnescapeString(page.Body))[3]
	for _, path := range []string{
		"/feeds/" + secret + "/presence.json", "/worklog/feeds/" + secret + "/calendar.ics", "/feeds/" + secret, "/feeds//" + secret + "/x", "//feeds/" + secret,
		"/Feeds/" + secret + "/presence.json", "/feed/" + secret + "/presence.json", "/months/" + secret, "/feeds/x/" + secret, "/" + secret + "?s=" + secret,
		"/feeds/" + secret[:50] + "/presence.json", "/%66eeds/" + secret + "/presence.json",
	} {
		p.Get(path)
	}
	log := p.Log.String()
	apptest.Answer{Body: strings.ToLower(log)}.WantNone(t, secret[:20])
	modelstest.WantIn(t, log, `"path":"/feeds/…/presence.json"`)
	// a failing database is logged with the cause
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DROP TABLE feeds")))
	p.Get("/feeds/"+secret+"/presence.json").WantError(t, 500, "Erreur interne")
	if log := p.Log.String(); strings.Contains(log, secret[:20]) || !strings.Contains(log, "request failed") {
		t.Errorf("got log %s", log)
	}
}

// withToken sends a token, under a name that is none of ours.
func withToken(token string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer "+token)
		r.Host = "local-worklog:8099"
	}
}

func TestWhoeverHasTheTokenIsToldTheAddresses(t *testing.T) {
	for name, change := range map[string]func(*app.Config){"without a login": func(*app.Config) {}, "with a password": apptest.WithPassword, "behind a proxy": apptest.BehindProxy, "as an app": apptest.AsApp} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, change, func(c *app.Config) { c.API.RequestsPerMinute = 2 })
			modelstest.Want(t, strings.TrimSpace(p.Ask("/feeds/", withToken(apptest.Token)).Body), `{"presence":null,"days":null,"calendar":null}`)
			made, err := app.RenewFeeds(t.Context(), p.Config, time.Now())
			modelstest.Must(t, err)
			of := func(i int) string { return "http://local-worklog:8099" + made[i][strings.Index(made[i], "/feeds/"):] }
			got := p.Ask("/feeds/", withToken(apptest.Token)).Want(t, 200, `{"presence":"`+of(0)+`","days":"`+of(2)+`","calendar":"`+of(1)+`"}`)
			got.WantHeader(t, "Cache-Control", "no-store")
			full := p.Ask("/feeds/", withToken(apptest.Token))
			full.WantError(t, 429, "Trop de requêtes")
			full.WantHeader(t, "Retry-After", "60")
			p.Arrive("2026-11-20T08:00:00+01:00", "another window").Want(t, 201)
			refused := p.Ask("/feeds/", withToken("another"))
			refused.WantError(t, 401, "Authentification requise")
			refused.WantHeader(t, "WWW-Authenticate", "Bearer")
			p.Ask("/feeds/", apptest.Method(http.MethodPost)).WantError(t, 405, "Méthode non autorisée")
			p.Stop()
			p.WantStored("SELECT kind FROM request_counts UNION ALL SELECT kind FROM contacts") // nothing
		})
	}
	apptest.Start(t, apptest.NoSection).Ask("/feeds/", withToken(apptest.Token)).WantError(t, 404, "API indisponible")
	apptest.Start(t, apptest.NoToken).Ask("/feeds/", withToken(apptest.Token)).WantError(t, 503, "API indisponible")
}

func TestTheCalendarHasTheDaysAndTheirSlotsOfAYearBeforeAndAYearAfterToday(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewFeeds()
	p.Day("2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", "night")
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"TT"}, "slot_start": {"8:30", "13:30"}, "slot_end": {"12:30", "17:30"}, "note": {"private; indeed"}}).Want(t, 303)
	p.Arrive("2026-11-19T08:00:00+01:00", "under way").Want(t, 201)
	content, _ := p.Calendar(secret)
	for _, want := range []string{
		"UID:entry-1@worklog", "SUMMARY:Travail", "DTSTART;VALUE=DATE:20260328",
		"UID:slot-1@worklog", "DTSTART;TZID=Europe/Paris:20260328T220000", "DTEND;TZID=Europe/Paris:20260329T060000",
		"UID:entry-2@worklog", "SUMMARY:Télétravail", "DTSTART;VALUE=DATE:20261120",
		"UID:slot-2@worklog", "DTSTART;TZID=Europe/Paris:20261120T083000", "UID:slot-3@worklog",
		"DTSTAMP:20261120T070000Z", "TZID:Europe/Paris",
	} {
		modelstest.WantIn(t, content, "\r\n"+want+"\r\n")
	}
	modelstest.Want(t, strings.Count(content, "BEGIN:VEVENT"), 6) // 3 days and 3 slots, without notes
	apptest.Answer{Body: content}.WantNone(t, "private")

	for date, within := range map[string]bool{"2025-11-18": false, "2025-11-19": true, "2027-11-21": true, "2027-11-22": false} {
		p.Submit("/entries/new?date="+date, url.Values{"day_type": {"CONGE"}}).Want(t, 303)
		content, _ := p.Calendar(secret)
		modelstest.Want(t, strings.Contains(content, fmt.Sprintf("DTSTART;VALUE=DATE:%s\r\n", strings.ReplaceAll(date, "-", ""))), within, date)
	}
}

func TestAFeedIsSentAgainOnlyWhenItHasChanged(t *testing.T) {
	p := apptest.RecordedDay(t)
	for path, kind := range map[string]string{
		"/feeds/" + p.RenewFeeds() + "/calendar.ics":       "text/calendar; charset=utf-8",
		rangeOf(p.RenewDays(), "2026-11-01", "2026-11-30"): "application/json",
	} {
		first := p.Get(path)
		first.WantHeader(t, "Content-Type", kind)
		first.WantHeader(t, "Cache-Control", "private, no-cache")
		tag := first.Header.Get("ETag")
		p.Clock.Advance(time.Hour)
		for sent, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "W/" + tag: 304, "*": 304, `"other"`: 200, "": 200} {
			got := p.Ask(path, func(r *http.Request) { r.Header.Set("If-None-Match", sent) })
			got.WantHeader(t, "ETag", tag)
			modelstest.Want(t, fmt.Sprint(got.Status, got.Body != ""), fmt.Sprint(status, status == 200), sent)
		}
		head := p.Ask(path, apptest.Method(http.MethodHead))
		head.WantHeader(t, "ETag", tag)
		modelstest.Want(t, fmt.Sprint(head.Status, head.Body, head.Header.Get("Content-Length") != ""), "200true")
		p.Edit(func(day url.Values) {
			day.Set("note", "x")
			day.Set("day_type", map[string]string{"WORK": "GARDE", "GARDE": "WORK"}[day.Get("day_type")])
		})
		changed := p.Ask(path, func(r *http.Request) { r.Header.Set("If-None-Match", tag) })
		modelstest.Want(t, changed.Status == 200 && changed.Header.Get("ETag") != tag, true, "it is sent again:", path)
	}
}

const aSecret = "0123456789abcdef0123456789abcdef0123456789ABCDEF0123456789ABCDEF"

// manyPaths are paths of all kinds, as long as a request may have them.
var manyPaths = map[string]string{
	"digits":             "/" + strings.Repeat("f", 15_900),
	"other letters":      "/" + strings.Repeat("x", 15_900),
	"secrets":            strings.Repeat("/"+aSecret, 240),
	"too short ones":     strings.Repeat("/"+aSecret[1:], 240),
	"addresses of feeds": strings.Repeat("/feeds/x", 1980),
	"slashes":            "/feeds" + strings.Repeat("/", 15_900),
}

func TestAPathIsLoggedWithoutWhatMayBeASecret(t *testing.T) {
	for path, want := range map[string]string{
		"/":                                   "/",
		"/months/2026-11":                     "/months/2026-11",
		"/feeds":                              "/feeds",
		"/feeds/":                             "/feeds/",
		"/feeds/x/calendar.ics":               "/feeds/…/calendar.ics",
		"/Feeds//x/calendar.ics":              "/Feeds//…/calendar.ics",
		"/worklog/feeds/x":                    "/worklog/feeds/…",
		"/myfeeds/x":                          "/myfeeds/x",
		"/months/" + aSecret + "/y":           "/months/…/y",
		"/months/a" + aSecret + "z":           "/months/…",
		"/months/" + aSecret[1:]:              "/months/" + aSecret[1:],
		strings.Repeat("/feeds/x", 32) + "/y": strings.Repeat("/feeds/…", 32),
	} {
		modelstest.Want(t, feeds.WithoutSecret(path), want, path)
	}
	for before := range 400 {
		apptest.Answer{Body: feeds.WithoutSecret("/" + strings.Repeat("x", before) + aSecret + "/y")}.WantNone(t, aSecret[:4])
	}
}

func TestWhatALineOfTheLogCostsDependsOnTheBeginningOfItsPathAlone(t *testing.T) {
	for name, path := range manyPaths {
		beginning := path[:257]
		if got, want := feeds.WithoutSecret(path), feeds.WithoutSecret(beginning); got != want {
			t.Errorf("%s: got %.300s, want %s", name, got, want)
		}
		allocations := func(path string) float64 {
			return testing.AllocsPerRun(20, func() { feeds.WithoutSecret(path) })
		}
		if got, want := allocations(path), allocations(beginning); got != want || want > 5 {
			t.Errorf("%s: got %v allocations, want %v as for its beginning, and at most 5", name, got, want)
		}
	}
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
