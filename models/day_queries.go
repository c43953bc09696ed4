package models

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// arrivalsDiscarded is whether an arrival of a row of work_entries was discarded, and
// none is open.
const arrivalsDiscarded = `
	EXISTS (SELECT 1 FROM workplace_presence_events WHERE work_entry_id = work_entries.id AND closure = 'discarded')
	AND NOT EXISTS (SELECT 1 FROM workplace_presence_events WHERE work_entry_id = work_entries.id AND event = 'arrival' AND closure IS NULL)`

// Days returns the days from one date to another, inclusive, that have an entry,
// in order. It scans the rows itself: GORM's reflection would take most of the time
// of a year's page.
func (s *Store) Days(ctx context.Context, from, to civil.Date) ([]Day, error) {
	return s.Read(ctx).Days(from, to)
}

// Days is [Store.Days] in a transaction.
func (tx *Tx) Days(from, to civil.Date) ([]Day, error) {
	to = civil.Earlier(to, civil.LastDate) // five digits would not sort as text
	var days []Day
	position := map[int64]int{}
	err := eachRow(tx.Raw(`
		SELECT `+strings.Join(entryColumnNames, ", ")+`, `+arrivalsDiscarded+`
		FROM work_entries WHERE date BETWEEN ? AND ? ORDER BY date`, from, to), func(row *sql.Rows) error {
		var e WorkEntry
		var discarded bool
		if err := row.Scan(append(e.targets(), &discarded)...); err != nil || !e.Date.InRange() {
			return err
		}
		position[e.ID] = len(days)
		day := Day{WorkEntry: e, Zone: tx.Zone(e.Timezone)}
		day.Ignored = tx.Rules.ignores(&day, discarded)
		days = append(days, day)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = eachRow(tx.Raw(`
		SELECT s.id, s.work_entry_id, s.start_at, s.end_at,
			EXISTS (SELECT 1 FROM workplace_presence_events WHERE time_slot_id = s.id AND event = 'departure')
				AND NOT EXISTS (SELECT 1 FROM workplace_presence_events WHERE time_slot_id = s.id AND by_hand)
		FROM work_entries e JOIN time_slots s ON s.work_entry_id = e.id
		WHERE e.date BETWEEN ? AND ? ORDER BY e.date, s.start_at, s.id`, from, to), func(row *sql.Rows) error {
		var slot TimeSlot
		var linked bool
		if err := row.Scan(&slot.ID, &slot.WorkEntryID, &slot.StartAt, &slot.EndAt, &linked); err != nil {
			return err
		}
		if i, found := position[slot.WorkEntryID]; found { // the entry may be newer than the first query
			day := &days[i]
			day.Ignored = false
			if !slot.readable() {
				day.Unread++
				return nil
			}
			day.Recorded = linked && (day.Recorded || len(day.Slots) == 0)
			day.Slots = append(day.Slots, slot)
		}
		return nil
	})
	return days, err
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
// entry and are not ignored, in order. It reads a row for each day, whatever its slots, which
// takes less than half the time of [Store.Days].
func (s *Store) DayTotals(ctx context.Context, from, to civil.Date) ([]DayTotal, error) {
	totals := make([]DayTotal, 0, datesOfAYear(from, to))
	var room []TimeSlot // of one day after another
	err := s.eachDay(ctx, from, to, columns{}, func(day *Day, slots string) {
		day.Slots = room[:0]
		eachSlot(slots, func(slot TimeSlot) { day.Slots = append(day.Slots, slot) })
		totals, room = append(totals, day.Total()), day.Slots
	})
	return totals, err
}

// SlotDays returns the types and the slots of the days from one date to another, inclusive,
// that have an entry and are not ignored, in order, without what figures do not need. It takes
// half the time of [Store.Days].
func (s *Store) SlotDays(ctx context.Context, from, to civil.Date) ([]Day, error) {
	days := make([]Day, 0, datesOfAYear(from, to))
	err := s.eachDay(ctx, from, to, columns{}, func(day *Day, slots string) {
		day.addSlots(slots)
		days = append(days, *day)
	})
	return days, err
}

// TravelDays is [Store.SlotDays] with the journeys and the vehicles of the days. Arrived has
// the dates of telework on whose days the automation has recorded an arrival that nobody has
// discarded.
func (s *Store) TravelDays(ctx context.Context, from, to civil.Date) (days []Day, arrived map[civil.Date]bool, err error) {
	var journey, vehicle string
	var onSite bool
	more := columns{`journey_profile_id, motor_vehicle_id,
		day_type = '` + string(Telework) + `' AND EXISTS (SELECT 1 FROM workplace_presence_events WHERE work_entry_id = work_entries.id
			AND event = 'arrival' AND NOT by_hand AND coalesce(closure, '') <> 'discarded')`, []any{&journey, &vehicle, &onSite}}
	days, arrived = make([]Day, 0, datesOfAYear(from, to)), map[civil.Date]bool{}
	err = s.eachDay(ctx, from, to, more, func(day *Day, slots string) {
		day.JourneyProfileID, day.MotorVehicleID = journey, vehicle
		day.addSlots(slots)
		days = append(days, *day)
		if onSite {
			arrived[day.Date] = true
		}
	})
	return days, arrived, err
}

// addSlots adds slots as [eachSlot] takes them, in order of time.
func (d *Day) addSlots(slots string) {
	if slots == "" {
		return
	}
	d.Slots = make([]TimeSlot, 0, len(slots)/(2*civil.InstantWidth))
	eachSlot(slots, func(slot TimeSlot) {
		slot.WorkEntryID = d.ID
		d.Slots = append(d.Slots, slot)
	})
	slices.SortStableFunc(d.Slots, func(a, b TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
}

// datesOfAYear returns how many dates there are from one to another, at most those of a year:
// for so many days room is made before they are read.
func datesOfAYear(from, to civil.Date) int { return min(max(0, from.DaysUntil(to)+1), 366) }

// columns are further columns of [Store.eachDay], in SQL, and where they are read to before a
// day is visited.
type columns struct {
	names   string
	targets []any
}

// SlotIsReadable is the condition that a row of time_slots has instants, as far as their length
// tells.
var SlotIsReadable = fmt.Sprintf("octet_length(start_at) = %[1]d AND octet_length(end_at) = %[1]d", civil.InstantWidth)

// eachDay visits the days from one date to another, inclusive, that have an entry and are not
// ignored, in order, without what figures do not need. Their slots are a text for [eachSlot].
// The next day overwrites one that was visited.
func (s *Store) eachDay(ctx context.Context, from, to civil.Date, more columns, visit func(day *Day, slots string)) error {
	to = civil.Earlier(to, civil.LastDate) // five digits would not sort as text
	if more.names != "" {
		more.names = ", " + more.names
	}
	var day Day
	var zone, slots sql.RawBytes
	var discarded bool // and nothing else on the day
	targets := append([]any{&day.ID, &day.Date, (*string)(&day.DayType), &day.HalfDay, &zone, &slots, &discarded}, more.targets...)
	return eachRow(s.Read(ctx).Raw(`
		SELECT id, date, day_type, half_day, timezone,
			ifnull((SELECT group_concat(start_at || end_at, '') FROM time_slots WHERE work_entry_id = work_entries.id
				AND `+SlotIsReadable+`), ''),
			note = '' AND NOT EXISTS (SELECT 1 FROM time_slots WHERE work_entry_id = work_entries.id) AND `+arrivalsDiscarded+more.names+`
		FROM work_entries WHERE date BETWEEN ? AND ? ORDER BY date`, from, to), func(row *sql.Rows) error {
		day = Day{}
		err := row.Scan(targets...)
		if err != nil || !day.Date.InRange() || s.rules.ignores(&day, discarded) {
			return err
		}
		day.Zone = s.zones.named(string(zone))
		visit(&day, string(slots))
		return nil
	})
}

// eachSlot visits slots as they are stored, their starts and ends one after the other, but
// for those that cannot be read.
func eachSlot(slots string, visit func(TimeSlot)) {
	const width = civil.InstantWidth
	for ; len(slots) >= 2*width; slots = slots[2*width:] {
		if slot := (TimeSlot{StartAt: civil.ReadInstant(slots[:width]), EndAt: civil.ReadInstant(slots[width : 2*width])}); slot.readable() {
			visit(slot)
		}
	}
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
		Where("date BETWEEN ? AND ? AND date IS date(date)", before.AddDays(-lastOfTypeDays), before.AddDays(-1)).
		Where("EXISTS (SELECT 1 FROM time_slots WHERE work_entry_id = work_entries.id)").
		Group("day_type").Scan(&found).Error
	last := make(map[DayType]civil.Date, len(found))
	for _, day := range found {
		last[day.DayType] = day.Date
	}
	return last, err
}

// LastWithPause returns the last day of a type before a date that has two slots,
// within a year, or [ErrEntryNotFound], also if that day cannot be read.
func (s *Store) LastWithPause(ctx context.Context, dayType DayType, before civil.Date) (*Day, error) {
	day, err := s.day(s.Read(ctx).
		Where("day_type = ? AND date BETWEEN ? AND ?", dayType, before.AddDays(-lastOfTypeDays), before.AddDays(-1)).
		Where("(SELECT count(*) FROM time_slots WHERE work_entry_id = work_entries.id) = 2").
		Order("date DESC"))
	if err == nil && len(day.Slots) != 2 {
		return nil, ErrEntryNotFound
	}
	return day, err
}

// Day returns the day of an entry, or [ErrEntryNotFound].
func (s *Store) Day(ctx context.Context, id int64) (*Day, error) {
	return s.day(s.Read(ctx).Where("id = ?", id))
}

// DayOn returns the day of a date, or [ErrEntryNotFound].
func (s *Store) DayOn(ctx context.Context, date civil.Date) (*Day, error) {
	return s.day(s.Read(ctx).Where("date = ?", date))
}

// day reads the entry before its slots: if a write happens in between, the version
// is the older one, and a form based on it is refused.
func (s *Store) day(query *gorm.DB) (*Day, error) {
	entry, err := FindOne[WorkEntry](query)
	if err != nil {
		return nil, err
	}
	if entry == nil {
		return nil, ErrEntryNotFound
	}
	tx := s.Read(query.Statement.Context)
	slots, err := tx.SlotsOf(entry.ID)
	if err != nil {
		return nil, err
	}
	is, err := originsOf(tx.Where("work_entry_id = ?", entry.ID))
	if err != nil {
		return nil, err
	}
	return tx.dayWith(*entry, slots, is), nil
}
