package pages_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// doubtForm matches the forms of the days in doubt.
var doubtForm = regexp.MustCompile(`(?s)<section class="review line" data-doubt="([^"]*)">.*?</section>`)

// inDoubt returns the headings of the page of doubts, and the form below each.
func inDoubt(p *apptest.Program) (headings []string, forms map[string]url.Values) {
	p.T.Helper()
	forms = map[string]url.Values{}
	for _, found := range doubtForm.FindAllStringSubmatch(p.Get("/review").Body, -1) {
		headings = append(headings, found[1])
		forms[found[1]] = apptest.Answer{Body: found[0]}.Fields()
	}
	return headings, forms
}

// doubt returns the form of the doubt with a heading, which must be on the page.
func doubt(p *apptest.Program, heading string) url.Values {
	p.T.Helper()
	headings, forms := inDoubt(p)
	if forms[heading] == nil {
		p.T.Fatalf("got %q, want %s among them", headings, heading)
	}
	return forms[heading]
}

func wantInDoubt(p *apptest.Program, want ...string) {
	p.T.Helper()
	got, _ := inDoubt(p)
	modelstest.Want(p.T, strings.Join(got, ", "), strings.Join(want, ", "))
	badge := ""
	if len(want) > 0 {
		badge = fmt.Sprintf(`<b class="badge">%d</b>`, len(want))
	}
	if body := p.Get("/months/2026-11").Body; strings.Contains(body, "badge") != (badge != "") || !strings.Contains(body, badge) {
		p.T.Errorf("the frame does not say %d", len(want))
	}
}

const (
	cutUp       = "cut_up"
	overlapping = "overlap"
	veryLong    = "long"
	notRecorded = "missing"
	veryShort   = "short"
)

