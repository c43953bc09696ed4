package report

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Done is what was worked beside what was planned.
type Done struct {
	From, To                civil.Date
	Planned, Worked, Beyond int64     // minutes
	Days                    []DoneDay // that are planned or have a slot, in order
}

// DoneDay is what was worked on a date, and what of it is beyond: in no planned shift or, if nothing is
// planned for the date, more than was due.
type DoneDay struct {
	Date                civil.Date
	Day                 models.Day // without an id if there is no entry
	Shifts              []LocalShift
	Planned             bool  // there are shifts, or else a rest
	Due, Worked, Beyond int64 // minutes; what is due of a planned date is that of its shifts, absences aside
	// Before is what of the minutes beyond is before the first shift, and After what is after the last.
	Before, After int64
}

// OnRest reports whether what is beyond is on a planned rest.
func (d DoneDay) OnRest() bool { return d.Planned && len(d.Shifts) == 0 }

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
	today := civil.DateOf(now.In(r.Zone))
	for i := range days {
		shifts, _ := r.PlannedOn(today.AddDays(i))
		for _, shift := range shifts {
			if shift.Start.After(now.Time) {
				return &shift
			}
		}
	}
	return nil
}

// FarthestZone is how many dates before a day the shift may be in which it lies: in the plan's zone, the day
// may begin up to two dates earlier, in a shift of the date before that.
const FarthestZone = 3

// DoneNeed returns the first and the last date of the days that [Rules.Done] needs.
func DoneNeed(from, to civil.Date) (first, last civil.Date) {
	return from.AddDays(-FarthestZone).Monday(), to.Monday().AddDays(6 + longestSlot)
}

// Done returns what was worked from one date to another. The days are those of [DoneNeed].
func (r Rules) Done(days []models.Day, from, to civil.Date) Done {
	done := Done{From: from, To: to}
	due := map[civil.Date]int64{}
	totals := models.Totals(days)
	r.eachDue(totals, from, to, func(date civil.Date, minutes int64) { due[date] = minutes })
	on := days[models.FirstFrom(days, from):]
	for date := from; date.DaysUntil(to) >= 0; date = following(date) {
		day := DoneDay{Date: date}
		day.Shifts, day.Planned = r.PlannedOn(date)
		var absent int64
		planned := r.plannedOn(date)
		if len(on) > 0 && on[0].Date == date {
			total := on[0].Total()
			day.Day, day.Worked, absent = on[0], total.Minutes, r.absent(&total, planned)
			on = on[1:]
		}
		if !day.Planned && len(day.Day.Slots) == 0 {
			continue
		}
		minutes, counted := due[date]
		switch {
		case day.Planned:
			day.Due = planned - absent
			day.Beyond = day.Worked - r.within(day.Day, days)
			r.around(&day, days)
			done.Planned += day.Due
		case counted:
			day.Due, day.Beyond = minutes, max(0, day.Worked-minutes)
		}
		done.Worked, done.Beyond = done.Worked+day.Worked, done.Beyond+day.Beyond
		done.Days = append(done.Days, day)
	}
	return done
}

// around finds what of the minutes beyond is before the first shift of the date and after the last.
func (r Rules) around(day *DoneDay, days []models.Day) {
	if len(day.Shifts) == 0 {
		return
	}
	first, last := civil.NewInstant(day.Shifts[0].Start), civil.NewInstant(day.Shifts[len(day.Shifts)-1].End)
	before, after := day.Day, day.Day
	before.Slots, after.Slots = nil, nil
	for _, slot := range day.Day.WithoutOverlap() {
		before.Slots = append(before.Slots, slot.Clipped(slot.StartAt, first))
		after.Slots = append(after.Slots, slot.Clipped(last, slot.EndAt))
	}
	isEmpty := func(slot models.TimeSlot) bool { return !slot.EndAt.After(slot.StartAt.Time) }
	before.Slots, after.Slots = slices.DeleteFunc(before.Slots, isEmpty), slices.DeleteFunc(after.Slots, isEmpty)
	day.Before, day.After = before.WorkedMinutes()-r.within(before, days), after.WorkedMinutes()-r.within(after, days)
}

// Months returns the sums of each month, without the days.
func (d Done) Months() (months []Done) {
	for _, day := range d.Days {
		first := civil.Date{Year: day.Date.Year, Month: day.Date.Month, Day: 1}
		if len(months) == 0 || months[len(months)-1].From != first {
			months = append(months, Done{From: first, To: first.LastOfMonth()})
		}
		month := &months[len(months)-1]
		if day.Planned {
			month.Planned += day.Due
		}
		month.Worked, month.Beyond = month.Worked+day.Worked, month.Beyond+day.Beyond
	}
	return months
}

