package report

import (
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// counted returns the days that a counter counts, in order.
func (r Rules) counted(counter Counter, days []models.DayTotal) []CountedDay {
	var counted []CountedDay
	for i, day := range days {
		taken := counter.taken(day)
		if taken == 0 {
			continue
		}
		if r.countsOn(counter.Unit, day.Date) {
			counted = append(counted, CountedDay{ID: day.ID, Date: day.Date, Days: taken})
		}
		if counter.Unit != Ouvrables || taken != WholeDays(1) {
			continue
		}
		later := days[i+1:]
		eve := r.eveOfReturn(counter, day.Date, later)
		for date := day.Date.AddDays(1); date.Compare(eve) <= 0; date = date.AddDays(1) {
			if len(later) > 0 && later[0].Date == date { // entered as a holiday
				later = later[1:]
			} else if r.countsOn(Ouvrables, date) {
				counted = append(counted, CountedDay{Date: date, Days: WholeDays(1)})
			}
		}
	}
	return counted
}

// returnWithin is within how many dates after a day of leave one returns: the leave of those
// who work on no weekday ends with its last day.
const returnWithin = 7

// eveOfReturn returns the last date of absence after a whole day of it: the eve of the next day of
// it or of the return (Cour de cassation, 7 May 1998, 97-42.503). One returns on the first date that
// has an entry of another type, or that has none and is one on which one works. Days that are entered
// as holidays are neither.
func (r Rules) eveOfReturn(counter Counter, day civil.Date, later []models.DayTotal) civil.Date {
	for after := range returnWithin {
		date := day.AddDays(after + 1)
		recorded := len(later) > 0 && later[0].Date == date
		switch {
		case recorded && counter.taken(later[0]) != WholeDays(1) && later[0].DayType == models.Holiday:
			later = later[1:]
		case recorded || r.WorksOn(date):
			return date.AddDays(-1)
		}
	}
	return day
}

// taken returns how much of a day is of the counter's types.
func (c Counter) taken(day models.DayTotal) Days {
	of := func(dayType models.DayType) Days {
		if slices.Contains(c.Types, dayType) {
			return HalfDay
		}
		return 0
	}
	if day.HalfDay == "" {
		return 2 * of(day.DayType)
	}
	return of(day.DayType) + of(day.HalfDay.DayType())
}

// countsOn reports whether a day of absence counts on a date.
func (r Rules) countsOn(unit unit, date civil.Date) bool {
	if r.isDayOff(date) {
		return false
	}
	if unit == Ouvrables {
		return date.Weekday() != time.Sunday
	}
	return r.OnAnyDay(date) || r.WorksOn(date)
}

// WorksOn reports whether a date is one on which one works, as far as the targets say; else
// Monday to Friday are. It is no public holiday but the journée de solidarité.
func (r Rules) WorksOn(date civil.Date) bool {
	target := r.targetFrom(date)
	if target != nil && target.Planned {
		return r.plannedOn(date) > 0 && !r.isDayOff(date)
	}
	if slices.Contains(r.Solidarity, date) {
		return true
	}
	if r.IsHoliday(date) {
		return false
	}
	if target != nil && !target.ByWeek {
		return target.Minutes[date.Weekday()] > 0
	}
	return !date.IsWeekend()
}

// tally is what a counter counts in a record: the days, and what is carried over from period
// to period, so that those of long ago are counted once.
type tally struct {
	Counter
	days    []CountedDay
	first   civil.Date // start of the period from which on something is carried over
	carried []Days     // to the first period and to each after it, until no more days are counted
}

// tally counts the days of a record, all of them and in order: what is carried over is counted from the
// period of the first of them, or of the first adjustment.
func (r Rules) tally(counter Counter, days []models.DayTotal) tally {
	t := tally{Counter: counter, days: r.counted(counter, days)}
	if counter.CarryOver == 0 {
		return t
	}
	t.first, t.carried = counter.firstPeriod(days), []Days{0}
	if len(t.days) == 0 {
		return t
	}
	after := counter.next(counter.periodOf(t.days[len(t.days)-1].Date))
	for start := t.first; start.Compare(after) < 0; start = counter.next(start) {
		t.carried = append(t.carried, t.carry(start, t.carried[len(t.carried)-1]))
	}
	return t
}

// tallies returns those of the counters, of a record in which they may be kept.
func (r Rules) tallies(record Record) []tally {
	if record.tallies != nil {
		return record.tallies
	}
	var tallies []tally
	for _, counter := range r.Counters {
		tallies = append(tallies, r.tally(counter, record.Totals))
	}
	return tallies
}

// at returns what the counter shows on a date, in the period in which the date lies.
func (t tally) at(at, today civil.Date) Count {
	period := t.periodOf(at)
	return t.count(t.days, period, t.carriedTo(period), civil.Earlier(at, today))
}

// leftAtEnd returns what is left at the end of the period that begins on a date, once all is
// earned and taken that is planned: what was carried over has then expired.
func (t tally) leftAtEnd(start civil.Date) Days {
	end := t.next(start).AddDays(-1)
	return t.at(end, end).Left
}

// carriedTo returns what is carried over to the period that begins on a date.
func (t tally) carriedTo(period civil.Date) Days {
	if t.CarryOver == 0 || t.first.Compare(period) >= 0 {
		return 0
	}
	known := min(period.Year-t.first.Year, len(t.carried)-1)
	carried := t.carried[known]
	for start := t.PeriodStart.in(t.first.Year + known); start != period; start = t.next(start) { // a period a year
		carried = t.carry(start, carried)
	}
	return carried
}

// carry returns what is carried over from the period that begins on a date.
func (t tally) carry(start civil.Date, carried Days) Days {
	end := t.next(start).AddDays(-1)
	return t.Counter.carry(t.count(t.days, start, carried, end).Left)
}
