package report

import (
	"context"
	"io"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Done is what was worked beside what was planned, as programs read it too.
type Done struct {
	From    civil.Date `json:"from"`
	To      civil.Date `json:"to"`
	Planned int64      `json:"planned_minutes"`
	Worked  int64      `json:"worked_minutes"`
	Beyond  int64      `json:"beyond_minutes"`
	Days    []DoneDay  `json:"days"` // that are planned or have a slot, in order
}

// DoneDay is what was worked on a date, and what of it is beyond: in no planned shift or, if nothing is
// planned for the date, more than was due.
type DoneDay struct {
	Date   civil.Date   `json:"date"`
	Shifts []LocalShift `json:"planned"`
	Rest   bool         `json:"rest"` // it is planned, without a shift
	Worked int64        `json:"worked_minutes"`
	Beyond int64        `json:"beyond_minutes"`
	models.Request
	Day     models.Day `json:"-"` // without an id if there is no entry
	Planned bool       `json:"-"` // there are shifts, or else a rest
	Due     int64      `json:"-"` // minutes; of a planned date those of its shifts, absences aside
	// Before is what of the minutes beyond is before the first shift, and After what is after the last.
	Before int64 `json:"-"`
	After  int64 `json:"-"`
}

// add adds a day, and its minutes.
func (d *Done) add(day DoneDay) {
	if day.Planned {
		d.Planned += day.Due
	}
	d.Worked, d.Beyond = d.Worked+day.Worked, d.Beyond+day.Beyond
	d.Days = append(d.Days, day)
}

// LocalShift is a planned shift as the clock of the zone shows it.
type LocalShift struct {
	Start time.Time      `json:"start"`
	End   time.Time      `json:"end"`
	Type  models.DayType `json:"type"`
}

// String writes the times of the shift, such as "19:45-07:15".
func (s LocalShift) String() string { return s.Start.Format("15:04") + "-" + s.End.Format("15:04") }

// PlannedOn returns what [models.Plan.On] does, as the clock shows it; never nil.
func (r Rules) PlannedOn(date civil.Date) (local []LocalShift, planned bool) {
	shifts, planned := r.Plan.On(date)
	local = make([]LocalShift, len(shifts))
	for i, shift := range shifts {
		local[i] = LocalShift{shift.StartAt.In(r.Zone), shift.EndAt.In(r.Zone), shift.Type}
	}
	return local, planned
}

// NextShift returns the first planned shift that begins after a moment, within so many days; nil if
// there is none.
func (r Rules) NextShift(now civil.Instant, days int) *LocalShift {
	for n := range days {
		shifts, _ := r.PlannedOn(civil.DateOf(now.In(r.Zone)).AddDays(n))
		for _, shift := range shifts {
			if shift.Start.After(now.Time) {
				return &shift
			}
		}
	}
	return nil
}

// farthestZone is how many dates before a day the shift may be in which it lies: in the plan's zone, the day
// may begin up to two dates earlier, in a shift of the date before that.
const farthestZone = 3

// DoneNeed returns the first and the last date of the days that [Rules.Done] needs.
func DoneNeed(from, to civil.Date) (first, last civil.Date) {
	return from.AddDays(-farthestZone).Monday(), to.Monday().AddDays(6 + longestSlot)
}

// ByPlan returns the rules without targets, by which nothing is due or beyond on a date that is not planned.
func (r Rules) ByPlan() Rules {
	r.Targets = nil
	return r
}

// Done returns what was worked from one date to another. The days are those of [DoneNeed].
func (r Rules) Done(days []models.Day, from, to civil.Date) Done {
	done := Done{From: from, To: to, Days: []DoneDay{}}
	due := r.dueOn(models.Totals(days), from, to)
	for date := from; date.DaysUntil(to) >= 0; date = following(date) {
		day := DoneDay{Date: date}
		day.Shifts, day.Planned = r.PlannedOn(date)
		day.Rest = day.Planned && len(day.Shifts) == 0
		minutes, counted := due[date]
		if day.Planned {
			minutes = r.plannedOn(date)
		}
		if on := models.Between(days, date, date); len(on) > 0 {
			total := on[0].Total()
			day.Day, day.Request, day.Worked = on[0], on[0].Request(), total.Minutes
			if day.Planned {
				minutes -= r.absent(&total, minutes)
			}
		}
		switch {
		case day.Planned:
			day.Due = minutes
			r.findBeyond(&day, days)
		case len(day.Day.Slots) == 0:
			continue
		case counted:
			day.Due, day.Beyond = minutes, max(0, day.Worked-minutes)
		}
		done.add(day)
	}
	return done
}

// findBeyond finds what of the minutes of a planned date lies in no planned shift, of whichever date, and what
// of that is before the date's first shift and after its last.
func (r Rules) findBeyond(day *DoneDay, days []models.Day) {
	day.Beyond = day.Worked
	if n := len(day.Shifts); n > 0 {
		first, last := civil.NewInstant(day.Shifts[0].Start), civil.NewInstant(day.Shifts[n-1].End)
		for _, slot := range day.Day.WithoutOverlap() {
			day.Before += max(0, slot.Clipped(slot.StartAt, first).Minutes(day.Day.Zone))
			day.After += max(0, slot.Clipped(last, slot.EndAt).Minutes(day.Day.Zone))
		}
	}
	r.eachShift(day.Day, days, func(of civil.Date, _ models.DayType, minutes int64) {
		day.Beyond -= minutes
		switch order := of.Compare(day.Date); {
		case day.Rest:
		case order < 0:
			day.Before -= minutes
		case order > 0:
			day.After -= minutes
		}
	})
}

// Months returns what was worked in each month.
func (d Done) Months() (months []Done) {
	for _, day := range d.Days {
		first := civil.Date{Year: day.Date.Year, Month: day.Date.Month, Day: 1}
		if len(months) == 0 || months[len(months)-1].From != first {
			months = append(months, Done{From: first, To: first.LastOfMonth()})
		}
		months[len(months)-1].add(day)
	}
	return months
}

// eachShift visits the planned shifts in which a day may lie, of whichever date, with the minutes of it in
// each. The shifts of a date with a whole absence are none: the days tell.
func (r Rules) eachShift(day models.Day, days []models.Day, visit func(of civil.Date, shift models.DayType, minutes int64)) {
	slots := day.WithoutOverlap()
	if len(slots) == 0 {
		return
	}
	// The dates are those of the plan's zone: the day may have been recorded in another.
	first, last := civil.DateOf(slots[0].StartAt.In(r.Zone)), civil.DateOf(slots[len(slots)-1].EndAt.In(r.Zone))
	last = civil.Earlier(last, day.Date.AddDays(longestSlot)) // a slot that was recorded has any length
	var covered civil.Instant                                 // up to which shifts are counted, since those of two dates may overlap
	for date := first.AddDays(-1); date.DaysUntil(last) >= 0; date = date.AddDays(1) {
		if on := models.Between(days, date, date); len(on) > 0 && r.Effect(on[0].DayType).Absence {
			continue
		}
		shifts, _ := r.Plan.On(date)
		for _, shift := range shifts {
			var minutes int64
			for _, slot := range slots {
				minutes += max(0, slot.Clipped(civil.Latest(shift.StartAt, covered), shift.EndAt).Minutes(day.Zone))
			}
			visit(date, shift.Type, minutes)
			covered = civil.Latest(covered, shift.EndAt)
		}
	}
}

// AgainstNeed returns the last date of the days that [Rules.AgainstPlan] needs for those up to a date.
func (Rules) AgainstNeed(to civil.Date) civil.Date {
	return civil.Earlier(to.AddDays(farthestZone), civil.LastDate)
}

// AgainstPlan returns the minutes of days less those that are planned for their dates, by date. What of a
// day lies in a shift of another date counts there: a night that was cut at midnight, or a day that was
// recorded in another zone. The days are in order.
func (r Rules) AgainstPlan(days []models.Day) map[civil.Date]int64 {
	if r.Plan.Empty() {
		return nil
	}
	against := make(map[civil.Date]int64, len(days))
	for _, day := range days {
		total := day.Total()
		against[day.Date] += total.Minutes - r.due(&Target{Planned: true}, day.Date, day.Date.Weekday(), &total)
		r.eachShift(day, days, func(of civil.Date, shift models.DayType, minutes int64) {
			if of != day.Date && shift != models.OnCall { // whose hours are not due
				against[day.Date] -= minutes
				against[of] += minutes
			}
		})
	}
	return against
}

// dueOn returns what is due on each of the dates from one to another on which hours are to be worked: its
// target, or, in a week of which the hours are due on any day, what is left of them. The days must be in
// order, and those of whole weeks.
func (r Rules) dueOn(days []models.DayTotal, from, to civil.Date) map[civil.Date]int64 {
	dueOn := map[civil.Date]int64{}
	for monday := from.Monday(); monday.DaysUntil(to) >= 0; monday = monday.AddDays(7) {
		sunday := monday.AddDays(6)
		left := r.TargetOf(days, monday, sunday)
		r.each(days, monday, sunday, func(date civil.Date, due int64, total *models.DayTotal) {
			if target := r.targetFrom(date); target != nil && target.ByWeek {
				due = left
			}
			if r.countsHoursOn(date) && from.DaysUntil(date) >= 0 && date.DaysUntil(to) >= 0 {
				dueOn[date] = max(0, due)
			}
			if total != nil {
				left -= total.Minutes
			}
		})
	}
	return dueOn
}

// ReadDone reads what was worked from one date to another.
func (r Rules) ReadDone(ctx context.Context, store *models.Store, from, to civil.Date) (Done, error) {
	first, last := DoneNeed(from, to)
	days, err := store.RequestedDays(ctx, first, last)
	return r.Done(days, from, to), err
}

// NotBeyond returns how many minutes can be worked on a day, as it was typed, without one of them
// being beyond; nil if nothing is planned or due on its date.
func (r *Reader) NotBeyond(ctx context.Context, day models.Day) (*int64, error) {
	if _, planned := r.rules.Plan.On(day.Date); !planned && !r.rules.countsHoursOn(day.Date) {
		return nil, nil
	}
	first, last := DoneNeed(day.Date, day.Date)
	days, err := r.store.SlotDays(ctx, first, last)
	if err != nil {
		return nil, err
	}
	done := r.rules.Done(models.Replaced(days, day.Date, day), day.Date, day.Date).Days
	if len(done) == 0 {
		return nil, nil
	}
	minutes := done[0].Due
	if done[0].Planned && len(day.Slots) > 0 { // only those in a shift
		minutes = done[0].Worked - done[0].Beyond
	}
	return &minutes, nil
}

// WriteCSV writes a row for each day, as [WriteDayRows] does.
func (d Done) WriteCSV(to io.Writer, semicolons bool) error {
	lines := [][]string{{"date", "planned", "worked_minutes", "beyond_minutes", "requested_by", "reason"}}
	for _, day := range d.Days {
		lines = append(lines, []string{day.Date.String(), day.planned(), whole(&day.Worked), whole(&day.Beyond), models.Cell(day.Request.By), models.Cell(day.Reason)})
	}
	return writeTable(to, lines, semicolons)
}

// planned writes what is planned in a cell: "07:00-12:00 WORK, 19:45-07:15 GARDE", or "rest".
func (d DoneDay) planned() string {
	if d.Rest {
		return "rest"
	}
	var shifts []string
	for _, shift := range d.Shifts {
		shifts = append(shifts, shift.String()+" "+string(shift.Type))
	}
	return strings.Join(shifts, ", ")
}
