package pages_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

const handEvents = "SELECT event, by_hand, occurred_at, occurred_at_sent, coalesce(closure, '-'), time_slot_id FROM workplace_presence_events ORDER BY id"

func TestOnePressRecordsAnArrivalAndTheNextItsDeparture(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Clock.Advance(3*time.Minute + 27*time.Second)
	if label, _ := p.Get("/months/2026-11").Button(t); label != "J’arrive" {
		t.Errorf("got %q", label)
	}
	p.Press("").WantLocation(t, "/months/2026-11")
	p.WantStored(handEvents, "arrival | 1 | 2026-11-20T07:03:27.000000000Z | 2026-11-20T08:03:27+01:00 | - | NULL")
	p.WantStored("SELECT date, day_type, journey_profile_id, motor_vehicle_id FROM work_entries", "2026-11-20 | WORK | bureau | clio")
	if label, _ := p.Get("/months/2026-11").Button(t); label != "Je pars" {
		t.Errorf("got %q", label)
	}
	p.Clock.Advance(9 * time.Hour)
	p.Press("").WantLocation(t, "/months/2026-11")
	p.WantStored(handEvents,
		"arrival | 1 | 2026-11-20T07:03:27.000000000Z | 2026-11-20T08:03:27+01:00 | departure | 1",
		"departure | 1 | 2026-11-20T16:03:27.000000000Z | 2026-11-20T17:03:27+01:00 | - | 1")
	p.WantStored("SELECT source, outcome, event FROM journal_lines ORDER BY id", "page | recorded | arrival", "page | recorded | departure")
}

func TestAHandsEventIsSaidToBeOne(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	got := p.Press("")
	p.After(got).Want(t, 200, "Arrivée à 08:00 enregistrée.", "Dernier événement saisi à la main")
	p.Clock.Advance(time.Hour)
	got = p.Press("")
	month := p.After(got)
	month.Want(t, 200, "Départ à 09:00 enregistré.", "saisi ou modifié à la main")
	month.WantNone(t, "enregistré automatiquement")
	p.Get("/journal").Want(t, 200, "à la main")
	day := p.Get(apptest.EditDay)
	day.Want(t, 200, "<small>saisi à la main 08:00:00</small>")
	day.WantNone(t, "envoyé")
}

func TestAButtonPressedTwiceRecordsOneEvent(t *testing.T) {
	t.Parallel()
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

func TestAButtonPressedTwiceWithATimeOfTheDayBeforeRecordsOneDeparture(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Press("").Want(t, 303)
	p.Clock.Advance(20 * time.Hour) // it is 04:00 on Saturday
	_, press := p.Get("/months/2026-11").Button(t)
	press.Set("at", "23:50")
	p.Submit("/presence/hand", press).Want(t, 303)
	p.UnchangedDays(func() { p.After(p.Submit("/presence/hand", press)).Want(t, 200, "Départ à 23:50 enregistré.") })
}

func TestAButtonPressedTwiceCanStillBeTakenBack(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	p := apptest.Start(t)
	p.Press("7h45").Want(t, 303)
	p.WantStored("SELECT occurred_at FROM workplace_presence_events", "2026-11-20T06:45:00.000000000Z")
	p.Clock.Advance(20 * time.Hour) // it is 04:00 on Saturday
	p.Press("23:50").Want(t, 303)   // of Friday: the first after the arrival
	p.WantStored(apptest.DaySlots, "2026-11-20 | 2026-11-20T06:45:00.000000000Z | 2026-11-20T22:50:00.000000000Z")
}

func TestAPressThatCannotBeSaysWhyAndLosesNothing(t *testing.T) {
	t.Parallel()
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

func TestACorrectedTimeThatTheClockSkipsIsRefused(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Clock.Advance(time.Date(2027, 3, 28, 10, 0, 0, 0, time.UTC).Sub(p.Clock.Now()))
	p.Press("02:30").Want(t, 422, "l’horloge la saute")
}

func TestAPressIsRefusedWithoutKeyEventOrIntegration(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Unchanged(func() {
		p.Submit("/presence/hand", url.Values{"event": {"arrival"}}).Want(t, 422, "Formulaire incomplet")
		for _, key := range []string{" ", "\t\u00a0", strings.Repeat("k", 256)} {
			p.Submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {key}}).Want(t, 422, "Formulaire incomplet")
		}
		p.Submit("/presence/hand", url.Values{"event": {"lunch"}, "key": {"k"}}).Want(t, 404)
		p.Send(apptest.CrossSite(p.FormRequest("/presence/hand", url.Values{"event": {"arrival"}, "key": {"k"}}))).Want(t, 403)
	})
	off := apptest.Start(t, func(c *app.Config) { c.Rules.Integrated = false })
	off.Get("/months/2026-11").WantNone(t, "/presence/hand")
	locked := apptest.Start(t, apptest.WithPassword)
	locked.Get("/login").WantNone(t, "/presence/hand")
	locked.Unchanged(func() {
		locked.Submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {"k"}}).Want(t, 403, `name="password"`)
	})
}

func TestAHandAndTheAutomationShareTheRules(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Press("").Want(t, 303)
	p.Arrive("2026-11-20T08:02:00+01:00", "phone").WantError(t, 409, "Conflit métier")
	p.Leave("2026-11-20T17:00:00+01:00", "out").Want(t, 200)
	p.WantStored(apptest.DaySlots, "2026-11-20 | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:00:00.000000000Z")
	p.Clock.Advance(9*time.Hour + time.Minute) // whose key is that of no press
	p.UnchangedDays(func() {
		p.Submit("/presence/hand", url.Values{"event": {"departure"}, "key": {"out"}}).Want(t, 409)
	})
}
