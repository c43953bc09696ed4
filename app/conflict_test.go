package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestADeparturePostedWhileTheFormIsOpenIsNotLost(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:03:27+01:00", "in").want(t, 201)
	values := p.form(editDay)
	p.leave("2026-11-20T12:10:00+01:00", "out").want(t, 200)
	values.Set("note", "écrit pendant ce temps")
	values.Set("day_type", "FORMATION")
	setSlot(values, 0, "14", "15", 0)

	var conflict answer
	p.unchanged(func() { conflict = p.submit(editDay, values) })
	conflict.want(t, 409, "Cette journée a changé pendant que vous l’écriviez", "08:03–12:10", "écrit pendant ce temps")
	p.wantStored("SELECT count(*) FROM time_slots", "1")

	again := conflict.fields()
	if got := again.Get("day_type") + again.Get("note") + again.Get("slot_start") + again.Get("version"); got != "FORMATIONécrit pendant ce temps142" {
		t.Errorf("what was typed is not kept: %v", again)
	}
	p.wantSaved(editDay, again, editDay) // a knowing overwrite
	p.wantStored("SELECT day_type, note, version FROM work_entries", "FORMATION | écrit pendant ce temps | 3")
	p.wantStored("SELECT start_at FROM time_slots", "2026-11-20T13:00:00.000000000Z")
}

func TestAFormThatIsOlderThanTheDayIsRefusedWhateverChangedIt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(p *program){
		"an arrival": func(p *program) { p.arrive("2026-11-20T20:00:00+01:00", "evening").want(t, 201) },
		"a form": func(p *program) {
			values := p.form(editDay)
			values.Set("note", "plus vite")
			p.wantSaved(editDay, values, editDay)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := recordedDay(t)
			values := p.form(editDay)
			change(p)
			p.unchanged(func() {
				p.submit(editDay, values).want(t, 409)
				p.submit("/entries/1/delete", url.Values{"version": values["version"]}).want(t, 409, "a changé depuis")
			})
		})
	}
}

func TestSavingTheConflictPageAgainKeepsUntouchedSlotsToTheNanosecond(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.day("2026-11-20T11:00:20+01:00", "2026-11-20T13:00:50+01:00", "overlapping")
	mine, theirs := p.form(editDay), p.form(editDay)
	setSlot(theirs, 3, "20", "21", 0)
	p.wantSaved(editDay, theirs, editDay) // every slot has another id now
	mine.Set("note", "la mienne")
	conflict := p.submit(editDay, mine)
	conflict.want(t, 409)
	p.wantSaved(editDay, conflict.fields(), editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:03:27.123456789Z | 2026-11-20T11:10:45.500000000Z",
		"2026-11-20T10:00:20.000000000Z | 2026-11-20T12:00:50.000000000Z",
		"2026-11-20T12:00:01.000000000Z | 2026-11-20T16:21:59.000000000Z")
}

