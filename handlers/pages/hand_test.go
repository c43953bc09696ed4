package pages_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const handEvents = "SELECT event, by_hand, occurred_at, occurred_at_sent, coalesce(closure, '-'), time_slot_id FROM workplace_presence_events ORDER BY id"

func TestOnePressRecordsAnArrivalAndTheNextItsDeparture(t *testing.T) {
	p := apptest.Start(t)
	p.Clock.Advance(3*time.Minute + 27*time.Second)
	label, _ := p.Get("/months/2026-11").Button(t)
	modelstest.Want(t, label, "J’arrive")
	pressed := p.Press("")
	pressed.WantLocation(t, "/months/2026-11")
	p.After(pressed).Want(t, 200, "Arrivée à 08:03 enregistrée.", "Dernier événement saisi à la main")
	p.WantStored(handEvents, "arrival | 1 | 2026-11-20T07:03:27.000000000Z | 2026-11-20T08:03:27+01:00 | - | NULL")
	p.WantStored("SELECT date, day_type, journey_profile_id, motor_vehicle_id FROM work_entries", "2026-11-20 | WORK | bureau | clio")
	label, _ = p.Get("/months/2026-11").Button(t)
	modelstest.Want(t, label, "Je pars")
	p.Clock.Advance(9 * time.Hour)
	p.After(p.Press("")).Want(t, 200, "Départ à 17:03 enregistré.", "saisi ou modifié à la main").WantNone(t, "enregistré automatiquement")
	p.WantStored(handEvents,
		"arrival | 1 | 2026-11-20T07:03:27.000000000Z | 2026-11-20T08:03:27+01:00 | departure | 1",
		"departure | 1 | 2026-11-20T16:03:27.000000000Z | 2026-11-20T17:03:27+01:00 | - | 1")
	p.WantStored("SELECT source, outcome, event FROM journal_lines ORDER BY id", "page | recorded | arrival", "page | recorded | departure")
	p.Get("/journal").Want(t, 200, "à la main")
	p.Get(apptest.EditDay).Want(t, 200, "<small>saisi à la main 08:03:27</small>").WantNone(t, "envoyé")
}

func TestAButtonPressedTwiceRecordsOneEvent(t *testing.T) {
	p := apptest.Start(t)
	_, press := p.Get("/months/2026-11").Button(t)
	p.Submit("/presence/hand", press).Want(t, 303)
	p.Clock.Advance(2 * time.Second)
	again := p.Submit("/presence/hand", press)
	again.WantLocation(t, "/months/2026-11")
	p.After(again).Want(t, 200, "Arrivée à 08:00 enregistrée.", `name="change" value="1"`)
	p.WantStored("SELECT count(*), min(occurred_at) FROM workplace_presence_events", "1 | 2026-11-20T07:00:00.000000000Z")
	p.WantStored("SELECT outcome FROM journal_lines ORDER BY id", "recorded", "replayed")
	p.Edit(func(values url.Values) { values.Set("note", "x") })
	p.After(p.Submit("/presence/hand", press)).WantNone(t, `name="change"`) // which is not the last one
	press.Set("at", "07:30")
	p.UnchangedDays(func() {
		p.Submit("/presence/hand", press).Want(t, 409, "Ce bouton a déjà enregistré un autre moment")
	})
}

func TestAButtonPressedTwiceCanStillBeTakenBack(t *testing.T) {
	p := apptest.Start(t)
	var presses []url.Values
	for range 2 { // an arrival and its departure
		_, press := p.Get("/months/2026-11").Button(t)
		p.Submit("/presence/hand", press).Want(t, 303)
		p.Clock.Advance(2 * time.Second)
		presses = append(presses, press)
	}
	p.UnchangedDays(func() { p.Submit("/presence/hand", presses[0]).Want(t, 409, "déjà enregistré") }) // it is closed since
	page := p.After(p.Submit("/presence/hand", presses[1]))
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored("SELECT event, coalesce(closure, 'open') FROM workplace_presence_events", "arrival | open")
}

