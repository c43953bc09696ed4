package transfer_test

import (
	"slices"
	"strings"
	"testing"

	"worklog/app/apptest"
)

func TestAnIDOfADeletedDayDoesNotReturnWithAnImport(t *testing.T) {
	t.Parallel()
	old := apptest.Start(t)
	old.Day("2026-04-14T08:00:00+02:00", "2026-04-14T17:00:00+02:00", "april")
	document := old.Exported()

	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00", "trial")
	left := p.Form(apptest.EditDay)
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	_, done := p.TakeIn(document)
	done.Want(t, 303)

	p.WantStored("SELECT id, date FROM work_entries", "2 | 2026-04-14")
	p.WantStored("SELECT id, work_entry_id FROM time_slots", "2 | 2")
	p.WantStored("SELECT id, work_entry_id, time_slot_id FROM workplace_presence_events", "3 | 2 | 2", "4 | 2 | 2")
	p.Leave("2026-04-14T17:00:00+02:00", "april-out").Want(t, 200, `"entry_id":1`, "replayed") // as its first answer
	if history := p.Get("/entries/2/history").HTML(); strings.Contains(history, `name="state" value="1"`) {
		t.Errorf("the trial's history stands under the other day: %s", history)
	}
	p.Get("/entries/1/history").Want(t, 200, "Historique du vendredi 20")
	p.UnchangedDays(func() { p.Submit(apptest.EditDay, left).Want(t, 404) })
	p.BringBack("1", "1").Want(t, 303)
	p.WantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-20", "2 | 2026-04-14")
	p.WantStored("SELECT work_entry_id FROM time_slots ORDER BY 1", "1", "2")
	p.WantSound()
}

func TestIDsThatWereNeverUsedHereAreTakenOver(t *testing.T) {
	t.Parallel()
	old := apptest.Start(t)
	for _, day := range []string{"14", "15", "16"} {
		old.Day("2026-04-"+day+"T08:00:00+02:00", "2026-04-"+day+"T17:00:00+02:00", day)
	}
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00", "trial")
	shown, done := p.TakeIn(old.Exported())
	shown.WantHTML(t, 200, "Les numéros internes déjà utilisés ici, ou trop grands, sont remplacés : cela ne change rien à vos journées.")
	done.Want(t, 303)
	p.WantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-20", "2 | 2026-04-15", "3 | 2026-04-16", "4 | 2026-04-14")
	if got := p.Stored("SELECT id FROM time_slots"); !slices.Equal(got, []string{"1", "2", "3", "4"}) {
		t.Errorf("slots %v", got)
	}
	p.WantSound()
}

func TestASlotThatAnImportLeavesKeepsItsIDAndANewOneGetsTheFiles(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "trial")
	document := strings.Replace(p.Exported(), `"slots":[`, `"slots":[{"id":40,"start_at":"2026-11-20T12:00:00.000000000Z","end_at":"2026-11-20T16:00:00.000000000Z"},`, 1)
	_, done := p.TakeIn(document)
	page := p.After(done)
	p.WantStored("SELECT id, origin FROM time_slots", "1 | NULL", "40 | imported")
	p.WantStored("SELECT time_slot_id FROM workplace_presence_events", "1", "1")
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored("SELECT id FROM time_slots", "1")
	p.Day("2026-11-21T08:00:00+01:00", "2026-11-21T12:00:00+01:00", "later") // the id of the file was assigned here
	_, done = p.TakeIn(document)
	done.Want(t, 303)
	p.WantStored("SELECT id, work_entry_id FROM time_slots ORDER BY id", "1 | 1", "41 | 2", "42 | 1")
	p.WantSound()
}

func TestTakingAnImportBackBringsEveryColumnBack(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	const columns = "SELECT id, date, timezone, day_type, half_day, journey_profile_id, motor_vehicle_id, note, created_at FROM work_entries"
	before := p.Stored(columns)
	document := strings.NewReplacer(`"Europe/Paris"`, `"Indian/Reunion"`, `"half_day":""`, `"half_day":"RTT"`,
		`"journey_profile_id":"bureau"`, `"journey_profile_id":""`, `"motor_vehicle_id":"clio"`, `"motor_vehicle_id":""`, `"note":""`, `"note":"là-bas"`).Replace(p.Exported())
	_, done := p.TakeIn(document)
	page := p.After(done)
	p.WantStored("SELECT timezone, half_day, note FROM work_entries", "Indian/Reunion | RTT | là-bas")
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored(columns, before...)
}
