package models_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/journal"
	"worklog/models/presence"
	"worklog/models/review"
	"worklog/models/settings"
)

// errOnlyTheJournal stands for an operation that succeeded without its journal line.
var errOnlyTheJournal = errors.New("not in the journal")

// Each operation is called with its first statement failing, then with its second, and so
// on until no statement fails and it succeeds.
func TestIfAnyStatementFailsTheOperationReportsItAndChangesNothing(t *testing.T) {
	now := civil.NewInstant(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	at := func(hour int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC))
	}
	day := func(day int) civil.Date { return civil.Date{Year: 2026, Month: time.November, Day: day} }
	change := models.EntryChange{DayType: models.Duty, Slots: []models.TimeSlot{{StartAt: at(9), EndAt: at(10)}, {StartAt: at(11), EndAt: at(12)}}}

	signal := func(event models.EventType, hour int) func(context.Context, *models.Store) error {
		return func(ctx context.Context, s *models.Store) error {
			receipt, err := presence.Record(ctx, s, models.Signal{Event: event, OccurredAt: at(hour), OccurredAtSent: "as sent", IdempotencyKey: fmt.Sprint(event, hour)}, now)
			if receipt.Unjournalled != nil {
				return errOnlyTheJournal
			}
			return err
		}
	}
	arrived, left := signal(models.Arrival, 8), signal(models.Departure, 9)
	refusedAs := func(event models.EventType, hour int) func(context.Context, *models.Store) error {
		return func(ctx context.Context, s *models.Store) error {
			if err := signal(event, hour)(ctx, s); !models.IsPresenceRefusal(err) {
				return fmt.Errorf("got %w, want a refusal", err)
			}
			return nil
		}
	}
	refused, late := refusedAs(models.Arrival, 26), refusedAs(models.Departure, 10)
	discarded := func(ctx context.Context, s *models.Store) error {
		_, err := presence.Discard(ctx, s, 1, now)
		return err
	}
	saved := func(ctx context.Context, s *models.Store) error {
		before, err := settings.NewestID(ctx, s)
		if err == nil {
			_, err = settings.Save(ctx, s, before, "[person]", models.Rules{}, now)
		}
		return err
	}
	closed := func(ctx context.Context, s *models.Store) error {
		_, err := presence.Close(ctx, s, 1, at(9), now)
		return err
	}
	moved := func(ctx context.Context, s *models.Store) error {
		return s.Write(ctx, func(tx *models.Tx) error {
			return tx.Exec("UPDATE database_state SET kept_since = ?", now).Error
		})
	}
	planned := func(ctx context.Context, s *models.Store) ([]days.RangeDay, error) {
		return days.PlanRange(ctx, s, []civil.Date{day(19), day(20)}, models.EntryChange{DayType: models.Leave})
	}
	var plan []days.RangeDay
	pruned := models.BackupFolder{t.TempDir(), 1}
	for _, test := range []struct {
		name   string
		before []func(context.Context, *models.Store) error
		ask    func(context.Context, *models.Store) error
	}{
		{"an arrival on a new day", nil, arrived},
		{"an arrival on a known day", []func(context.Context, *models.Store) error{arrived, left}, signal(models.Arrival, 10)},
		{"a departure", []func(context.Context, *models.Store) error{arrived}, left},
		{"a replay", []func(context.Context, *models.Store) error{arrived}, arrived},
		{"closing an arrival by hand", []func(context.Context, *models.Store) error{arrived}, func(ctx context.Context, s *models.Store) error {
			_, err := presence.Close(ctx, s, 1, at(9), now)
			return err
		}},
		{"discarding an arrival", []func(context.Context, *models.Store) error{arrived}, func(ctx context.Context, s *models.Store) error {
			_, err := presence.Discard(ctx, s, 1, now)
			return err
		}},
		{"creating an entry", nil, func(ctx context.Context, s *models.Store) error {
			_, err := days.Create(ctx, s, day(20), change, now)
			return err
		}},
		{"editing an entry", []func(context.Context, *models.Store) error{arrived, left}, func(ctx context.Context, s *models.Store) error {
			_, err := days.Edit(ctx, s, 1, models.Stamp{Number: 2}, change, now)
			return err
		}},
		{"deleting an entry", []func(context.Context, *models.Store) error{arrived, left}, func(ctx context.Context, s *models.Store) error {
			_, err := days.Delete(ctx, s, 1, models.Stamp{Number: 2}, now)
			return err
		}},
		{"planning a range", []func(context.Context, *models.Store) error{arrived, left}, func(ctx context.Context, s *models.Store) error {
			_, err := planned(ctx, s)
			return err
		}},
		{"filling a range", []func(context.Context, *models.Store) error{
			func(ctx context.Context, s *models.Store) error {
				_, err := days.Create(ctx, s, day(20), models.EntryChange{DayType: models.Work}, now)
				return err
			},
			func(ctx context.Context, s *models.Store) (err error) {
				plan, err = planned(ctx, s)
				return err
			},
		}, func(ctx context.Context, s *models.Store) error {
			_, err := days.FillRange(ctx, s, plan, models.EntryChange{DayType: models.Leave}, now)
			return err
		}},
		{"reading a day", []func(context.Context, *models.Store) error{arrived, left}, func(ctx context.Context, s *models.Store) error {
			_, err := s.DayOn(ctx, day(20))
			return err
		}},
		{"reading days", []func(context.Context, *models.Store) error{arrived, left}, func(ctx context.Context, s *models.Store) error {
			_, err := s.Days(ctx, day(1), day(30))
			return err
		}},
		{"the usual departure", []func(context.Context, *models.Store) error{arrived, left}, func(ctx context.Context, s *models.Store) error {
			_, _, err := presence.Usual(ctx, s, day(27), civil.WallTime{Hour: 8})
			return err
		}},
		{"the open arrival", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.OpenArrival(ctx)
			return err
		}},
		{"the last event", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.LastEvent(ctx)
			return err
		}},
		{"the events of a day", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.Events(ctx, 1)
			return err
		}},
		{"the number of events", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.CountEvents(ctx, 1)
			return err
		}},
		{"a ping", nil, func(ctx context.Context, s *models.Store) error { return s.Ping(ctx) }},
		{"the review", []func(context.Context, *models.Store) error{arrived, refused}, func(ctx context.Context, s *models.Store) error {
			_, err := review.Find(ctx, s)
			return err
		}},
		{"recording refused events", []func(context.Context, *models.Store) error{arrived, refused, discarded}, func(ctx context.Context, s *models.Store) error {
			_, err := review.Record(ctx, s, []int64{1}, now)
			return err
		}},
		{"splitting a slot", []func(context.Context, *models.Store) error{arrived, refused, signal(models.Departure, 34)}, func(ctx context.Context, s *models.Store) error {
			_, err := review.PartSlot(ctx, s, 1, 1, at(9), now)
			return err
		}},
		{"taking a better end", []func(context.Context, *models.Store) error{arrived, closed, late}, func(ctx context.Context, s *models.Store) error {
			_, err := review.TakeBetterEnd(ctx, s, 1, 1, now)
			return err
		}},
		{"taking back a deletion", []func(context.Context, *models.Store) error{arrived, left, func(ctx context.Context, s *models.Store) error {
			_, err := days.Delete(ctx, s, 1, models.Stamp{Number: 2}, now)
			return err
		}}, func(ctx context.Context, s *models.Store) error {
			_, err := history.TakeBack(ctx, s, models.Stamp{Number: 1}, now)
			return err
		}},
		{"taking back recorded events", []func(context.Context, *models.Store) error{arrived, refused, discarded, func(ctx context.Context, s *models.Store) error {
			_, err := review.Record(ctx, s, []int64{1}, now)
			return err
		}}, func(ctx context.Context, s *models.Store) error {
			_, err := history.TakeBack(ctx, s, models.Stamp{Number: 2}, now)
			return err
		}},
		{"taking back a split slot", []func(context.Context, *models.Store) error{arrived, refused, signal(models.Departure, 34), func(ctx context.Context, s *models.Store) error {
			_, err := review.PartSlot(ctx, s, 1, 1, at(9), now)
			return err
		}}, func(ctx context.Context, s *models.Store) error {
			_, err := history.TakeBack(ctx, s, models.Stamp{Number: 1}, now)
			return err
		}},
		{"bringing back a closing after another event", []func(context.Context, *models.Store) error{arrived, closed, signal(models.Arrival, 11), signal(models.Departure, 12)}, func(ctx context.Context, s *models.Store) error {
			_, err := history.BringBack(ctx, s, models.Stamp{Number: 1}, models.Stamp{Number: 4}, now)
			return err
		}},
		{"reading the states of a day", []func(context.Context, *models.Store) error{arrived, closed}, func(ctx context.Context, s *models.Store) error {
			_, err := history.Of(ctx, s, 1, now, 10)
			return err
		}},
		{"the deleted days", nil, func(ctx context.Context, s *models.Store) error {
			_, err := history.Deleted(ctx, s, day(1), day(30), now, 10)
			return err
		}},
		{"the history purged", append([]func(context.Context, *models.Store) error{arrived, closed, moved}, slices.Repeat([]func(context.Context, *models.Store) error{saved}, 11)...), func(ctx context.Context, s *models.Store) error {
			return history.Purge(ctx, s, civil.NewInstant(now.AddDate(101, 0, 0)))
		}},
		{"settings saved", nil, func(ctx context.Context, s *models.Store) error {
			_, err := settings.Save(ctx, s, 0, "[person]", models.Rules{}, now)
			return err
		}},
		{"settings read", []func(context.Context, *models.Store) error{saved}, func(ctx context.Context, s *models.Store) error {
			_, newest := settings.Newest(ctx, s)
			_, id := settings.NewestID(ctx, s)
			_, found := settings.Find(ctx, s, 1)
			_, recent := settings.Recent(ctx, s, 10)
			return errors.Join(newest, id, found, recent)
		}},
		{"the journal", nil, func(ctx context.Context, s *models.Store) error {
			_, err := journal.Lines(ctx, s, journal.Filter{}, 10)
			return err
		}},
		{"saving a session", nil, func(ctx context.Context, s *models.Store) error {
			return s.SaveWebSession(ctx, "token", []byte("x"), now)
		}},
		{"reading a session", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.WebSession(ctx, "token", now)
			return err
		}},
		{"listing the sessions", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.WebSessions(ctx, now)
			return err
		}},
		{"ending a session", nil, func(ctx context.Context, s *models.Store) error { return s.DeleteWebSession(ctx, "token") }},
		{"ending all sessions", nil, func(ctx context.Context, s *models.Store) error { return s.DeleteWebSessions(ctx) }},
		{"reading the secret", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.SessionSecret(ctx)
			return err
		}},
		{"creating the secret", nil, func(ctx context.Context, s *models.Store) error {
			_, err := s.MakeSessionSecret(ctx)
			return err
		}},
		{"the newest backup", nil, func(ctx context.Context, s *models.Store) error {
			_, err := models.BackupFolder{t.TempDir(), 1}.Newest(ctx, s, now.Time)
			return err
		}},
		{"making a backup", nil, func(ctx context.Context, s *models.Store) error {
			_, _, err := models.BackupFolder{t.TempDir(), 1}.Add(ctx, s, now.Time)
			return err
		}},
		{"pruning backups", []func(context.Context, *models.Store) error{
			func(ctx context.Context, s *models.Store) error {
				_, _, err := pruned.Add(ctx, s, now.Time.Add(-time.Hour))
				return err
			},
			func(ctx context.Context, s *models.Store) error {
				_, _, err := pruned.Add(ctx, s, now.Time)
				return err
			},
		}, func(ctx context.Context, s *models.Store) error { return pruned.Prune(ctx, s, now.Time) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store, fault := models.OpenFailing(t)
			for _, before := range test.before {
				if err := before(t.Context(), store); err != nil {
					t.Fatal(err)
				}
			}
			was := allRows(t, store)
			for failed := 0; ; failed++ {
				fault.After = failed
				err := test.ask(t.Context(), store)
				if fault.After >= 0 { // the operation has fewer statements
					if err != nil || failed == 0 {
						t.Errorf("after %d statements: got %v", failed, err)
					}
					return
				}
				fault.After = -1
				if errors.Is(err, errOnlyTheJournal) {
					return // its statements come last
				}
				if !errors.Is(err, models.ErrDisk) {
					t.Fatalf("statement %d failed: got %v", failed+1, err)
				}
				if is := allRows(t, store); is != was {
					t.Fatalf("statement %d failed: got %s, want %s", failed+1, is, was)
				}
			}
		})
	}
}

// The last statement, after the commit, restores the busy timeout.
func TestIfAnyStatementFailsTheUseOfASessionIsNotAcknowledged(t *testing.T) {
	store, fault := models.OpenFailing(t)
	begun := civil.NewInstant(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC))
	if err := store.SaveWebSession(t.Context(), "token", []byte("x"), begun); err != nil {
		t.Fatal(err)
	}
	session, err := store.WebSession(t.Context(), "token", begun)
	if err != nil {
		t.Fatal(err)
	}
	for failed := range 5 {
		fault.After = failed
		used := *session
		if err := store.TouchWebSession(t.Context(), &used, civil.NewInstant(begun.AddDate(0, 0, 1))); !errors.Is(err, models.ErrDisk) {
			t.Errorf("statement %d failed: got %v", failed+1, err)
		}
		fault.After = -1
	}
}

// allRows returns every stored row.
func allRows(t *testing.T, store *models.Store) string {
	t.Helper()
	pool, err := store.GORM().DB()
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, table := range models.TablesOf(t, store) {
		rows, err := pool.QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(sql.RawBytes)
		}
		for rows.Next() {
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			for _, value := range values {
				fmt.Fprintf(&all, "%s|", *value.(*sql.RawBytes))
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
