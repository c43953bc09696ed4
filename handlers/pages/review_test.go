package pages_test

import (
	"net/url"
	"testing"
	"time"

	"worklog/app/apptest"
)

// twoDaysInOne is a Monday whose departure is missing and the Tuesday after it, as
// the automation sent them, with more arrivals inside.
func twoDaysInOne(t *testing.T, inside ...string) *apptest.Program {
	t.Helper()
	p := apptest.Start(t)
	p.Arrive("2026-11-16T08:00:00+01:00", "mon-in").Want(t, 201)
	p.Arrive("2026-11-17T08:10:00+01:00", "tue-in").WantError(t, 409, "Conflit métier")
	for _, at := range inside {
		p.Arrive(at, at).Want(t, 409)
	}
	p.Leave("2026-11-17T17:05:00+01:00", "tue-out").Want(t, 200)
	p.ByHand("2026-11-18", "RTT")
	p.ByHand("2026-11-19", "RTT")
	return p
}

func TestTwoDaysInOneSlotArePartedInOnePress(t *testing.T) {
	p := twoDaysInOne(t)
	before := p.Leave("2026-11-17T17:05:00+01:00", "tue-out").Receipt(t)
	page := p.Get("/review")
	page.Want(t, 200, "dure 33\u00a0h\u00a005", "L’arrivée du mardi 17\u00a0novembre 2026 à 08:10 a été refusée", "La seconde journée sera de 08:10 à 17:05.")
	p.Get("/months/2026-11").Want(t, 200, `<b class="badge">1</b>`)

	form := p.Form("/review")
	form.Set("end", "17h20")
	p.Submit("/review/part", form).WantLocation(t, "/review")
	p.WantStored(apptest.DaySlots,
		"2026-11-16 | 2026-11-16T07:00:00.000000000Z | 2026-11-16T16:20:00.000000000Z",
		"2026-11-17 | 2026-11-17T07:10:00.000000000Z | 2026-11-17T16:05:00.000000000Z")
	p.WantStored(apptest.DayEvents,
		"2026-11-16 | arrival | mon-in | manual | 2026-11-16T07:00:00.000000000Z | 2026-11-16T16:20:00.000000000Z",
		"2026-11-17 | arrival | tue-in | departure | 2026-11-17T07:10:00.000000000Z | 2026-11-17T16:05:00.000000000Z",
		"2026-11-17 | departure | tue-out | - | 2026-11-17T07:10:00.000000000Z | 2026-11-17T16:05:00.000000000Z")
	p.Get("/review").Want(t, 200, "Rien à vérifier.")

	t.Run("a replay repeats its first answer", func(t *testing.T) {
		again := p.Leave("2026-11-17T17:05:00+01:00", "tue-out").Receipt(t)
		if again.EntryID != before.EntryID || *again.TimeSlotID != *before.TimeSlotID || again.EventID != before.EventID {
			t.Errorf("got %+v, want %+v", again, before)
		}
		p.Arrive("2026-11-17T08:10:00+01:00", "tue-in").Want(t, 200, `"status":"replayed"`)
	})
	t.Run("pressed twice it changes nothing", func(t *testing.T) {
		p.Unchanged(func() { p.Submit("/review/part", form).WantLocation(t, "/review") })
	})
}

// The clock is asked between finding the slot and parting it.
func TestAPartThatGoesWhileItIsPressedIsNotShownAgain(t *testing.T) {
	p := twoDaysInOne(t)
	form := p.Form("/review")
	form.Set("end", "17h20")
	p.Clock.WhenAsked(func() {
		if _, err := p.DB.Exec("DELETE FROM refused_events"); err != nil {
			t.Error(err)
		}
	})
	answer := p.Submit("/review/part", form)
	answer.Want(t, 409, "rien n’a été fait")
	answer.WantNone(t, "Deux journées en une")
}

func TestAPartIsOfferedTheUsualNight(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-10T20:02:00+01:00", "2026-11-11T08:07:00+01:00", "a")
	p.Arrive("2026-11-16T20:00:00+01:00", "mon-in").Want(t, 201)
	p.Arrive("2026-11-17T20:10:00+01:00", "tue-in").Want(t, 409)
	p.Leave("2026-11-18T08:05:00+01:00", "tue-out").Want(t, 200)
	p.Get("/review").Want(t, 200, `value="08:07"`, `<option value="1" selected>`, "votre nuit habituelle")
	p.Submit("/review/part", p.Form("/review")).WantLocation(t, "/review")
	p.WantStored("SELECT count(*) FROM time_slots WHERE end_at = '2026-11-17T07:07:00.000000000Z'", "1")
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
		form := p.Form("/review")
		form.Set("end", typed[0])
		form.Set("end_day", typed[1])
		p.Unchanged(func() { p.Submit("/review/part", form).Want(t, 422, message, `value="`+typed[0]+`"`) })
	}
}

