package planning

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Why an event is left out of what a file plans, beside [models.ErrShiftsOverlap].
var (
	ErrRepeats   = errors.New("it repeats")
	ErrWholeDay  = errors.New("it is a whole day, and its word says neither rest nor leave")
	ErrLongShift = errors.New("it is longer than a day")
)

// MaxEvents is how many events a file may have. A whole day is one for each of its dates.
const MaxEvents = 5_000

// Errors of a file.
var (
	ErrNoEvent       = errors.New("the file has no event to take")
	ErrTooManyEvents = errors.New("the file has more than 5,000 events")
)

// Event is an event of a file.
type Event struct {
	Line       int
	Title      string
	Date       civil.Date    // of a whole day
	Start, End civil.Instant // zero for a whole day
	Rest       bool          // whatever the title
	Repeats    bool          // and has neither a date nor times
}

// Line is a line of a file, and why it is left out or refused.
type Line struct {
	Line  int
	Title string
	Why   error
}

// DatedLeave is a leave that a file has on a date.
type DatedLeave struct {
	Date  civil.Date
	Title string
}

// File is what a file plans.
type File struct {
	Dates   []models.PlannedDate // from the first that has an event to the last
	Leaves  []DatedLeave
	LeftOut []Line // in the order of the file
}

// Shifts returns how many shifts the file plans.
func (f File) Shifts() (n int) {
	for _, date := range f.Dates {
		n += len(date.Shifts)
	}
	return n
}

// fileReader gathers what events plan.
type fileReader struct {
	File
	zone   *time.Location
	today  civil.Date
	refuse func(line int, why error)
	shifts []fileShift
	dates  map[civil.Date]models.PlannedShifts // with an event
	rests  int                                 // dates of them
}

type fileShift struct {
	models.PlannedShift
	Line
	date civil.Date
}

// FileOf returns what events plan on a day, by their words and the clock of a zone. It refuses the lines that
// keep the whole file from being taken: what they have is too far from that day, or too much for a date. It
// returns [ErrNoEvent] if there is none to take, with what is left out.
func FileOf(events []Event, words Words, zone *time.Location, today civil.Date, refuse func(line int, why error)) (File, error) {
	r := fileReader{zone: zone, today: today, refuse: refuse, dates: map[civil.Date]models.PlannedShifts{}}
	for _, event := range events {
		r.read(event, words.of(event.Title))
	}
	r.addShifts()
	slices.SortStableFunc(r.LeftOut, func(a, b Line) int { return cmp.Compare(a.Line, b.Line) })
	slices.SortStableFunc(r.Leaves, func(a, b DatedLeave) int { return a.Date.Compare(b.Date) })
	r.Leaves = slices.Compact(r.Leaves)
	r.LeftOut = slices.CompactFunc(r.LeftOut, func(a, b Line) bool { return a.Line == b.Line && a.Why == b.Why }) // dates of one event
	if len(r.dates) == 0 {
		return File{LeftOut: r.LeftOut}, ErrNoEvent
	}
	taken := slices.SortedFunc(maps.Keys(r.dates), civil.Date.Compare)
	last := taken[len(taken)-1]
	for date := taken[0]; date.Compare(last) <= 0; date = date.AddDays(1) { // of twenty years
		r.Dates = append(r.Dates, models.PlannedDate{Date: date, Shifts: append(models.PlannedShifts{}, r.dates[date]...)})
	}
	return r.File, nil
}

// read takes an event, or leaves it out. A shift, and a rest that is no longer than a day, is of the date on
// which it begins, a longer rest of every date of which it has something.
func (r *fileReader) read(event Event, meaning Meaning) {
	first, last, isLong := event.Date, event.Date, false
	isWhole := event.Start == civil.Instant{}
	if !isWhole {
		first = civil.DateOf(event.Start.In(r.zone))
		last, isLong = first, event.End.WallClock(r.zone).After(event.Start.WallClock(r.zone).AddDate(0, 0, 1))
	}
	isRest := event.Rest || meaning == Rest || meaning == Leave
	line := Line{Line: event.Line, Title: event.Title}
	switch {
	case meaning == Ignore && !event.Rest:
		return
	case event.Repeats:
		line.Why = ErrRepeats
	case isWhole && !isRest:
		line.Why = ErrWholeDay
	case isLong && !isRest:
		line.Why = ErrLongShift
	}
	if line.Why != nil {
		r.LeftOut = append(r.LeftOut, line)
		return
	}
	if isLong {
		last = civil.DateOf(event.End.Add(-time.Nanosecond).In(r.zone))
	}
	switch {
	case isTooFar(first, r.today) || isTooFar(last, r.today):
		r.refuse(event.Line, models.ErrPlannedTooFar)
		return
	case !isRest:
		shift := models.PlannedShift{StartAt: event.Start, EndAt: event.End, Type: models.DayType(cmp.Or(meaning, Meaning(models.Work)))}
		r.shifts = append(r.shifts, fileShift{shift, line, first})
		return
	}
	if r.rests += 1 + first.DaysUntil(last); r.rests > MaxEvents {
		r.refuse(event.Line, ErrTooManyEvents)
		return
	}
	for date := first; date.Compare(last) <= 0; date = date.AddDays(1) {
		r.dates[date] = nil
		if meaning == Leave {
			r.Leaves = append(r.Leaves, DatedLeave{date, event.Title})
		}
	}
}

// addShifts plans the shifts, of two that overlap the one that begins earlier or, if both begin at
// once, the longer.
func (r *fileReader) addShifts() {
	slices.SortStableFunc(r.shifts, func(a, b fileShift) int {
		return cmp.Or(a.StartAt.Compare(b.StartAt.Time), b.EndAt.Compare(a.EndAt.Time))
	})
	var until civil.Instant
	for _, shift := range r.shifts {
		switch {
		case shift.StartAt.Before(until.Time):
			shift.Why = models.ErrShiftsOverlap
			r.LeftOut = append(r.LeftOut, shift.Line)
			continue
		case len(r.dates[shift.date]) == models.MaxShiftsOfDate:
			r.refuse(shift.Line.Line, models.ErrTooManyShifts)
		}
		until = shift.EndAt
		r.dates[shift.date] = append(r.dates[shift.date], shift.PlannedShift)
	}
}

// Import plans what a file does: it replaces what its dates have of their own.
func Import(ctx context.Context, s *models.Store, file File, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		return tx.Changing(models.ActionPlanned, now, nil, func() error { return tx.SetPlan(models.PlanRows{Dates: file.Dates}) })
	})
}