func TestTheTimeOfAPressCanBeCorrected(t *testing.T) {
	p := apptest.Start(t)
	p.Press("7h45").Want(t, 303)
	p.WantStored("SELECT occurred_at FROM workplace_presence_events", "2026-11-20T06:45:00.000000000Z")
	p.Clock.Advance(20 * time.Hour) // it is 04:00 on Saturday
	_, press := p.Get("/months/2026-11").Button(t)
	press.Set("at", "23:50")
	p.Submit("/presence/hand", press).Want(t, 303) // of Friday: the first after the arrival
	p.WantStored(apptest.DaySlots, "2026-11-20 | 2026-11-20T06:45:00.000000000Z | 2026-11-20T22:50:00.000000000Z")
	p.UnchangedDays(func() { p.After(p.Submit("/presence/hand", press)).Want(t, 200, "Départ à 23:50 enregistré.") })
	p.Clock.Advance(time.Date(2027, 3, 28, 10, 0, 0, 0, time.UTC).Sub(p.Clock.Now()))
	p.Press("02:30").Want(t, 422, "l’horloge la saute")
}

func TestAPressThatCannotBeSaysWhyAndLosesNothing(t *testing.T) {
	p := apptest.Start(t)
	for at, message := range map[string]string{
		"soon":  "Écrivez une heure",
		"08:01": "Cette heure est encore à venir.",
	} {
		p.UnchangedDays(func() { p.Press(at).Want(t, 422, message, `value="`+at+`"`, "Arrivée non enregistrée") })
	}
	_, earlier := p.Get("/months/2026-11").Button(t)
	_, late := p.Get("/months/2026-11").Button(t)
	p.Submit("/presence/hand", earlier).Want(t, 303)
	p.UnchangedDays(func() { p.Submit("/presence/hand", late).Want(t, 409, "Une arrivée est déjà ouverte.") })
	p.WantStored("SELECT * FROM refused_events") // since the person has read why
	for at, message := range map[string]string{
		"08:00": "Ce départ n’est pas après l’arrivée.",
		"07:59": "Cette heure est encore à venir.", // of tomorrow
	} {
		p.UnchangedDays(func() { p.Press(at).Want(t, 422, message, "Départ non enregistré") })
	}
	_, first := p.Get("/months/2026-11").Button(t)
	_, second := p.Get("/months/2026-11").Button(t)
	p.Clock.Advance(time.Hour)
	p.Submit("/presence/hand", first).Want(t, 303)
	p.UnchangedDays(func() { p.Submit("/presence/hand", second).Want(t, 409, "Aucune arrivée n’est ouverte") })
}

func TestAPressIsRefusedWithoutKeyEventOrIntegration(t *testing.T) {
	p := apptest.Start(t)
	p.Unchanged(func() {
		p.Submit("/presence/hand", url.Values{"event": {"arrival"}}).Want(t, 422, "Formulaire incomplet")
		for _, key := range []string{" ", "\t\u00a0", strings.Repeat("k", 256)} {
			p.Submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {key}}).Want(t, 422, "Formulaire incomplet")
		}
		p.Submit("/presence/hand", url.Values{"event": {"lunch"}, "key": {"k"}}).Want(t, 404)
	})
	off := apptest.Start(t, apptest.NoSection)
	off.Get("/months/2026-11").WantNone(t, "/presence/hand")
	off.Unchanged(func() {
		press := url.Values{"event": {"arrival"}, "key": {"k"}}
		off.Submit("/presence/hand", press).Want(t, 404, "Intégration désactivée", "presence_integration")
		wantTold(t, off.Send(byScript(off, "/presence/hand", press)), 404, "presence_integration")
	})
	locked := apptest.Start(t, apptest.WithPassword)
	locked.Get("/login").WantNone(t, "/presence/hand")
	locked.SubmitInVain("/presence/hand", url.Values{"event": {"arrival"}, "key": {"k"}}).Want(t, 403, `name="password"`)
}

func TestAHandAndTheAutomationShareTheRules(t *testing.T) {
	p := apptest.Start(t)
	p.Press("").Want(t, 303)
	p.Arrive("2026-11-20T08:02:00+01:00", "phone").WantError(t, 409, "Conflit métier")
	p.Leave("2026-11-20T17:00:00+01:00", "out").Want(t, 200)
	p.WantStored(apptest.DaySlots, "2026-11-20 | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:00:00.000000000Z")
	p.Clock.Advance(9*time.Hour + time.Minute) // whose key is that of no press
	p.UnchangedDays(func() {
		p.Submit("/presence/hand", url.Values{"event": {"departure"}, "key": {"out"}}).Want(t, 409, "Ce bouton a déjà servi")
	})
}

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
	modelstest.Want(t, got.Status == status && strings.Contains(told.To+told.Error, want) && (told.To != "") == (status == 200), true, got.Status, told, status, want)
	got.WantHeader(t, "Location", "")
	got.WantHeader(t, "Cache-Control", "no-store")
}

