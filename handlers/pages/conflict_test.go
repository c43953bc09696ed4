package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestADeparturePostedWhileTheFormIsOpenIsNotLost(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:03:27+01:00", "in").Want(t, 201)
	p.Get("/months/2026-11").Want(t, 200, "depuis 08:03")
	p.Edit(func(values url.Values) { values.Set("note", "x") })
	p.Get(apptest.EditDay).Want(t, 200, "Arrivée à 08:03, pas encore de départ.") // an edit does not close it
	values := p.Form(apptest.EditDay)
	p.Leave("2026-11-20T12:10:00+01:00", "out").Want(t, 200)
	p.Get(apptest.EditDay).WantNone(t, "pas encore de départ")
	values.Set("note", "écrit pendant ce temps")
	values.Set("day_type", "FORMATION")
	apptest.SetSlot(values, 0, "14", "15", 0)

	var conflict apptest.Answer
	p.Unchanged(func() {
		conflict = p.Submit(apptest.EditDay, values)
		p.Submit("/entries/1/delete", url.Values{"version": values["version"]}).Want(t, 409, "a changé depuis")
	})
	conflict.Want(t, 409, "Cette journée a changé pendant que vous l’écriviez", "08:03–12:10", "écrit pendant ce temps")
	p.WantStored("SELECT count(*) FROM time_slots", "1")

	again := conflict.Fields()
	modelstest.Want(t, again.Get("day_type")+again.Get("note")+again.Get("slot_start")+again.Get("version"), "FORMATIONécrit pendant ce temps143")
	p.WantSaved(apptest.EditDay, again, apptest.EditDay) // a knowing overwrite
	p.WantStored("SELECT day_type, note, version FROM work_entries", "FORMATION | écrit pendant ce temps | 4")
	p.WantStored("SELECT start_at FROM time_slots", "2026-11-20T13:00:00.000000000Z")
}

func TestSavingTheConflictPageAgainKeepsUntouchedSlotsToTheNanosecond(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Day("2026-11-20T11:00:20+01:00", "2026-11-20T13:00:50+01:00", "overlapping")
	mine, theirs := p.Form(apptest.EditDay), p.Form(apptest.EditDay)
	apptest.SetSlot(theirs, 3, "20", "21", 0)
	p.WantSaved(apptest.EditDay, theirs, apptest.EditDay) // every slot has another id now
	mine.Set("note", "la mienne")
	conflict := p.Submit(apptest.EditDay, mine).Want(t, 409)
	p.WantSaved(apptest.EditDay, conflict.Fields(), apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:03:27.123456789Z | 2026-11-20T11:10:45.500000000Z",
		"2026-11-20T10:00:20.000000000Z | 2026-11-20T12:00:50.000000000Z",
		"2026-11-20T12:00:01.000000000Z | 2026-11-20T16:21:59.000000000Z")
}

