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

// PlannedShifts are those of a date, in order.
type PlannedShifts []PlannedShift

// Scan implements [sql.Scanner]. Text that is none leaves the shifts nil: it is no row of the plan.
func (s *PlannedShifts) Scan(source any) error { return scanJSON(source, s) }

func (s PlannedShifts) Value() (driver.Value, error) { return writeJSON(s) }

// PlannedDate is what a date has of its own.
type PlannedDate struct {
	Date   civil.Date    `json:"date" gorm:"primaryKey"`
	Shifts PlannedShifts `json:"shifts"` // none for a rest, and nil for what its cycle says
}

func (PlannedDate) TableName() string { return "plan_dates" }

// CycleShift is a shift of a cycle. Its times are the clock's; an end that is not after the start is
// on the next date.
type CycleShift struct {
	Start civil.WallTime `json:"start"`
	End   civil.WallTime `json:"end"`
	Type  DayType        `json:"type"`
}

// CycleWeek has the shifts of each day, from Monday on; a day without one, whose list is empty and not nil, is a rest.
type CycleWeek [7][]CycleShift

// CycleWeeks are those of a cycle.
type CycleWeeks []CycleWeek

// Scan implements [sql.Scanner], as that of [PlannedShifts] does.
func (w *CycleWeeks) Scan(source any) error { return scanJSON(source, w) }

func (w CycleWeeks) Value() (driver.Value, error) { return writeJSON(w) }

// scanJSON reads a column; the value is zero for text that cannot be read, which is no error.
func scanJSON[T any](source any, into *T) error {
	var value T
	if text, ok := source.(string); ok && json.Unmarshal([]byte(text), &value) == nil {
		*into = value
	}
	return nil
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
// the change, and one that it repeats in autumn the first, which for an end is after the start.
func (s CycleShift) At(date civil.Date, zone *time.Location) (start, end civil.Instant) {
	start = civil.InstantAt(date, s.Start, zone)
	if !s.Start.Before(s.End) {
		date = date.AddDays(1)
	}
	return start, civil.InstantAt(date, s.End, zone)
}

// Plan is what is planned. It is one value that nobody changes; nil is the plan of who has none.
type Plan struct {
	version int64
	zone    *time.Location
	rows    PlanRows // by date
}

// NewPlan returns the plan of some cycles and of what dates have of their own, for the clock of a zone.
func NewPlan(rows PlanRows, zone *time.Location) *Plan {
	return &Plan{zone: zone, rows: PlanRows{inOrder(rows.Cycles), inOrder(rows.Dates)}}
}

// Version returns how often the plan has been changed, -1 for one that was not read.
func (p *Plan) Version() int64 {
	if p == nil {
		return -1
	}
	return p.version
}

// Rows returns the cycles and what dates have of their own, by date. They are not to be changed.
func (p *Plan) Rows() PlanRows {
	if p == nil {
		return PlanRows{}
	}
	return p.rows
}

// Empty reports whether nothing is planned.
func (p *Plan) Empty() bool { return p.Rows().Len() == 0 }

// On returns the shifts planned on a date, in order, and whether the date is planned: one without a shift
// is then a rest.
func (p *Plan) On(date civil.Date) (shifts []PlannedShift, planned bool) {
	if own := Between(p.Rows().Dates, date, date); len(own) > 0 {
		return own[0].Shifts, true
	}
	if cycle := p.CycleOn(date); cycle != nil {
		return cycle.on(date, p.zone), true
	}
	return nil, false
}

// CycleOn returns the cycle in force on a date, or nil.
func (p *Plan) CycleOn(date civil.Date) *Cycle {
	cycles := p.Rows().Cycles
	n := FirstFrom(cycles, date.AddDays(1))
	if n == 0 {
		return nil
	}
	cycle := &cycles[n-1]
	last := civil.Date{Year: cycle.From.Year + 2*MaxPlanYears, Month: time.December, Day: 31} // of one without an end
	if cycle.Until != nil {
		last = *cycle.Until
	}
	if last.Compare(date) < 0 {
		return nil
	}
	return cycle
}

// Between returns the shifts of the dates from one to another, inclusive, in order.
func (p *Plan) Between(from, to civil.Date) (shifts []PlannedShift) {
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) { // as many as the figures are of
		on, _ := p.On(date)
		shifts = append(shifts, on...)
	}
	return shifts
}

