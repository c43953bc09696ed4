package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestOwnTracksEntersAndLeavesTheRegionAndTriesAgainWhatTheDatabaseCouldNotTake(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	p.OwnTracks(apptest.Crossing("enter", "2026-11-20T08:03:17+01:00")).WantNoCommands(t)
	p.OwnTracks(apptest.Crossing("leave", "2026-11-20T17:21:00+01:00")).WantNoCommands(t)
	p.WantStored("SELECT date, start_at, end_at FROM time_slots JOIN work_entries ON work_entries.id = work_entry_id",
		"2026-11-20 | 2026-11-20T07:03:17.000000000Z | 2026-11-20T16:21:00.000000000Z")
	p.WantStored("SELECT event, occurred_at_sent, length(idempotency_key) FROM workplace_presence_events ORDER BY id",
		"arrival | 2026-11-20T08:03:17+01:00 | 74", "departure | 2026-11-20T17:21:00+01:00 | 74")
	p.WantStored("SELECT source, outcome, event, occurred_at_sent, date FROM journal_lines ORDER BY id",
		"owntracks | recorded | arrival | 2026-11-20T08:03:17+01:00 | 2026-11-20",
		"owntracks | recorded | departure | 2026-11-20T17:21:00+01:00 | 2026-11-20")

	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE TRIGGER broken BEFORE INSERT ON workplace_presence_events BEGIN SELECT RAISE(ABORT, 'no room'); END")))
	enter := apptest.Crossing("enter", "2026-11-20T18:00:00+01:00")
	p.OwnTracks(enter).WantError(t, 500, "Erreur interne")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DROP TRIGGER broken")))
	p.OwnTracks(enter).WantNoCommands(t)
	p.WantStored("SELECT source, outcome FROM journal_lines WHERE id > 2 ORDER BY id", "owntracks | internal", "owntracks | recorded")
}

func TestWhatOwnTracksSendsAgainIsAReplay(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	enter := apptest.Crossing("enter", "2026-11-20T08:03:17+01:00")
	device := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	unnamed := func(r *http.Request) { r.Header.Del("X-Limit-U"); r.Header.Del("X-Limit-D") }
	p.OwnTracks(enter).WantNoCommands(t)
	p.Unchanged(func() {
		p.OwnTracks(enter).WantNoCommands(t)
		p.OwnTracks(strings.Replace(enter, `"tid":"ph"`, `"tid":"xy"`, 1)).WantNoCommands(t) // the headers name the device
	})
	p.WantStored("SELECT outcome FROM journal_lines ORDER BY id", "recorded", "replayed", "replayed")
	for name, other := range map[string]apptest.Answer{
		"another user":            p.OwnTracks(enter, device("X-Limit-U", "dominique")),
		"another device":          p.OwnTracks(enter, device("X-Limit-D", "tablet phone")),
		"the parts cut elsewhere": p.OwnTracks(enter, device("X-Limit-U", "camille tablet"), device("X-Limit-D", "phone")),
		"a tracker":               p.OwnTracks(enter, unnamed),
		"another tracker":         p.OwnTracks(strings.Replace(enter, `"tid":"ph"`, `"tid":"xy"`, 1), unnamed),
		"no device":               p.OwnTracks(strings.Replace(enter, `"tid":"ph",`, ``, 1), unnamed),
	} {
		t.Run(name, func(t *testing.T) { other.WantNoCommands(t) })
	}
	p.WantStored("SELECT outcome, count(*), count(DISTINCT idempotency_key) FROM journal_lines GROUP BY outcome",
		"arrival_open | 6 | 6", "recorded | 1 | 1", "replayed | 2 | 1")
}

func TestOwnTracksIsNotToldOfARefusalByTheRulesButTheJournalIs(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	p.Unchanged(func() { p.OwnTracks(apptest.Crossing("leave", "2026-11-20T07:30:00+01:00")).WantNoCommands(t) })
	p.OwnTracks(apptest.Crossing("enter", "2026-11-20T08:00:00+01:00")).WantNoCommands(t)
	p.Unchanged(func() {
		p.OwnTracks(apptest.Crossing("enter", "2026-11-20T08:10:00+01:00")).WantNoCommands(t)
		p.OwnTracks(apptest.Crossing("leave", "2026-11-20T08:00:00+01:00")).WantNoCommands(t)
		p.OwnTracks(apptest.Crossing("leave", "1969-11-20T07:59:59+01:00")).WantNoCommands(t)
	})
	p.WantStored("SELECT outcome, event FROM journal_lines ORDER BY id", "no_open_arrival | departure", "recorded | arrival",
		"arrival_open | arrival", "departure_not_later | departure", "date_out_of_range | departure")
	p.WantStored("SELECT count(*) FROM refused_events", "3")
}

