package pages_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

// byScript is a form as the script sends it.
func byScript(p *apptest.Program, path string, values url.Values) *http.Request {
	request := p.FormRequest(path, values)
	request.Header.Set("Accept", "application/json")
	return request
}

// wantTold compares what the script is told: where to go or, of a refusal, why.
func wantTold(t *testing.T, got apptest.Answer, status int, want string) {
	t.Helper()
	var told struct{ To, Error string }
	if err := json.Unmarshal([]byte(got.Body), &told); err != nil {
		t.Fatalf("got %d %q: %v", got.Status, got.Body, err)
	}
	if got.Status != status || !strings.Contains(told.To+told.Error, want) || (told.To != "") != (status == 200) {
		t.Errorf("got %d %+v, want %d %q", got.Status, told, status, want)
	}
	got.WantHeader(t, "Location", "")
	got.WantHeader(t, "Cache-Control", "no-store")
}

func TestTheScriptIsToldInJSONWhatBecameOfADay(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org", Path: "/worklog"}
	})
	typed := url.Values{"day_type": {"WORK"}, "slot_id": {""}, "slot_start": {"8"}, "slot_end": {"12"}, "slot_end_day": {""}}
	saved := p.Send(byScript(p, "/worklog/entries/new?date=2026-11-12", typed))
	wantTold(t, saved, 200, "/worklog/entries/1/edit")
	if !strings.Contains(saved.Header.Get("Set-Cookie"), "saved-slots.240.change-1") {
		t.Errorf("got the cookie %q", saved.Header.Get("Set-Cookie"))
	}
	wantTold(t, p.Send(byScript(p, "/worklog/entries/new?date=2026-11-12", typed)), 200, "/worklog/entries/1/edit") // its answer was lost
	values := p.Form(apptest.EditDay)
	values.Set("slot_end", "x")
	p.Unchanged(func() {
		wantTold(t, p.Send(byScript(p, apptest.EditDay, values)), 422, "Rien n’est enregistré.")
		values.Set("slot_end", "13")
		values.Set("version", "0")
		wantTold(t, p.Send(byScript(p, apptest.EditDay, values)), 409, "Rien n’est enregistré.")
		wantTold(t, p.Send(byScript(p, "/entries/99/edit", values)), 404, "Cette journée n’existe pas")
		wantTold(t, p.Send(apptest.CrossSite(byScript(p, apptest.EditDay, values))), 403, "autre site")
	})
	values.Set("merge", "15")
	if got := p.Send(byScript(p, "/entries/1/merge", values)); got.Status != 200 || !strings.HasPrefix(got.Body, "<!") {
		t.Errorf("got %d %.40s, want the page that saves nothing", got.Status, got.Body)
	}
	for accept, want := range map[string]int{"text/html,application/xhtml+xml,*/*;q=0.8": 303, "": 303, "text/html, Application/JSON;q=0.9": 200} {
		values.Set("version", "1")
		request := p.FormRequest(apptest.EditDay, values)
		request.Header.Set("Accept", accept)
		if got := p.Send(request); got.Status != want {
			t.Errorf("Accept %q: got %d, want %d", accept, got.Status, want)
		}
	}
}

func TestTheScriptIsToldToSignInWhichCountsAsNoAttempt(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword)
	stranger := p.Visitor("")
	p.Unchanged(func() {
		for range 30 {
			wantTold(t, stranger.Send(byScript(p, "/presence/hand", url.Values{"event": {"departure"}, "key": {"k"}})), 401, "session")
			wantTold(t, stranger.Send(byScript(p, apptest.EditDay, url.Values{"slot_start": {"8"}})), 401, "session")
		}
	})
	stranger.Try(apptest.Password).Want(t, 303)
}

