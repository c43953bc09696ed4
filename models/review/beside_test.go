package review

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// playedBesideAll is what the review is if all slots between the first and the last refused
// event are read.
func playedBesideAll(t *testing.T, store *models.Store) Review {
	tx := store.Read(t.Context())
	refused, err := tx.RefusedEvents()
	if err != nil || len(refused) == 0 {
		return Review{}
	}
	beside := modelstest.Got(readRecorded(tx, refused))(t)
	between := func(to civil.Instant) (found []models.TimeSlot) {
		from := civil.NewInstant(refused[0].OccurredAt.Add(-store.Rules().ForgottenAfter))
		modelstest.Must(t, tx.Where("end_at >= ? AND start_at <= ?", from, to).Order("start_at, id").Find(&found).Error)
		return found
	}
	to := refused[len(refused)-1].OccurredAt
	for _, slot := range between(to) {
		if slot.EndAt.After(to.Time) {
			to = slot.EndAt
		}
	}
	beside.slots = between(to)
	modelstest.Must(t, beside.readLinked(tx))
	found, waiting := plan(store.Rules(), refused, beside)
	if found, err = found.with(tx, waiting); err != nil {
		t.Fatal(err)
	}
	return found
}

func wantAsBesideAll(t *testing.T, store *models.Store, check interface{ Fatalf(string, ...any) }) {
	got, err := of(store.Read(t.Context()))
	if want := playedBesideAll(t, store); err != nil || !reflect.DeepEqual(got, want) {
		check.Fatalf("got %+v, %v, want %+v", got, err, want)
	}
}

const emptied = `DELETE FROM workplace_presence_events; DELETE FROM refused_events; DELETE FROM work_entries;
	INSERT INTO work_entries (id, date, timezone, day_type, created_at, updated_at) VALUES (1, '2026-01-01', 'UTC', 'WORK', '2026-01-01T08:00:00.000000000Z', '2026-01-01T08:00:00.000000000Z')`

const (
	insertSlot    = "INSERT INTO time_slots (id, work_entry_id, start_at, end_at) VALUES (?, 1, ?, ?)"
	insertRefused = "INSERT INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) VALUES (?, ?, '', ?, '2026-01-01T08:00:00.000000000Z', 'arrival_open')"
)

func TestFewSlotsAreReadForEventsFarApart(t *testing.T) {
	store, _ := modelstest.Open(t)
	for _, statement := range []string{emptied, `
		INSERT INTO time_slots (work_entry_id, start_at, end_at) WITH RECURSIVE days (day) AS (SELECT '1970-01-01' UNION ALL SELECT date(day, '+7 days') FROM days WHERE day < '2026-12-31')
			SELECT 1, day || 'T07:00:00.000000000Z', day || 'T16:00:00.000000000Z' FROM days`, `
		INSERT INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) VALUES
			('departure', '1970-01-05T20:00:00.000000000Z', '', 'a', '', ''), ('departure', '2026-11-20T20:00:00.000000000Z', '', 'b', '', '')`} {
		modelstest.Must(t, store.Read(t.Context()).Exec(statement).Error)
	}
	tx := store.Read(t.Context())
	refused := modelstest.Got(tx.RefusedEvents())(t)
	if slots, err := slotsBeside(tx, refused); err != nil || len(slots) > 10 {
		t.Errorf("got %d slots, %v, want few", len(slots), err)
	}
}

func TestTheSlotsAroundRefusedEventsDecideAsAllSlotsDo(t *testing.T) {
	store, _ := modelstest.Open(t)
	rapid.Check(t, func(check *rapid.T) {
		exec := func(statement string, arguments ...any) {
			modelstest.Must(check, store.Read(t.Context()).Exec(statement, arguments...).Error)
		}
		// what happens is near to what has happened, or a month or a year later
		known := []time.Time{time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)}
		instant := func(name string) civil.Instant {
			after := rapid.SampledFrom([]time.Duration{-24 * time.Hour, -9 * time.Hour, -time.Hour, 0, 10 * time.Minute, time.Hour, 5 * time.Hour, 15 * time.Hour, 24 * time.Hour, 33 * 24 * time.Hour, 400 * 24 * time.Hour}).Draw(check, name+" after")
			known = append(known, rapid.SampledFrom(known).Draw(check, name+" near").Add(after))
			return civil.NewInstant(known[len(known)-1])
		}
		exec(emptied)
		for i := range rapid.IntRange(0, 6).Draw(check, "slots") {
			start := instant("slot")
			hours := rapid.SampledFrom([]int{1, 4, 9, 16, 30, 24 * 32, 24 * 390}).Draw(check, "hours")
			end := civil.NewInstant(start.Add(time.Duration(hours) * time.Hour))
			known = append(known, end.Time)
			exec(insertSlot, i+1, start, end)
			if rapid.Bool().Draw(check, "linked") {
				closure := rapid.SampledFrom([]models.Closure{models.ClosedManually, models.ClosedByDeparture}).Draw(check, "closure")
				exec(`INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)
					VALUES (1, ?, 'arrival', ?, '', ?, ?, ?, ?)`, i+1, start, fmt.Sprint("a", i), start, closure, end)
				if closure == models.ClosedByDeparture {
					exec(`INSERT INTO workplace_presence_events (work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at)
						VALUES (1, ?, 'departure', ?, '', ?, ?)`, i+1, end, fmt.Sprint("d", i), end)
				}
			}
		}
		for i := range rapid.IntRange(1, 6).Draw(check, "refused") {
			event := rapid.SampledFrom([]models.EventType{models.Arrival, models.Departure}).Draw(check, "event")
			exec(insertRefused, event, instant("refused"), fmt.Sprint("r", i))
		}
		wantAsBesideAll(t, store, check)
	})
}

func TestADayOfManySlotsIsInDoubtInTimeThatGrowsWithThem(t *testing.T) {
	const number = 400_000
	day := models.Day{WorkEntry: models.WorkEntry{ID: 1, Date: civil.Date{Year: 2026, Month: time.November, Day: 16}, DayType: models.Work}, Slots: modelstest.ManySlots(number), Zone: time.UTC}
	span := doubtSpan{days: []models.Day{day}, from: day.Date, to: day.Date, Rules: models.Rules{
		Zone: time.UTC, ForgottenAfter: time.Hour, Owes: func(civil.Date) models.Owed { return models.OwesNothing },
	}}
	modelstest.Answers(t, func() {
		found := span.doubts()
		if len(found) != 1 || len(found[0].Slots) != number || len(found[0].subjects) != number-1 {
			t.Errorf("got %d doubts", len(found))
		}
	})
}
