package models

import (
	"cmp"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"worklog/models/civil"
)

// Limits of a plan.
const (
	MaxCycleWeeks   = 12
	MaxPlanYears    = 10 // from today, either way
	MaxShiftsOfDate = 20 // and of a cycle, each counted once
)

// Errors of what a person plans.
var (
	ErrShiftsOverlap = errors.New("planned shifts overlap")
	ErrTooManyShifts = errors.New("date has too many planned shifts")
	ErrPlannedType   = errors.New("planned shifts have no such type")
	ErrPlannedTooFar = errors.New("date is more than ten years from today")
	ErrCycleLength   = errors.New("cycle does not have 1 to 12 weeks")
	ErrCycleBackward = errors.New("cycle ends before it begins")
	ErrCycleTaken    = errors.New("another cycle begins on that date")
	ErrPlanChanged   = errors.New("the plan has changed since")
)

// PlannedTypes are the types that a planned shift can have.
var PlannedTypes = []DayType{Work, Duty, OnCall, Training, Telework}

// PlannedShift is a shift of the plan. It is of the date on which it starts.
type PlannedShift struct {
	StartAt civil.Instant `json:"start_at"`
	EndAt   civil.Instant `json:"end_at"`
	Type    DayType       `json:"type"`
}

// Minutes returns how long the shift lasts.
func (s PlannedShift) Minutes() int64 { return int64(s.EndAt.Sub(s.StartAt.Time) / time.Minute) }

// PlannedShifts are those of a date, in order.
type PlannedShifts []PlannedShift

// GormDataType implements GORM's interface of that name.
func (PlannedShifts) GormDataType() string { return "text" }

// Scan implements [sql.Scanner]. Text that is none leaves the shifts nil: it is no row of the plan.
func (s *PlannedShifts) Scan(source any) error {
	scanJSON(source, s)
	return nil
}

// Value implements [driver.Valuer].
func (s PlannedShifts) Value() (driver.Value, error) { return writeJSON(s) }

// PlannedDate is what a date has of its own.
type PlannedDate struct {
	Date   civil.Date    `json:"date" gorm:"primaryKey"`
	Shifts PlannedShifts `json:"shifts"` // none for a rest, and nil for what its cycle says
}

// TableName implements GORM's Tabler.
func (PlannedDate) TableName() string { return "plan_dates" }

// CycleShift is a shift of a cycle. Its times are the clock's; an end that is not after the start is
// on the next date.
type CycleShift struct {
	Start civil.WallTime `json:"start"`
	End   civil.WallTime `json:"end"`
	Type  DayType        `json:"type"`
}

// CycleWeek has the shifts of each day, from Monday on; a day without one is a rest.
type CycleWeek [7][]CycleShift

// MarshalJSON writes a day without a shift as an empty list.
func (w CycleWeek) MarshalJSON() ([]byte, error) {
	var days [7][]CycleShift
	for i, shifts := range w {
		days[i] = append([]CycleShift{}, shifts...)
	}
	return json.Marshal(days)
}

// CycleWeeks are those of a cycle.
type CycleWeeks []CycleWeek

// GormDataType implements GORM's interface of that name.
func (CycleWeeks) GormDataType() string { return "text" }

// Scan implements [sql.Scanner], as that of [PlannedShifts] does.
func (w *CycleWeeks) Scan(source any) error {
	scanJSON(source, w)
	return nil
}

// Value implements [driver.Valuer].
func (w CycleWeeks) Value() (driver.Value, error) { return writeJSON(w) }

// scanJSON reads a column; the value is zero for text that cannot be read.
func scanJSON[T any](source any, into *T) {
	var value T
	if text, ok := source.(string); ok && json.Unmarshal([]byte(text), &value) == nil {
		*into = value
	}
}

func writeJSON(value any) (driver.Value, error) {
	content, err := json.Marshal(value)
	return string(content), err
}

// Cycle is what repeats from a date on, until another date or the next cycle.
type Cycle struct {
	From  civil.Date  `json:"from" gorm:"primaryKey;column:from_date"`
	Until *civil.Date `json:"until" gorm:"column:until_date"` // inclusive; nil for none
	Weeks CycleWeeks  `json:"weeks"`                          // the first is that of From; nil for no such cycle
}

// TableName implements GORM's Tabler.
func (Cycle) TableName() string { return "plan_cycles" }

// on returns the shifts of a date on which the cycle is in force.
func (c *Cycle) on(date civil.Date, zone *time.Location) []PlannedShift {
	shifts := []PlannedShift{}
	week := c.From.Monday().DaysUntil(date) / 7 % len(c.Weeks)
	for _, shift := range c.Weeks[week][date.DaysSinceMonday()] {
		start, end := shift.At(date, zone)
		shifts = append(shifts, PlannedShift{start, end, shift.Type})
	}
	slices.SortFunc(shifts, ShiftsInOrder)
	return shifts
}

