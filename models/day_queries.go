package models

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"worklog/models/civil"
)

// columns are what is read of days beside their dates, types and zones, and the times of their
// slots.
type columns struct {
	slot    string // of a slot, in SQL, for [Day.addSlots]
	entry   string // of the entry, in SQL, each after a comma
	targets func(*Day) []any
	ignored bool // days that are ignored are read, too
}

var (
	forFigures = columns{"''", "", func(*Day) []any { return nil }, false}
	forTravel  = columns{"''", `, journey_profile_id, motor_vehicle_id,
		day_type = '` + string(Telework) + `' AND EXISTS (SELECT 1 FROM workplace_presence_events WHERE work_entry_id = work_entries.id
			AND event = 'arrival' AND NOT by_hand AND coalesce(closure, '') <> 'discarded')`,
		func(d *Day) []any { return []any{&d.JourneyProfileID, &d.MotorVehicleID, &d.Arrived} }, false}
	forRequests = columns{"''", ", requested_by, reason", func(d *Day) []any { return []any{&d.RequestedBy, &d.Reason} }, false}
	wholeDay    = columns{`ifnull((SELECT max(event = 'departure') > max(by_hand <> 0) FROM workplace_presence_events WHERE time_slot_id = time_slots.id), 0) || time_slots.id`,
		", " + strings.Join(entryColumns.names(), ", "), func(d *Day) []any { return entryColumns.pointers(&d.WorkEntry) }, true}
)

// eachDay visits the days that meet conditions, in the order that these say. The next one overwrites
// a day that was visited, and its slots. Days that cannot be read are left out: see
// [Tx.Unreadable]. It scans the rows itself: GORM's reflection would take most of the time of a
// year's page.
func (tx *Tx) eachDay(read columns, conditions string, arguments []any, visit func(*Day)) error {
	var day Day
	var zone, slots sql.RawBytes
	var ignored, suspect bool // ignored as far as very short presences are slots
	saysNothing := tx.Rules.saysNothing()
	targets := append([]any{&day.ID, &day.Date, (*string)(&day.DayType), &day.HalfDay, &zone, &slots, &ignored, &suspect}, read.targets(&day)...)
	query := `
		SELECT id, date, day_type, half_day, timezone,
			ifnull((SELECT group_concat(start_at || end_at || ` + read.slot + `, ' ') FROM time_slots WHERE work_entry_id = work_entries.id), ''),
			NOT EXISTS (SELECT 1 FROM time_slots WHERE work_entry_id = work_entries.id)
				AND EXISTS (SELECT 1 FROM workplace_presence_events WHERE work_entry_id = work_entries.id AND closure = 'discarded') AND ` + saysNothing + `,
			id IN (` + suspectValues() + `)` + read.entry + `
		FROM work_entries WHERE ` + conditions
	return tx.eachRow(func(row *sql.Rows) error {
		day = Day{Slots: day.Slots[:0]}
		if err := row.Scan(targets...); err != nil {
			return err
		}
		if day.Zone = civil.ZoneOrUTC(string(zone)); day.Zone.String() != string(zone) {
			return nil
		}
		if suspect {
			if unreadable, err := tx.unreadable(WorkEntry{ID: day.ID}); err != nil || len(unreadable) > 0 {
				return err
			}
		}
		day.addSlots(string(slots))
		if err := tx.leaveOutShort(&day); err != nil {
			return err
		}
		if len(day.Short) > 0 && len(day.Slots) == 0 {
			if err := tx.queryRow("SELECT "+saysNothing+" FROM work_entries WHERE id = ?", day.ID).Scan(&ignored); err != nil {
				return err
			}
		}
		if day.Ignored = ignored; !ignored || read.ignored {
			visit(&day)
		}
		return nil
	}, query, arguments...)
}

