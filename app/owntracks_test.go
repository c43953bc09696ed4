package app_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

const hook = "/hooks/owntracks"

func withOwnTracks(config *app.Config) { config.API.OwnTracksRegions = []string{"Bureau"} }

// ownTracks is a POST as the app sends it; tests change it.
func (p *program) ownTracks(body string, changes ...func(*http.Request)) answer {
	p.t.Helper()
	request := p.request(body)
	request.URL.Path = hook
	request.SetBasicAuth("camille", token)
	request.Header.Set("X-Limit-U", "camille")
	request.Header.Set("X-Limit-D", "phone")
	for _, change := range changes {
		change(request)
	}
	return p.send(request)
}

// The coordinates must not be in any answer, log or file.
const latitude, longitude = "48.8583701", "2.2944813"

// crossing is what the app sends when its region is entered or left.
func crossing(event, at string) string {
	moment, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"_type":"transition","wtst":1762000000,"lat":%s,"lon":%s,"tst":%d,"acc":12.5,"tid":"ph","event":%q,"desc":"Bureau","t":"c","rid":"6da9cf"}`,
		latitude, longitude, moment.Unix(), event)
}

// wantNoCommands checks the answer to whatever the app sends.
func (a answer) wantNoCommands(t *testing.T) {
	t.Helper()
	if a.status != 200 || a.body != "[]" {
		t.Errorf("got %d %s, want 200 []", a.status, a.body)
	}
	a.wantHeader(t, "Content-Type", "application/json")
	a.wantHeader(t, "Cache-Control", "no-store")
}

func TestOwnTracksEntersAndLeavesTheRegion(t *testing.T) {
	p := start(t, withOwnTracks)
	p.ownTracks(crossing("enter", "2026-11-20T08:03:17+01:00")).wantNoCommands(t)
	p.ownTracks(crossing("leave", "2026-11-20T17:21:00+01:00")).wantNoCommands(t)
	p.wantStored("SELECT date, start_at, end_at FROM time_slots JOIN work_entries ON work_entries.id = work_entry_id",
		"2026-11-20 | 2026-11-20T07:03:17.000000000Z | 2026-11-20T16:21:00.000000000Z")
	p.wantStored("SELECT event, occurred_at_sent, length(idempotency_key) FROM workplace_presence_events ORDER BY id",
		"arrival | 2026-11-20T08:03:17+01:00 | 74", "departure | 2026-11-20T17:21:00+01:00 | 74")
	p.wantStored("SELECT source, outcome, event, occurred_at_sent, date FROM journal_lines ORDER BY id",
		"owntracks | recorded | arrival | 2026-11-20T08:03:17+01:00 | 2026-11-20",
		"owntracks | recorded | departure | 2026-11-20T17:21:00+01:00 | 2026-11-20")
}

func TestWhatOwnTracksSendsAgainIsAReplay(t *testing.T) {
	p := start(t, withOwnTracks)
	enter := crossing("enter", "2026-11-20T08:03:17+01:00")
	device := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	unnamed := func(r *http.Request) { r.Header.Del("X-Limit-U"); r.Header.Del("X-Limit-D") }
	p.ownTracks(enter).wantNoCommands(t)
	p.unchanged(func() {
		p.ownTracks(enter).wantNoCommands(t)
		p.ownTracks(strings.Replace(enter, `"tid":"ph"`, `"tid":"xy"`, 1)).wantNoCommands(t) // the headers name the device
	})
	p.wantStored("SELECT outcome FROM journal_lines ORDER BY id", "recorded", "replayed", "replayed")
	for name, other := range map[string]answer{
		"another user":            p.ownTracks(enter, device("X-Limit-U", "dominique")),
		"another device":          p.ownTracks(enter, device("X-Limit-D", "tablet")),
		"the parts cut elsewhere": p.ownTracks(enter, device("X-Limit-U", "camille p"), device("X-Limit-D", "hone")),
		"a tracker":               p.ownTracks(enter, unnamed),
		"another tracker":         p.ownTracks(strings.Replace(enter, `"tid":"ph"`, `"tid":"xy"`, 1), unnamed),
		"no device":               p.ownTracks(strings.Replace(enter, `"tid":"ph",`, ``, 1), unnamed),
	} {
		t.Run(name, func(t *testing.T) { other.wantNoCommands(t) })
	}
	p.wantStored("SELECT outcome, count(*), count(DISTINCT idempotency_key) FROM journal_lines GROUP BY outcome",
		"arrival_open | 6 | 6", "recorded | 1 | 1", "replayed | 2 | 1")
}

func TestOwnTracksIsNotToldOfARefusalByTheRulesButTheJournalIs(t *testing.T) {
	p := start(t, withOwnTracks)
	p.unchanged(func() { p.ownTracks(crossing("leave", "2026-11-20T07:30:00+01:00")).wantNoCommands(t) })
	p.ownTracks(crossing("enter", "2026-11-20T08:00:00+01:00")).wantNoCommands(t)
	p.unchanged(func() {
		p.ownTracks(crossing("enter", "2026-11-20T08:10:00+01:00")).wantNoCommands(t)
		p.ownTracks(crossing("leave", "2026-11-20T07:59:59+01:00")).wantNoCommands(t)
		p.ownTracks(crossing("leave", "1969-11-20T07:59:59+01:00")).wantNoCommands(t)
	})
	p.wantStored("SELECT outcome, event FROM journal_lines ORDER BY id", "no_open_arrival | departure", "recorded | arrival",
		"arrival_open | arrival", "departure_not_later | departure", "date_out_of_range | departure")
	p.wantStored("SELECT count(*) FROM refused_events", "3")
}

func TestTheTimeOfOwnTracksIsReadAsANumberOrATextOrIsInTheJournal(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks, noLimit)
	sent := func(event, tst string) {
		t.Helper()
		p.ownTracks(fmt.Sprintf(`{"_type":"transition","event":%q,"desc":"Bureau","tid":"ph","lat":%s%s}`, event, latitude, tst)).wantNoCommands(t)
	}
	sent("enter", `,"tst":1795158197`) // 2026-11-20T08:03:17+01:00
	for _, same := range []string{`1795158197.0`, `1795158197.9`, `1.795158197e9`, `"1795158197"`, `"1795158197.25"`} {
		sent("enter", `,"tst":`+same)
	}
	p.wantStored("SELECT outcome, occurred_at_sent, count(*), count(DISTINCT idempotency_key) FROM journal_lines GROUP BY outcome",
		"recorded | 2026-11-20T08:03:17+01:00 | 1 | 1", "replayed | 2026-11-20T08:03:17+01:00 | 5 | 1")
	p.unchanged(func() {
		for _, unreadable := range []string{`"2026-11-20T17:00:00+01:00"`, `"NaN"`, `"0x10"`, `""`, `null`, `[1795190400]`, `{"lat":` + latitude + `}`, `true`} {
			sent("leave", `,"tst":`+unreadable)
		}
		sent("leave", "")
		for _, never := range []string{`1e300`, `-1e999`, `9223372036854775807`, `1795190400000`, `253402297200`} { // in milliseconds, and the year 10000
			sent("leave", `,"tst":`+never)
		}
		sent("leave", `,"tst":-62167219200`) // the year 0
	})
	p.wantStored("SELECT outcome, detail, event, occurred_at_sent, date, source FROM journal_lines WHERE id BETWEEN 7 AND 15 ORDER BY id",
		"time_form | tst | departure | 2026-11-20T17:00:00+01:00 | 2026-11-20 | owntracks",
		"time_form | tst | departure | NaN | 2026-11-20 | owntracks", "time_form | tst | departure | 0x10 | 2026-11-20 | owntracks",
		"time_form | tst | departure |  | 2026-11-20 | owntracks", "time_form | tst | departure |  | 2026-11-20 | owntracks",
		"time_form | tst | departure |  | 2026-11-20 | owntracks", "time_form | tst | departure |  | 2026-11-20 | owntracks",
		"time_form | tst | departure |  | 2026-11-20 | owntracks", "missing_name | tst | departure |  | 2026-11-20 | owntracks")
	p.wantStored("SELECT outcome, occurred_at_sent, count(*) FROM journal_lines WHERE id > 15 GROUP BY outcome, occurred_at_sent ORDER BY min(id)",
		"time_form |  | 5", "date_out_of_range | 0000-01-01T00:09:21+00:09 | 1")
	page := p.get("/journal")
	page.wantWords(t, "L’heure du message (tst) ne peut pas être lue : l’application l’écrit en secondes depuis 1970.", "Il manque le champ « tst ».")
	sent("leave", `,"tst":"1795190400.5"`)
	p.wantStored("SELECT start_at, end_at FROM time_slots", "2026-11-20T07:03:17.000000000Z | 2026-11-20T16:00:00.000000000Z")
}

func TestTheJournalsOfOwnTracksHaveAWindow(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 2 })
	for range 2 {
		p.ownTracks(`{"_type":"transition","event":"enter","desc":"Bureau"}`).wantNoCommands(t)
	}
	p.ownTracks(`{"_type":"transition","event":"enter","desc":"Bureau"}`).wantError(t, 503, "Trop de requêtes")
	p.wantStored("SELECT count(*) FROM journal_lines", "2")
}

func TestWhateverElseOwnTracksSendsIsOnlyCounted(t *testing.T) {
	p := start(t, withOwnTracks)
	enter := crossing("enter", "2026-11-20T08:03:17+01:00")
	instead := func(old, new string) string {
		if !strings.Contains(enter, old) {
			t.Fatal(old)
		}
		return strings.Replace(enter, old, new, 1)
	}
	before := p.files()
	for name, body := range map[string]string{
		"a position":                 instead(`"transition"`, `"location"`),
		"an encrypted message":       `{"_type":"encrypted","data":"c2VjcmV0IA=="}`,
		"a waypoint":                 instead(`"transition"`, `"waypoint"`),
		"waypoints":                  `{"_type":"waypoints","waypoints":[` + enter + `]}`,
		"nothing":                    "",
		"white space":                " \n",
		"no JSON":                    "transition enter Bureau",
		"half of the message":        enter[:len(enter)-1],
		"two messages":               enter + enter,
		"a list":                     "[" + enter + "]",
		"a text":                     `"transition"`,
		"null":                       "null",
		"no UTF-8":                   instead("Bureau", "Bureau\xff"),
		"a larger message":           instead(`"t":"c"`, `"t":"`+strings.Repeat("c", 5000)+`"`),
		"a foreign region":           instead("Bureau", "Maison"),
		"the region in another case": instead("Bureau", "bureau"),
		"the region and a space":     instead("Bureau", "Bureau "),
		"no region":                  instead(`"desc":"Bureau",`, ""),
		"a region that is no text":   instead(`"Bureau"`, `["Bureau"]`),
		"another event":              instead(`"enter"`, `"stay"`),
		"no event":                   instead(`"event":"enter",`, ""),
		"names in another case":      instead(`"_type"`, `"_Type"`),
	} {
		t.Run(name, func(t *testing.T) { p.ownTracks(body).wantNoCommands(t) })
	}
	if !slices.Equal(p.files(), before) {
		t.Error("a file has changed")
	}
	p.wantStored("SELECT 1 FROM journal_lines UNION SELECT 1 FROM refused_events UNION SELECT 1 FROM workplace_presence_events")
	p.ownTracks(enter).wantNoCommands(t)
	p.ownTracks(instead(`"tst":`, `"tst":{"lat":`+latitude+`},"tst2":`)).wantNoCommands(t)
	p.wantStored("SELECT count(*) FROM workplace_presence_events", "1")
	p.stop() // which writes what was counted
	p.wantStored("SELECT kind, name, sum(requests) FROM contacts GROUP BY kind, name ORDER BY kind, name",
		"encrypted |  | 1",
		"other_message | location | 1", "other_message | waypoint | 1", "other_message | waypoints | 1",
		"other_region |  | 2", "other_region | Bureau  | 1", "other_region | Maison | 1", "other_region | bureau | 1",
		"unreadable |  | 13")
	for _, kept := range append(p.files(), p.log.String()) {
		for _, place := range []string{latitude, longitude, "6da9cf"} {
			if strings.Contains(kept, place) {
				t.Errorf("%s is kept", place)
			}
		}
	}
}

// files returns the contents of the database files.
func (p *program) files() []string {
	p.t.Helper()
	names, err := filepath.Glob(p.config.Database + "*")
	if err != nil || len(names) == 0 {
		p.t.Fatal("no files", err)
	}
	var all []string
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			p.t.Fatal(err)
		}
		if !strings.HasSuffix(name, "-shm") { // readers mark their place there
			all = append(all, string(content))
		}
	}
	return all
}

func TestOfSeveralErrorsOwnTracksIsToldTheFirst(t *testing.T) {
	get := func(r *http.Request) { r.Method = http.MethodGet }
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	noRegion := func(*app.Config) {}
	for _, test := range []struct {
		name    string
		config  []func(*app.Config)
		request []func(*http.Request)
		status  int
		message string
	}{
		{"405 before all else", []func(*app.Config){noSection, noToken}, []func(*http.Request){get, bearer}, 405, "Méthode non autorisée"},
		{"404 without its section before 503", []func(*app.Config){noRegion, noToken}, []func(*http.Request){bearer}, 404, "API indisponible"},
		{"404 without the integration before 503", []func(*app.Config){withOwnTracks, noSection, noToken}, []func(*http.Request){bearer}, 404, "API indisponible"},
		{"503 before 401", []func(*app.Config){withOwnTracks, noToken}, []func(*http.Request){bearer}, 503, "API indisponible"},
		{"401 before the body", []func(*app.Config){withOwnTracks}, []func(*http.Request){bearer}, 401, "Authentification requise"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, test.config...)
			got := p.ownTracks(crossing("enter", "2026-11-20T08:00:00+01:00"), test.request...)
			got.wantError(t, test.status, test.message)
			if test.status == 405 {
				got.wantHeader(t, "Allow", "POST")
			}
			p.wantStored("SELECT 1 FROM work_entries")
		})
	}
}

func TestOwnTracksHasTheTokenAsItsPassword(t *testing.T) {
	p := start(t, withOwnTracks)
	authorization := func(values ...string) func(*http.Request) {
		return func(r *http.Request) { r.Header["Authorization"] = values }
	}
	basic := func(user, password string) string {
		r := http.Request{Header: http.Header{}}
		r.SetBasicAuth(user, password)
		return r.Header.Get("Authorization")
	}
	for _, test := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"any user", []string{basic("anybody", token)}, 200},
		{"no user", []string{basic("", token)}, 200},
		{"the scheme in another case", []string{strings.Replace(basic("a", token), "Basic", "bASIC", 1)}, 200},
		{"no header", nil, 401},
		{"no password", []string{basic("a", "")}, 401},
		{"the token as the user", []string{basic(token, "")}, 401},
		{"another password", []string{basic("a", token+"x")}, 401},
		{"what is not encoded", []string{"Basic a:" + token}, 401},
		{"the token without a user", []string{"Basic " + token}, 401},
		{"another scheme", []string{"Bearer " + token}, 401},
		{"the header twice", []string{basic("a", token), basic("a", token)}, 401},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := p.ownTracks("", authorization(test.headers...))
			if test.status == 200 {
				got.wantNoCommands(t)
				return
			}
			got.wantError(t, 401, "Authentification requise")
			got.wantHeader(t, "WWW-Authenticate", `Basic realm="worklog"`)
		})
	}
	p.restart()
	p.wantStored("SELECT requests FROM request_counts WHERE span = 'hour' AND kind = 'unauthenticated'", "8")
}

func TestOwnTracksHasAWindowOfItsOwn(t *testing.T) {
	p := start(t, withOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 2 })
	position := `{"_type":"location","lat":48.1,"lon":2.1,"tst":1763622197}`
	for range 5 {
		p.ownTracks(position).wantNoCommands(t)
	}
	p.post("").want(t, 400)
	p.post("").want(t, 400)
	p.post("").want(t, 429)
	p.ownTracks(crossing("enter", "2026-11-20T08:00:00+01:00")).wantNoCommands(t)
	p.clock.advance(20 * time.Second)
	p.ownTracks(crossing("leave", "2026-11-20T12:00:00+01:00")).wantNoCommands(t)
	p.unchanged(func() {
		full := p.ownTracks(crossing("enter", "2026-11-20T13:00:00+01:00"))
		full.wantError(t, 503, "Trop de requêtes")
		full.wantHeader(t, "Retry-After", "40")
	})
	p.ownTracks(position).wantNoCommands(t)
	p.clock.advance(40 * time.Second)
	p.ownTracks(crossing("enter", "2026-11-20T13:00:00+01:00")).wantNoCommands(t)
	p.restart()
	p.wantStored("SELECT requests FROM request_counts WHERE span = 'hour' AND kind = 'rate_limited'", "2")
	if strings.Contains(p.log.String(), "request failed") {
		t.Error("a full window is logged as a failure")
	}
}

func TestOwnTracksTriesAgainWhatTheDatabaseCouldNotTake(t *testing.T) {
	p := start(t, withOwnTracks)
	if _, err := p.db.Exec("CREATE TRIGGER broken BEFORE INSERT ON workplace_presence_events BEGIN SELECT RAISE(ABORT, 'no room'); END"); err != nil {
		t.Fatal(err)
	}
	enter := crossing("enter", "2026-11-20T08:00:00+01:00")
	p.ownTracks(enter).wantError(t, 500, "Erreur interne")
	if _, err := p.db.Exec("DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	p.ownTracks(enter).wantNoCommands(t)
	p.wantStored("SELECT source, outcome FROM journal_lines ORDER BY id", "owntracks | internal", "owntracks | recorded")
}

func TestOwnTracksComesInByAnyNameAndThroughAnyProxy(t *testing.T) {
	for name, config := range map[string]func(*app.Config){"no login": func(*app.Config) {}, "a login": withPassword} {
		t.Run(name, func(t *testing.T) {
			p := start(t, withOwnTracks, config)
			for way, change := range map[string]func(*http.Request){
				"a foreign name":          func(r *http.Request) { r.Host = "elsewhere.example" },
				"forwarded":               func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") },
				"of another site":         func(r *http.Request) { crossSite(r) },
				"without a content type":  func(r *http.Request) { r.Header.Del("Content-Type") },
				"with another type":       func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
				"as one that accepts all": func(r *http.Request) { r.Header.Set("Accept", "text/html") },
			} {
				t.Run(way, func(t *testing.T) { p.ownTracks("", change).wantNoCommands(t) })
			}
			elsewhere := p.ownTracks("", func(r *http.Request) { r.URL.Path = "/hooks/elsewhere" })
			elsewhere.wantError(t, 404, "Ressource introuvable")
		})
	}
}

func TestTheRegionsOfOwnTracksAreConfigured(t *testing.T) {
	section := func(text string) string {
		return "[presence_integration]\ntimezone = \"Europe/Paris\"\n[presence_integration.owntracks]\n" + text
	}
	for _, test := range []struct {
		text string
		want []string
	}{
		{`region = "Bureau"`, []string{"Bureau"}},
		{`region = ["Bureau", " Annexe "]`, []string{"Bureau", " Annexe "}},
	} {
		if got := loadConfig(t, section(test.text)).API.OwnTracksRegions; !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
	for _, text := range []string{"", `region = ""`, `region = " "`, `region = []`, `region = ["Bureau", ""]`, `region = ["Bureau", 3]`, `region = 3`} {
		_, err := app.LoadConfig(writeConfig(t, section(text)))
		if err == nil || !strings.Contains(err.Error(), `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`) ||
			!strings.Contains(err.Error(), "presence_integration.owntracks.region") {
			t.Errorf("%s: got %v", text, err)
		}
	}
	if got := loadConfig(t, section("region = \"Bureau\"\nregions = 1")).Warnings; len(got) != 1 || !strings.Contains(got[0], "presence_integration.owntracks.regions: unknown key") {
		t.Errorf("got %q", got)
	}
	_, err := app.LoadConfig(writeConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\nowntracks = true"))
	if err == nil || !strings.Contains(err.Error(), "must be a section, as in [presence_integration.owntracks]") {
		t.Errorf("got %v", err)
	}
}
