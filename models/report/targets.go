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
	// Planned says that a date's hours are its planned shifts.
	Planned bool
	// ByWeek says that a week's total was set, or none, and not the days themselves: one may
	// work on whichever days, so an absence on any of them is worth a fifth.
	ByWeek bool
	// DaysPerYear is the number of days to work in a year, 0 if hours are counted.
	DaysPerYear int
	// PeriodStart is where the twelve months begin that these days are agreed for; 1 January if it
	// is the zero value.
	PeriodStart YearDay
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

// OnAnyDay reports whether the target in force on a date is one of a week or of a plan, whose days are
// those of a roster: who plans leave plans it for the shifts that one would have.
func (r Rules) OnAnyDay(date civil.Date) bool {
	target := r.targetFrom(date)
	return target != nil && (target.Planned || target.ByWeek && target.Minutes[time.Monday] > 0)
}

// Owes is [models.Rules.Owes]: by the plan, or else by the targets.
func (r Rules) Owes(date civil.Date) models.Owed {
	shifts, planned := r.Plan.On(date)
	target := r.targetFrom(date)
	switch {
	case planned && len(shifts) > 0:
		return models.OwesDay
	case planned || target != nil && target.Planned:
		return models.OwesNothing
	case !r.WorksOn(date):
		return models.OwesNothing
	case target != nil && target.ByWeek && target.DaysPerYear == 0:
		return models.OwesWeek
	}
	return models.OwesDay
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
	// Solidarity are the journées de solidarité, on which one works though they be public holidays.
	Solidarity []civil.Date
	Targets    []Target // by date, each from another one
	Plan       *models.Plan
	Balance    *BalanceRules
	Counters   []Counter
	Night      Night
	Limits     *Limits // nil if nothing is to be checked
	LimitsFrom []Since[*Limits]
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

// minutesOn returns the minutes to be worked on a date whatever is recorded, by the target in
// force: none on a public holiday but the journée de solidarité, which has its own hours where the
// weekday has none.
func (r Rules) minutesOn(target *Target, date civil.Date, weekday time.Weekday) int64 {
	switch {
	case target == nil || target.DaysPerYear > 0:
		return 0
	case target.Planned: // on a public holiday too: the roster gives the day back as a rest
		return r.plannedOn(date)
	case target.Minutes[weekday] == 0:
		return r.solidarityOn(date)
	case r.isDayOff(date):
		return 0
	}
	return target.Minutes[weekday]
}

// absenceOn returns the minutes that an absence on a date is worth, by the target in force: what
// is to be worked or, on the weekend of a roster, a fifth of its week all the same (décret 2002-9,
// article 14). The minutes that five does not divide are of the first days of the week.
func (r Rules) absenceOn(target *Target, date civil.Date, weekday time.Weekday) int64 {
	minutes := r.minutesOn(target, date, weekday)
	if minutes > 0 || target == nil || !target.ByWeek || r.IsHoliday(date) {
		return minutes
	}
	return target.Minutes[time.Friday]
}

// due returns what is to be worked on a date with the total of its entry, or nil without one, by
// the target in force. Of half a day of absence, half of the target remains; half a minute counts
// as one. It is negative for an absence on the weekend of a roster.
func (r Rules) due(target *Target, date civil.Date, weekday time.Weekday, total *models.DayTotal) int64 {
	minutes := r.minutesOn(target, date, weekday)
	if total == nil {
		return minutes
	}
	if r.Effect(total.DayType).Credited && total.Slots == 0 {
		return 0
	}
	return minutes - r.absent(total, r.absenceOn(target, date, weekday))
}

// absent returns what of the minutes of an absence a day is absent: all of them, half or none.
func (r Rules) absent(total *models.DayTotal, minutes int64) int64 {
	switch {
	case r.Effect(total.DayType).Absence:
		return minutes
	case total.HalfDay != "" && r.Effect(total.HalfDay.DayType()).Absence:
		return minutes / 2
	}
	return 0
}

// plannedOn returns the minutes of the shifts planned on a date, those on call aside.
func (r Rules) plannedOn(date civil.Date) (minutes int64) {
	shifts, _ := r.Plan.On(date)
	for _, shift := range shifts {
		if shift.Type != models.OnCall {
			minutes += int64(shift.EndAt.Sub(shift.StartAt.Time) / time.Minute)
		}
	}
	return minutes
}

// TargetOf returns the sum of the targets of the dates from one to another, inclusive. The
// days must be in order and reach back to a Monday; those of other dates do not count.
func (r Rules) TargetOf(days []models.DayTotal, from, to civil.Date) (minutes int64) {
	r.each(days, from, to, func(_ civil.Date, target int64, _ *models.DayTotal) { minutes += target })
	return minutes
}

// dueHours is what was worked on the dates on which hours are to be worked, and not a number of
// days, and the sum of their targets.
type dueHours struct {
	First, Last    civil.Date // of these dates; zero if there are none
	Worked, Target int64      // minutes
}

// DueOf returns what was due on the dates from one to another, inclusive, and what was
// worked on them. The days are those of [Rules.TargetOf].
func (r Rules) DueOf(days []models.DayTotal, from, to civil.Date) (due dueHours) {
	r.each(days, from, to, func(date civil.Date, target int64, total *models.DayTotal) {
		if !r.countsHoursOn(date) {
			return
		}
		if due.First == (civil.Date{}) {
			due.First = date
		}
		due.Last = date
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
// limits of hours do not hold then (Code du travail, L3121-62), those of hospitals excepted. The rules
// are as of the date.
func (r Rules) inDays(date civil.Date) bool {
	target := r.targetFrom(date)
	return target != nil && target.DaysPerYear > 0 && r.Limits.Profile != Hospital
}

// weekInDays reports inDays of a week that begins on a Monday, or of its end.
func (r Rules) weekInDays(monday civil.Date) bool {
	return r.inDays(monday) || r.inDays(monday.AddDays(6))
}

// each visits the dates from one to another, with their targets and the total of their
// entry, or nil. The days must be in order and reach back to a Monday: what the dates of a week
// make is never negative, and absences that would make it so are left out of the latest of them.
// It walks from each date to the next, since it may have to walk over fifty years.
func (r Rules) each(days []models.DayTotal, from, to civil.Date, visit func(date civil.Date, target int64, total *models.DayTotal)) {
	date, weekday := from.Monday(), time.Monday
	days = days[models.FirstFrom(days, date):]
	targets := r.Targets
	var inForce *Target
	var ofWeek int64
	for range date.DaysUntil(to) + 1 {
		for len(targets) > 0 && targets[0].From.Compare(date) <= 0 {
			inForce, targets = &targets[0], targets[1:]
		}
		var total *models.DayTotal
		if len(days) > 0 && days[0].Date == date {
			total, days = &days[0], days[1:]
		}
		if weekday == time.Monday {
			ofWeek = 0
		}
		target := max(r.due(inForce, date, weekday, total), -ofWeek)
		ofWeek += target
		if date.Compare(from) >= 0 {
			visit(date, target, total)
		}
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
