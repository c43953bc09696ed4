package app_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// doubtForm matches the forms of the days in doubt.
var doubtForm = regexp.MustCompile(`(?s)<section class="review"><h2>([^<]*)</h2>.*?</section>`)

// inDoubt returns the headings of the page of doubts, and the form below each.
func (p *program) inDoubt() (headings []string, forms map[string]url.Values) {
	p.t.Helper()
	forms = map[string]url.Values{}
	for _, found := range doubtForm.FindAllStringSubmatch(p.get("/review").body, -1) {
		headings = append(headings, found[1])
		forms[found[1]] = answer{body: found[0]}.fields()
	}
	return headings, forms
}

// doubt returns the form of the doubt with a heading, which must be on the page.
func (p *program) doubt(heading string) url.Values {
	p.t.Helper()
	headings, forms := p.inDoubt()
	if forms[heading] == nil {
		p.t.Fatalf("got %q, want %s among them", headings, heading)
	}
	return forms[heading]
}

func (p *program) wantInDoubt(want ...string) {
	p.t.Helper()
	if got, _ := p.inDoubt(); strings.Join(got, ", ") != strings.Join(want, ", ") {
		p.t.Errorf("got %q in doubt, want %q", got, want)
	}
	badge := ""
	if len(want) > 0 {
		badge = fmt.Sprintf(`<b class="badge">%d</b>`, len(want))
	}
	if body := p.get("/months/2026-11").body; strings.Contains(body, "badge") != (badge != "") || !strings.Contains(body, badge) {
		p.t.Errorf("the frame does not say %d", len(want))
	}
}

// byHand records a day with slots "08:00-12:00".
func (p *program) byHand(date, dayType string, slots ...string) {
	p.t.Helper()
	values := url.Values{"day_type": {dayType}}
	for _, slot := range slots {
		start, end, _ := strings.Cut(slot, "-")
		values.Add("slot_start", start)
		values.Add("slot_end", end)
		values.Add("slot_end_day", "")
	}
	p.submit("/entries/new?date="+date, values).want(p.t, 303)
}

const (
	cutUp       = "Créneaux coupés"
	overlapping = "Créneaux qui se chevauchent"
	veryLong    = "Créneau très long"
	notRecorded = "Rien de saisi"
)

// flapping is a Thursday with slots cut up by a phone at the edge of the zone.
func flapping(t *testing.T) *program {
	t.Helper()
	p := start(t)
	p.day("2026-11-19T08:00:00+01:00", "2026-11-19T10:12:00+01:00", "a")
	p.day("2026-11-19T10:15:20+01:00", "2026-11-19T12:00:00+01:00", "b")
	p.day("2026-11-19T13:00:00+01:00", "2026-11-19T17:00:00+01:00", "c")
	return p
}

func TestSlotsThatAPhoneHasCutUpAreMergedInOnePress(t *testing.T) {
	t.Parallel()
	p := flapping(t)
	p.wantInDoubt(cutUp)
	p.get("/review").want(t, 200, "Le jeudi 19\u00a0novembre 2026, des créneaux sont séparés de moins de 10\u00a0min\u00a0: 08:00–10:12, 10:15–12:00.")
	form := p.doubt(cutUp)
	p.submit("/review/merge", form).wantLocation(t, "/review")
	p.wantStored(daySlots,
		"2026-11-19 | 2026-11-19T07:00:00.000000000Z | 2026-11-19T11:00:00.000000000Z",
		"2026-11-19 | 2026-11-19T12:00:00.000000000Z | 2026-11-19T16:00:00.000000000Z")
	p.wantInDoubt()
	p.unchanged(func() { p.submit("/review/merge", form).want(t, 409, "rien n’a été fait") })
}

func TestWhatIsNotInDoubtIsNotMerged(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.byHand("2026-11-19", "WORK", "08:00-09:00", "09:04-10:00", "11:00-12:00", "12:00-13:00") // two touch
	p.submit("/review/right", p.doubt(cutUp)).wantLocation(t, "/review")
	values := p.form(editDay)
	values["slot_start"][2] = "11:03"
	values["slot_end"][1], values["slot_end_day"][1] = "11:00", "0"
	p.wantSaved(editDay, values, editDay)
	p.get("/review").want(t, 200, "moins de 10\u00a0min\u00a0: 09:04–11:00, 11:03–12:00.")
	p.submit("/review/merge", p.doubt(cutUp)).wantLocation(t, "/review")
	p.wantStored("SELECT substr(start_at, 12, 5), substr(end_at, 12, 5) FROM time_slots ORDER BY start_at", "07:00 | 08:00", "08:04 | 11:00", "11:00 | 12:00")
	p.wantInDoubt()
}