func TestTheTimeOfOwnTracksIsReadAsANumberOrATextOrIsInTheJournal(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks, apptest.NoLimit)
	sent := func(event, tst string) {
		t.Helper()
		p.OwnTracks(fmt.Sprintf(`{"_type":"transition","event":%q,"desc":"Bureau","tid":"ph","lat":%s%s}`, event, apptest.Latitude, tst)).WantNoCommands(t)
	}
	sent("enter", `,"tst":1795158197`) // 2026-11-20T08:03:17+01:00
	for _, same := range []string{`1795158197.0`, `1795158197.9`, `1.795158197e9`, `"1795158197"`, `"1795158197.25"`} {
		sent("enter", `,"tst":`+same)
	}
	p.WantStored("SELECT outcome, occurred_at_sent, count(*), count(DISTINCT idempotency_key) FROM journal_lines GROUP BY outcome",
		"recorded | 2026-11-20T08:03:17+01:00 | 1 | 1", "replayed | 2026-11-20T08:03:17+01:00 | 5 | 1")
	p.Unchanged(func() {
		for _, unreadable := range []string{`"2026-11-20T17:00:00+01:00"`, `"NaN"`, `"0x10"`, `""`, `null`, `[1795190400]`, `{"lat":` + apptest.Latitude + `}`, `true`} {
			sent("leave", `,"tst":`+unreadable)
		}
		sent("leave", "")
		for _, never := range []string{`1e300`, `-1e999`, `9223372036854775807`, `1795190400000`, `253402297200`} { // in milliseconds, and the year 10000
			sent("leave", `,"tst":`+never)
		}
		sent("leave", `,"tst":-62167219200`) // the year 0
	})
	p.WantStored("SELECT outcome, detail, event, occurred_at_sent, date, source FROM journal_lines WHERE id BETWEEN 7 AND 15 ORDER BY id",
		"time_form | tst | departure | 2026-11-20T17:00:00+01:00 | 2026-11-20 | owntracks",
		"time_form | tst | departure | NaN | 2026-11-20 | owntracks", "time_form | tst | departure | 0x10 | 2026-11-20 | owntracks",
		"time_form | tst | departure |  | 2026-11-20 | owntracks", "time_form | tst | departure |  | 2026-11-20 | owntracks",
		"time_form | tst | departure |  | 2026-11-20 | owntracks", "time_form | tst | departure |  | 2026-11-20 | owntracks",
		"time_form | tst | departure |  | 2026-11-20 | owntracks", "missing_name | tst | departure |  | 2026-11-20 | owntracks")
	p.WantStored("SELECT outcome, occurred_at_sent, count(*) FROM journal_lines WHERE id > 15 GROUP BY outcome, occurred_at_sent ORDER BY min(id)",
		"time_form |  | 5", "date_out_of_range | 0000-01-01T00:09:21+00:09 | 1")
	p.Get("/journal").WantWords(t, "Départ refusé : l’heure du message (tst) ne peut pas être lue", "il manque le champ « tst »")
	sent("leave", `,"tst":"1795190400.5"`)
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-11-20T07:03:17.000000000Z | 2026-11-20T16:00:00.000000000Z")
}

func TestWhateverElseOwnTracksSendsIsOnlyCounted(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
	enter := apptest.Crossing("enter", "2026-11-20T08:03:17+01:00")
	instead := func(old, new string) string {
		if !strings.Contains(enter, old) {
			t.Fatal(old)
		}
		return strings.Replace(enter, old, new, 1)
	}
	before := p.Files()
	for name, body := range map[string]string{
		"a position":                 instead(`"transition"`, `"location"`),
		"an encrypted message":       `{"_type":"encrypted","data":"c2VjcmV0IA=="}`,
		"a waypoint":                 instead(`"transition"`, `"waypoint"`),
		"waypoints":                  `{"_type":"waypoints","waypoints":[` + enter + `]}`,
		"nothing":                    "",
		"no JSON":                    "transition enter Bureau",
		"a list":                     "[" + enter + "]",
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
		t.Run(name, func(t *testing.T) { p.OwnTracks(body).WantNoCommands(t) })
	}
	modelstest.Want(t, strings.Join(p.Files(), "\n"), strings.Join(before, "\n"), "a file has changed")
	p.WantStored("SELECT 1 FROM journal_lines UNION SELECT 1 FROM refused_events UNION SELECT 1 FROM workplace_presence_events")
	p.OwnTracks(enter).WantNoCommands(t)
	p.OwnTracks(instead(`"tst":`, `"tst":{"lat":`+apptest.Latitude+`},"tst2":`)).WantNoCommands(t)
	p.WantStored("SELECT count(*) FROM workplace_presence_events", "1")
	p.Stop() // which writes what was counted
	p.WantStored("SELECT kind, name, sum(requests) FROM contacts GROUP BY kind, name ORDER BY kind, name",
		"encrypted |  | 1",
		"other_message | location | 1", "other_message | waypoint | 1", "other_message | waypoints | 1",
		"other_region |  | 2", "other_region | Bureau  | 1", "other_region | Maison | 1", "other_region | bureau | 1",
		"unreadable |  | 9")
	for _, kept := range append(p.Files(), p.Log.String()) {
		apptest.Answer{Body: kept}.WantNone(t, apptest.Latitude, apptest.Longitude, "6da9cf")
	}
}