// At returns the instants of the shift on a date. A time that the clock skips in spring is the moment of
// the change; of one that it repeats in autumn, a start is the first, and an end the first after the start.
func (s CycleShift) At(date civil.Date, zone *time.Location) (start, end civil.Instant) {
	start = civil.InstantAt(date, s.Start, zone)
	if !s.Start.Before(s.End) {
		date = date.AddDays(1)
	}
	end = civil.InstantAt(date, s.End, zone)
	if instants := civil.InstantsAt(date, s.End, zone); !end.After(start.Time) && len(instants) > 1 {
		end = instants[1]
	}
	return start, end
}

// Plan is what is planned. It is one value that nobody changes; nil is the plan of who has none.
type Plan struct {
	version int64
	zone    *time.Location
	cycles  []Cycle       // by date
	dates   []PlannedDate // likewise
}

// NewPlan returns the plan of some cycles and of what dates have of their own, for the clock of a zone.
func NewPlan(cycles []Cycle, dates []PlannedDate, zone *time.Location) *Plan {
	return &Plan{zone: zone, cycles: inOrder(cycles), dates: inOrder(dates)}
}

// Version returns how often the plan has been changed, -1 for one that was not read.
func (p *Plan) Version() int64 {
	if p == nil {
		return -1
	}
	return p.version
}

// Empty reports whether nothing is planned.
func (p *Plan) Empty() bool { return p == nil || len(p.cycles)+len(p.dates) == 0 }

// On returns the shifts planned on a date, in order, and whether the date is planned: one without a shift
// is then a rest.
func (p *Plan) On(date civil.Date) (shifts []PlannedShift, planned bool) {
	if p == nil {
		return nil, false
	}
	if own := Between(p.dates, date, date); len(own) > 0 {
		return own[0].Shifts, true
	}
	if cycle := p.CycleOn(date); cycle != nil {
		return cycle.on(date, p.zone), true
	}
	return nil, false
}

// CycleOn returns the cycle in force on a date, or nil.
func (p *Plan) CycleOn(date civil.Date) *Cycle {
	if p == nil {
		return nil
	}
	n := FirstFrom(p.cycles, date.AddDays(1))
	if n == 0 {
		return nil
	}
	cycle := &p.cycles[n-1]
	last := civil.Date{Year: cycle.From.Year + 2*MaxPlanYears, Month: time.December, Day: 31} // of one without an end
	if cycle.Until != nil {
		last = *cycle.Until
	}
	if last.Compare(date) < 0 {
		return nil
	}
	return cycle
}

// Cycles returns the cycles, by date. They are not to be changed.
func (p *Plan) Cycles() []Cycle {
	if p == nil {
		return nil
	}
	return p.cycles
}

// OwnDates returns what dates have of their own, by date. They are not to be changed.
func (p *Plan) OwnDates() []PlannedDate {
	if p == nil {
		return nil
	}
	return p.dates
}

// Between returns the shifts of the dates from one to another, inclusive, in order.
func (p *Plan) Between(from, to civil.Date) (shifts []PlannedShift) {
	if p.Empty() {
		return nil
	}
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) { // as many as the figures are of
		on, _ := p.On(date)
		shifts = append(shifts, on...)
	}
	return shifts
}

// Check returns what is wrong with the date, or nil: [civil.ErrDateOutOfRange], [ErrInvalidRecord] for
// shifts of another date in whatever zone, or an error of [PlannedShifts.Check].
func (d PlannedDate) Check() error {
	elsewhere := func(s PlannedShift) bool {
		days := d.Date.DaysUntil(civil.DateOf(s.StartAt.UTC()))
		return days < -1 || days > 1
	}
	if !d.Date.InRange() {
		return civil.ErrDateOutOfRange
	}
	if slices.ContainsFunc(d.Shifts, elsewhere) {
		return ErrInvalidRecord
	}
	return d.Shifts.Check()
}

// valid reports whether the row is one that the program writes.
func (d PlannedDate) valid() bool { return d.Shifts != nil && d.Check() == nil }

// valid reports whether the row is one that the program writes.
func (c Cycle) valid() bool {
	return c.From.InRange() && (c.Until == nil || c.Until.InRange()) && c.Check() == nil
}

// Check returns what is wrong with the cycle, or nil: [ErrCycleBackward] or an error of its weeks.
func (c Cycle) Check() error {
	if c.Until != nil && c.Until.Compare(c.From) < 0 {
		return ErrCycleBackward
	}
	return c.Weeks.Check()
}