// within returns the minutes of a day that lie in planned shifts, of whichever date.
func (r Rules) within(day models.Day, days []models.Day) (minutes int64) {
	r.eachShift(day, days, func(_ civil.Date, _ models.DayType, within int64) { minutes += within })
	return minutes
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
		if at := models.FirstFrom(days, date); at < len(days) && days[at].Date == date && r.Effect(days[at].DayType).Absence {
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
		against[day.Date] += total.Minutes - r.PlannedFor(day.Date, &total)
		r.eachShift(day, days, func(of civil.Date, shift models.DayType, minutes int64) {
			if of != day.Date && shift != models.OnCall { // whose hours are not due
				against[day.Date] -= minutes
				against[of] += minutes
			}
		})
	}
	return against
}

// eachDue visits the dates from one to another on which hours are to be worked, with what is due on
// each: its target, or, in a week of which the hours are due on any day, what is left of them. The days
// must be in order, and those of whole weeks.
func (r Rules) eachDue(days []models.DayTotal, from, to civil.Date, visit func(date civil.Date, due int64)) {
	for monday := from.Monday(); monday.DaysUntil(to) >= 0; monday = monday.AddDays(7) {
		sunday := monday.AddDays(6)
		left := r.TargetOf(days, monday, sunday)
		r.each(days, monday, sunday, func(date civil.Date, due int64, total *models.DayTotal) {
			if target := r.targetFrom(date); target != nil && target.ByWeek {
				due = left
			}
			if r.countsHoursOn(date) && from.DaysUntil(date) >= 0 && date.DaysUntil(to) >= 0 {
				visit(date, max(0, due))
			}
			if total != nil {
				left -= total.Minutes
			}
		})
	}
}

// ReadDone reads what was worked from one date to another.
func (r Rules) ReadDone(ctx context.Context, store *models.Store, from, to civil.Date) (Done, error) {
	first, last := DoneNeed(from, to)
	days, err := store.RequestedDays(ctx, first, last)
	return r.Done(days, from, to), err
}

// DoneWith returns what is worked on the date of a day that is as it was typed; nil where nothing is
// planned and no hours are to be worked.
func (r *Reader) DoneWith(ctx context.Context, day models.Day) (*DoneDay, error) {
	if _, planned := r.rules.Plan.On(day.Date); !planned && !r.rules.countsHoursOn(day.Date) {
		return nil, nil
	}
	first, last := DoneNeed(day.Date, day.Date)
	days, err := r.store.SlotDays(ctx, first, last)
	if err != nil {
		return nil, err
	}
	at := models.FirstFrom(days, day.Date)
	known := at
	if at < len(days) && days[at].Date == day.Date {
		known++
	}
	done := r.rules.Done(slices.Concat(days[:at], []models.Day{day}, days[known:]), day.Date, day.Date)
	if len(done.Days) == 0 {
		return nil, nil
	}
	return &done.Days[0], nil
}

// ByPlan returns what was worked beside the plan alone: nothing is beyond on a date that is not planned.
func (d Done) ByPlan() Done {
	d.Days, d.Beyond = slices.Clone(d.Days), 0
	for i := range d.Days {
		if day := &d.Days[i]; !day.Planned {
			day.Due, day.Beyond = 0, 0
		}
		d.Beyond += d.Days[i].Beyond
	}
	return d
}

// MarshalJSON writes the report for programs.
func (d Done) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		From    string    `json:"from"`
		To      string    `json:"to"`
		Planned int64     `json:"planned_minutes"`
		Worked  int64     `json:"worked_minutes"`
		Beyond  int64     `json:"beyond_minutes"`
		Days    []DoneDay `json:"days"`
	}{d.From.String(), d.To.String(), d.Planned, d.Worked, d.Beyond, append([]DoneDay{}, d.Days...)})
}

// MarshalJSON writes the day for programs.
func (d DoneDay) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Date        string       `json:"date"`
		Planned     []LocalShift `json:"planned"`
		Rest        bool         `json:"rest"`
		Worked      int64        `json:"worked_minutes"`
		Beyond      int64        `json:"beyond_minutes"`
		RequestedBy string       `json:"requested_by"`
		Reason      string       `json:"reason"`
	}{d.Date.String(), d.Shifts, d.Planned && len(d.Shifts) == 0, d.Worked, d.Beyond, d.Day.RequestedBy, d.Day.Reason})
}

// WriteCSV writes a row for each day, as [WriteDayRows] does.
func (d Done) WriteCSV(to io.Writer, semicolons bool) error {
	lines := [][]string{{"date", "planned", "worked_minutes", "beyond_minutes", "requested_by", "reason"}}
	for _, day := range d.Days {
		lines = append(lines, []string{day.Date.String(), day.planned(), whole(&day.Worked), whole(&day.Beyond), models.Cell(day.Day.RequestedBy), models.Cell(day.Day.Reason)})
	}
	return writeTable(to, lines, semicolons)
}

// planned writes what is planned in a cell: "07:00-12:00 WORK, 19:45-07:15 GARDE", or "rest".
func (d DoneDay) planned() string {
	if d.Planned && len(d.Shifts) == 0 {
		return "rest"
	}
	var shifts []string
	for _, shift := range d.Shifts {
		shifts = append(shifts, shift.String()+" "+string(shift.Type))
	}
	return strings.Join(shifts, ", ")
}
