package report

import (
	"worklog/models"
	"worklog/models/civil"
)

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
