package odd_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAnArrivalKeepsTheDepartureThatClosesItAndTheOtherStaysWithTheDay(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	p.Clock.Advance(4 * time.Hour)
	p.PressUndo(p.After(p.Press("")), "Annuler").Want(t, 303) // of « Je pars »
	p.Leave("2026-11-20T12:30:00+01:00", "out").Want(t, 200)
	p.BringBack("1", "2").Want(t, 303) // with « Je pars »
	p.WantStored("SELECT event, by_hand, closure, time_slot_id IS NULL FROM workplace_presence_events ORDER BY occurred_at",
		"arrival | 0 | departure | 0", "departure | 1 | NULL | 0", "departure | 0 | NULL | 1")
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-11-20T07:00:00.000000000Z | 2026-11-20T11:00:00.000000000Z")
	p.WantSound()

	other := apptest.Start(t)
	_, done := other.TakeIn(p.Exported())
	done.Want(t, 303)
	other.WantSound()
	other.WantStored(apptest.Whole, p.Stored(apptest.Whole)...)
	p.Leave("2026-11-20T12:30:00+01:00", "out").Want(t, 200, "replayed")
	p.Arrive("2026-11-20T13:00:00+01:00", "in again").Want(t, 201)
}

// spoil makes the database lose every departure that is written, as a program with a fault
// would.
func spoil(p *apptest.Program) {
	p.T.Helper()
	modelstest.Must(p.T, modelstest.Only(p.DB.Exec(`CREATE TRIGGER spoil AFTER INSERT ON workplace_presence_events WHEN NEW.event = 'departure'
		BEGIN DELETE FROM workplace_presence_events WHERE id = NEW.id; END`)))
}

func TestWhatCheckWouldRefuseIsNotWritten(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	p.Clock.Advance(4 * time.Hour)
	spoil(p)
	p.UnchangedDays(func() { p.Press("").Want(t, 409, "Journée incohérente", "Rien n’est changé") })
	p.UnchangedDays(func() { p.Leave("2026-11-20T12:00:00+01:00", "out").Want(t, 500, "Erreur interne") })
	modelstest.WantIn(t, p.Log.String(), "work entry 1 (2026-11-20): has fewer departures than arrivals closed by a departure")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DROP TRIGGER spoil")))
	p.Leave("2026-11-20T12:00:00+01:00", "out").Want(t, 200)
}

func TestAStateThatIsNotWholeIsNotBroughtBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Edit(func(values url.Values) { values.Set("note", "x") })
	modelstest.Must(t, modelstest.Only(p.DB.Exec(`UPDATE day_states SET state = json_remove(state, '$.events[3]', '$.events[1]')`)))
	modelstest.Must(t, modelstest.Only(p.DB.Exec("PRAGMA foreign_keys = ON; DELETE FROM workplace_presence_events WHERE event = 'departure'; UPDATE workplace_presence_events SET closure = 'manual'")))
	p.WantSound()
	p.Unchanged(func() { p.BringBack("1", "1").Want(t, 409, "Journée incohérente") })
}

func TestWhatWasOddBeforeStopsNobody(t *testing.T) {
	p := apptest.RecordedDay(t)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DELETE FROM workplace_presence_events WHERE id = 4")))
	p.Arrive("2026-11-20T18:00:00+01:00", "evening").Want(t, 201)
	p.Leave("2026-11-20T19:00:00+01:00", "night").Want(t, 200)
	values := p.Form(apptest.EditDay)
	values.Set("note", "x")
	p.PressUndo(p.After(p.Submit(apptest.EditDay, values)), "Annuler").Want(t, 303)
	p.BringBack("1", "1").Want(t, 303)

	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET note = printf('%.10001c', 'x')")))
	values = p.Form(apptest.EditDay)
	values.Set("note", "y")
	p.PressUndo(p.After(p.Submit(apptest.EditDay, values)), "Annuler").Want(t, 303)

	for at, odd := range []string{"note = cast(x'ff' AS TEXT)", "note = '', timezone = 'Nowhere/At_all'"} {
		modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET "+odd)))
		hour := fmt.Sprint(20 + at)
		p.Arrive("2026-11-20T"+hour+":00:00+01:00", "odd"+hour).Want(t, 201)
		p.Leave("2026-11-20T"+hour+":30:00+01:00", "even"+hour).Want(t, 200)
	}
}