func TestOwnTracksHasTheTokenAsItsPassword(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks)
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
		{"any user", []string{basic("anybody", apptest.Token)}, 200},
		{"no user", []string{basic("", apptest.Token)}, 200},
		{"the scheme in another case", []string{strings.Replace(basic("a", apptest.Token), "Basic", "bASIC", 1)}, 200},
		{"no header", nil, 401},
		{"no password", []string{basic("a", "")}, 401},
		{"the token as the user", []string{basic(apptest.Token, "")}, 401},
		{"another password", []string{basic("a", apptest.Token+"x")}, 401},
		{"what is not encoded", []string{"Basic a:" + apptest.Token}, 401},
		{"the token without a user", []string{"Basic " + apptest.Token}, 401},
		{"another scheme", []string{"Bearer " + apptest.Token}, 401},
		{"the header twice", []string{basic("a", apptest.Token), basic("a", apptest.Token)}, 401},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := p.OwnTracks("", func(r *http.Request) { r.Header["Authorization"] = test.headers })
			if got.Want(t, test.status); test.status == 401 {
				got.WantError(t, 401, "Authentification requise")
				got.WantHeader(t, "WWW-Authenticate", `Basic realm="worklog"`)
			}
		})
	}
	p.Restart()
	p.WantStored("SELECT requests FROM request_counts WHERE span = 'hour' AND kind = 'unauthenticated'", "8")
}

func TestOwnTracksHasAWindowOfItsOwn(t *testing.T) {
	p := apptest.Start(t, apptest.WithOwnTracks, func(config *app.Config) { config.API.RequestsPerMinute = 2 })
	position := `{"_type":"location","lat":48.1,"lon":2.1,"tst":1763622197}`
	for range 5 {
		p.OwnTracks(position).WantNoCommands(t)
	}
	p.Post("").Want(t, 400)
	p.Post("").Want(t, 400)
	p.Post("").Want(t, 429)
	p.OwnTracks(apptest.Crossing("enter", "2026-11-20T08:00:00+01:00")).WantNoCommands(t)
	p.Clock.Advance(20 * time.Second)
	p.OwnTracks(apptest.Crossing("leave", "2026-11-20T12:00:00+01:00")).WantNoCommands(t)
	p.Unchanged(func() {
		full := p.OwnTracks(apptest.Crossing("enter", "2026-11-20T13:00:00+01:00"))
		full.WantError(t, 503, "Trop de requêtes")
		full.WantHeader(t, "Retry-After", "40")
	})
	p.OwnTracks(position).WantNoCommands(t)
	p.OwnTracks(`{"_type":"transition","event":"enter","desc":"Bureau"}`).WantError(t, 503, "Trop de requêtes") // of which the journal would have a line
	p.Clock.Advance(40 * time.Second)
	p.OwnTracks(apptest.Crossing("enter", "2026-11-20T13:00:00+01:00")).WantNoCommands(t)
	p.Restart()
	p.WantStored("SELECT requests FROM request_counts WHERE span = 'hour' AND kind = 'rate_limited'", "3")
	apptest.Answer{Body: p.Log.String()}.WantNone(t, "request failed") // which a full window is not
}

func TestOwnTracksComesInByAnyNameAndThroughAnyProxy(t *testing.T) {
	for name, config := range map[string]func(*app.Config){"no login": func(*app.Config) {}, "a login": apptest.WithPassword} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.WithOwnTracks, config)
			for way, change := range map[string]func(*http.Request){
				"a foreign name":          func(r *http.Request) { r.Host = "elsewhere.example" },
				"forwarded":               func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.9") },
				"of another site":         func(r *http.Request) { apptest.CrossSite(r) },
				"without a content type":  func(r *http.Request) { r.Header.Del("Content-Type") },
				"with another type":       func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
				"as one that accepts all": func(r *http.Request) { r.Header.Set("Accept", "text/html") },
			} {
				t.Run(way, func(t *testing.T) { p.OwnTracks("", change).WantNoCommands(t) })
			}
			for _, method := range []string{"POST", "GET", "OPTIONS"} {
				elsewhere := p.OwnTracks("", func(r *http.Request) { r.Method, r.URL.Path = method, "/hooks/elsewhere" })
				elsewhere.WantError(t, 404, "Ressource introuvable")
			}
		})
	}
}