// flapping is a Thursday with slots cut up by a phone at the edge of the zone.
func flapping(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Start(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T10:12:00+01:00", "a")
	p.Day("2026-11-19T10:15:20+01:00", "2026-11-19T12:00:00+01:00", "b")
	p.Day("2026-11-19T13:00:00+01:00", "2026-11-19T17:00:00+01:00", "c")
	return p
}

func TestSlotsThatAPhoneHasCutUpAreMergedInOnePress(t *testing.T) {
	p := flapping(t)
	wantInDoubt(p, cutUp)
	p.Get("/review").Want(t, 200, "jeudi 19\u00a0novembre 2026\u00a0: 08:00–10:12, 10:15–12:00<")
	form := doubt(p, cutUp)
	p.Submit("/review/merge", form).WantLocation(t, "/review")
	p.WantStored(apptest.DaySlots,
		"2026-11-19 | 2026-11-19T07:00:00.000000000Z | 2026-11-19T11:00:00.000000000Z",
		"2026-11-19 | 2026-11-19T12:00:00.000000000Z | 2026-11-19T16:00:00.000000000Z")
	wantInDoubt(p)
	p.SubmitInVain("/review/merge", form).WantLocation(t, "/review")
}

func TestSlotsThatMidnightCutsUpAreMergedOnTheFirstDay(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-18T20:00:00+01:00", "2026-11-18T23:58:00+01:00", "a")
	p.Day("2026-11-19T00:02:00+01:00", "2026-11-19T06:00:00+01:00", "b")
	wantInDoubt(p, cutUp)
	flash := p.After(p.Submit("/review/merge", doubt(p, cutUp)))
	p.WantStored(apptest.DaySlots, "2026-11-18 | 2026-11-18T19:00:00.000000000Z | 2026-11-19T05:00:00.000000000Z")
	wantInDoubt(p)
	sheet := p.Get("/months/2026-11/sheet?annex=1")
	sheet.WantWords(t, "réuni avec le mer. 18")
	sheet.WantNone(t, "ignorée") // since it was joined
	p.PressUndo(flash, "Annuler").Want(t, 303)
	wantInDoubt(p, cutUp)

	five := apptest.Start(t)
	five.Day("2026-11-18T20:00:00+01:00", "2026-11-18T23:58:00+01:00", "a")
	five.Day("2026-11-19T00:03:00+01:00", "2026-11-19T06:00:00+01:00", "b")
	wantInDoubt(five)
}

func TestOfARosterOnlyAWeekWithoutAnyEntryIsMissing(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n"), apptest.NoLimit)
	p.ByHand("2026-10-29", "WORK", "08:00-12:00")
	p.ByHand("2026-11-14", "WORK", "19:00-07:00")
	wantInDoubt(p, notRecorded) // nor are the weeks before the first entry, nor that of today
	p.Get("/review").Want(t, 200, "2\u00a0novembre 2026")
	secret := p.RenewDays()
	for _, until := range []string{"2026-11-02", "2026-11-05", "2026-11-08", "2026-11-09"} { // whether the range ends before the next entry
		p.Get("/feeds/"+secret+"/days.json?from=2026-11-01&to="+until).Want(t, 200, `"date":"2026-11-02"`, `"to_verify":["missing"]`)
	}
	p.Get("/feeds/"+secret+"/days.json?from=2026-11-16&to=2026-11-20").Want(t, 200, `"days":[]`) // of which nothing follows
	form := doubt(p, notRecorded)
	form.Set("day_type", "RTT")
	p.SubmitInVain("/review/fill", form).Want(t, 409) // nobody knows on which of its days
	flash := p.After(p.Submit("/review/right", form))
	wantInDoubt(p)
	back := p.After(p.PressUndo(flash, "Annuler"))
	wantInDoubt(p, notRecorded)
	p.PressUndo(back, "Rétablir").Want(t, 303)
	wantInDoubt(p)
}

func TestWhatIsNotInDoubtIsNotMerged(t *testing.T) {
	p := apptest.Start(t)
	p.ByHand("2026-11-19", "WORK", "08:00-09:00", "09:04-10:00", "11:00-12:00", "12:00-13:00") // two touch
	p.Submit("/review/right", doubt(p, cutUp)).WantLocation(t, "/review")
	p.Edit(func(values url.Values) {
		values["slot_start"][2] = "11:03"
		values["slot_end"][1], values["slot_end_day"][1] = "11:00", "0"
	})
	p.Get("/review").Want(t, 200, "2026\u00a0: 09:04–11:00, 11:03–12:00<")
	p.Submit("/review/merge", doubt(p, cutUp)).WantLocation(t, "/review")
	p.WantStored("SELECT substr(start_at, 12, 5), substr(end_at, 12, 5) FROM time_slots ORDER BY start_at", "07:00 | 08:00", "08:04 | 11:00", "11:00 | 12:00")
	wantInDoubt(p)
}

func TestWhatIsRightIsNotInDoubtAgainUntilTheDayChanges(t *testing.T) {
	p := flapping(t)
	form := doubt(p, cutUp)
	p.Submit("/review/right", form).WantLocation(t, "/review")
	wantInDoubt(p)
	p.SubmitInVain("/review/right", form).WantLocation(t, "/review")
	p.WantStored("SELECT date, doubt, subject FROM accepted_doubts", "2026-11-19 | cut_up | 2026-11-19T09:12:00.000000000Z/2026-11-19T09:15:20.000000000Z")

	p.Edit(func(values url.Values) { values.Set("note", "Livraison") })
	wantInDoubt(p) // because these slots were accepted
	p.Edit(func(values url.Values) { values["slot_end"][0] = "10:13" })
	wantInDoubt(p, cutUp)
}

func TestADayThatHasChangedSinceThePageWasMadeIsLeftAlone(t *testing.T) {
	p := flapping(t)
	form := doubt(p, cutUp)
	p.Edit(func(values url.Values) { values.Set("note", "Livraison") })
	p.Unchanged(func() {
		for _, path := range []string{"/review/merge", "/review/right", "/review/shorten", "/review/fill"} {
			p.Submit(path, form).Want(t, 409, "rien n’a été fait")
			p.Submit(path, url.Values{}).Want(t, 409)
		}
	})
	fresh := doubt(p, cutUp)
	p.Unchanged(func() { // remedies for other kinds of doubt
		p.Submit("/review/shorten", fresh).Want(t, 409)
		p.Submit("/review/fill", fresh).Want(t, 409)
	})
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DELETE FROM time_slots WHERE id = 2"))) // by another program
	wantInDoubt(p)
}

func TestSlotsThatOverlapAreMergedOrRight(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "a")
	p.Day("2026-11-19T11:00:00+01:00", "2026-11-19T14:00:00+01:00", "b")
	wantInDoubt(p, overlapping)
	p.Get("/review").Want(t, 200, "2026\u00a0: 08:00–12:00, 11:00–14:00<")
	p.Submit("/review/merge", doubt(p, overlapping)).WantLocation(t, "/review")
	p.WantStored(apptest.DaySlots, "2026-11-19 | 2026-11-19T07:00:00.000000000Z | 2026-11-19T13:00:00.000000000Z")
	wantInDoubt(p)
}

