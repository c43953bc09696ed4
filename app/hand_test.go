package app_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

var handForm = regexp.MustCompile(`(?s)<form class="hand" method="post" action="([^"]*)".*?name="event" value="([^"]*)".*?name="key" value="([^"]*)".*?<button type="submit">([^<]*)</button>`)

// button is the button in the frame of a page, with the fields that it sends.
func (a answer) button(t *testing.T) (label string, press url.Values) {
	t.Helper()
	found := handForm.FindStringSubmatch(a.body)
	if found == nil {
		t.Fatalf("no button on the page: %.300s", a.body)
	}
	return found[4], url.Values{"event": {found[2]}, "key": {found[3]}, "at": {""}}
}

// press presses the button of the frame, with a time typed or none.
func (p *program) press(at string) answer {
	p.t.Helper()
	_, press := p.get("/months/2026-11").button(p.t.(*testing.T))
	press.Set("at", at)
	return p.submit("/presence/hand", press)
}

const handEvents = "SELECT event, by_hand, occurred_at, occurred_at_sent, coalesce(closure, '-'), time_slot_id FROM workplace_presence_events ORDER BY id"

func TestOnePressRecordsAnArrivalAndTheNextItsDeparture(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.clock.advance(3*time.Minute + 27*time.Second)
	if label, _ := p.get("/months/2026-11").button(t); label != "J’arrive" {
		t.Errorf("got %q", label)
	}
	p.press("").wantLocation(t, "/months/2026-11")
	p.wantStored(handEvents, "arrival | 1 | 2026-11-20T07:03:27.000000000Z | 2026-11-20T08:03:27+01:00 | - | NULL")
	p.wantStored("SELECT date, day_type, journey_profile_id, motor_vehicle_id FROM work_entries", "2026-11-20 | WORK | bureau | clio")
	if label, _ := p.get("/months/2026-11").button(t); label != "Je pars" {
		t.Errorf("got %q", label)
	}
	p.clock.advance(9 * time.Hour)
	p.press("").wantLocation(t, "/months/2026-11")
	p.wantStored(handEvents,
		"arrival | 1 | 2026-11-20T07:03:27.000000000Z | 2026-11-20T08:03:27+01:00 | departure | 1",
		"departure | 1 | 2026-11-20T16:03:27.000000000Z | 2026-11-20T17:03:27+01:00 | - | 1")
	p.wantStored("SELECT source, outcome, event FROM journal_lines ORDER BY id", "page | recorded | arrival", "page | recorded | departure")
}

func TestAHandsEventIsSaidToBeOne(t *testing.T) {
	t.Parallel()
	p := start(t)
	got := p.press("")
	p.after(got).want(t, 200, "Arrivée à 08:00 enregistrée.", "Dernier événement saisi à la main")
	p.clock.advance(time.Hour)
	got = p.press("")
	month := p.after(got)
	month.want(t, 200, "Départ à 09:00 enregistré.", "saisi ou modifié à la main")
	if strings.Contains(month.body, "enregistré par la domotique") {
		t.Error("the month says that the automation recorded it")
	}
	p.get("/journal").want(t, 200, "à la main")
	day := p.get(editDay)
	day.want(t, 200, "<small>saisi à la main 08:00:00</small>")
	if strings.Contains(day.body, "envoyé") {
		t.Error("the day says that somebody sent it")
	}
}

func TestASlotThatAHandBeganOrEndedIsNotTheAutomations(t *testing.T) {
	t.Parallel()
	for _, byHand := range []string{"arrival", "departure"} {
		p := start(t)
		if byHand == "arrival" {
			p.press("").want(t, 303)
		} else {
			p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
		}
		p.clock.advance(time.Hour)
		if byHand == "departure" {
			p.press("").want(t, 303)
		} else {
			p.leave("2026-11-20T09:00:00+01:00", "out").want(t, 200)
		}
		if body := p.get("/months/2026-11").body; strings.Contains(body, "enregistré par la domotique") {
			t.Errorf("%s by hand: the month says that the automation recorded it", byHand)
		}
	}
}

func TestAButtonPressedTwiceRecordsOneEvent(t *testing.T) {
	t.Parallel()
	p := start(t)
	_, press := p.get("/months/2026-11").button(t)
	p.submit("/presence/hand", press).want(t, 303)
	p.clock.advance(2 * time.Second)
	again := p.submit("/presence/hand", press)
	again.wantLocation(t, "/months/2026-11")
	p.after(again).want(t, 200, "Arrivée à 08:00 enregistrée.", `name="change" value="1"`)
	p.wantStored("SELECT count(*), min(occurred_at) FROM workplace_presence_events", "1 | 2026-11-20T07:00:00.000000000Z")
	p.wantStored("SELECT outcome FROM journal_lines ORDER BY id", "recorded", "replayed")
	press.Set("at", "07:30")
	p.unchangedDays(t, func() {
		p.submit("/presence/hand", press).want(t, 409, "Ce bouton a déjà servi pour une autre heure.")
	})
}

func TestAButtonPressedTwiceWithATimeOfTheDayBeforeRecordsOneDeparture(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.press("").want(t, 303)
	p.clock.advance(20 * time.Hour) // it is 04:00 on Saturday
	_, press := p.get("/months/2026-11").button(t)
	press.Set("at", "23:50")
	p.submit("/presence/hand", press).want(t, 303)
	p.unchangedDays(t, func() { p.after(p.submit("/presence/hand", press)).want(t, 200, "Départ à 23:50 enregistré.") })
}