func TestOfManyWhoSaveOneFormOneIsTakenAndTheOthersSeeBoth(t *testing.T) {
	p := apptest.RecordedDay(t)
	var edits, creations []*http.Request
	for i := range 12 {
		values := p.Form(apptest.EditDay)
		values.Set("note", fmt.Sprint("note ", i))
		edits = append(edits, p.FormRequest(apptest.EditDay, values))
		creations = append(creations, p.FormRequest("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}, "note": {fmt.Sprint(i)}}))
	}
	for name, requests := range map[string][]*http.Request{"edit": edits, "create": creations} {
		modelstest.Want(t, fmt.Sprint(apptest.Together(t, requests)), "map[303:1 409:11]", name)
	}
	p.WantStored("SELECT count(*) FROM work_entries", "2")
}

func TestEditingOrDeletingWithoutAVersionIsRefused(t *testing.T) {
	p := apptest.RecordedDay(t)
	for _, version := range []string{"", "x", "1.0", " "} {
		values := p.Form(apptest.EditDay)
		values.Set("version", version)
		values.Set("note", "à garder")
		p.Unchanged(func() {
			refused := p.Submit(apptest.EditDay, values).Want(t, 422, "le formulaire ne disait pas de quelle version")
			kept := refused.Fields()
			modelstest.Want(t, kept.Get("note")+kept.Get("version"), "à garder4")
			p.Submit("/entries/1/delete", url.Values{"version": {version}}).Want(t, 422, "Formulaire incomplet")
		})
	}
	p.SubmitInVain("/entries/1/delete", nil).Want(t, 422)
}

func TestADateThatHasADayLeadsToItAndPostingItIsAConflict(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Get("/entries/new?date=2026-11-20").WantLocation(t, apptest.EditDay)
	got := p.SubmitInVain("/entries/new?date=2026-11-20", url.Values{"day_type": {"RTT"}, "note": {"écrit à la main"}, "version": {"99"}})
	got.Want(t, 409, "08:03–12:10", `action="/entries/1/edit"`)
	again := got.Fields()
	modelstest.Want(t, again.Get("note")+again.Get("version"), "écrit à la main4")
	p.WantSaved(apptest.EditDay, again, apptest.EditDay)
	p.WantStored("SELECT day_type, note FROM work_entries", "RTT | écrit à la main")
}

func TestADayThatCannotBeSavedKeepsWhatWasTyped(t *testing.T) {
	p := apptest.RecordedDay(t)
	values := p.Form(apptest.EditDay)
	values.Set("note", "à ne pas perdre")
	apptest.SetSlot(values, 2, "20", "21", 0)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE TRIGGER broken BEFORE INSERT ON time_slots BEGIN SELECT RAISE(ABORT, 'disk full'); END")))
	got := p.SubmitInVain(apptest.EditDay, values).Want(t, 500, "Rien n’est enregistré", "à ne pas perdre")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DROP TRIGGER broken")))
	p.WantSaved(apptest.EditDay, got.Fields(), apptest.EditDay)
	p.WantStored("SELECT note FROM work_entries", "à ne pas perdre")
	p.WantStored("SELECT count(*) FROM time_slots", "3")
}

func TestDeletingADayAsksAndTakesSlotsAndEventsWithIt(t *testing.T) {
	p := apptest.RecordedDay(t)
	var asked apptest.Answer
	p.Unchanged(func() { asked = p.Get("/entries/1/delete") })
	asked.Want(t, 200, "vendredi 20\u00a0novembre 2026", "le créneau 08:03–12:10", "4\u00a0envois automatiques")
	p.Submit("/entries/1/delete", asked.Fields()).WantLocation(t, "/months/2026-11")
	for _, table := range []string{"work_entries", "time_slots", "workplace_presence_events"} {
		p.WantStored("SELECT count(*) FROM "+table, "0")
	}
	p.Get(apptest.EditDay).Want(t, 404, "Journée introuvable")
	p.Submit("/entries/1/delete", asked.Fields()).Want(t, 404)

	p.Arrive("2026-11-20T08:03:27.123456789+01:00", "morning-in").Want(t, 201) // its key is free
	p.Get(apptest.EditDay).Want(t, 404)                                        // its id is not
}

func TestAFormThatIsSentTwiceIsSavedOnce(t *testing.T) {
	p := apptest.RecordedDay(t)
	values := p.Form(apptest.EditDay)
	values.Set("note", "deux\r\nlignes")
	apptest.SetSlot(values, 2, "20h", "8", 0) // a night, typed as it is not shown
	values["slot_end_day"][2] = ""
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.Unchanged(func() {
		again := p.Submit(apptest.EditDay, values)
		again.WantLocation(t, apptest.EditDay)
		p.After(again).Want(t, 200, "Enregistré.", "Annuler")
	})
	for name, change := range map[string]func(url.Values){
		"a note":            func(v url.Values) { v.Set("note", "autre") },
		"a type":            func(v url.Values) { v.Set("day_type", "GARDE") },
		"half a day":        func(v url.Values) { v.Set("half_day", "RTT") },
		"a journey":         func(v url.Values) { v.Set("journey_profile_id", "") },
		"a vehicle":         func(v url.Values) { v.Set("motor_vehicle_id", "") },
		"a time":            func(v url.Values) { v["slot_end"][2] = "8:01" },
		"one slot fewer":    func(v url.Values) { v["slot_start"][2], v["slot_end"][2] = "", "" },
		"a time misspelt":   func(v url.Values) { v["slot_end"][2] = "x" },
		"the day that ends": func(v url.Values) { v["slot_end_day"][2] = "2" },
	} {
		other, err := url.ParseQuery(values.Encode())
		modelstest.Must(t, err)
		change(other)
		modelstest.Want(t, p.SubmitInVain(apptest.EditDay, other).Status, 409, name)
	}
}

func TestAClockThatIsSetBackAnHourChangesNothingOfWhatIsRecorded(t *testing.T) {
	p := apptest.Start(t) // at 08:00
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201)
	before := p.Arrive("2026-11-20T07:30:00+01:00", "in").Receipt(t)
	p.Clock.SetBack(time.Hour)
	modelstest.Want(t, p.Arrive("2026-11-20T07:30:00+01:00", "in").Receipt(t), before)
	pages := func() {
		t.Helper()
		for _, path := range []string{"/months/2026-11", "/years/2026", apptest.EditDay, "/healthz"} {
			p.Get(path).Want(t, 200)
		}
	}
	pages() // with an arrival that is still to come
	p.Arrive("2026-11-20T07:00:00+01:00", "rival").WantError(t, 409, "Conflit métier")
	p.Leave("2026-11-20T07:30:00+01:00", "out").WantError(t, 422, "Événement invalide")
	p.Leave("2026-11-20T07:45:00+01:00", "out").Want(t, 200, "created")
	p.Leave("2026-11-20T07:45:00+01:00", "out").Want(t, 200, "replayed")
	pages()
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-11-20T06:30:00.000000000Z | 2026-11-20T06:45:00.000000000Z")
	p.WantStored("SELECT version FROM work_entries", "2")
	values := p.Form(apptest.EditDay)
	p.Clock.SetBack(time.Hour)
	values.Set("note", "plus tôt")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay) // the order is that of the versions, not of the clock
	values.Set("note", "encore plus tôt")
	p.Submit(apptest.EditDay, values).Want(t, 409)
}
