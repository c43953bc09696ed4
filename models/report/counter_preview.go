package report

import (
	"context"

	"worklog/models"
	"worklog/models/civil"
)

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
