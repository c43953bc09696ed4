package odd_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestASlotOfAnyLengthIsShownExactlyAndItsDaySaved(t *testing.T) {
	for _, test := range []struct{ departure, length string }{
		{"2026-11-20T17:00:00+01:00", "498\u202f663\u00a0h\u00a055"}, // a device whose clock began in 1970
		{"9999-12-30T23:05:00+00:00", "70\u202f389\u202f503\u00a0h\u00a000"},
	} {
		p := apptest.Start(t)
		p.Day("1970-01-01T00:05:00+00:00", test.departure, "k")
		page := p.Get(apptest.EditDay).Want(t, 200, test.length, "dure plus de 7\u00a0jours")
		p.Unchanged(func() { p.WantSaved(apptest.EditDay, page.Fields(), apptest.EditDay) })
		values := page.Fields()
		values.Set("note", "horloge de l’appareil")
		p.WantSaved(apptest.EditDay, values, apptest.EditDay)
		p.WantStored("SELECT note FROM work_entries", "horloge de l’appareil")
	}
}

func TestSlotsThatAreMergedEndAsTheLastOfThemInTheHourThatAutumnRepeats(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-10-25T01:00:00+02:00", "2026-10-25T02:20:00+02:00", "first")
	p.Day("2026-10-25T02:25:00+02:00", "2026-10-25T02:30:15+01:00", "second") // the second 02:30
	values := p.Form(apptest.EditDay)
	values.Set("merge", "10")
	merged := p.Submit(strings.Replace(apptest.EditDay, "edit", "merge", 1), values).Want(t, 200)
	p.WantSaved(apptest.EditDay, merged.Fields(), apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-10-24T23:00:00.000000000Z | 2026-10-25T01:30:15.000000000Z")
}

// slotsOfADay are rows for that many slots of a minute each, one every two.
func slotsOfADay(number int) url.Values {
	values := url.Values{"day_type": {"WORK"}}
	for i := range number {
		minute := i * 2 % (24 * 60)
		apptest.AddRow(values, fmt.Sprintf("%02d:%02d", minute/60, minute%60), fmt.Sprintf("%02d:%02d", minute/60, minute%60+1), "0")
	}
	return values
}

func TestAHundredSlotsADayCanBeTypedAndNotOneMore(t *testing.T) {
	p := apptest.Start(t)
	for _, number := range []int{101, 500} {
		p.WantRefused("/entries/new?date=2026-11-21", slotsOfADay(number), "Une journée a 100 créneaux au plus")
	}
	p.WantSaved("/entries/new?date=2026-11-21", slotsOfADay(100), apptest.EditDay)
	values := p.Form(apptest.EditDay)
	values["slot_start"][100], values["slot_end"][100] = "23:00", "23:30"
	p.WantRefused(apptest.EditDay, values, "Une journée a 100 créneaux au plus")
	modelstest.Want(t, strings.Count(p.Submit(apptest.EditDay, values).Body, "celui-ci est de trop"), 1)
}

// crowded records a day with that many slots without using the form.
func crowded(t testing.TB, number int, changes ...func(*app.Config)) *apptest.Program {
	p := apptest.Start(t, changes...)
	p.Day("2026-11-20T00:00:00+01:00", "2026-11-20T00:00:05+01:00", "k")
	modelstest.Must(t, modelstest.Only(p.DB.Exec(`INSERT INTO time_slots (work_entry_id, start_at, end_at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		SELECT 1, strftime(?2, '2026-11-19 23:00:00', (10 * i) || ' seconds'), strftime(?2, '2026-11-19 23:00:05', (10 * i) || ' seconds') FROM n`, number-1, "%Y-%m-%dT%H:%M:%S.000000000Z")))
	return p
}

// TestADayWithMoreSlotsThanCanBeTypedIsSaved has the machine to itself: with the
// race detector its form takes seconds of those that a request may.
func TestADayWithMoreSlotsThanCanBeTypedIsSaved(t *testing.T) {
	modelstest.Alone(t)
	p := crowded(t, 3500)
	values := p.Form(apptest.EditDay + "?slots=all")
	modelstest.Want(t, len(values.Encode()) > 256<<10, true, "larger than a form that is typed")
	values.Set("note", "x")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT count(*), min(time_slots.id), note FROM time_slots, work_entries", "3500 | 1 | x")
	values = p.Form(apptest.EditDay + "?slots=all")
	values["slot_start"][0], values["slot_end"][0] = "", ""
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT count(*) FROM time_slots", "3499")
	p.Clock.Advance(24 * time.Hour)
	p.Day("2026-11-20T23:00:00+01:00", "2026-11-20T23:30:00+01:00", "the limit refuses no event")
	p.Arrive("2026-11-20T23:40:00+01:00", "open").Want(t, 201)
	p.WantSaved("/presence/close", url.Values{"arrival_id": p.Stored("SELECT max(id) FROM workplace_presence_events"), "end": {"23:50"}, "end_day": {"0"}}, apptest.EditDay)
}
