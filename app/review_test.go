package app_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// twoDaysInOne is a Monday whose departure is missing and the Tuesday after it, as
// the automation sent them, with more arrivals inside.
func twoDaysInOne(t *testing.T, inside ...string) *program {
	t.Helper()
	p := start(t)
	p.arrive("2026-11-16T08:00:00+01:00", "mon-in").want(t, 201)
	p.arrive("2026-11-17T08:10:00+01:00", "tue-in").wantError(t, 409, "Conflit métier")
	for _, at := range inside {
		p.arrive(at, at).want(t, 409)
	}
	p.leave("2026-11-17T17:05:00+01:00", "tue-out").want(t, 200)
	p.byHand("2026-11-18", "RTT")
	p.byHand("2026-11-19", "RTT")
	return p
}

const (
	dayEvents = `SELECT date, event, idempotency_key, coalesce(closure, '-'), coalesce(start_at, '-'), coalesce(end_at, '-')
		FROM workplace_presence_events e JOIN work_entries w ON e.work_entry_id = w.id LEFT JOIN time_slots s ON s.id = e.time_slot_id ORDER BY occurred_at`
	daySlots = "SELECT date, start_at, end_at FROM time_slots JOIN work_entries ON work_entry_id = work_entries.id ORDER BY start_at"
)

func TestTwoDaysInOneSlotArePartedInOnePress(t *testing.T) {
	p := twoDaysInOne(t)
	before := p.leave("2026-11-17T17:05:00+01:00", "tue-out").receipt(t)
	page := p.get("/review")
	page.want(t, 200, "dure 33\u00a0h\u00a005", "L’arrivée du mardi 17\u00a0novembre 2026 à 08:10 a été refusée", "La seconde journée sera de 08:10 à 17:05.")
	p.get("/months/2026-11").want(t, 200, `<b class="badge">1</b>`)

	form := p.form("/review")
	form.Set("end", "17h20")
	p.submit("/review/part", form).wantLocation(t, "/review")
	p.wantStored(daySlots,
		"2026-11-16 | 2026-11-16T07:00:00.000000000Z | 2026-11-16T16:20:00.000000000Z",
		"2026-11-17 | 2026-11-17T07:10:00.000000000Z | 2026-11-17T16:05:00.000000000Z")
	p.wantStored(dayEvents,
		"2026-11-16 | arrival | mon-in | manual | 2026-11-16T07:00:00.000000000Z | 2026-11-16T16:20:00.000000000Z",
		"2026-11-17 | arrival | tue-in | departure | 2026-11-17T07:10:00.000000000Z | 2026-11-17T16:05:00.000000000Z",
		"2026-11-17 | departure | tue-out | - | 2026-11-17T07:10:00.000000000Z | 2026-11-17T16:05:00.000000000Z")
	p.get("/review").want(t, 200, "Rien à vérifier.")

	t.Run("a replay repeats its first answer", func(t *testing.T) {
		again := p.leave("2026-11-17T17:05:00+01:00", "tue-out").receipt(t)
		if again.EntryID != before.EntryID || *again.TimeSlotID != *before.TimeSlotID || again.EventID != before.EventID {
			t.Errorf("got %+v, want %+v", again, before)
		}
		p.arrive("2026-11-17T08:10:00+01:00", "tue-in").want(t, 200, `"status":"replayed"`)
	})
	t.Run("pressed twice it changes nothing", func(t *testing.T) {
		p.unchanged(func() { p.submit("/review/part", form).want(t, 409, "rien n’a été fait") })
	})
}

// The clock is asked between finding the slot and parting it.
func TestAPartThatGoesWhileItIsPressedIsNotShownAgain(t *testing.T) {
	p := twoDaysInOne(t)
	form := p.form("/review")
	form.Set("end", "17h20")
	p.clock.whenAsked(func() {
		if _, err := p.db.Exec("DELETE FROM refused_events"); err != nil {
			t.Error(err)
		}
	})
	answer := p.submit("/review/part", form)
	answer.want(t, 409, "rien n’a été fait")
	if strings.Contains(answer.body, "Deux journées en une") {
		t.Error("the part is still offered")
	}
}

