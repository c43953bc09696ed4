package report

import (
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Target is what is to be worked from a date on.
type Target struct {
	From civil.Date
	// Minutes are those of each day, Sunday first as in package time.
	Minutes [7]int64
	// ByWeek says that a week's total was set, or none, and not the days themselves:
	// one is absent on days from Monday to Friday.
	ByWeek bool
	// DaysPerYear is the number of days to work in a year, 0 if hours are counted.
	DaysPerYear int
}

// WeekTarget returns the target of a total for the week, in minutes: Monday to Friday
// have a fifth each, the first ones the minutes that cannot be divided.
func WeekTarget(from civil.Date, total int64) Target {
	target := Target{From: from, ByWeek: true}
	for day := time.Monday; day <= time.Friday; day++ {
		target.Minutes[day] = total / 5
		if int64(day) <= total%5 {
			target.Minutes[day]++
		}
	}
	return target
}

// OnAnyDay reports whether the target in force on a date is one of a week, whose days are those
// of a roster: who plans leave plans it for the shifts that one would have.
func (r Rules) OnAnyDay(date civil.Date) bool {
	target := r.targetFrom(date)
	return target != nil && target.ByWeek && target.Minutes[time.Monday] > 0
}

// DaysTarget returns the target of a number of days to work in a year (forfait jours).
func DaysTarget(from civil.Date, days int) Target {
	return Target{From: from, ByWeek: true, DaysPerYear: days}
}

// Rules are the configuration of the hours.
type Rules struct {
	// Zone is where today is.
	Zone *time.Location
	// IsHoliday reports whether a date is a public holiday.
	IsHoliday func(civil.Date) bool
	Targets   []Target // by date, each from another one
	Balance   *BalanceRules
	Counters  []Counter
	Night     Night
	Limits    *Limits // nil if nothing is to be checked
}

// targetFrom returns the target in force on a date, or nil before the first.
func (r Rules) targetFrom(date civil.Date) *Target {
	for i := len(r.Targets) - 1; i >= 0; i-- {
		if r.Targets[i].From.Compare(date) <= 0 {
			return &r.Targets[i]
		}
	}
	return nil
}

// CountsHours reports whether hours are to be worked, and not a number of days, on any of
// the dates from one to another, inclusive: whether their targets say anything.
func (r Rules) CountsHours(from, to civil.Date) bool {
	for i, target := range r.Targets {
		begun := target.From.DaysUntil(to) >= 0
		over := i+1 < len(r.Targets) && r.Targets[i+1].From.DaysUntil(from) >= 0
		if begun && !over && target.DaysPerYear == 0 {
			return true
		}
	}
	return false
}

// weekdayTarget returns the minutes to be worked on a date whatever is recorded: none on
// a public holiday.
func (r Rules) weekdayTarget(date civil.Date) int64 {
	return r.minutesOn(r.targetFrom(date), date, date.Weekday())
}

// minutesOn is weekdayTarget by the target in force and the date's weekday.
func (r Rules) minutesOn(target *Target, date civil.Date, weekday time.Weekday) int64 {
	if target == nil || target.Minutes[weekday] == 0 || r.IsHoliday(date) {
		return 0
	}
	return target.Minutes[weekday]
}

// Target returns the minutes to be worked on a date. The total is that of its entry, or
// nil without one. Of half a day of absence, half of the target remains; half a minute
// counts as one.
func (r Rules) Target(date civil.Date, total *models.DayTotal) int64 {
	return r.due(r.weekdayTarget(date), total)
}

// due returns what remains of the target of a weekday.
func (r Rules) due(target int64, total *models.DayTotal) int64 {
	if target == 0 || total == nil {
		return target
	}
	effect := r.Effect(total.DayType)
	if effect.Absence || effect.Credited && total.Slots == 0 {
		return 0
	}
	if total.HalfDay != "" && r.Effect(total.HalfDay.DayType()).Absence {
		return target - target/2
	}
	return target
}

// TargetOf returns the sum of the targets of the dates from one to another, inclusive. The
// days must be in order; those of other dates do not count.
func (r Rules) TargetOf(days []models.DayTotal, from, to civil.Date) (minutes int64) {
	r.each(days, from, to, func(_ civil.Date, target int64, _ *models.DayTotal) { minutes += target })
	return minutes
}

// due is what was worked on the dates on which hours are to be worked, and not a number of
// days, and the sum of their targets.
type due struct {
	First          civil.Date // of these dates; zero if there are none
	Worked, Target int64      // minutes
}

// DueOf returns what was due on the dates from one to another, inclusive, and what was
// worked on them. The days must be in order.
func (r Rules) DueOf(days []models.DayTotal, from, to civil.Date) (due due) {
	r.each(days, from, to, func(date civil.Date, target int64, total *models.DayTotal) {
		if !r.countsHoursOn(date) {
			return
		}
		if due.First == (civil.Date{}) {
			due.First = date
		}
		due.Target += target
		if total != nil {
			due.Worked += total.Minutes
		}
	})
	return due
}

// countsHoursOn reports whether hours are to be worked, and not a number of days, by what
// is in force on a date.
func (r Rules) countsHoursOn(date civil.Date) bool {
	target := r.targetFrom(date)
	return target != nil && target.DaysPerYear == 0
}

// inDays reports whether a number of days is to be worked by the target in force on a date: the
// limits of hours do not hold then (Code du travail, L3121-62), those of hospitals excepted.
func (r Rules) inDays(date civil.Date) bool {
	target := r.targetFrom(date)
	return target != nil && target.DaysPerYear > 0 && r.Limits.Profile != Hospital
}

// weekInDays reports inDays of a week that begins on a Monday, or of its end.
func (r Rules) weekInDays(monday civil.Date) bool {
	return r.inDays(monday) || r.inDays(monday.AddDays(6))
}

// each visits the dates from one to another, with their targets and the total of their
// entry, or nil. It walks from each date to the next, since it may have to walk over fifty
// years.
func (r Rules) each(days []models.DayTotal, from, to civil.Date, visit func(date civil.Date, target int64, total *models.DayTotal)) {
	days = days[models.FirstFrom(days, from):]
	targets, weekday := r.Targets, from.Weekday()
	var inForce *Target
	date := from
	for range from.DaysUntil(to) + 1 {
		for len(targets) > 0 && targets[0].From.Compare(date) <= 0 {
			inForce, targets = &targets[0], targets[1:]
		}
		var total *models.DayTotal
		if len(days) > 0 && days[0].Date == date {
			total, days = &days[0], days[1:]
		}
		visit(date, r.due(r.minutesOn(inForce, date, weekday), total), total)
		date, weekday = following(date), (weekday+1)%7
	}
}

// following returns the date after another one.
func following(date civil.Date) civil.Date {
	if date.Day < 28 {
		date.Day++
		return date
	}
	return date.AddDays(1)
}