func TestOfManyWhoSaveOneFormOneIsTakenAndTheOthersSeeBoth(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	var edits, creations []*http.Request
	for i := range 12 {
		values := p.form(editDay)
		values.Set("note", fmt.Sprint("note ", i))
		edits = append(edits, p.formRequest(editDay, values))
		creations = append(creations, p.formRequest("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}, "note": {fmt.Sprint(i)}}))
	}
	for name, requests := range map[string][]*http.Request{"edit": edits, "create": creations} {
		if got, want := together(t, requests), (map[int]int{303: 1, 409: 11}); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	p.wantStored("SELECT count(*) FROM work_entries", "2")
}

func TestAFormThatIsOldAndWrongIsAConflictFirst(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("version", "1")
	values["slot_end"][0] = "x"
	got := p.submit(editDay, values)
	got.want(t, 409)
	again := got.fields()
	if again["slot_end"][0] != "x" {
		t.Errorf("what was typed is lost: %v", again)
	}
	p.wantRefused(editDay, again, "Écrivez une heure")
}

func TestEditingOrDeletingWithoutAVersionIsRefused(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for _, version := range []string{"", "x", "1.0", " "} {
		values := p.form(editDay)
		values.Set("version", version)
		values.Set("note", "à garder")
		p.unchanged(func() {
			refused := p.submit(editDay, values)
			refused.want(t, 422, "le formulaire ne disait pas de quelle version")
			if kept := refused.fields(); kept.Get("note") != "à garder" || kept.Get("version") != "4" {
				t.Errorf("what was typed is lost: %v", kept)
			}
			p.submit("/entries/1/delete", url.Values{"version": {version}}).want(t, 422, "Formulaire incomplet")
		})
	}
	p.unchanged(func() { p.submit("/entries/1/delete", nil).want(t, 422) })
}

func TestADateThatHasADayLeadsToItAndPostingItIsAConflict(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	got := p.get("/entries/new?date=2026-11-20")
	got.want(t, 303)
	got.wantHeader(t, "Location", editDay)
	p.unchanged(func() {
		got = p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"RTT"}, "note": {"écrit à la main"}, "version": {"99"}})
	})
	got.want(t, 409, "08:03–12:10", `action="/entries/1/edit"`)
	again := got.fields()
	if again.Get("note") != "écrit à la main" || again.Get("version") != "4" {
		t.Errorf("got %v", again)
	}
	p.wantSaved(editDay, again, editDay)
	p.wantStored("SELECT day_type, note FROM work_entries", "RTT | écrit à la main")
}

func TestADayThatCannotBeSavedKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("note", "à ne pas perdre")
	setSlot(values, 2, "20", "21", 0)
	if _, err := p.db.Exec("CREATE TRIGGER broken BEFORE INSERT ON time_slots BEGIN SELECT RAISE(ABORT, 'disk full'); END"); err != nil {
		t.Fatal(err)
	}
	var got answer
	p.unchanged(func() { got = p.submit(editDay, values) })
	got.want(t, 500, "Rien n’est enregistré", "à ne pas perdre")
	if _, err := p.db.Exec("DROP TRIGGER broken"); err != nil {
		t.Fatal(err)
	}
	p.wantSaved(editDay, got.fields(), editDay)
	p.wantStored("SELECT note FROM work_entries", "à ne pas perdre")
	p.wantStored("SELECT count(*) FROM time_slots", "3")
}

func TestDeletingADayAsksAndTakesSlotsAndEventsWithIt(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	var asked answer
	p.unchanged(func() { asked = p.get("/entries/1/delete") })
	asked.want(t, 200, "vendredi 20\u00a0novembre 2026", "le créneau 08:03–12:10", "4\u00a0messages de la domotique")
	got := p.submit("/entries/1/delete", asked.fields())
	got.want(t, 303)
	got.wantHeader(t, "Location", "/months/2026-11#2026-11-20")
	for _, table := range []string{"work_entries", "time_slots", "workplace_presence_events"} {
		p.wantStored("SELECT count(*) FROM "+table, "0")
	}
	p.get(editDay).want(t, 404, "Journée introuvable")
	p.submit("/entries/1/delete", asked.fields()).want(t, 404)

	p.arrive("2026-11-20T08:03:27.123456789+01:00", "morning-in").want(t, 201) // its key is free
	p.get(editDay).want(t, 404)                                                // its id is not
}

func TestDeletingTheDayOfAnOpenArrivalAllowsTheNextOne(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-19T08:00:00+01:00", "forgotten").want(t, 201)
	p.arrive("2026-11-20T08:00:00+01:00", "today").want(t, 409)
	p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(t, 303)
	p.arrive("2026-11-20T08:00:00+01:00", "today").want(t, 201)
}

func TestAPageOfADayThatIsUnderWaySaysSo(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:03:27+01:00", "in").want(t, 201)
	p.get(editDay).want(t, 200, "Arrivée à 08:03, pas encore de départ.")
	p.get("/months/2026-11").want(t, 200, "depuis 08:03")
	values := p.form(editDay)
	values.Set("note", "x")
	p.wantSaved(editDay, values, editDay)
	p.leave("2026-11-20T17:00:00+01:00", "out").want(t, 200) // an edit does not close it
	if got := p.get(editDay); strings.Contains(got.body, "pas encore de départ") {
		t.Error("a closed arrival is shown as open")
	}
}
