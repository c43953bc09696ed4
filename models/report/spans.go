package report

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Span is the figures of dates that follow one another: of a day, a week, a month, a year.
// What is not configured is nil.
type Span struct {
	From, To civil.Date
	Hours    Hours
	// DaysWorked counts against days_per_year, up to today.
	DaysWorked Days
	// Target is in minutes, of the dates up to yesterday. It is nil if no target of hours
	// is in force on any of them.
	Target *int64
	// Difference is what was worked on those dates less the target ([due]).
	Difference *int64
	// Adjusted is in minutes, of the balance, of the dates up to yesterday.
	Adjusted int64
	// Balance is in minutes, at the end of the last date up to yesterday. It is nil if none
	// of the dates is in the balance.
	Balance *int64
}

// Spans returns the figures of the dates from each start up to the next, and from the last
// start to a date. The starts must be in order, and so must the days, which are all those
// of the dates. A balance that began before the first start must have been carried there
// ([Rules.Carried]).
func (r Rules) Spans(days []models.Day, starts []civil.Date, to civil.Date, now civil.Instant) []Span {
	today := civil.DateOf(now.In(r.Zone))
	var balance int64
	if r.Balance != nil {
		balance = r.Balance.Start
	}
	spans := make([]Span, len(starts))
	for i, start := range starts {
		end := to
		if i+1 < len(starts) {
			end = starts[i+1].AddDays(-1)
		}
		span := &spans[i]
		span.From, span.To, span.Hours = start, end, Hours{ByType: map[models.DayType]TypeHours{}}
		days = days[models.FirstFrom(days, start):]
		for date := start; date.DaysUntil(end) >= 0; date = date.AddDays(1) {
			var day *models.Day
			if len(days) > 0 && days[0].Date == date {
				day, days = &days[0], days[1:]
			}
			r.addDate(span, date, day, date.DaysUntil(today), &balance)
		}
	}
	return spans
}

// addDate adds a date with its entry, or nil, so many days before today.
func (r Rules) addDate(span *Span, date civil.Date, day *models.Day, past int, balance *int64) {
	var total *models.DayTotal
	if day != nil {
		sum := day.Total()
		total = &sum
		span.Hours.add(r, *day)
	}
	if day != nil && past >= 0 {
		span.DaysWorked += dayWorked(day)
	}
	if past <= 0 {
		return
	}
	target := r.Target(date, total)
	if r.countsHoursOn(date) {
		add(&span.Target, target)
		add(&span.Difference, growth(target, total))
	}
	if r.Balance != nil && r.Balance.From.DaysUntil(date) >= 0 {
		span.Adjusted += r.Balance.Adjusted(date, date)
		*balance += r.grown(date, target, total)
		at := *balance
		span.Balance = &at
	}
}

// add adds to a sum that is nil until something is added.
func add(sum **int64, minutes int64) {
	if *sum == nil {
		*sum = new(int64)
	}
	**sum += minutes
}

// Join returns the figures of spans that follow one another, as those of one span from a
// date to another. The spans must be in order; those of other dates are left out.
func Join(spans []Span, from, to civil.Date) Span {
	whole := Span{From: from, To: to, Hours: Hours{ByType: map[models.DayType]TypeHours{}}}
	first, _ := slices.BinarySearchFunc(spans, from, func(span Span, date civil.Date) int { return date.DaysUntil(span.From) })
	for _, span := range spans[first:] {
		if to.DaysUntil(span.To) > 0 {
			break
		}
		whole.Hours.join(span.Hours)
		whole.DaysWorked += span.DaysWorked
		whole.Adjusted += span.Adjusted
		if span.Target != nil {
			add(&whole.Target, *span.Target)
			add(&whole.Difference, *span.Difference)
		}
		if span.Balance != nil {
			whole.Balance = span.Balance
		}
	}
	return whole
}

// Carried returns the rules with a balance that begins on a date, with what it was at its
// beginning: the figures from that date on are the same, without the days before it. A
// balance that begins later stays as it is.
func (r Rules) Carried(date civil.Date, balance int64) Rules {
	if r.Balance != nil && r.Balance.From.DaysUntil(date) > 0 {
		carried := *r.Balance
		carried.From, carried.Start = date, balance
		r.Balance = &carried
	}
	return r
}