func TestAPressThatWasKeptIsRecordedWhenItWasPressed(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t) // at 08:00
	press := func(event, key, at string) apptest.Answer {
		return p.Send(byScript(p, "/presence/hand", url.Values{"event": {event}, "key": {key}, "at": {""}, "pressed_at": {at}}))
	}
	for at, why := range map[string]string{
		"2026-11-13T06:59:59Z":          "plus de 7\u00a0jours",
		"2026-11-20T07:05:01Z":          "avance",
		"2026-11-20T08:00:00":           "ne peut pas être lue",
		"2026-11-20":                    "ne peut pas être lue",
		"":                              "ne peut pas être lue",
		"0001-01-01T00:00:00Z":          "plus de 7\u00a0jours",
		"9999-12-31T23:59:59.999+14:00": "avance",
	} {
		p.UnchangedDays(t, func() { wantTold(t, press("arrival", "refused", at), 422, why) })
	}
	wantTold(t, press("arrival", "in", "2026-11-13T07:00:00Z"), 200, "/months/2026-11")
	wantTold(t, press("departure", "out", "2026-11-13T17:21:05.250+01:00"), 200, "/months/2026-11")
	p.Clock.Advance(time.Second) // after which the first is too old, but for what is recorded
	p.UnchangedDays(t, func() {
		wantTold(t, press("arrival", "in", "2026-11-13T07:00:00Z"), 200, "/months/2026-11")
		wantTold(t, press("departure", "out", "2026-11-13T17:21:05.250+01:00"), 200, "/months/2026-11")
		wantTold(t, press("departure", "again", "2026-11-20T07:00:00Z"), 409, "Aucune arrivée n’est ouverte")
	})
	wantTold(t, press("arrival", "ahead", "2026-11-20T07:05:01Z"), 200, "/months/2026-11")
	p.UnchangedDays(t, func() { wantTold(t, press("arrival", "open", "2026-11-20T07:00:00Z"), 409, "déjà ouverte") })
	p.WantStored(handEvents,
		"arrival | 1 | 2026-11-13T07:00:00.000000000Z | 2026-11-13T08:00:00+01:00 | departure | 1",
		"departure | 1 | 2026-11-13T16:21:05.250000000Z | 2026-11-13T17:21:05+01:00 | - | 1",
		"arrival | 1 | 2026-11-20T07:05:01.000000000Z | 2026-11-20T08:05:01+01:00 | - | NULL")
}

func TestATimeThatWasTypedBesideAKeptPressIsThatOfItsDay(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t) // on the 20th, at 08:00
	for i, test := range []struct {
		event, at, pressed string
		status             int
	}{
		{"arrival", "19:30", "2026-11-18T19:45:00+01:00", 200},
		{"departure", "7", "2026-11-19T07:20:00+01:00", 200}, // the morning after
		{"arrival", "23", "2026-11-20T07:30:00+01:00", 422},
	} {
		values := url.Values{"event": {test.event}, "key": {fmt.Sprint(i)}, "at": {test.at}, "pressed_at": {test.pressed}}
		if got := p.Send(byScript(p, "/presence/hand", values)); got.Status != test.status {
			t.Errorf("%v: got %d %s", test, got.Status, got.Body)
		}
	}
	p.WantStored("SELECT occurred_at FROM workplace_presence_events ORDER BY id", "2026-11-18T18:30:00.000000000Z", "2026-11-19T06:00:00.000000000Z")
}

func TestADepartureThatIsGivenAgainAlongWithADayIsTheOneThatWasGiven(t *testing.T) {
	t.Parallel()
	for _, button := range []string{"close", "discard"} {
		for _, path := range []string{apptest.ThursdayForm, "/entries/new?date=2026-11-13"} {
			p := apptest.Thursday(t)
			values := p.Form(path)
			values.Set("end", "17:20")
			untouched := p.Form(path)
			untouched.Set("end", "17:20")
			values.Set("note", "écrit avant de clore")
			address := "/presence/" + button + "?typed=" + url.QueryEscape(path)
			if got := p.Send(byScript(p, address, values)); got.Status != 200 || !strings.HasPrefix(got.Body, "<!") {
				t.Fatalf("got %d %.40s, want the page of what was typed", got.Status, got.Body)
			}
			p.Unchanged(func() {
				wantTold(t, p.Send(byScript(p, address, untouched)), 200, "") // its answer was lost
				other := url.Values{}
				for name, sent := range values {
					other[name] = sent
				}
				other.Set("end", "17:21")
				if button == "close" {
					p.Submit(address, other).Want(t, 409, "n’est plus ouverte", "écrit avant de clore")
				}
			})
			var again apptest.Answer
			p.Unchanged(func() { again = p.Submit(address, values) })
			again.Want(t, 200, "écrit avant de clore", "rien n’en est encore enregistré")
			saved := path
			if path != apptest.ThursdayForm {
				saved = "/entries/4/edit"
			}
			p.WantSaved(path, again.Fields(), saved)
			want := "1"
			if button == "discard" {
				want = "0"
			}
			p.WantStored("SELECT count(*) FROM time_slots WHERE work_entry_id = 3", want)
		}
	}
}

