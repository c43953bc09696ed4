package pages_test

import (
	"testing"
	"time"

	"worklog/app/apptest"
)

func TestAClockThatIsSetBackAnHourChangesNothingOfWhatIsRecorded(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t) // at 08:00
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201)
	before := p.Arrive("2026-11-20T07:30:00+01:00", "in").Receipt(t)
	p.Clock.SetBack(time.Hour)
	if after := p.Arrive("2026-11-20T07:30:00+01:00", "in").Receipt(t); after != before {
		t.Errorf("got %+v, want %+v", after, before)
	}
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