// Check returns what is wrong with the weeks, or nil: [ErrCycleLength], [ErrTooManyShifts],
// [ErrPlannedType] or [ErrShiftsOverlap], of the last week and the first too.
func (w CycleWeeks) Check() error {
	if len(w) == 0 || len(w) > MaxCycleWeeks {
		return ErrCycleLength
	}
	type span struct{ start, end int } // minutes since the first Monday
	var spans []span
	distinct := map[CycleShift]bool{} // a form has a grid of days for each
	for day := range 7 * len(w) {
		shifts := w[day/7][day%7]
		if len(shifts) > MaxShiftsOfDate {
			return ErrTooManyShifts
		}
		for _, shift := range shifts {
			if !slices.Contains(PlannedTypes, shift.Type) {
				return ErrPlannedType
			}
			distinct[shift] = true
			start, end := shift.Start.Minutes(), shift.End.Minutes()
			if end <= start {
				end += civil.MinutesOfDay
			}
			spans = append(spans, span{day*civil.MinutesOfDay + start, day*civil.MinutesOfDay + end})
		}
	}
	if len(distinct) > MaxShiftsOfDate {
		return ErrTooManyShifts
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	for i, shift := range spans {
		next := span{start: spans[0].start + 7*len(w)*civil.MinutesOfDay}
		if i+1 < len(spans) {
			next = spans[i+1]
		}
		if shift.end > next.start {
			return ErrShiftsOverlap
		}
	}
	return nil
}

// areCycleWeeks reports whether the text of a column is read.
func areCycleWeeks(text string) bool {
	var weeks CycleWeeks
	scanJSON(text, &weeks)
	return weeks.Check() == nil
}

// isPlannedDate reports whether a date and what follows it, the text of its shifts, are read.
func isPlannedDate(text string) bool {
	var row PlannedDate
	date, shifts := text[:min(len(text), len("2026-11-20"))], text[min(len(text), len("2026-11-20")):]
	scanJSON(shifts, &row.Shifts)
	return row.Date.Scan(date) == nil && row.valid()
}

// Check returns what is wrong with the shifts, or nil: [ErrTooManyShifts], [ErrPlannedType],
// [ErrSlotNotLater], [ErrSlotTooLong] or [ErrShiftsOverlap].
func (s PlannedShifts) Check() error {
	if len(s) > MaxShiftsOfDate {
		return ErrTooManyShifts
	}
	for i, shift := range s {
		switch {
		case !slices.Contains(PlannedTypes, shift.Type):
			return ErrPlannedType
		case !shift.StartAt.Readable() || !shift.EndAt.After(shift.StartAt.Time):
			return ErrSlotNotLater
		case shift.EndAt.Sub(shift.StartAt.Time) > longestShift:
			return ErrSlotTooLong
		case slices.ContainsFunc(s[:i], shift.Overlaps):
			return ErrShiftsOverlap
		}
	}
	return nil
}

// longestShift is a day of the clock, which may be put back by an hour meanwhile.
const longestShift = 25 * time.Hour

// Within returns how much of a slot lies in the shift.
func (s PlannedShift) Within(slot TimeSlot) time.Duration {
	part := slot.Clipped(s.StartAt, s.EndAt)
	return max(0, part.EndAt.Sub(part.StartAt.Time))
}

// Overlaps reports whether two shifts have time in common.
func (s PlannedShift) Overlaps(other PlannedShift) bool {
	return s.StartAt.Before(other.EndAt.Time) && other.StartAt.Before(s.EndAt.Time)
}

// ShiftsInOrder compares shifts by their start, and the shorter first.
func ShiftsInOrder(a, b PlannedShift) int {
	return cmp.Or(a.StartAt.Compare(b.StartAt.Time), a.EndAt.Compare(b.EndAt.Time))
}

// EndOf returns the end that is planned for an arrival on a date: that of the shift in which it lies or
// else of the next one of the date; nil if there is neither.
func (p *Plan) EndOf(arrival civil.Instant, date civil.Date) *civil.Instant {
	for _, shift := range p.Between(date.AddDays(-1), date) {
		if !arrival.Before(shift.StartAt.Time) && arrival.Before(shift.EndAt.Time) {
			return &shift.EndAt
		}
	}
	shifts, _ := p.On(date)
	for _, shift := range shifts {
		if arrival.Before(shift.StartAt.Time) {
			return &shift.EndAt
		}
	}
	return nil
}

// PlannedType returns the type that the plan has for a day of another: the default one, as the
// automation has recorded it. It is that of the shift, of its date or of the eve, in which most of it
// lies or else of the first of its date; empty if there is none.
func (r Rules) PlannedType(day *Day) DayType {
	if r.Plan.Empty() || len(day.Slots) == 0 || !day.Recorded || day.HalfDay != "" || day.DayType != r.Defaults.DayType {
		return ""
	}
	var planned DayType
	if shifts, _ := r.Plan.On(day.Date); len(shifts) > 0 {
		planned = shifts[0].Type
	}
	var most time.Duration
	for _, shift := range r.Plan.Between(day.Date.AddDays(-1), day.Date) {
		var within time.Duration
		for _, slot := range day.Slots {
			within += shift.Within(slot)
		}
		if within > most {
			planned, most = shift.Type, within
		}
	}
	if planned == day.DayType {
		return ""
	}
	return planned
}
