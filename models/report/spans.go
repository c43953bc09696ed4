package report

import (
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
	// Difference is what was worked on those dates less the target ([Rules.DueOf]).
	Difference *int64
	// Adjusted is in minutes, of the balance, of the dates up to yesterday.
	Adjusted int64
	// Balance is in minutes, at the end of the last date up to yesterday. It is nil if none
	// of the dates is in the balance.
	Balance *int64
}

// On returns the first date, for [models.FirstFrom].
func (s Span) On() civil.Date { return s.From }

// Spans returns the figures of the dates from each start up to the next, and from the last
// start to a date. The starts must be in order, and so must the days, which are all those
// of the dates and reach back to a Monday, and to [Rules.HoursNeed]. A balance that began before the first
// start must have been carried there ([Rules.Carried]).
func (r Rules) Spans(days []models.Day, starts []civil.Date, to civil.Date, now civil.Instant) []Span {
	today := civil.DateOf(now.In(r.Zone))
	var balance int64
	if r.Balance != nil {
		balance = r.Balance.Start
	}
	spans, totals, holidays, at := make([]Span, len(starts)), models.Totals(days), r.holidays(days, starts[0]), -1
	days = days[models.FirstFrom(days, starts[0]):]
	r.each(totals, starts[0], to, func(date civil.Date, target int64, total *models.DayTotal) {
		if at+1 < len(starts) && starts[at+1] == date {
			at++
			spans[at] = Span{From: date, Hours: Hours{ByType: map[models.DayType]TypeHours{}}}
		}
		span := &spans[at]
		span.To = date
		if total != nil {
			span.Hours.add(holidays, days[0], total.Minutes)
			if date.Compare(today) <= 0 {
				span.DaysWorked += dayWorked(&days[0])
			}
			days = days[1:]
		}
		if date.Compare(today) < 0 {
			r.addSettled(span, date, target, total, &balance)
		}
	})
	return spans
}

// addSettled adds the target of a date that is over, and its balance.
func (r Rules) addSettled(span *Span, date civil.Date, target int64, total *models.DayTotal, balance *int64) {
	if r.countsHoursOn(date) {
		add(&span.Target, target)
		add(&span.Difference, growth(target, total))
	}
	if r.Balance != nil && r.Balance.From.DaysUntil(date) >= 0 {
		span.Adjusted += r.Balance.Adjusted(date, date)
		*balance += r.grown(date, target, total)
		span.Balance = new(*balance)
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
	for _, span := range spans[models.FirstFrom(spans, from):] {
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
