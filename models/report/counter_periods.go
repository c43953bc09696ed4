package report

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// CounterYear is a counter in the periods that touch a year.
type CounterYear struct {
	Counter Counter
	Periods []CounterPeriod
}

// CounterPeriod is what a counter shows in a period, as it ended or as it is today.
type CounterPeriod struct {
	Count
	LeftAtEnd Days    // once all is earned and taken that is planned
	Rights    []Right // what the days of the period earn beside; of the first counter of paid leave
}

// CarriedUntil returns the last day on which what was carried over to a period can be
// taken.
func (c Counter) CarriedUntil(period Count) civil.Date { return c.expiry(period.PeriodStart) }

// ReadCounters returns what each counter shows in a year, in the order of the
// configuration. It reads the totals of the periods or, if a counter carries over what is
// left, of the whole record.
func (r *Reader) ReadCounters(ctx context.Context, year int, now civil.Instant) ([]CounterYear, error) {
	january, december := civil.DatesOfYear(year)
	record, err := r.counted(ctx, january, december)
	if err != nil {
		return nil, err
	}
	today := civil.DateOf(now.In(r.rules.Zone))
	var counters []CounterYear
	for i, tally := range r.rules.tallies(record) {
		counted := CounterYear{Counter: tally.Counter}
		for start := tally.periodOf(january); start.DaysUntil(december) >= 0; start = tally.next(start) {
			counted.Periods = append(counted.Periods, r.rules.period(i, tally, record.Totals, tally.next(start).AddDays(-1), today))
		}
		counters = append(counters, counted)
	}
	return counters, nil
}

// period returns what a counter, which is named by its place, shows in the period of a date.
func (r Rules) period(place int, tally tally, days []models.DayTotal, at, today civil.Date) CounterPeriod {
	count := tally.at(at, today)
	period := CounterPeriod{Count: count, LeftAtEnd: tally.leftAtEnd(count.PeriodStart)}
	if place == slices.IndexFunc(r.Counters, Counter.IsPaidLeave) {
		period.Rights = r.Rights(tally.Counter, days, count.PeriodStart, civil.Earlier(today, count.PeriodEnd))
	}
	return period
}

// CounterChange is what is left of a counter at the end of a period, once all is earned and all is
// taken that is planned, before days are entered and after.
type CounterChange struct {
	Counter       Counter
	PeriodEnd     civil.Date
	Before, After Days
}

// CountersWith returns the counters in the periods that touch the dates from one to another, as
// they are and as they would be with days in place of those of their dates: which ones, the
// function says for each counter, in order.
func (r *Reader) CountersWith(ctx context.Context, from, to civil.Date, days func(Counter) []models.DayTotal) ([]CounterChange, error) {
	record, err := r.counted(ctx, from, to)
	if err != nil {
		return nil, err
	}
	var changes []CounterChange
	for _, was := range r.rules.tallies(record) {
		if was.Unit == InHours {
			continue // no day changes it
		}
		is := r.rules.tally(was.Counter, overlaid(record.Totals, days(was.Counter)))
		for start := was.periodOf(from); start.DaysUntil(to) >= 0; start = was.next(start) {
			changes = append(changes, CounterChange{was.Counter, was.next(start).AddDays(-1), was.leftAtEnd(start), is.leftAtEnd(start)})
		}
	}
	return changes, nil
}

// overlaid returns totals in order of date, with some in place of those of their dates.
func overlaid(totals, with []models.DayTotal) []models.DayTotal {
	all := make([]models.DayTotal, 0, len(totals)+len(with))
	for _, total := range totals {
		for len(with) > 0 && with[0].Date.Compare(total.Date) < 0 {
			all, with = append(all, with[0]), with[1:]
		}
		if len(with) > 0 && with[0].Date == total.Date {
			total, with = with[0], with[1:]
		}
		all = append(all, total)
	}
	return append(all, with...)
}