func TestTheScriptIsToldInJSONWhatBecameOfADay(t *testing.T) {
	p := apptest.Start(t, apptest.At("https://heures.example.org/worklog"))
	typed := url.Values{"key": {"k"}, "day_type": {"WORK"}, "slot_id": {""}, "slot_start": {"8"}, "slot_end": {"12"}, "slot_end_day": {""}}
	saved := p.Send(byScript(p, "/worklog/entries/new?date=2026-11-12", typed))
	wantTold(t, saved, 200, "/worklog/entries/1/edit")
	modelstest.WantIn(t, flashed(saved), "Enregistré. 4\u00a0h\u00a000.", `"Number":1,`)
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
	p.Send(byScript(p, "/entries/1/merge", values)).Want(t, 200, "<!")
	for accept, want := range map[string]int{"text/html,application/xhtml+xml,*/*;q=0.8": 303, "": 303, "text/html, Application/JSON;q=0.9": 200} {
		values.Set("version", "1")
		request := p.FormRequest(apptest.EditDay, values)
		request.Header.Set("Accept", accept)
		modelstest.Want(t, p.Send(request).Status, want, "Accept:", accept)
	}
}

func TestTheScriptIsToldToSignInWhichCountsAsNoAttempt(t *testing.T) {
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
		p.UnchangedDays(func() { wantTold(t, press("arrival", "refused", at), 422, why) })
	}
	wantTold(t, press("arrival", "in", "2026-11-13T07:00:00Z"), 200, "/months/2026-11")
	wantTold(t, press("departure", "out", "2026-11-13T17:21:05.250+01:00"), 200, "/months/2026-11")
	p.Clock.Advance(time.Second) // after which the first is too old, but for what is recorded
	p.UnchangedDays(func() {
		wantTold(t, press("arrival", "in", "2026-11-13T07:00:00Z"), 409, "déjà enregistré")
		wantTold(t, press("departure", "out", "2026-11-13T17:21:05.250+01:00"), 200, "/months/2026-11")
		wantTold(t, press("departure", "again", "2026-11-20T07:00:00Z"), 409, "Aucune arrivée n’est ouverte")
	})
	wantTold(t, press("arrival", "ahead", "2026-11-20T07:05:01Z"), 200, "/months/2026-11") // which counts as now
	p.UnchangedDays(func() { wantTold(t, press("arrival", "open", "2026-11-20T07:00:00Z"), 409, "déjà ouverte") })
	p.WantStored(handEvents,
		"arrival | 1 | 2026-11-13T07:00:00.000000000Z | 2026-11-13T08:00:00+01:00 | departure | 1",
		"departure | 1 | 2026-11-13T16:21:05.250000000Z | 2026-11-13T17:21:05+01:00 | - | 1",
		"arrival | 1 | 2026-11-20T07:00:01.000000000Z | 2026-11-20T08:00:01+01:00 | - | NULL")
}

func TestATimeThatWasTypedBesideAKeptPressIsThatOfItsDay(t *testing.T) {
	p := apptest.Start(t) // on the 20th, at 08:00
	for i, test := range []struct {
		event, at, pressed string
		status             int
	}{
		{"arrival", "19:30", "2026-11-18T19:45:00+01:00", 200},
		{"departure", "7", "2026-11-19T07:20:00+01:00", 200}, // the morning after
		{"arrival", "23", "2026-11-20T07:30:00+01:00", 422},
		{"arrival", "09:00", "2026-11-19T08:00:00+01:00", 422}, // after it was pressed
	} {
		values := url.Values{"event": {test.event}, "key": {fmt.Sprint(i)}, "at": {test.at}, "pressed_at": {test.pressed}}
		modelstest.Want(t, p.Send(byScript(p, "/presence/hand", values)).Status, test.status, test)
	}
	p.WantStored("SELECT occurred_at FROM workplace_presence_events ORDER BY id", "2026-11-18T18:30:00.000000000Z", "2026-11-19T06:00:00.000000000Z")
}

