package models

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// LastIDs are the highest ids ever assigned. Ids are never reused.
type LastIDs struct{ Days, Slots, Events int64 }

// Snapshot calls f with what is stored now, which it reads while others write. It must not be used
// after f returns. While f runs, SQLite cannot shorten the write-ahead log.
func (s *Store) Snapshot(ctx context.Context, f func(*Tx) error) error {
	return s.db.WithContext(ctx).Connection(func(db *gorm.DB) (err error) {
		db = db.Session(&gorm.Session{NewDB: true})                // or each query would have the conditions of those before
		if err := s.on(db).execute("BEGIN DEFERRED"); err != nil { // GORM's own transactions are for writing
			return err
		}
		defer func() {
			err = errors.Join(err, s.on(db.WithContext(context.WithoutCancel(ctx))).rollBack())
		}()
		return f(s.on(db))
	})
}

// LastIDs returns the highest ids ever assigned, which the sequences of the tables have unless another program
// has changed them.
func (tx *Tx) LastIDs() (last LastIDs, err error) {
	for table, id := range last.ByTable() {
		query := "SELECT coalesce(max(id), 0) FROM (SELECT CAST(seq AS INTEGER) AS id FROM sqlite_sequence WHERE name = ? UNION ALL SELECT max(id) FROM " + table + ")"
		if err := tx.Raw(query, table).Scan(id).Error; err != nil {
			return LastIDs{}, err
		}
	}
	return last, nil
}

// ByTable returns where the last id of each table is.
func (l *LastIDs) ByTable() map[string]*int64 {
	return map[string]*int64{"work_entries": &l.Days, "time_slots": &l.Slots, "workplace_presence_events": &l.Events}
}

// Records returns all that is stored of the days that [Tx.EachDay] visits.
func (s *Store) Records(ctx context.Context, from, to civil.Date) (records []DayRecord, err error) {
	_, err = s.EachDay(ctx, from, to, func(day DayRecord) error {
		records = append(records, day)
		return nil
	})
	return records, err
}

// EachDay is [Tx.EachDay] of a snapshot: a day has no slots of another version.
func (s *Store) EachDay(ctx context.Context, from, to civil.Date, f func(DayRecord) error) (leftOut []UnreadableDay, err error) {
	err = s.Snapshot(ctx, func(tx *Tx) (err error) {
		leftOut, err = tx.EachDay(from, to, f)
		return err
	})
	return leftOut, err
}

// setDay sets what is derived of a day that is known to be readable.
func (r *DayRecord) setDay(tx *Tx) error {
	day := tx.readableDay(r)
	err := tx.leaveOutShort(day)
	r.Zone, r.Recorded, r.Slots, r.Short = day.Zone, day.Recorded, day.Slots, day.Short
	r.Ignored = tx.Rules.ignores(day, r.Events)
	return err
}

// EachDay calls f with the days from one date to another, inclusive, that have an entry, in order,
// and returns those that cannot be read instead: what another program has written there is none of
// ours to give away. It stops when f returns an error, and returns it.
func (tx *Tx) EachDay(from, to civil.Date, f func(DayRecord) error) (leftOut []UnreadableDay, err error) {
	unreadable, err := tx.Unreadable()
	if err != nil {
		return nil, err
	}
	without := map[int64]bool{}
	for _, day := range unreadable {
		without[day.ID] = true
		// a date that is none of the calendar may sort before its first and after its last
		if text := day.Date.String(); (from.Compare(civil.FirstDate) <= 0 || text >= from.String()) && (to.Compare(civil.LastDate) >= 0 || text <= to.String()) {
			leftOut = append(leftOut, day)
		}
	}
	var ids []int64
	if err := tx.Model(&WorkEntry{}).Where("date BETWEEN ? AND ?", from, to).Order("date").Pluck("id", &ids).Error; err != nil {
		return nil, err
	}
	for some := range slices.Chunk(slices.DeleteFunc(ids, func(id int64) bool { return without[id] }), DaysAtOnce) {
		var entries []WorkEntry
		if err := tx.Where("id IN ?", some).Order("date").Find(&entries).Error; err != nil {
			return nil, fmt.Errorf("read days: %w", err)
		}
		days, err := tx.Records(entries)
		if err != nil {
			return nil, err
		}
		for i := range days {
			if err := days[i].setDay(tx); err != nil {
				return nil, err
			}
			if err := f(days[i]); err != nil {
				return nil, err
			}
		}
	}
	return leftOut, nil
}