// addSlots adds slots in order of time. A space is between two; each has its start and its end, and
// may have whether the automation recorded it, and its id.
func (d *Day) addSlots(slots string) {
	const width = civil.InstantWidth
	d.Recorded = slots != ""
	for len(slots) >= 2*width {
		slot := TimeSlot{WorkEntryID: d.ID, StartAt: civil.ReadInstant(slots[:width]), EndAt: civil.ReadInstant(slots[width : 2*width])}
		var more string
		if more, slots, _ = strings.Cut(slots[2*width:], " "); more != "" {
			slot.ID, _ = strconv.ParseInt(more[1:], 10, 64)
		}
		d.Recorded = d.Recorded && strings.HasPrefix(more, "1")
		d.Slots = append(d.Slots, slot)
	}
	slices.SortStableFunc(d.Slots, inTime)
}

// inTime orders slots by their start.
func inTime(a, b TimeSlot) int {
	return cmp.Or(a.StartAt.Compare(b.StartAt.Time), cmp.Compare(a.ID, b.ID))
}

// daysBetween visits the days from one date to another, inclusive, in order.
func (tx *Tx) daysBetween(read columns, from, to civil.Date, visit func(*Day)) error {
	to = civil.Earlier(to, civil.LastDate) // five digits would not sort as text
	return tx.eachDay(read, "date BETWEEN ? AND ? ORDER BY date", []any{from, to}, visit)
}

// days returns the days from one date to another, inclusive, in order.
func (tx *Tx) days(read columns, from, to civil.Date) ([]Day, error) {
	days := make([]Day, 0, min(max(0, from.DaysUntil(to)+1), 366))
	err := tx.daysBetween(read, from, to, func(day *Day) {
		days = append(days, day.kept())
	})
	return days, err
}

// kept returns a day that is visited as one that is not overwritten.
func (d Day) kept() Day {
	d.Slots = slices.Clone(d.Slots)
	return d
}

// Days returns the days from one date to another, inclusive, that have an entry, in order.
func (tx *Tx) Days(from, to civil.Date) ([]Day, error) { return tx.days(wholeDay, from, to) }

// Days is [Tx.Days].
func (s *Store) Days(ctx context.Context, from, to civil.Date) ([]Day, error) {
	return s.Read(ctx).Days(from, to)
}

// SlotDays returns the types and the slots of the days from one date to another, inclusive,
// that have an entry and are not ignored, in order, without what figures do not need. It takes
// half the time of [Store.Days].
func (s *Store) SlotDays(ctx context.Context, from, to civil.Date) ([]Day, error) {
	return s.Read(ctx).days(forFigures, from, to)
}

// TravelDays is [Store.SlotDays] with what travel costs need: [Day.Arrived], the journeys and the
// vehicles.
func (s *Store) TravelDays(ctx context.Context, from, to civil.Date) ([]Day, error) {
	return s.Read(ctx).days(forTravel, from, to)
}

// RequestedDays is [Store.SlotDays] with who asked for the hours beyond what was due, and why.
func (s *Store) RequestedDays(ctx context.Context, from, to civil.Date) ([]Day, error) {
	return s.Read(ctx).days(forRequests, from, to)
}

// DayTotal is an entry with the length of its slots in their place, for a year's page
// and for figures of many years.
type DayTotal struct {
	ID      int64
	Date    civil.Date
	DayType DayType
	HalfDay HalfDay // empty for none
	Slots   int
	Minutes int64 // as [Day.WorkedMinutes] counts them
}

// Total returns the day without what its totals do not need.
func (d Day) Total() DayTotal {
	return DayTotal{d.ID, d.Date, d.DayType, d.HalfDay, len(d.Slots), d.WorkedMinutes()}
}

// Totals returns the totals of days.
func Totals(days []Day) []DayTotal {
	totals := make([]DayTotal, len(days))
	for i, day := range days {
		totals[i] = day.Total()
	}
	return totals
}