func TestASlotOfMoreThan16HoursIsShortened(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-11T08:00:00+01:00", "2026-11-11T17:20:00+01:00", "a") // the holiday, for the usual end
	for _, date := range []string{"2026-11-12", "2026-11-13", "2026-11-16", "2026-11-17"} {
		p.ByHand(date, "RTT")
	}
	p.Day("2026-11-18T08:00:00+01:00", "2026-11-19T00:00:00+01:00", "exactly-16-hours")
	wantInDoubt(p)
	p.ByHand("2026-11-19", "TT")
	edit := p.Form("/entries/6/edit")
	edit["slot_end"][0], edit["slot_end_day"][0] = "00:01", "1"
	p.WantSaved("/entries/6/edit", edit, "/entries/6/edit")
	wantInDoubt(p, veryLong)
	p.Get("/review").Want(t, 200, "mercredi 18\u00a0novembre 2026\u00a0: 08:00–00:01 (lendemain), soit 16\u00a0h\u00a001",
		`value="17:20"`, "votre mercredi habituel")
	form := doubt(p, veryLong)
	for typed, message := range map[string]string{"": "Indiquez la fin.", "soon": "Écrivez une heure", "08:00": "n’est pas après l’arrivée"} {
		form.Set("end", typed)
		p.SubmitInVain("/review/shorten", form).Want(t, 422, message, `value="`+typed+`"`)
	}
	form.Set("end", "00:02")
	form.Set("end_day", "1")
	p.SubmitInVain("/review/shorten", form).Want(t, 422, "n’est pas avant celle du créneau")
	form = doubt(p, veryLong)
	p.Submit("/review/shorten", form).WantLocation(t, "/review")
	p.WantStored("SELECT end_at FROM time_slots WHERE work_entry_id = 6", "2026-11-18T16:20:00.000000000Z")
	wantInDoubt(p)
	p.SubmitInVain("/review/shorten", form).WantLocation(t, "/review")
}

func TestAnEndThatIsRefusedLeavesTheSlotInDoubtAsItIs(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-18T08:00:00+01:00", "2026-11-19T00:30:00+01:00", "long")
	p.Day("2026-11-18T12:00:00+01:00", "2026-11-18T13:00:00+01:00", "inside")
	form := doubt(p, veryLong)
	form.Set("end", "12:30")
	form.Set("end_day", "0")
	p.SubmitInVain("/review/shorten", form).Want(t, 422, "chevauche")
	p.ByHand("2026-11-19", "TT") // the doubts are found again, among the days that were read before
	p.Get("/review").Want(t, 200, "2026\u00a0: 08:00–00:30 (lendemain), soit 16\u00a0h\u00a030")
}

func TestWorkingDaysWithoutAnEntryAreFilledInOnePress(t *testing.T) {
	p := apptest.Start(t)
	p.ByHand("2026-11-04", "WORK", "08:00-17:00") // Wednesday; the 11th is a holiday, today is Friday 20
	p.ByHand("2026-11-18", "WORK", "08:00-17:00")
	wantInDoubt(p, notRecorded, notRecorded)
	p.Get("/review").Want(t, 200, ">jeudi 19\u00a0novembre 2026<", ">du jeudi 5\u00a0novembre 2026 au mardi 17\u00a0novembre 2026, 8\u00a0jours<")
	form := doubt(p, notRecorded) // the last on the page
	form.Set("day_type", "PARTY")
	p.SubmitInVain("/review/fill", form).Want(t, 422, "Choisissez")
	form.Set("day_type", "RTT")
	p.Submit("/review/fill", form).WantLocation(t, "/review")
	p.WantStored("SELECT date, journey_profile_id FROM work_entries WHERE day_type = 'RTT' ORDER BY date",
		"2026-11-05 | ", "2026-11-06 | ", "2026-11-09 | ", "2026-11-10 | ", "2026-11-12 | ", "2026-11-13 | ", "2026-11-16 | ", "2026-11-17 | ")
	p.SubmitInVain("/review/fill", form).WantLocation(t, "/review")
	wantInDoubt(p, notRecorded)

	form = doubt(p, notRecorded)
	p.ByHand("2026-11-19", "TT")
	p.SubmitInVain("/review/fill", form).Want(t, 409)
	wantInDoubt(p)
}