func TestWhatWasRefusedIsRecordedInOnePressOnceTheArrivalIsClosed(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-19T08:00:00+01:00", "thu-in").Want(t, 201)
	p.Arrive("2026-11-20T08:10:00+01:00", "fri-in").Want(t, 409)
	p.Clock.Advance(10 * time.Hour)
	p.Get("/review").Want(t, 200, "aucun départ depuis 34\u00a0h")
	closing := url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}
	p.Submit("/presence/close", closing).WantLocation(t, "/review")
	p.Leave("2026-11-20T17:05:00+01:00", "fri-out").Want(t, 409)

	p.Get("/review").Want(t, 200, "Arrivée du vendredi 20\u00a0novembre 2026 à 08:10", "Départ du vendredi 20\u00a0novembre 2026 à 17:05, soit 8\u00a0h\u00a055 de présence")
	form := p.Form("/review")
	p.Submit("/review/record", form).WantLocation(t, "/review")
	p.WantStored(apptest.DayEvents,
		"2026-11-19 | arrival | thu-in | manual | 2026-11-19T07:00:00.000000000Z | 2026-11-19T16:00:00.000000000Z",
		"2026-11-20 | arrival | fri-in | departure | 2026-11-20T07:10:00.000000000Z | 2026-11-20T16:05:00.000000000Z",
		"2026-11-20 | departure | fri-out | - | 2026-11-20T07:10:00.000000000Z | 2026-11-20T16:05:00.000000000Z")
	p.Get("/journal").Want(t, 200, "Enregistré depuis.")
	p.Leave("2026-11-20T17:05:00+01:00", "fri-out").Want(t, 200, "replayed")
	p.Unchanged(func() { p.Submit("/review/record", form).WantLocation(t, "/review") })
}

func TestADepartureThatComesAfterItsArrivalWasClosedIsTheBetterEnd(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	p.Clock.Advance(11 * time.Hour)
	p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}).WantLocation(t, "/entries/1/edit")
	p.Leave("2026-11-20T17:40:00+01:00", "out").Want(t, 409)
	p.Get("/review").Want(t, 200, "Vous avez clos à 17:00", "Un départ est venu ensuite", "à 17:40")
	form := p.Form("/review")
	p.Submit("/review/end", form).WantLocation(t, "/review")
	p.WantStored(apptest.DayEvents,
		"2026-11-20 | arrival | in | departure | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:40:00.000000000Z",
		"2026-11-20 | departure | out | - | 2026-11-20T07:00:00.000000000Z | 2026-11-20T16:40:00.000000000Z")
	p.Leave("2026-11-20T17:40:00+01:00", "out").Want(t, 200, "replayed")
	p.Unchanged(func() { p.Submit("/review/end", form).WantLocation(t, "/review") })
}

func TestWhatIsDismissedIsNotOfferedAgain(t *testing.T) {
	p := twoDaysInOne(t, "2026-11-17T12:30:00+01:00")
	form := p.Form("/review")
	p.UnchangedDays(func() { p.Submit("/review/dismiss", form).WantLocation(t, "/review") })
	p.Get("/review").Want(t, 200, "Rien à vérifier.")
	p.Get("/months/2026-11").WantNone(t, "badge")
}

func TestReviewWithoutTheIntegrationOffersNothing(t *testing.T) {
	p := twoDaysInOne(t)
	form := p.Form("/review")
	p.Config.Rules.Integrated = false
	p.Restart()
	wantInDoubt(p, veryLong) // which does not depend on the integration
	p.Unchanged(func() { p.Submit("/review/part", form).Want(t, 409) })
	p.Unchanged(func() { p.Submit("/review/record", url.Values{}).Want(t, 409) })
}

func TestEachKindOfDoubtHasItsPlaceOnThePage(t *testing.T) {
	p := apptest.DoubtfulDays(t)
	p.Get("/review").Want(t, 200, "Refusés, mais possibles maintenant", "Deux journées en une", "Un départ arrivé après coup", "Aucune arrivée ne va avec ce départ.", `<b class="badge">7</b>`)
}

func TestARefusedEventWhoseDateTheZoneNoLongerHasIsLeftToThePerson(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.InZone(t, "America/New_York"))
	p.Arrive("2026-11-16T08:00:00-05:00", "mon-in").Want(t, 201)
	p.Arrive("9999-12-31T21:30:00-05:00", "last").WantError(t, 409, "Conflit métier") // 2:30 of the next year in Paris
	p.Leave("2026-11-16T17:00:00-05:00", "mon-out").Want(t, 200)
	p.Stop()
	apptest.InZone(t, "Europe/Paris")(&p.Config)
	p.Run()
	page := p.Get("/review")
	page.Want(t, 200, "Dans le fuseau de ce serveur, sa date n’est pas entre 1970 et 9999", "C’est vu")
	page.WantNone(t, "/review/record", "date=1")
	p.Unchanged(func() {
		p.Submit("/review/record", url.Values{"refused_id": {"1"}}).Want(t, 409, "rien n’a été fait")
	})
	p.Submit("/review/dismiss", url.Values{"refused_id": {"1"}}).WantLocation(t, "/review")
	p.WantStored("SELECT * FROM refused_events")
}
