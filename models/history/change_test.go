package history_test

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

// TestWhatAPersonSignalsIsTakenBackAndNothingOfTheAutomation records arrivals and
// departures of a person's as a button of the pages does.
func TestWhatAPersonSignalsIsTakenBackAndNothingOfTheAutomation(t *testing.T) {
	t.Parallel()
	day := civil.Date{Year: 2026, Month: time.November, Day: 20}
	at := func(hour int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC))
	}
	signal := func(event models.EventType, hour int) models.Signal {
		return models.Signal{Event: event, OccurredAt: at(hour), OccurredAtSent: at(hour).String(), IdempotencyKey: at(hour).String()}
	}
	byMachine := func(event models.EventType, hour int) func(t *testing.T, s *models.Store) {
		return func(t *testing.T, s *models.Store) {
			modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), s, signal(event, hour), at(hour))))
		}
	}
	byHand := func(event models.EventType, hour int) func(t *testing.T, s *models.Store) {
		return func(t *testing.T, s *models.Store) {
			modelstest.Must(t, modelstest.Only(presence.RecordByHand(t.Context(), s, presence.Press{Event: event, Key: at(hour).String()}, at(hour))))
		}
	}
	edits := func(t *testing.T, s *models.Store) {
		entry, err := s.DayOn(t.Context(), day)
		modelstest.Must(t, err)
		modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), s, entry.ID, models.Stamp{Number: entry.Version}, models.EntryChange{DayType: models.Duty, Slots: entry.Slots}, at(23))))
	}
	latest := func(t *testing.T, s *models.Store) {
		var change int64
		modelstest.Must(t, modelstest.SQL(t, s.Path()).QueryRow("SELECT max(change_id) FROM day_states").Scan(&change))
		modelstest.Must(t, modelstest.Only(history.TakeBack(t.Context(), s, models.Stamp{Number: change}, at(23))))
	}
	first := func(t *testing.T, s *models.Store) {
		entry, err := s.DayOn(t.Context(), day)
		modelstest.Must(t, err)
		modelstest.Must(t, modelstest.Only(history.BringBack(t.Context(), s, models.Stamp{Number: 1}, models.Stamp{Number: entry.Version}, at(23))))
	}
	type steps = []func(*testing.T, *models.Store)
	for _, test := range []struct {
		name string
		do   steps
		want string // events, and days
	}{
		{"an arrival, and the day that it made", steps{byHand(models.Arrival, 8), latest}, " 0"},
		{"an arrival on a day that there was", steps{byMachine(models.Arrival, 8), byMachine(models.Departure, 9), byHand(models.Arrival, 10), latest}, "8 departure 1,9 - 1, 1"},
		{"a departure, whose arrival of the automation is open again", steps{byMachine(models.Arrival, 8), byHand(models.Departure, 9), latest}, "8 open 0, 1"},
		{"both, by an earlier state", steps{byMachine(models.Arrival, 6), byMachine(models.Departure, 7), edits, byHand(models.Arrival, 8), byHand(models.Departure, 9), first}, "6 departure 1,7 - 1, 1"},
		{"neither, when the automation has sent something since", steps{byMachine(models.Arrival, 6), byMachine(models.Departure, 7), edits, byHand(models.Arrival, 8), byMachine(models.Departure, 9), first}, "6 departure 1,7 - 1,8 departure 0,9 - 0, 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store, path := modelstest.Open(t)
			for _, do := range test.do {
				do(t, store)
			}
			var got string
			err := modelstest.SQL(t, path).QueryRow(`SELECT coalesce((SELECT group_concat(CAST(substr(occurred_at, 12, 2) AS INTEGER) || ' ' ||
					CASE event WHEN 'arrival' THEN coalesce(closure, 'open') ELSE '-' END || ' ' || coalesce(time_slot_id, 0) || ',', '')
				FROM workplace_presence_events), '') || ' ' || (SELECT count(*) FROM work_entries)`).Scan(&got)
			if err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