func TestADepartureThatIsGivenAgainAlongWithADayIsTheOneThatWasGiven(t *testing.T) {
	for _, button := range []string{"close", "discard"} {
		for _, path := range []string{apptest.ThursdayForm, "/entries/new?date=2026-11-13"} {
			p := apptest.Thursday(t)
			values := p.Form(path)
			values.Set("end", "17:20")
			values.Set("note", "écrit avant de clore")
			address := "/presence/" + button + "?typed=" + url.QueryEscape(path)
			got := p.Send(byScript(p, address, values))
			if got.Status != 200 || !strings.HasPrefix(got.Body, "<!") {
				t.Fatalf("got %d %.40s, want the page of what was typed", got.Status, got.Body)
			}
			if button == "close" && path == apptest.ThursdayForm {
				modelstest.Want(t, rowsOf(got.Fields()), "08:03–17:20 (0) – ()")
			}
			var again apptest.Answer
			p.Unchanged(func() {
				other := maps.Clone(values)
				other.Set("end", "17:21")
				if button == "close" {
					p.Submit(address, other).Want(t, 409, "n’est plus ouverte", "écrit avant de clore")
				}
				again = p.Submit(address, values)
			})
			again.Want(t, 200, "écrit avant de clore", "rien n’en est encore enregistré")
			p.Submit(path, again.Fields()).Want(t, 303)
			p.WantStored("SELECT count(*) FROM time_slots WHERE work_entry_id = 3", map[string]string{"close": "1", "discard": "0"}[button])
		}
	}
}

func flashed(got apptest.Answer) string {
	_, value, _ := strings.Cut(got.Header.Get("Set-Cookie"), "worklog_flash=")
	text, _, _ := strings.Cut(value, ".")
	read, _ := base64.RawURLEncoding.DecodeString(text)
	return string(read)
}

func TestWhatWasSavedAlreadyCanBeTakenBackIfItIsTheLastChange(t *testing.T) {
	p := apptest.Start(t)
	typed := url.Values{"key": {"k"}, "day_type": {"WORK"}, "slot_id": {""}, "slot_start": {"8"}, "slot_end": {"12"}, "slot_end_day": {""}}
	p.Submit("/entries/new?date=2026-11-12", typed).Want(t, 303)
	modelstest.WantIn(t, flashed(p.Submit("/entries/new?date=2026-11-12", typed)), `"Number":1,`)
	values := p.Form(apptest.EditDay)
	values.Set("note", "x")
	p.Submit(apptest.EditDay, values).Want(t, 303)
	modelstest.WantIn(t, flashed(p.Submit(apptest.EditDay, values)), `"Number":2,`)
	// saved by two changes, neither of which is that of the form
	for _, note := range []string{"y", "x"} {
		p.Edit(func(later url.Values) { later.Set("note", note) })
	}
	modelstest.WantIn(t, flashed(p.Submit(apptest.EditDay, values)), "Enregistré.", `"Number":0,`)
}

func TestARangeThatIsSentTwiceIsSavedOnce(t *testing.T) {
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
			values.Set("plan", apptest.PreviewOf(t, p.Submit("/entries/range", values)))
		}
		values.Set("do", button)
		p.Submit("/entries/range", values).Want(t, 303)
		p.Unchanged(func() {
			again := p.Submit("/entries/range", values)
			again.WantLocation(t, "/months/2026-12#2026-12-21")
			p.After(again).Want(t, 200, "Enregistré.", "Annuler")
			wantTold(t, p.Send(byScript(p, "/entries/range", values)), 200, "/months/2026-12#2026-12-21")
			preview := apptest.TwoWeeks()
			preview.Set("do", "preview")
			p.Submit("/entries/range", preview).Want(t, 200, "Aucun jour ne change")
		})
		values.Set("day_type", "RTT")
		values.Set("do", "fill")
		p.SubmitInVain("/entries/range", values).Want(t, 200, "devient RTT")
	}
}

