package report

import (
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// unit says which days of absence a counter counts, or that it counts hours.
type unit string

// The units. No day that is counted is a public holiday.
const (
	// Ouvres are the days on which one works: those with a target or, without targets, Monday
	// to Friday. Where a target of the week is set, every date can be one.
	Ouvres unit = "ouvres"
	// Ouvrables are Monday to Saturday, from the first whole day of a leave to the eve of the
	// return, those included on which one would not work.
	Ouvrables unit = "ouvrables"
	// InHours are hours by adjustments alone, such as those that are to be recovered. What is
	// [Days] in other counters is minutes.
	InHours unit = "heures"
)

// Units lists every unit.
var Units = []unit{Ouvres, Ouvrables, InHours}

// accrual says when the allowance of a period is earned.
type accrual string

// The ways to earn an allowance.
const (
	// Upfront is all of it, at the start of the period.
	Upfront accrual = "upfront"
	// Monthly is a twelfth at the end of each month of the period.
	Monthly accrual = "monthly"
)

// Accruals lists every way to earn an allowance.
var Accruals = []accrual{Upfront, Monthly}

// CarryAll is the [Counter.CarryOver] that carries over all that is left.
const CarryAll Days = -1

// YearDay is a date of every year.
type YearDay struct {
	Month time.Month
	Day   int
}

// in returns the date of a year.
func (d YearDay) in(year int) civil.Date { return civil.Date{Year: year, Month: d.Month, Day: d.Day} }

// Counter is a counter of days of absence, of other days, or of hours.
type Counter struct {
	Name        string
	Label       string // what pages call it
	Types       []models.DayType
	Unit        unit
	Allowances  []Since[Days] // of the periods that begin from then
	PeriodStart YearDay
	Accrual     accrual
	// RoundUp has what is earned by month rounded up to whole days, as paid leave is (Code du
	// travail, L3141-7).
	RoundUp bool
	// CarryOver is how much of what is left at the end of a period is carried over to
	// the next, at most; [CarryAll] is all of it. So is a debt, unless it is 0.
	CarryOver Days
	// CarryExpires is the last day on which days that were carried over can be taken;
	// nil if they can be taken throughout the period.
	CarryExpires *YearDay
	Adjustments  []Adjustment
}

// Adjustment adds days or hours to a counter from a date on, or takes them from it.
type Adjustment struct {
	Date civil.Date
	Days Days
	Note string
}

// Count is what a counter shows in a period.
type Count struct {
	Name, Label            string
	Unit                   unit
	PeriodStart, PeriodEnd civil.Date
	Allowance              Days
	Carried                Days // as far as it has not expired
	Lapsed                 Days // what was carried over and has expired
	Accrued                Days
	Adjusted               Days
	Taken                  Days
	Planned                Days // after the date that the counter is read at
	Left                   Days // without what is planned
	Days                   []CountedDay
}

// CountedDay is a day that a counter counts.
type CountedDay struct {
	ID      int64 // of its entry; 0 for a date that has none
	Date    civil.Date
	Days    Days // a whole one or [HalfDay]
	Planned bool
}

// On returns the date, for [models.Between].
func (d CountedDay) On() civil.Date { return d.Date }

// count returns what the counter shows at the end of a date, which may be before the
// period or after it.
func (c Counter) count(counted []CountedDay, start civil.Date, carried Days, at civil.Date) Count {
	count := Count{Name: c.Name, Label: c.Label, Unit: c.Unit, PeriodStart: start, PeriodEnd: c.next(start).AddDays(-1)}
	count.Allowance, _ = InForce(c.Allowances, start)
	expiry := c.expiry(start)
	var inTime Days // days up to the expiry; used only after it, when none of them is planned
	for _, day := range models.Between(counted, start, count.PeriodEnd) {
		if day.Planned = at.DaysUntil(day.Date) > 0; day.Planned {
			count.Planned += day.Days
		} else {
			count.Taken += day.Days
		}
		if day.Date.DaysUntil(expiry) >= 0 {
			inTime += day.Days
		}
		count.Days = append(count.Days, day)
	}
	for _, adjustment := range c.Adjustments {
		if start.DaysUntil(adjustment.Date) >= 0 && adjustment.Date.DaysUntil(civil.Earlier(at, count.PeriodEnd)) >= 0 {
			count.Adjusted += adjustment.Days
		}
	}
	count.Carried = carried
	if expiry.DaysUntil(at) > 0 && carried > inTime {
		count.Carried, count.Lapsed = inTime, carried-inTime
	}
	count.Accrued = c.accrued(start, at)
	count.Left = count.Carried + count.Accrued + count.Adjusted - count.Taken
	return count
}

// accrued returns what has been earned of the period at the end of a date, a half of a hundredth
// rounded up.
func (c Counter) accrued(start, at civil.Date) Days {
	allowance, _ := InForce(c.Allowances, start)
	if c.Accrual != Monthly {
		return allowance
	}
	months := Days(0)
	for months < 12 && addMonths(start, int(months)+1).AddDays(-1).DaysUntil(at) >= 0 {
		months++
	}
	if !c.RoundUp {
		return Days(halfUp(int64(allowance*months), 12))
	}
	yearly := 12 * WholeDays(1)
	return min(WholeDays(int64((allowance*months+yearly-1)/yearly)), allowance)
}

// carry returns how much of what is left is carried over.
func (c Counter) carry(left Days) Days {
	if c.CarryOver == CarryAll {
		return left
	}
	return min(left, c.CarryOver)
}

// expiry returns the last day on which what was carried over to a period can be taken.
func (c Counter) expiry(start civil.Date) civil.Date {
	end := c.next(start).AddDays(-1)
	if c.CarryExpires == nil {
		return end
	}
	date := c.CarryExpires.in(start.Year)
	if date.DaysUntil(start) >= 0 {
		date = c.CarryExpires.in(start.Year + 1)
	}
	return civil.Earlier(date, end)
}

// periodOf returns the start of the period in which a date lies.
func (c Counter) periodOf(date civil.Date) civil.Date {
	start := c.PeriodStart.in(date.Year)
	if date.DaysUntil(start) > 0 {
		start = c.PeriodStart.in(date.Year - 1)
	}
	return start
}

// next returns the start of the period after the one that begins on a date.
func (c Counter) next(start civil.Date) civil.Date { return c.PeriodStart.in(start.Year + 1) }

// firstPeriod returns the start of the period of the first day or adjustment; of neither,
// one that is later than all.
func (c Counter) firstPeriod(days []models.DayTotal) civil.Date {
	first := civil.LastDate
	if len(days) > 0 {
		first = days[0].Date
	}
	for _, adjustment := range c.Adjustments {
		first = civil.Earlier(first, adjustment.Date)
	}
	return c.periodOf(first)
}

// addMonths returns the date so many months later, or the last day of a month that is too
// short.
func addMonths(date civil.Date, months int) civil.Date {
	first := civil.Date{Year: date.Year, Month: date.Month, Day: 1}
	month := time.Date(first.Year, first.Month+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := civil.DateOf(month.AddDate(0, 1, -1))
	return civil.Date{Year: last.Year, Month: last.Month, Day: min(date.Day, last.Day)}
}