func TestAButtonPressedTwiceCanStillBeTakenBack(t *testing.T) {
	t.Parallel()
	p := start(t)
	var presses []url.Values
	for range 2 { // an arrival and its departure
		_, press := p.get("/months/2026-11").button(t)
		p.submit("/presence/hand", press).want(t, 303)
		p.clock.advance(2 * time.Second)
		presses = append(presses, press)
	}
	if got := p.after(p.submit("/presence/hand", presses[0])); strings.Contains(got.body, "Annuler") {
		t.Error("an arrival that was followed by its departure is to be taken back")
	}
	page := p.after(p.submit("/presence/hand", presses[1]))
	p.pressUndo(page, "Annuler").want(t, 303)
	p.wantStored("SELECT event, coalesce(closure, 'open') FROM workplace_presence_events", "arrival | open")
}

// unchangedDays is unchanged but for what is noted beside the days.
func (p *program) unchangedDays(t *testing.T, f func()) {
	t.Helper()
	const all = "SELECT id, version FROM work_entries UNION ALL SELECT id, end_at FROM time_slots UNION ALL SELECT id, occurred_at FROM workplace_presence_events"
	before := strings.Join(p.stored(all), "\n")
	f()
	if after := strings.Join(p.stored(all), "\n"); after != before {
		t.Errorf("got\n%s\nwant\n%s", after, before)
	}
}

func TestTheTimeOfAPressCanBeCorrected(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.press("7h45").want(t, 303)
	p.wantStored("SELECT occurred_at FROM workplace_presence_events", "2026-11-20T06:45:00.000000000Z")
	p.clock.advance(20 * time.Hour) // it is 04:00 on Saturday
	p.press("23:50").want(t, 303)   // of Friday: the first after the arrival
	p.wantStored(daySlots, "2026-11-20 | 2026-11-20T06:45:00.000000000Z | 2026-11-20T22:50:00.000000000Z")
}

func TestAPressThatCannotBeSaysWhyAndLosesNothing(t *testing.T) {
	t.Parallel()
	p := start(t)
	for at, message := range map[string]string{
		"soon":  "Écrivez une heure",
		"08:01": "Cette heure est encore à venir.",
	} {
		p.unchangedDays(t, func() { p.press(at).want(t, 422, message, `value="`+at+`"`, "Arrivée non enregistrée") })
	}
	_, earlier := p.get("/months/2026-11").button(t)
	_, late := p.get("/months/2026-11").button(t)
	p.submit("/presence/hand", earlier).want(t, 303)
	p.unchangedDays(t, func() { p.submit("/presence/hand", late).want(t, 409, "Une arrivée est déjà ouverte.") })
	for at, message := range map[string]string{
		"08:00": "Ce départ n’est pas après l’arrivée.",
		"07:59": "Cette heure est encore à venir.", // of tomorrow
	} {
		p.unchangedDays(t, func() { p.press(at).want(t, 422, message, "Départ non enregistré") })
	}
	_, first := p.get("/months/2026-11").button(t)
	_, second := p.get("/months/2026-11").button(t)
	p.clock.advance(time.Hour)
	p.submit("/presence/hand", first).want(t, 303)
	p.unchangedDays(t, func() { p.submit("/presence/hand", second).want(t, 409, "Aucune arrivée n’est ouverte") })
}

func TestACorrectedTimeThatTheClockSkipsIsRefused(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.clock.advance(time.Date(2027, 3, 28, 10, 0, 0, 0, time.UTC).Sub(p.clock.now))
	p.press("02:30").want(t, 422, "l’horloge la saute")
}

func TestAPressIsRefusedWithoutKeyEventOrIntegration(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.unchanged(func() {
		p.submit("/presence/hand", url.Values{"event": {"arrival"}}).want(t, 422, "Formulaire incomplet")
		for _, key := range []string{" ", "\t\u00a0", strings.Repeat("k", 256)} {
			p.submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {key}}).want(t, 422, "Formulaire incomplet")
		}
		p.submit("/presence/hand", url.Values{"event": {"lunch"}, "key": {"k"}}).want(t, 404)
		p.send(crossSite(p.formRequest("/presence/hand", url.Values{"event": {"arrival"}, "key": {"k"}}))).want(t, 403)
	})
	off := start(t, func(c *app.Config) { c.Rules.Integrated = false })
	if strings.Contains(off.get("/months/2026-11").body, "/presence/hand") {
		t.Error("the button is offered while the integration is off")
	}
	off.unchanged(func() { off.submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {"k"}}).want(t, 404) })
	locked := start(t, withPassword)
	if strings.Contains(locked.get("/login").body, "/presence/hand") {
		t.Error("the button is offered to who is not signed in")
	}
	locked.unchanged(func() {
		locked.submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {"k"}}).want(t, 403, `name="password"`)
	})
}

func TestAHandAndTheAutomationShareTheRules(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.press("").want(t, 303)
	p.arrive("2026-11-20T08:02:00+01:00", "phone").wantError(t, 409, "Conflit métier")
	p.leave("2026-11-20T17:00:00+01:00", "out").want(t, 200)
	p.wantStored(daySlots, "2026-11-20 | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:00:00.000000000Z")
}
