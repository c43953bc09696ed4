package models_test

import (
	"context"
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
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/review"
	"worklog/models/settings"
)

// errOnlyTheJournal stands for an operation that succeeded without its journal line.
var errOnlyTheJournal = errors.New("not in the journal")

// operation is something that is asked of a store.
type operation func(ctx context.Context, s *models.Store) error

// Each operation is called with its first statement failing, then with its second, and so
// on until no statement fails and it succeeds.
func TestIfAnyStatementFailsTheOperationReportsItAndChangesNothing(t *testing.T) {
	now := civil.NewInstant(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	at := func(hour int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC))
	}
	day := func(day int) civil.Date { return civil.Date{Year: 2026, Month: time.November, Day: day} }
	change := models.EntryChange{DayType: models.Duty, Slots: []models.TimeSlot{{StartAt: at(9), EndAt: at(10)}, {StartAt: at(11), EndAt: at(12)}}}

	signal := func(event models.EventType, hour int) operation {
		return func(ctx context.Context, s *models.Store) error {
			receipt, err := presence.Record(ctx, s, models.Signal{Event: event, OccurredAt: at(hour), OccurredAtSent: "as sent", IdempotencyKey: fmt.Sprint(event, hour)}, now)
			if receipt.Unjournalled != nil {
				return errOnlyTheJournal
			}
			return err
		}
	}
	arrived, left := signal(models.Arrival, 8), signal(models.Departure, 9)
	refusedAs := func(event models.EventType, hour int) operation {
		return func(ctx context.Context, s *models.Store) error {
			if err := signal(event, hour)(ctx, s); !models.IsPresenceRefusal(err) {
				return fmt.Errorf("got %w, want a refusal", err)
			}
			return nil
		}
	}
	refused, late := refusedAs(models.Arrival, 26), refusedAs(models.Departure, 10)
	discarded := func(ctx context.Context, s *models.Store) error {
		return modelstest.Only(presence.Discard(ctx, s, 1, now))
	}
	saved := func(ctx context.Context, s *models.Store) error {
		before, err := s.RulesVersion(ctx)
		if err == nil {
			_, err = settings.Save(ctx, s, before.Settings, "[person]", models.Rules{}, now)
		}
		return err
	}
	closed := func(ctx context.Context, s *models.Store) error {
		return modelstest.Only(presence.Close(ctx, s, 1, at(9), now))
	}
	deleted := func(ctx context.Context, s *models.Store) error {
		return modelstest.Only(days.Delete(ctx, s, 1, models.Stamp{Number: 2}, now))
	}
	recorded := func(ctx context.Context, s *models.Store) error {
		return modelstest.Only(review.Record(ctx, s, []int64{1}, now))
	}
	split := func(ctx context.Context, s *models.Store) error {
		return modelstest.Only(review.PartSlot(ctx, s, 1, 1, at(9), now))
	}
	takenBack := func(change int64) operation {
		return func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(history.TakeBack(ctx, s, models.Stamp{Number: change}, now))
		}
	}
	moved := func(ctx context.Context, s *models.Store) error {
		return s.Write(ctx, func(tx *models.Tx) error {
			return tx.Exec("UPDATE database_state SET kept_since = ?", now).Error
		})
	}
	planned := func(ctx context.Context, s *models.Store) ([]days.RangeDay, error) {
		return days.PreviewRange(ctx, s, []civil.Date{day(19), day(20)}, models.EntryChange{DayType: models.Leave})
	}
	var plan []days.RangeDay
	pruned := models.BackupFolder{t.TempDir(), 1}
	for _, test := range []struct {
		name   string
		before []operation
		ask    operation
	}{
		{"an arrival on a new day", nil, arrived},
		{"an arrival on a known day", []operation{arrived, left}, signal(models.Arrival, 10)},
		{"a departure", []operation{arrived}, left},
		{"a replay", []operation{arrived}, arrived},
		{"closing an arrival by hand", []operation{arrived}, closed},
		{"discarding an arrival", []operation{arrived}, discarded},
		{"creating an entry", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(days.Create(ctx, s, day(20), change, now))
		}},
		{"editing an entry", []operation{arrived, left}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(days.Edit(ctx, s, 1, models.Stamp{Number: 2}, change, now))
		}},
		{"deleting an entry", []operation{arrived, left}, deleted},
		{"planning a range", []operation{arrived, left}, func(ctx context.Context, s *models.Store) error { return modelstest.Only(planned(ctx, s)) }},
		{"filling a range", []operation{
			func(ctx context.Context, s *models.Store) error {
				return modelstest.Only(days.Create(ctx, s, day(20), models.EntryChange{DayType: models.Work}, now))
			},
			func(ctx context.Context, s *models.Store) (err error) {
				plan, err = planned(ctx, s)
				return err
			},
		}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(days.FillRange(ctx, s, plan, models.EntryChange{DayType: models.Leave}, now))
		}},
		{"reading a day", []operation{arrived, left}, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.DayOn(ctx, day(20))) }},
		{"reading days", []operation{arrived, left}, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.Days(ctx, day(1), day(30))) }},
		{"the usual departure", []operation{arrived, left}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(presence.Usual(ctx, s, day(27), civil.WallTime{Hour: 8}))
		}},
		{"the open arrival", nil, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.OpenArrival(ctx)) }},
		{"the last event", nil, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.LastEvent(ctx)) }},
		{"the events of a day", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(s.Records(ctx, day(1), day(30)))
		}},
		{"the number of events", nil, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.CountEvents(ctx, 1)) }},
		{"a ping", nil, func(ctx context.Context, s *models.Store) error { return s.Ping(ctx) }},
		{"the review", []operation{arrived, refused}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(review.NewReviews(s).Find(ctx))
		}},
		{"recording refused events", []operation{arrived, refused, discarded}, recorded},
		{"splitting a slot", []operation{arrived, refused, signal(models.Departure, 34)}, split},
		{"taking a better end", []operation{arrived, closed, late}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(review.TakeBetterEnd(ctx, s, 1, 1, now))
		}},
		{"taking back a deletion", []operation{arrived, left, deleted}, takenBack(1)},
		{"taking back recorded events", []operation{arrived, refused, discarded, recorded}, takenBack(2)},
		{"taking back a split slot", []operation{arrived, refused, signal(models.Departure, 34), split}, takenBack(1)},
		{"bringing back a closing after another event", []operation{arrived, closed, signal(models.Arrival, 11), signal(models.Departure, 12)}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(history.BringBack(ctx, s, models.Stamp{Number: 1}, models.Stamp{Number: 4}, now))
		}},
		{"reading the states of a day", []operation{arrived, closed}, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(history.Of(ctx, s, 1, now, 10))
		}},
		{"the deleted days", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(history.Deleted(ctx, s, day(1), day(30), now, 10))
		}},
		{"the history purged", append([]operation{arrived, closed, moved}, slices.Repeat([]operation{saved}, 11)...), func(ctx context.Context, s *models.Store) error {
			return history.Purge(ctx, s, civil.NewInstant(now.AddDate(101, 0, 0)))
		}},
		{"settings saved", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(settings.Save(ctx, s, 0, "[person]", models.Rules{}, now))
		}},
		{"settings read", []operation{saved}, func(ctx context.Context, s *models.Store) error {
			_, newest := settings.Newest(ctx, s)
			_, id := s.RulesVersion(ctx)
			_, found := settings.Find(ctx, s, 1)
			_, recent := settings.Recent(ctx, s, 10)
			return errors.Join(newest, id, found, recent)
		}},
		{"the journal", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(journal.Lines(ctx, s, journal.Filter{}, 10))
		}},
		{"saving a session", nil, func(ctx context.Context, s *models.Store) error {
			return s.SaveWebSession(ctx, "token", []byte("x"), now)
		}},
		{"reading a session", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(s.WebSession(ctx, "token", now))
		}},
		{"listing the sessions", nil, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.WebSessions(ctx, now)) }},
		{"ending a session", nil, func(ctx context.Context, s *models.Store) error { return s.DeleteWebSession(ctx, "token") }},
		{"ending all sessions", nil, func(ctx context.Context, s *models.Store) error { return s.DeleteWebSessions(ctx) }},
		{"reading the secret", nil, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.SessionSecret(ctx)) }},
		{"creating the secret", nil, func(ctx context.Context, s *models.Store) error { return modelstest.Only(s.MakeSessionSecret(ctx)) }},
		{"the newest backup", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(models.BackupFolder{t.TempDir(), 1}.Newest(ctx, s, now.Time))
		}},
		{"making a backup", nil, func(ctx context.Context, s *models.Store) error {
			return modelstest.Only(models.BackupFolder{t.TempDir(), 1}.Add(ctx, s, now.Time))
		}},
		{"pruning backups", []operation{
			func(ctx context.Context, s *models.Store) error {
				return modelstest.Only(pruned.Add(ctx, s, now.Time.Add(-time.Hour)))
			},
			func(ctx context.Context, s *models.Store) error { return modelstest.Only(pruned.Add(ctx, s, now.Time)) },
		}, func(ctx context.Context, s *models.Store) error { return pruned.Prune(ctx, s, now.Time) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store, fault := models.OpenFailing(t)
			for _, before := range test.before {
				modelstest.Must(t, before(t.Context(), store))
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

// A connection whose transaction cannot be ended would have every later one begin within it.
func TestATransactionThatCannotBeRolledBackIsInTheWayOfNoOther(t *testing.T) {
	store, fault := models.OpenFailing(t)
	read := func(tx *models.Tx) error { return modelstest.Only(tx.ReadPlan()) }
	for _, ask := range []func(context.Context, func(*models.Tx) error) error{store.Write, store.Snapshot} {
		fault.After, fault.Following = 1, 1 // after it began: a query, and to roll back
		modelstest.WantError(t, ask(t.Context(), read), models.ErrDisk)
		fault.After, fault.Following = -1, 0
		modelstest.Must(t, ask(t.Context(), read))
	}
}

// The last statement, after the commit, restores the busy timeout.
func TestIfAnyStatementFailsTheUseOfASessionIsNotAcknowledged(t *testing.T) {
	store, fault := models.OpenFailing(t)
	begun := civil.NewInstant(time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC))
	modelstest.Must(t, store.SaveWebSession(t.Context(), "token", []byte("x"), begun))
	session := modelstest.Got(store.WebSession(t.Context(), "token", begun))(t)
	for failed := range 5 {
		fault.After = failed
		used := *session
		modelstest.WantError(t, store.TouchWebSession(t.Context(), &used, civil.NewInstant(begun.AddDate(0, 0, 1))), models.ErrDisk, failed+1)
		fault.After = -1
	}
}

// allRows returns every stored row.
func allRows(t *testing.T, store *models.Store) (all string) {
	t.Helper()
	pool := modelstest.Got(store.GORM().DB())(t)
	for _, table := range models.TablesOf(t, store) {
		all += strings.Join(modelstest.Rows(t, pool, "SELECT * FROM "+table), "\n")
	}
	return all
}