func TestWhatIsRightIsNotInDoubtAgainUntilTheDayChanges(t *testing.T) {
	t.Parallel()
	p := flapping(t)
	form := p.doubt(cutUp)
	p.submit("/review/right", form).wantLocation(t, "/review")
	p.wantInDoubt()
	p.submit("/review/right", form).want(t, 409, "rien n’a été fait")
	p.wantStored("SELECT date, doubt, subject FROM accepted_doubts", "2026-11-19 | cut_up | 2026-11-19T09:12:00.000000000Z/2026-11-19T09:15:20.000000000Z")

	edit := p.form(editDay)
	edit.Set("note", "Livraison")
	p.wantSaved(editDay, edit, editDay)
	p.wantInDoubt() // because these slots were accepted
	edit = p.form(editDay)
	edit["slot_end"][0] = "10:13"
	p.wantSaved(editDay, edit, editDay)
	p.wantInDoubt(cutUp)
}

func TestADayThatHasChangedSinceThePageWasMadeIsLeftAlone(t *testing.T) {
	t.Parallel()
	p := flapping(t)
	form := p.doubt(cutUp)
	edit := p.form(editDay)
	edit.Set("note", "Livraison")
	p.wantSaved(editDay, edit, editDay)
	p.unchanged(func() {
		for _, path := range []string{"/review/merge", "/review/right", "/review/shorten", "/review/fill"} {
			p.submit(path, form).want(t, 409, "rien n’a été fait")
			p.submit(path, url.Values{}).want(t, 409)
			p.send(crossSite(p.formRequest(path, form))).want(t, 403)
		}
	})
	fresh := p.doubt(cutUp)
	p.unchanged(func() { // remedies for other kinds of doubt
		p.submit("/review/shorten", fresh).want(t, 409)
		p.submit("/review/fill", fresh).want(t, 409)
	})
}

func TestSlotsThatOverlapAreMergedOrRight(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "a")
	p.day("2026-11-19T11:00:00+01:00", "2026-11-19T14:00:00+01:00", "b")
	p.wantInDoubt(overlapping)
	p.get("/review").want(t, 200, "des créneaux se chevauchent\u00a0: 08:00–12:00, 11:00–14:00.")
	p.submit("/review/merge", p.doubt(overlapping)).wantLocation(t, "/review")
	p.wantStored(daySlots, "2026-11-19 | 2026-11-19T07:00:00.000000000Z | 2026-11-19T13:00:00.000000000Z")
	p.wantInDoubt()
}

func TestASlotOfMoreThan16HoursIsShortened(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("2026-11-11T08:00:00+01:00", "2026-11-11T17:20:00+01:00", "a") // the holiday, for the usual end
	for _, date := range []string{"2026-11-12", "2026-11-13", "2026-11-16", "2026-11-17"} {
		p.byHand(date, "RTT")
	}
	p.day("2026-11-18T08:00:00+01:00", "2026-11-19T00:00:00+01:00", "exactly-16-hours")
	p.wantInDoubt()
	p.byHand("2026-11-19", "TT")
	edit := p.form("/entries/6/edit")
	edit["slot_end"][0], edit["slot_end_day"][0] = "00:01", "1"
	p.wantSaved("/entries/6/edit", edit, "/entries/6/edit")
	p.wantInDoubt(veryLong)
	p.get("/review").want(t, 200, "Le créneau du mercredi 18\u00a0novembre 2026, 08:00–00:01 (lendemain), dure 16\u00a0h\u00a001\u00a0: un départ manque sans doute.",
		`value="17:20"`, "votre mercredi habituel")
	form := p.doubt(veryLong)
	for typed, message := range map[string]string{"": "Indiquez la fin.", "soon": "Écrivez une heure", "08:00": "n’est pas après l’arrivée"} {
		form.Set("end", typed)
		p.unchanged(func() { p.submit("/review/shorten", form).want(t, 422, message, `value="`+typed+`"`) })
	}
	form.Set("end", "00:02")
	form.Set("end_day", "1")
	p.unchanged(func() { p.submit("/review/shorten", form).want(t, 422, "n’est pas avant celle du créneau") })
	form = p.doubt(veryLong)
	p.submit("/review/shorten", form).wantLocation(t, "/review")
	p.wantStored("SELECT end_at FROM time_slots WHERE work_entry_id = 6", "2026-11-18T16:20:00.000000000Z")
	p.wantInDoubt()
	p.unchanged(func() { p.submit("/review/shorten", form).want(t, 409) })
}

