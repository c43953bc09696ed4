package models

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// DayTotal is an entry with the length of its slots in their place, for figures of many
// years.
type DayTotal struct {
	Date    Date
	DayType DayType
	HalfDay HalfDay // empty for none
	Slots   int
	Minutes int64 // as [Day.WorkedMinutes] counts them
}

// Total returns the day without what its totals do not need.
func (d Day) Total() DayTotal {
	return DayTotal{d.Date, d.DayType, d.HalfDay, len(d.Slots), d.WorkedMinutes()}
}

// DayTotals returns the totals of the days from one date to another, inclusive, that
// have an entry, in order. It takes less than half the time of
// [Store.Days].
func (s *Store) DayTotals(ctx context.Context, from, to Date) ([]DayTotal, error) {
	if to.Year > lastYear { // five digits would not sort as text
		to = Date{lastYear, time.December, 31}
	}
	// a row for each day, because each one costs more than the slots in it
	rows, err := s.db.WithContext(ctx).Raw(`SELECT date, day_type, half_day, timezone, group_concat(start_at || ' ' || end_at, ' ')
		FROM work_entries LEFT JOIN time_slots ON work_entry_id = work_entries.id
		WHERE date BETWEEN ? AND ? GROUP BY date ORDER BY date`, from, to).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var totals []DayTotal
	for rows.Next() {
		var day DayTotal
		var zone string
		var slots sql.NullString
		if err := rows.Scan(&day.Date, &day.DayType, &day.HalfDay, &zone, &slots); err != nil {
			return nil, err
		}
		if err := day.add(slots.String, s.zones.named(zone)); err != nil {
			return nil, err
		}
		totals = append(totals, day)
	}
	return totals, rows.Err()
}

// add adds slots as they are stored: their starts and ends, separated by spaces.
func (d *DayTotal) add(slots string, zone *time.Location) error {
	for slots != "" {
		var start, end string
		start, slots, _ = strings.Cut(slots, " ")
		end, slots, _ = strings.Cut(slots, " ")
		from, err := parseInstant(start)
		if err != nil {
			return err
		}
		to, err := parseInstant(end)
		if err != nil {
			return err
		}
		d.Slots++
		d.Minutes += TimeSlot{StartAt: from, EndAt: to}.Minutes(zone)
	}
	return nil
}