// Check returns what is wrong with the date, or nil: [civil.ErrDateOutOfRange], [ErrInvalidRecord] without shifts
// of its own or for those of another date in whatever zone, or an error of [PlannedShifts.Check].
func (d PlannedDate) Check() error {
	elsewhere := func(s PlannedShift) bool {
		days := d.Date.DaysUntil(civil.DateOf(s.StartAt.UTC()))
		return days < -1 || days > 1
	}
	if !d.Date.InRange() {
		return civil.ErrDateOutOfRange
	}
	if d.Shifts == nil || slices.ContainsFunc(d.Shifts, elsewhere) {
		return ErrInvalidRecord
	}
	return d.Shifts.Check()
}

// Check returns what is wrong with the cycle, or nil: [civil.ErrDateOutOfRange], [ErrCycleBackward] or an
// error of its weeks.
func (c Cycle) Check() error {
	switch {
	case !c.From.InRange() || c.Until != nil && !c.Until.InRange():
		return civil.ErrDateOutOfRange
	case c.Until != nil && c.Until.Compare(c.From) < 0:
		return ErrCycleBackward
	}
	return c.Weeks.Check()
}

// Check returns what is wrong with the weeks, or nil: [ErrCycleLength], an error of [PlannedShifts.Check] for a day,
// [ErrShiftsOverlap] for two in a row, the last and the first too, or [ErrTooManyShifts] for those that differ.
func (w CycleWeeks) Check() error {
	if len(w) == 0 || len(w) > MaxCycleWeeks {
		return ErrCycleLength
	}
	cycle := Cycle{From: civil.Date{Year: 2001, Month: time.January, Day: 1}, Weeks: w} // a Monday
	distinct := map[CycleShift]bool{}
	var eve PlannedShifts
	for n := range 7*len(w) + 1 {
		shifts := PlannedShifts(cycle.on(cycle.From.AddDays(n), time.UTC))
		if err := shifts.Check(); err != nil {
			return err
		}
		if slices.ContainsFunc(eve, func(last PlannedShift) bool { return slices.ContainsFunc(shifts, last.Overlaps) }) {
			return ErrShiftsOverlap
		}
		for _, shift := range w[n/7%len(w)][n%7] {
			distinct[shift] = true
		}
		eve = shifts
	}
	if len(distinct) > MaxShiftsOfDate { // a form has a grid of days for each
		return ErrTooManyShifts
	}
	return nil
}

// areCycleWeeks reports whether the text of a column is read.
func areCycleWeeks(text string) bool {
	var weeks CycleWeeks
	return weeks.Scan(text) == nil && weeks.Check() == nil
}

// isPlannedDate reports whether a date and what follows it, the text of its shifts, are read.
func isPlannedDate(text string) bool {
	var row PlannedDate
	date, shifts := text[:min(len(text), len("2026-11-20"))], text[min(len(text), len("2026-11-20")):]
	return errors.Join(row.Date.Scan(date), row.Shifts.Scan(shifts)) == nil && row.Check() == nil
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

// EndOf returns the end that is planned for an arrival: that of the shift in which it lies or else of the
// next one of its date, on the clock of the plan; nil if there is neither.
func (p *Plan) EndOf(arrival civil.Instant) *civil.Instant {
	if p.Empty() {
		return nil
	}
	date := civil.DateOf(arrival.In(p.zone))
	for _, shift := range p.Between(date.AddDays(-1), date) {
		if arrival.Before(shift.EndAt.Time) { // one of the eve has begun
			return &shift.EndAt
		}
	}
	return nil
}

// PlannedType returns the type that the plan has for a day of another: the default one, as the
// automation has recorded it. It is that of the shift, of its date on the clock of the plan or of the eve,
// in which most of it lies or else of the first of its date; empty if there is none.
func (r Rules) PlannedType(day *Day) DayType {
	if r.Plan.Empty() || len(day.Slots) == 0 || !day.Recorded || day.HalfDay != "" || day.DayType != r.Defaults.DayType {
		return ""
	}
	date := civil.DateOf(day.Slots[0].StartAt.In(r.Zone))
	var planned DayType
	if shifts, _ := r.Plan.On(date); len(shifts) > 0 {
		planned = shifts[0].Type
	}
	var most time.Duration
	for _, shift := range r.Plan.Between(date.AddDays(-1), date) {
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