func TestADayWithoutAnEntryThatIsRightStaysSoWhenOthersFollow(t *testing.T) {
	p := apptest.Start(t)
	p.ByHand("2026-11-17", "RTT")
	p.Get("/review").Want(t, 200, "du mercredi 18\u00a0novembre 2026 au jeudi 19\u00a0novembre 2026, 2\u00a0jours<")
	p.Submit("/review/right", doubt(p, notRecorded)).WantLocation(t, "/review")
	wantInDoubt(p)
	p.Clock.Advance(4 * 24 * time.Hour) // Tuesday
	p.Get("/review").Want(t, 200, "du vendredi 20\u00a0novembre 2026 au lundi 23\u00a0novembre 2026, 2\u00a0jours<")
	form := doubt(p, notRecorded)
	form.Set("day_type", "WORK")
	p.Submit("/review/fill", form).WantLocation(t, "/review")
	p.WantStored("SELECT journey_profile_id, motor_vehicle_id FROM work_entries WHERE date = '2026-11-23'", "bureau | clio")
}

func TestManyDoubtsAreShownAFewAtATime(t *testing.T) {
	p := apptest.Start(t)
	for week := range 32 { // a Wednesday each, one of them a holiday
		p.ByHand(time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -7*week).Format(time.DateOnly), "RTT")
	}
	headings, _ := inDoubt(p)
	modelstest.Want(t, len(headings), 30)
	p.Get("/review").Want(t, 200, `<b class="badge">31</b>`, "et 1\u00a0autre,")
}

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
	p.Get("/review").Want(t, 200, "dure 33\u00a0h\u00a005", "L’arrivée du mardi 17\u00a0novembre 2026 à 08:10 a été refusée", "La seconde journée sera de 08:10 à 17:05.")
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
		modelstest.Want(t, again.EntryID == before.EntryID && *again.TimeSlotID == *before.TimeSlotID && again.EventID == before.EventID, true, again, before)
		p.Arrive("2026-11-17T08:10:00+01:00", "tue-in").Want(t, 200, `"status":"replayed"`)
	})
	t.Run("pressed twice it changes nothing", func(t *testing.T) {
		p.SubmitInVain("/review/part", form).WantLocation(t, "/review")
	})
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
		p.SubmitInVain("/review/part", form).Want(t, 422, message, `value="`+typed[0]+`"`)
	}

	// the clock is asked between finding the slot and parting it
	form := p.Form("/review")
	form.Set("end", "17h20")
	p.Clock.WhenAsked(func() {
		if _, err := p.DB.Exec("DELETE FROM refused_events"); err != nil {
			t.Error(err)
		}
	})
	p.Submit("/review/part", form).Want(t, 409, "rien n’a été fait").WantNone(t, "Deux journées en une")
}

func TestWhatWasRefusedIsRecordedInOnePressOnceTheArrivalIsClosed(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-19T08:00:00+01:00", "thu-in").Want(t, 201)
	p.Arrive("2026-11-20T08:10:00+01:00", "fri-in").Want(t, 409)
	p.Clock.Advance(10 * time.Hour)
	page := p.Get("/review").Want(t, 200, "aucun départ depuis 34\u00a0h", `<b class="badge">1</b>`)
	modelstest.Want(t, strings.Count(page.Body, "aucun départ depuis"), 1)
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
	p.SubmitInVain("/review/record", form).WantLocation(t, "/review")
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
	p.SubmitInVain("/review/end", form).WantLocation(t, "/review")
}

func TestWhatIsDismissedIsNotOfferedAgain(t *testing.T) {
	p := twoDaysInOne(t, "2026-11-17T12:30:00+01:00")
	form := p.Form("/review")
	p.UnchangedDays(func() { p.Submit("/review/dismiss", form).WantLocation(t, "/review") })
	p.Get("/review").Want(t, 200, "Rien à vérifier.")
	p.Get("/months/2026-11").WantNone(t, "badge")
}

