package models

import (
	"context"
	"errors"
	"fmt"
	"time"
	"worklog/models/civil"
	"worklog/models/dbfile"
)

// A database is of use if events can be recorded in it, whatever the rules about its rows
// say. That is tried on a copy.

// TryRecording is a [Trial] of a database: it closes the open arrival in the database at path, if there is one, and records
// an arrival and a departure on the day after the last one. What is stored then must be as
// usable as before.
func TryRecording(ctx context.Context, path string) error {
	store, err := Open(ctx, path, Rules{ForgottenAfter: 24 * time.Hour})
	if err != nil {
		return err
	}
	if err := errors.Join(store.tryEvents(ctx), store.Close()); err != nil {
		return err
	}
	after, err := Check(ctx, path)
	if err == nil && after.Fatal != "" {
		err = errors.New(after.Fatal)
	}
	return err
}

// tryEvents records events in UTC, whose clock never goes back. An instant after the last day
// of the calendar is left out: the endpoint refuses it.
func (s *Store) tryEvents(ctx context.Context) error {
	open, err := s.Read(ctx).OpenArrival()
	if err != nil {
		return err
	}
	if open != nil && !open.OccurredAt.Readable() { // only a person can close it
		if _, err := s.DiscardArrival(ctx, open.ID, open.ReceivedAt); err != nil {
			return fmt.Errorf("discarding the open arrival, presence event %d: %w", open.ID, err)
		}
	} else if open != nil {
		err := s.tryEvent(ctx, Departure, civil.NewInstant(open.OccurredAt.Add(time.Minute)))
		if err != nil {
			return fmt.Errorf("the departure of the open arrival, presence event %d: %w", open.ID, err)
		}
	}
	last, err := lastEntryDate(s.Read(ctx))
	if err != nil {
		return err
	}
	start := civil.InstantsAt(last.AddDays(1), civil.WallTime{Hour: 8}, time.UTC)[0]
	if err := s.tryEvent(ctx, Arrival, start); err != nil {
		return fmt.Errorf("an arrival of %s: %w", last.AddDays(1), err)
	}
	if err := s.tryEvent(ctx, Departure, civil.NewInstant(start.Add(time.Hour))); err != nil {
		return fmt.Errorf("a departure of %s: %w", last.AddDays(1), err)
	}
	return nil
}

// lastEntryDate returns the date of the last entry, as far as dates can be read, or the first of
// the calendar.
func lastEntryDate(db *Tx) (civil.Date, error) {
	var dates []string
	const most = 1000 // unreadable ones before a readable one
	err := db.Model(&WorkEntry{}).Order("date DESC").Limit(most).Pluck("date", &dates).Error
	for _, text := range dates {
		if date, err := civil.ParseDate(text); err == nil {
			return date, nil
		}
	}
	return civil.FirstDate, err
}

// TryImport imports a file into a copy of the database, and tries to record events there. It
// returns the errors of [Store.Import], and [dbfile.ErrNotTried] if there is no copy.
func (s *Store) TryImport(ctx context.Context, file Import, fingerprint string, now civil.Instant) error {
	return dbfile.OnCopy(ctx, s.Path(), func(ctx context.Context, path string) error {
		copied, err := OpenAlone(ctx, path, s.Rules())
		if err != nil {
			return err
		}
		_, err = copied.Import(ctx, file, fingerprint, now)
		if err := errors.Join(err, copied.Close()); err != nil {
			return err
		}
		return TryRecording(ctx, path)
	})
}

func (s *Store) tryEvent(ctx context.Context, event EventType, at civil.Instant) error {
	if _, err := civil.DateIn(at, time.UTC); err != nil {
		return nil
	}
	signal := Signal{Event: event, OccurredAt: at, OccurredAtSent: at.String(), IdempotencyKey: "trial " + string(event) + " " + at.String(), Source: FromAPI}
	receipt, err := s.RecordPresence(ctx, signal, at)
	if err == nil && receipt.Replayed {
		err = errors.New("it was recorded before")
	}
	return err
}