func TestWhatWasSavedAlreadyCanBeTakenBackIfItIsTheLastChange(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	flashed := func(got apptest.Answer) string { return got.Header.Get("Set-Cookie") }
	typed := url.Values{"day_type": {"WORK"}, "slot_id": {""}, "slot_start": {"8"}, "slot_end": {"12"}, "slot_end_day": {""}}
	p.Submit("/entries/new?date=2026-11-12", typed).Want(t, 303)
	if got := flashed(p.Submit("/entries/new?date=2026-11-12", typed)); !strings.Contains(got, "saved-slots.240.change-1") {
		t.Errorf("got the cookie %q", got)
	}
	values := p.Form(apptest.EditDay)
	values.Set("note", "x")
	p.Submit(apptest.EditDay, values).Want(t, 303)
	if got := flashed(p.Submit(apptest.EditDay, values)); !strings.Contains(got, "change-2") {
		t.Errorf("got the cookie %q", got)
	}
	// saved by two changes, neither of which is that of the form
	for _, note := range []string{"y", "x"} {
		later := p.Form(apptest.EditDay)
		later.Set("note", note)
		p.Submit(apptest.EditDay, later).Want(t, 303)
	}
	if got := flashed(p.Submit(apptest.EditDay, values)); !strings.Contains(got, "saved-slots.240") || strings.Contains(got, "change-") {
		t.Errorf("got the cookie %q", got)
	}
}

func TestARangeThatIsSentTwiceIsSavedOnce(t *testing.T) {
	t.Parallel()
	for _, button := range []string{"fill", "save"} {
		p := apptest.Start(t)
		values := apptest.TwoWeeks()
		if button == "save" { // beside a day that is left, and one that is so already
			p.Day("2026-12-22T08:00:00+01:00", "2026-12-22T12:00:00+01:00", "k")
			same := apptest.TwoWeeks()
			same.Set("from", "2026-12-23")
			same.Set("to", "2026-12-23")
			same.Set("do", "fill")
			p.Submit("/entries/range", same).Want(t, 303)
			values.Set("plan", apptest.PlanOf(t, p.Submit("/entries/range", values)))
		}
		values.Set("do", button)
		first := p.Submit("/entries/range", values)
		first.Want(t, 303)
		p.Unchanged(func() {
			again := p.Submit("/entries/range", values)
			again.WantLocation(t, "/months/2026-12#2026-12-21")
			if got, want := again.Header.Get("Set-Cookie"), first.Header.Get("Set-Cookie"); got != want {
				t.Errorf("%s: got the cookie %q, want %q", button, got, want)
			}
			wantTold(t, p.Send(byScript(p, "/entries/range", values)), 200, "/months/2026-12#2026-12-21")
			preview := apptest.TwoWeeks()
			preview.Set("do", "preview")
			p.Submit("/entries/range", preview).Want(t, 200, "Aucun jour ne change")
		})
		values.Set("day_type", "RTT")
		values.Set("do", "fill")
		p.Unchanged(func() { p.Submit("/entries/range", values).Want(t, 200, "devient RTT") })
	}
}

func TestAPressAfterTheIntegrationWasSwitchedOffSaysSo(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoSection)
	press := url.Values{"event": {"arrival"}, "key": {"k"}}
	p.Unchanged(func() {
		p.Submit("/presence/hand", press).Want(t, 404, "Intégration désactivée", "presence_integration")
		wantTold(t, p.Send(byScript(p, "/presence/hand", press)), 404, "presence_integration")
	})
}