func TestWhatIsDismissedIsTakenBackWhileItIsNotRecorded(t *testing.T) {
	p := twoDaysInOne(t, "2026-11-17T12:30:00+01:00")
	refused, long := p.Stored("SELECT * FROM refused_events"), "SELECT count(*) FROM accepted_doubts WHERE doubt = 'long'"
	p.UnchangedDays(func() {
		dismissed := p.After(p.Submit("/review/dismiss", p.Form("/review")))
		p.WantStored(long, "1")
		back := p.After(p.PressUndo(dismissed, "Annuler")).Want(t, 200, "Deux journées en une")
		p.WantStored("SELECT * FROM refused_events", refused...)
		p.WantStored(long, "0")
		p.SubmitInVain("/entries/take-back", url.Values{"change": p.Stored("SELECT id FROM changes WHERE action = 'dismissed'")}).Want(t, 409)
		dismissed = p.After(p.PressUndo(back, "Rétablir")).Want(t, 200, "Rien à vérifier.")
		p.WantStored("SELECT * FROM refused_events")
		p.PressUndo(dismissed, "Annuler").WantLocation(t, "/review")
	})
	form := p.Form("/review")
	p.Day("2026-11-16T10:00:00+01:00", "2026-11-16T11:00:00+01:00", "overlapping")
	p.Day("2026-11-18T02:00:00+01:00", "2026-11-18T22:00:00+01:00", "as long")
	dismissed := p.After(p.Submit("/review/dismiss", form))
	p.WantStored("SELECT date || ' ' || doubt FROM accepted_doubts", "2026-11-16 long")
	p.Arrive("2026-11-17T08:10:00+01:00", "tue-in").Want(t, 201) // sent again, now that nothing is open
	p.PressUndo(dismissed, "Annuler").WantLocation(t, "/review")
	p.WantStored("SELECT idempotency_key FROM refused_events", "2026-11-17T12:30:00+01:00")
}

func TestADismissedEventThatStandsAloneIsTakenBackOnce(t *testing.T) {
	p := apptest.Start(t)
	p.Leave("2026-11-19T17:00:00+01:00", "out").Want(t, 409)
	dismissed := p.After(p.Submit("/review/dismiss", p.Form("/review"))).Want(t, 200, "Rien à vérifier.")
	p.After(p.PressUndo(dismissed, "Annuler")).Want(t, 200, "Départ du jeudi 19\u00a0novembre 2026 à 17:00")
	p.SubmitInVain("/entries/take-back", url.Values{"change": {"1"}}).Want(t, 409)
	dismissed = p.After(p.Submit("/review/dismiss", p.Form("/review")))
	p.Leave("2026-11-19T17:00:00+01:00", "out").Want(t, 409) // sent and refused again
	p.PressUndo(dismissed, "Annuler").Want(t, 409)
	p.WantStored("SELECT idempotency_key FROM refused_events", "out")
}

func TestReviewWithoutTheIntegrationOffersNothing(t *testing.T) {
	p := twoDaysInOne(t)
	form := p.Form("/review")
	p.Config.Rules.Integrated = false
	p.Restart()
	wantInDoubt(p, veryLong) // which does not depend on the integration
	p.SubmitInVain("/review/part", form).Want(t, 409)
	p.SubmitInVain("/review/record", url.Values{}).Want(t, 409)
}

func TestARefusedEventWhoseDateTheZoneNoLongerHasIsLeftToThePerson(t *testing.T) {
	p := apptest.Start(t, apptest.InZone(t, "America/New_York"))
	p.Arrive("2026-11-16T08:00:00-05:00", "mon-in").Want(t, 201)
	p.Arrive("9999-12-31T21:30:00-05:00", "last").WantError(t, 409, "Conflit métier") // 2:30 of the next year in Paris
	p.Leave("2026-11-16T17:00:00-05:00", "mon-out").Want(t, 200)
	p.Stop()
	apptest.InZone(t, "Europe/Paris")(&p.Config)
	p.Run()
	page := p.Get("/review").Want(t, 200, "Dans le fuseau de ce serveur, sa date n’est pas entre 1970 et 9999", "C’est vu")
	page.WantNone(t, "/review/record", "date=1")
	p.SubmitInVain("/review/record", url.Values{"refused_id": {"1"}}).Want(t, 409, "rien n’a été fait")
	p.Submit("/review/dismiss", url.Values{"refused_id": {"1"}}).WantLocation(t, "/review")
	p.WantStored("SELECT * FROM refused_events")
}