// DayTotals returns the totals of the days from one date to another, inclusive, that have an
// entry and are not ignored, in order.
func (s *Store) DayTotals(ctx context.Context, from, to civil.Date) ([]DayTotal, error) {
	var totals []DayTotal
	err := s.Read(ctx).daysBetween(forFigures, from, to, func(day *Day) { totals = append(totals, day.Total()) })
	return totals, err
}

// RecordedYears returns the years of the first and of the last entry, or zeros if
// there is none.
func (s *Store) RecordedYears(ctx context.Context) (first, last int, err error) {
	err = s.Read(ctx).Raw(`
		SELECT ifnull((SELECT CAST(substr(min(date), 1, 4) AS INTEGER) FROM work_entries), 0),
			ifnull((SELECT CAST(substr(max(date), 1, 4) AS INTEGER) FROM work_entries), 0)`).Row().Scan(&first, &last)
	return first, last, err
}

// lastOfTypeDays is how far back [Store.LastOfTypes] and [Store.LastWithPause] look.
const lastOfTypeDays = 366

// LastOfTypes returns, for each day type, the date of the last day of that type
// before a date that has slots, within a year.
func (s *Store) LastOfTypes(ctx context.Context, before civil.Date) (map[DayType]civil.Date, error) {
	var found []struct {
		DayType DayType
		Date    civil.Date
	}
	err := s.Read(ctx).Model(&WorkEntry{}).Select("day_type, max(date) AS date").
		Where("date BETWEEN ? AND ? AND id NOT IN ("+SuspectDays()+")", before.AddDays(-lastOfTypeDays), before.AddDays(-1)).
		Where("EXISTS (SELECT 1 FROM time_slots WHERE work_entry_id = work_entries.id)").
		Group("day_type").Scan(&found).Error
	last := make(map[DayType]civil.Date, len(found))
	for _, day := range found {
		last[day.DayType] = day.Date
	}
	return last, err
}

// LastWithPause returns the last day of a type before a date that has two slots, within a year, or
// [ErrEntryNotFound], also if that day cannot be read.
func (s *Store) LastWithPause(ctx context.Context, dayType DayType, before civil.Date) (*Day, error) {
	return s.Read(ctx).first(`day_type = ? AND date BETWEEN ? AND ?
		AND (SELECT count(*) FROM time_slots WHERE work_entry_id = work_entries.id) = 2 ORDER BY date DESC LIMIT 1`,
		dayType, before.AddDays(-lastOfTypeDays), before.AddDays(-1))
}

// Day is [Tx.Day].
func (s *Store) Day(ctx context.Context, id int64) (*Day, error) { return s.Read(ctx).Day(id) }

// DayOn returns the day of a date. Its errors are those of [Tx.Day].
func (s *Store) DayOn(ctx context.Context, date civil.Date) (*Day, error) {
	return s.Read(ctx).day("date = ?", date)
}

// Day returns the day of an entry. It returns [ErrEntryNotFound] or an [*UnreadableDay].
func (tx *Tx) Day(id int64) (*Day, error) { return tx.day("id = ?", id) }

func (tx *Tx) day(condition string, argument any) (*Day, error) {
	entry, err := FindOne[WorkEntry](tx.Where(condition, argument))
	if err != nil || entry == nil {
		return nil, cmp.Or(err, ErrEntryNotFound)
	}
	day, err := tx.first("id = ?", entry.ID)
	if !errors.Is(err, ErrEntryNotFound) {
		return day, err
	}
	unreadable, err := tx.unreadable(*entry)
	if err != nil || len(unreadable) == 0 {
		return nil, cmp.Or(err, ErrEntryNotFound)
	}
	return nil, &unreadable[0]
}

// first returns the last day that is visited, with all its slots, or [ErrEntryNotFound].
func (tx *Tx) first(conditions string, arguments ...any) (*Day, error) {
	var found *Day
	err := tx.eachDay(wholeDay, conditions, arguments, func(day *Day) { found = day })
	if err == nil && found == nil {
		err = ErrEntryNotFound
	}
	if found != nil {
		found.Slots = found.All()
	}
	return found, err
}
