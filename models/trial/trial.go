// Package trial tries on a copy of the database whether it is of use: whether events can be
// recorded in it, whatever the rules about its rows say.
package trial

import (
	"context"
	"errors"
	"fmt"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/dbfile"
	"worklog/models/imports"
	"worklog/models/presence"
)

// Recording is a [dbfile.Trial]: it closes the open arrival in the database at path, if there is
// one, and records an arrival and a departure on the day after the last one. What is stored then
// must be as usable as before.
func Recording(ctx context.Context, path string) error {
	rules := models.Rules{ForgottenAfter: 24 * time.Hour}
	store, err := models.Open(ctx, path, rules)
	if err != nil {
		return err
	}
	if rules.SettingsVersion, err = store.Read(ctx).NewestSettings(); err == nil {
		err = tryEvents(ctx, store.WithRules(rules))
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return fmt.Errorf("recording an event fails: %w", err)
	}
	after, err := models.Format.Check(ctx, path)
	if err == nil && after.Fatal != "" {
		err = fmt.Errorf("recording an event fails: %s", after.Fatal)
	}
	return err
}

// tryEvents records events in UTC, whose clock never goes back. An instant after the last day
// of the calendar is left out: the endpoint refuses it.
func tryEvents(ctx context.Context, s *models.Store) error {
	open, err := s.Read(ctx).OpenArrival()
	if err != nil {
		return err
	}
	if open != nil && !open.OccurredAt.Readable() { // only a person can close it
		if _, err := presence.Discard(ctx, s, open.ID, open.ReceivedAt); err != nil {
			return fmt.Errorf("discarding the open arrival, presence event %d: %w", open.ID, err)
		}
	} else if open != nil {
		first := civil.InstantAt(civil.FirstDate, civil.WallTime{}, time.UTC) // an arrival may be of 1969 in UTC
		err := tryEvent(ctx, s, models.Departure, civil.NewInstant(civil.Latest(open.OccurredAt, first).Add(time.Minute)))
		if err != nil {
			return fmt.Errorf("the departure of the open arrival, presence event %d: %w", open.ID, err)
		}
	}
	last, err := lastEntryDate(s.Read(ctx))
	if err != nil {
		return err
	}
	start := civil.InstantsAt(last.AddDays(1), civil.WallTime{Hour: 8}, time.UTC)[0]
	if err := tryEvent(ctx, s, models.Arrival, start); err != nil {
		return fmt.Errorf("an arrival of %s: %w", last.AddDays(1), err)
	}
	if err := tryEvent(ctx, s, models.Departure, civil.NewInstant(start.Add(time.Hour))); err != nil {
		return fmt.Errorf("a departure of %s: %w", last.AddDays(1), err)
	}
	return nil
}

// lastEntryDate returns the date of the last entry, as far as dates can be read, or the first of
// the calendar.
func lastEntryDate(db *models.Tx) (civil.Date, error) {
	var dates []string
	const most = 1000 // unreadable ones before a readable one
	err := db.Model(&models.WorkEntry{}).Order("date DESC").Limit(most).Pluck("date", &dates).Error
	for _, text := range dates {
		if date, err := civil.ParseDate(text); err == nil {
			return date, nil
		}
	}
	return civil.FirstDate, err
}

// Import imports a file into a copy of the database, and tries to record events there. It
// returns the errors of [imports.Perform], and [dbfile.ErrNotTried] if there is no copy.
func Import(ctx context.Context, s *models.Store, file imports.File, fingerprint string, now civil.Instant) error {
	return dbfile.OnCopy(ctx, s.Path(), func(ctx context.Context, path string) error {
		copied, err := models.Open(ctx, path, s.Rules())
		if err != nil {
			return err
		}
		_, err = imports.Perform(ctx, copied, file, fingerprint, now)
		if err := errors.Join(err, copied.Close()); err != nil {
			return err
		}
		return Recording(ctx, path)
	})
}

func tryEvent(ctx context.Context, s *models.Store, event models.EventType, at civil.Instant) error {
	if _, err := civil.DateIn(at, time.UTC); err != nil {
		return nil
	}
	signal := models.Signal{Event: event, OccurredAt: at, OccurredAtSent: at.String(), IdempotencyKey: "trial " + string(event) + " " + at.String(), Source: models.DoorAPI}
	receipt, err := presence.Record(ctx, s, signal, at)
	if err == nil && receipt.Outcome == models.OutcomeReplayed {
		err = errors.New("it was recorded before")
	}
	return err
}