func TestAPartIsOfferedTheUsualDeparture(t *testing.T) {
	p := start(t)
	p.day("2026-11-02T08:00:00+01:00", "2026-11-02T17:20:00+01:00", "a")
	p.day("2026-11-09T08:00:00+01:00", "2026-11-09T17:20:00+01:00", "b")
	p.arrive("2026-11-16T08:00:00+01:00", "mon-in").want(t, 201)
	p.arrive("2026-11-17T08:10:00+01:00", "tue-in").want(t, 409)
	p.leave("2026-11-17T17:05:00+01:00", "tue-out").want(t, 200)
	p.get("/review").want(t, 200, `value="17:20"`, "votre lundi habituel")
	p.submit("/review/part", p.form("/review")).wantLocation(t, "/review")
	p.wantStored("SELECT count(*) FROM time_slots WHERE end_at = '2026-11-16T16:20:00.000000000Z'", "1")
}

func TestAPartIsOfferedTheUsualNight(t *testing.T) {
	p := start(t)
	p.day("2026-11-10T20:02:00+01:00", "2026-11-11T08:07:00+01:00", "a")
	p.arrive("2026-11-16T20:00:00+01:00", "mon-in").want(t, 201)
	p.arrive("2026-11-17T20:10:00+01:00", "tue-in").want(t, 409)
	p.leave("2026-11-18T08:05:00+01:00", "tue-out").want(t, 200)
	p.get("/review").want(t, 200, `value="08:07"`, `<option value="1" selected>`, "votre nuit habituelle")
	p.submit("/review/part", p.form("/review")).wantLocation(t, "/review")
	p.wantStored("SELECT count(*) FROM time_slots WHERE end_at = '2026-11-17T07:07:00.000000000Z'", "1")
}

func TestAPartThatCannotBeSaysWhyAndKeepsWhatWasTyped(t *testing.T) {
	p := twoDaysInOne(t)
	for typed, message := range map[[2]string]string{
		{"", "0"}:      "Indiquez la fin.",
		{"soon", "0"}:  "Écrivez une heure, par exemple 08:30 ou 8h30.",
		{"07:00", "0"}: "Ce départ n’est pas après l’arrivée.",
		{"09:00", "1"}: "Cette heure est après l’arrivée qui suit.",
		{"09:00", "x"}: "Choisissez le jour où finit ce créneau.",
	} {
		form := p.form("/review")
		form.Set("end", typed[0])
		form.Set("end_day", typed[1])
		p.unchanged(func() { p.submit("/review/part", form).want(t, 422, message, `value="`+typed[0]+`"`) })
	}
}

func TestWhatWasRefusedIsRecordedInOnePressOnceTheArrivalIsClosed(t *testing.T) {
	p := start(t)
	p.arrive("2026-11-19T08:00:00+01:00", "thu-in").want(t, 201)
	p.arrive("2026-11-20T08:10:00+01:00", "fri-in").want(t, 409)
	p.clock.advance(10 * time.Hour)
	p.get("/review").want(t, 200, "aucun départ depuis 34\u00a0h")
	closing := url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}
	p.submit("/presence/close", closing).wantLocation(t, "/review")
	p.leave("2026-11-20T17:05:00+01:00", "fri-out").want(t, 409)

	p.get("/review").want(t, 200, "Arrivée du vendredi 20\u00a0novembre 2026 à 08:10", "Départ du vendredi 20\u00a0novembre 2026 à 17:05, soit 8\u00a0h\u00a055 de présence")
	form := p.form("/review")
	p.submit("/review/record", form).wantLocation(t, "/review")
	p.wantStored(dayEvents,
		"2026-11-19 | arrival | thu-in | manual | 2026-11-19T07:00:00.000000000Z | 2026-11-19T16:00:00.000000000Z",
		"2026-11-20 | arrival | fri-in | departure | 2026-11-20T07:10:00.000000000Z | 2026-11-20T16:05:00.000000000Z",
		"2026-11-20 | departure | fri-out | - | 2026-11-20T07:10:00.000000000Z | 2026-11-20T16:05:00.000000000Z")
	p.get("/journal").want(t, 200, "Enregistré depuis.")
	p.leave("2026-11-20T17:05:00+01:00", "fri-out").want(t, 200, "replayed")
	p.unchanged(func() { p.submit("/review/record", form).want(t, 409, "rien n’a été fait") })
}