func TestWorkingDaysWithoutAnEntryAreFilledInOnePress(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.byHand("2026-11-04", "WORK", "08:00-17:00") // Wednesday; the 11th is a holiday, today is Friday 20
	p.byHand("2026-11-18", "WORK", "08:00-17:00")
	p.wantInDoubt(notRecorded, notRecorded)
	p.get("/review").want(t, 200, "Le jeudi 19\u00a0novembre 2026 est un jour ouvré sans journée.",
		"Du jeudi 5\u00a0novembre 2026 au mardi 17\u00a0novembre 2026, 8\u00a0jours ouvrés n’ont pas de journée.")
	form := p.doubt(notRecorded) // the last on the page
	form.Set("day_type", "PARTY")
	p.unchanged(func() { p.submit("/review/fill", form).want(t, 422, "Choisissez") })
	form.Set("day_type", "RTT")
	p.submit("/review/fill", form).wantLocation(t, "/review")
	p.wantStored("SELECT date, journey_profile_id FROM work_entries WHERE day_type = 'RTT' ORDER BY date",
		"2026-11-05 | ", "2026-11-06 | ", "2026-11-09 | ", "2026-11-10 | ", "2026-11-12 | ", "2026-11-13 | ", "2026-11-16 | ", "2026-11-17 | ")
	p.unchanged(func() { p.submit("/review/fill", form).want(t, 409, "rien n’a été fait") })
	p.wantInDoubt(notRecorded)

	form = p.doubt(notRecorded)
	p.byHand("2026-11-19", "TT")
	p.unchanged(func() { p.submit("/review/fill", form).want(t, 409) })
	p.wantInDoubt()
}

func TestMissingDaysOfWorkGetTheDefaults(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.byHand("2026-11-18", "RTT")
	form := p.doubt(notRecorded)
	form.Set("day_type", "WORK")
	p.submit("/review/fill", form).wantLocation(t, "/review")
	p.wantStored("SELECT journey_profile_id, motor_vehicle_id FROM work_entries WHERE date = '2026-11-19'", "bureau | clio")
}

func TestADayWithoutAnEntryThatIsRightStaysSoWhenOthersFollow(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.byHand("2026-11-17", "RTT")
	p.get("/review").want(t, 200, "Du mercredi 18\u00a0novembre 2026 au jeudi 19\u00a0novembre 2026, 2\u00a0jours ouvrés")
	p.submit("/review/right", p.doubt(notRecorded)).wantLocation(t, "/review")
	p.wantInDoubt()
	p.clock.advance(4 * 24 * time.Hour) // Tuesday
	p.get("/review").want(t, 200, "Du vendredi 20\u00a0novembre 2026 au lundi 23\u00a0novembre 2026, 2\u00a0jours ouvrés")
}

func TestADayOnWhichANightEndsIsNotMissing(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.byHand("2026-11-18", "GARDE", "20:00-08:00")
	p.wantInDoubt()
}

func TestTheRecordOfAYearIsLookedAt(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.byHand("2024-01-02", "RTT")
	p.get("/review").want(t, 200, "Du jeudi 20\u00a0novembre 2025 au jeudi 19\u00a0novembre 2026, 252\u00a0jours ouvrés")
	form := p.doubt(notRecorded)
	form.Set("day_type", "CONGE")
	p.submit("/review/fill", form).wantLocation(t, "/review")
	p.wantInDoubt()
}

func TestManyDoubtsAreShownAFewAtATime(t *testing.T) {
	t.Parallel()
	p := start(t)
	for week := range 32 { // a Wednesday each, one of them a holiday
		p.byHand(time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -7*week).Format(time.DateOnly), "RTT")
	}
	headings, _ := p.inDoubt()
	if len(headings) != 30 {
		t.Errorf("got %d", len(headings))
	}
	p.get("/review").want(t, 200, `<b class="badge">31</b>`, "et 1\u00a0autre,")
}

func TestAForgottenDepartureIsToBeVerified(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-19T08:00:00+01:00", "in").want(t, 201)
	page := p.get("/review")
	page.want(t, 200, `<b class="badge">1</b>`)
	if n := strings.Count(page.body, "aucun départ depuis"); n != 1 {
		t.Errorf("it is asked for %d times", n)
	}
	p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}).want(t, 303)
	p.get("/review").want(t, 200, "Rien à vérifier.")
}

func TestAnotherProgramsChangesAreSeenAtOnce(t *testing.T) {
	t.Parallel()
	p := flapping(t)
	p.wantInDoubt(cutUp)
	if _, err := p.db.Exec("DELETE FROM time_slots WHERE id = 2"); err != nil {
		t.Fatal(err)
	}
	p.wantInDoubt()
}