func TestAPressIsNotRecordedOverWhatAPersonHasTypedMeanwhile(t *testing.T) {
	late := func(p *apptest.Program, event, key, at string) apptest.Answer {
		return p.Send(byScript(p, "/presence/hand", url.Values{"event": {event}, "key": {key}, "at": {""}, "pressed_at": {at}}))
	}
	const inSlot, edited = "déjà dans un créneau", "modifiée depuis cet appui"
	for name, test := range map[string]struct {
		meanwhile   func(t *testing.T, p *apptest.Program)
		event, at   string
		status      int
		why, events string
	}{
		"nothing was typed": {nil, "arrival", "2026-11-20T08:00:00+01:00", 200, "/months/2026-11", "1"},
		"the whole day was typed": {func(t *testing.T, p *apptest.Program) { p.ByHand("2026-11-20", "WORK", "08:00-17:00") },
			"arrival", "2026-11-20T08:00:00+01:00", 409, inSlot, "0"},
		"a slot was typed that ends then": {func(t *testing.T, p *apptest.Program) { p.ByHand("2026-11-20", "WORK", "07:00-08:00") },
			"arrival", "2026-11-20T08:00:00+01:00", 409, edited, "0"},
		"another day was typed": {func(t *testing.T, p *apptest.Program) { p.ByHand("2026-11-19", "WORK", "08:00-17:00") },
			"arrival", "2026-11-20T08:00:00+01:00", 200, "/months/2026-11", "1"},
		"the day was filled": {func(t *testing.T, p *apptest.Program) {
			p.Submit("/entries/range", url.Values{"from": {"2026-11-20"}, "to": {"2026-11-20"}, "day_type": {"CONGE"}, "weekday": {"5"}, "do": {"fill"}}).Want(t, 303)
		}, "arrival", "2026-11-20T08:00:00+01:00", 409, edited, "0"},
		"the day was deleted": {func(t *testing.T, p *apptest.Program) {
			p.ByHand("2026-11-20", "WORK", "10:00-12:00")
			p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
		}, "arrival", "2026-11-20T08:00:00+01:00", 409, edited, "0"},
		"another press was recorded": {func(t *testing.T, p *apptest.Program) {
			p.Press("08:00").Want(t, 303)
		}, "departure", "2026-11-20T12:00:00+01:00", 200, "/months/2026-11", "2"},
		"the arrival was recorded and the day edited": {func(t *testing.T, p *apptest.Program) {
			p.Press("08:00").Want(t, 303)
			p.Edit(func(values url.Values) { values.Set("note", "x") })
		}, "departure", "2026-11-20T12:00:00+01:00", 409, edited, "1"},
		"the arrival was closed, and that taken back": {func(t *testing.T, p *apptest.Program) {
			p.Press("08:00").Want(t, 303)
			p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"12:30"}}).Want(t, 303)
			p.Submit("/entries/take-back", url.Values{"change": {"2"}}).Want(t, 303)
		}, "departure", "2026-11-20T12:00:00+01:00", 200, "/months/2026-11", "2"},
		"the automation has recorded a presence": {func(t *testing.T, p *apptest.Program) {
			p.Day("2026-11-20T08:10:00+01:00", "2026-11-20T12:00:00+01:00", "k")
		}, "arrival", "2026-11-20T08:11:00+01:00", 409, inSlot, "2"},
		"the night before was typed": {func(t *testing.T, p *apptest.Program) { p.ByHand("2026-11-19", "GARDE", "22:00-09:00") },
			"arrival", "2026-11-20T08:00:00+01:00", 409, inSlot, "0"},
		"it was pressed five minutes ago": {func(t *testing.T, p *apptest.Program) { p.ByHand("2026-11-20", "WORK", "08:00-17:00") },
			"arrival", "2026-11-20T12:55:00+01:00", 200, "/months/2026-11", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t)
			p.Clock.Advance(5 * time.Hour) // it is 13:00
			if test.meanwhile != nil {
				test.meanwhile(t, p)
			}
			wantTold(t, late(p, test.event, "late", test.at), test.status, test.why)
			if test.why == inSlot {
				shown := url.Values{"event": {test.event}, "key": {"shown"}, "at": {""}, "pressed_at": {test.at}}
				p.Submit("/presence/hand", shown).Want(t, 409, inSlot, `href="/entries/new?date=2026-11-20"`)
			}
			p.WantStored("SELECT count(*) FROM workplace_presence_events", test.events)
		})
	}
}

func TestAKeyIsNotThatOfAnotherMoment(t *testing.T) {
	p := apptest.Start(t)
	_, press := p.Get("/months/2026-11").Button(t)
	p.Submit("/presence/hand", press).Want(t, 303)
	p.Clock.Advance(5 * time.Minute)
	p.UnchangedDays(func() { p.Submit("/presence/hand", press).Want(t, 303) })
	p.Clock.Advance(time.Second)
	refused := func(changes ...string) {
		t.Helper()
		again := maps.Clone(press)
		for i := 0; i < len(changes); i += 2 {
			again.Set(changes[i], changes[i+1])
		}
		p.UnchangedDays(func() { p.Submit("/presence/hand", again).Want(t, 409, "déjà enregistré un autre moment") })
	}
	refused()
	refused("pressed_at", "2026-11-20T08:05:01+01:00")
	p.UnchangedDays(func() {
		again := maps.Clone(press)
		again.Set("pressed_at", "2026-11-20T08:04:59+01:00")
		p.Submit("/presence/hand", again).Want(t, 303)
	})
	p.Clock.Advance(36 * time.Hour) // a page that was brought back the next day, at 20:05
	refused()
	refused("at", "08:00")
	p.Press("17:00").Want(t, 303)
	refused("pressed_at", "2026-11-20T08:00:00+01:00") // it is closed since
}
