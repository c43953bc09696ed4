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

// MaxEvents is how many events a file may have. What lasts several dates is one for each.
const MaxEvents = 5_000

// Errors of a file.
var (
	ErrNoEvent       = errors.New("the file has no event to take")
	ErrTooManyEvents = errors.New("the file has more than 5,000 events")
)

// Event is an event of a file.
type Event struct {
	Line        int
	Title       string
	First, Last civil.Date    // of whole days
	Start, End  civil.Instant // zero for whole days
	Rest        bool          // whatever the title
	Repeats     bool          // and has neither dates nor times
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

// FileReader gathers what the events of a file plan.
type FileReader struct {
	File
	words  Words
	zone   *time.Location
	today  civil.Date
	events int // of the file so far
	shifts []fileShift
	dates  map[civil.Date]models.PlannedShifts // with an event
}

type fileShift struct {
	models.PlannedShift
	Line
	date civil.Date
}

// NewFileReader returns a reader that takes events by these words and the clock of a zone, on a day.
func NewFileReader(words Words, zone *time.Location, today civil.Date) *FileReader {
	return &FileReader{words: words, zone: zone, today: today, dates: map[civil.Date]models.PlannedShifts{}}
}

// Ignores reports whether an event of that title is left out in silence, whatever its times.
func (r *FileReader) Ignores(title string) bool { return r.words.of(title) == Ignore }

// Add takes an event that is not ignored, or leaves it out. A shift is of the date on which it begins, and so is a
// rest that is no longer than a day; a longer rest is of every date of which it has something, and an event for each
// of them. It returns what keeps the whole file from being taken: [models.ErrSlotNotLater],
// [models.ErrPlannedTooFar], or, for the first event for which there is no room, [ErrTooManyEvents].
func (r *FileReader) Add(event Event) error {
	meaning := r.words.of(event.Title)
	isRest := event.Rest || meaning == Rest || meaning == Leave
	isWhole, isLong := event.Start == civil.Instant{}, false
	first, last := event.First, event.Last
	if !isWhole {
		first = civil.DateOf(event.Start.In(r.zone))
		last, isLong = first, event.End.WallClock(r.zone).After(event.Start.WallClock(r.zone).AddDate(0, 0, 1))
		if isLong && isRest {
			last = civil.DateOf(event.End.Add(-time.Nanosecond).In(r.zone))
		}
	}
	isFull := r.events > MaxEvents
	r.events += max(1, 1+first.DaysUntil(last))
	line := Line{Line: event.Line, Title: event.Title}
	switch {
	case isFull:
		return nil
	case last.Compare(first) < 0 || !isWhole && !event.End.After(event.Start.Time):
		return models.ErrSlotNotLater
	case r.events > MaxEvents:
		return ErrTooManyEvents
	case event.Repeats:
		line.Why = ErrRepeats
	case isWhole && !isRest:
		line.Why = ErrWholeDay
	case isLong && !isRest:
		line.Why = ErrLongShift
	case isTooFar(first, r.today) || isTooFar(last, r.today):
		return models.ErrPlannedTooFar
	case !isRest:
		shift := models.PlannedShift{StartAt: event.Start, EndAt: event.End, Type: models.DayType(cmp.Or(meaning, Meaning(models.Work)))}
		r.shifts = append(r.shifts, fileShift{shift, line, first})
		return nil
	}
	if line.Why != nil {
		r.LeftOut = append(r.LeftOut, line)
		return nil
	}
	for date := first; date.Compare(last) <= 0; date = date.AddDays(1) {
		r.dates[date] = nil
		if meaning == Leave {
			r.Leaves = append(r.Leaves, DatedLeave{date, event.Title})
		}
	}
	return nil
}

// Planned returns what the file plans. It refuses the lines that keep the whole file from being taken, of shifts
// that are too many for a date, and returns [ErrNoEvent] if there is none to take, with what is left out.
func (r *FileReader) Planned(refuse func(line int, why error)) (File, error) {
	r.addShifts(refuse)
	slices.SortStableFunc(r.LeftOut, func(a, b Line) int { return cmp.Compare(a.Line, b.Line) })
	slices.SortStableFunc(r.Leaves, func(a, b DatedLeave) int { return a.Date.Compare(b.Date) })
	r.Leaves = slices.Compact(r.Leaves)
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

// addShifts plans the shifts, of two that overlap the one that begins earlier or, if both begin at
// once, the longer.
func (r *FileReader) addShifts(refuse func(line int, why error)) {
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
			refuse(shift.Line.Line, models.ErrTooManyShifts)
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