func TestADepartureThatComesAfterItsArrivalWasClosedIsTheBetterEnd(t *testing.T) {
	p := start(t)
	p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
	p.clock.advance(11 * time.Hour)
	p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}).wantLocation(t, "/entries/1/edit")
	p.leave("2026-11-20T17:40:00+01:00", "out").want(t, 409)
	p.get("/review").want(t, 200, "Vous avez clos à 17:00", "Un départ est venu ensuite", "à 17:40")
	form := p.form("/review")
	p.submit("/review/end", form).wantLocation(t, "/review")
	p.wantStored(dayEvents,
		"2026-11-20 | arrival | in | departure | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:40:00.000000000Z",
		"2026-11-20 | departure | out | - | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:40:00.000000000Z")
	p.leave("2026-11-20T17:40:00+01:00", "out").want(t, 200, "replayed")
	p.unchanged(func() { p.submit("/review/end", form).want(t, 409, "rien n’a été fait") })
}

func TestWhatIsDismissedIsNotOfferedAgain(t *testing.T) {
	p := twoDaysInOne(t, "2026-11-17T12:30:00+01:00")
	form := p.form("/review")
	p.unchangedDays(t, func() { p.submit("/review/dismiss", form).wantLocation(t, "/review") })
	p.get("/review").want(t, 200, "Rien à vérifier.")
	if body := p.get("/months/2026-11").body; strings.Contains(body, "badge") {
		t.Error("the frame still counts it")
	}
}

func TestReviewWithoutTheIntegrationOffersNothing(t *testing.T) {
	p := twoDaysInOne(t)
	form := p.form("/review")
	p.config.Rules.Integrated = false
	p.restart()
	p.wantInDoubt(veryLong) // which does not depend on the integration
	p.unchanged(func() { p.submit("/review/part", form).want(t, 409) })
	p.unchanged(func() { p.submit("/review/record", url.Values{}).want(t, 409) })
}

// doubtfulDays starts the program with a doubt of every kind.
func doubtfulDays(t *testing.T) *program {
	t.Helper()
	p := start(t, noLimit)
	p.arrive("2026-11-09T08:00:00+01:00", "mon-in").want(t, 201)
	p.clock.advance(time.Hour)
	p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}).want(t, 303)
	p.leave("2026-11-09T17:40:00+01:00", "mon-out").want(t, 409)
	p.leave("2026-11-10T17:40:00+01:00", "tue-out-without-an-arrival").want(t, 409)
	p.arrive("2026-11-12T08:00:00+01:00", "thu-in").want(t, 201)
	p.arrive("2026-11-13T08:10:00+01:00", "fri-in").want(t, 409)
	p.leave("2026-11-13T17:05:00+01:00", "fri-out").want(t, 200)
	p.leave("2026-11-18T17:05:00", "wed-out").want(t, 422)
	p.arrive("2026-11-18T08:00:00+01:00", "wed-in").want(t, 201)
	p.arrive("2026-11-19T08:10:00+01:00", "thu-2-in").want(t, 409)
	p.submit("/presence/discard", url.Values{"arrival_id": {"4"}}).want(t, 303)
	p.leave("2026-11-19T17:05:00+01:00", "thu-2-out").want(t, 409)
	p.post(`{"Event":"arrival"}`).want(t, 422)
	p.unauthenticated().want(t, 401)
	return p
}

func TestEachKindOfDoubtHasItsPlaceOnThePage(t *testing.T) {
	p := doubtfulDays(t)
	p.get("/review").want(t, 200, "Refusés, mais possibles maintenant", "Deux journées en une", "Un départ arrivé après coup", "Aucune arrivée ne va avec ce départ.", `<b class="badge">7</b>`)
}

func TestARefusedEventWhoseDateTheZoneNoLongerHasIsLeftToThePerson(t *testing.T) {
	t.Parallel()
	p := start(t, inZone(t, "America/New_York"))
	p.arrive("2026-11-16T08:00:00-05:00", "mon-in").want(t, 201)
	p.arrive("9999-12-31T21:30:00-05:00", "last").wantError(t, 409, "Conflit métier") // 2:30 of the next year in Paris
	p.leave("2026-11-16T17:00:00-05:00", "mon-out").want(t, 200)
	p.stop()
	inZone(t, "Europe/Paris")(&p.config)
	p.run()
	page := p.get("/review")
	page.want(t, 200, "Dans le fuseau de ce serveur, sa date n’est pas entre 1970 et 9999", "C’est vu")
	if strings.Contains(page.body, "/review/record") || strings.Contains(page.body, "date=1") {
		t.Error("it can be recorded, or its day be opened")
	}
	p.unchanged(func() {
		p.submit("/review/record", url.Values{"refused_id": {"1"}}).want(t, 409, "rien n’a été fait")
	})
	p.submit("/review/dismiss", url.Values{"refused_id": {"1"}}).wantLocation(t, "/review")
	p.wantStored("SELECT * FROM refused_events")
}
