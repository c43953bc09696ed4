package report

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Pay is what the payslip of a month should explain.
type Pay struct {
	// Month is the payslip's and Of the one that it pays, by their first dates.
	Month, Of civil.Date
	Lines     []PayLine
	Total     *int64 // cents of what has a rate; nil if nothing has
}

// PayLine is what is paid of a kind.
type PayLine struct {
	Kind PayKind
	// Count is in minutes, or in half days ([PayKind.ByDay]).
	Count int64
	Parts []PayPart // by rate
	// Cents is what the parts with a rate make, rounded half up; nil if none has one.
	Cents *int64
	Days  []PayDay // in order
	// Weeks are those behind overtime and complementary hours, whose days the Days are.
	Weeks []PayWeek
}

// PayPart is how much of a line has a rate.
type PayPart struct {
	Count int64
	Paid  int64 // of the count: less where a text pays no more than a day's work
	Rate  *Rate // nil for none
}

// PayDay is the part of an entry that lies on a date.
type PayDay struct {
	Date  civil.Date
	Count int64
	Day   *models.Day
}

// PayWeek is a week with overtime or complementary hours, of a kind.
type PayWeek struct {
	Monday civil.Date
	Count  int64 // minutes of the kind
	// Base is what counts towards them, Leave what leave counts as in it, Solidarity what was worked
	// and is of the journée de solidarité, not counted, and Threshold that above which they begin.
	Base, Leave, Solidarity, Threshold int64
	Days                               []PayDay // minutes of the base
}

// ReadPay reads and returns the pay of a month, given by its first date.
func (r PayRules) ReadPay(ctx context.Context, store *models.Store, hours Rules, month civil.Date, now civil.Instant) (Pay, error) {
	first, last := r.need(month)
	days, err := store.SlotDays(ctx, first, last)
	if err != nil {
		return Pay{}, err
	}
	return r.Pay(hours, days, month, now), nil
}

// need returns the first and the last date of the days that [PayRules.Pay] needs.
func (r PayRules) need(month civil.Date) (first, last civil.Date) {
	of := r.paidIn(month)
	return of.Monday().AddDays(-longestSlot), of.LastOfMonth()
}

// paidIn returns the month that is paid in another one.
func (r PayRules) paidIn(month civil.Date) civil.Date {
	month.Month -= time.Month(r.Delay)
	return month.AddDays(0) // in an earlier year, maybe
}

// Pay returns the pay of a month, given by its first date. Hours belong to the month of the
// date on which they lie, and overtime to that in which its week ends, once that is over. Where
// slots overlap, their time counts once. The days must be in order, from the first one with a
// slot that goes on in a week of the month.
func (r PayRules) Pay(hours Rules, days []models.Day, month civil.Date, now civil.Instant) Pay {
	pay := Pay{Month: month, Of: r.paidIn(month)}
	lines, parts, holidays := payLines{}, map[civil.Date][]PayDay{}, hours.holidays(nil, month)
	work, night := withoutOverlap(days), r.Night(hours, pay.Of)
	var day *models.Day // of what is cut
	visit := func(p piece) {
		part := PayDay{p.date, p.minutes, day}
		parts[p.date] = withPayDay(parts[p.date], part)
		if pay.pays(p.date) {
			for kind, minutes := range payKinds(holidays, day, p) {
				lines.addDay(kind, PayDay{p.date, minutes, day})
			}
		}
	}
	for _, part := range work {
		day = part.day
		part.cut(night, visit)
	}
	for i := range days {
		if pay.pays(days[i].Date) {
			lines.addWholeDay(&days[i])
		}
	}
	on, today := sync.OnceValue(func() worked { return workedOn(work, night) }), civil.DateOf(now.In(hours.Zone)) // many months have no overtime
	for monday := pay.Of.Monday(); pay.pays(monday.AddDays(6)) && monday.AddDays(6).Compare(today) < 0; monday = monday.AddDays(7) {
		if of := hours.AsOf(monday); of.Limits.PaysOvertime() {
			lines.addWeek(of, of.civilWeek(on(), days, monday, today), on(), parts, days)
		}
	}
	pay.Lines = lines.paidBy(r, hours)
	for _, line := range pay.Lines {
		if line.Cents != nil {
			add(&pay.Total, *line.Cents)
		}
	}
	return pay
}

// pays reports whether a date is of the month that is paid.
func (p Pay) pays(date civil.Date) bool {
	return p.Of.Compare(date) <= 0 && date.Compare(p.Of.LastOfMonth()) <= 0
}

// payKinds returns the minutes of a piece of a slot by their kinds. An hour of a Sunday that is a
// public holiday is paid once.
func payKinds(holidays holidays, day *models.Day, p piece) map[PayKind]int64 {
	kinds := map[PayKind]int64{}
	if p.night {
		kinds[PayNight] = p.minutes
	}
	if ofHoliday := holidays.of(p); ofHoliday > 0 {
		kinds[PayHoliday] = ofHoliday
	} else if p.date.Weekday() == time.Sunday && !holidays.rules.IsHoliday(p.date) {
		kinds[PaySunday] = p.minutes
	}
	if day.DayType == models.OnCall {
		kinds[PayCallOut] = p.minutes
	}
	return kinds
}

// Dates returns the dates of the days behind the line, each once.
func (l PayLine) Dates() (dates []civil.Date) {
	for _, day := range l.Days {
		dates = append(dates, day.Date)
	}
	return slices.Compact(dates)
}

// MarshalJSON writes the pay for programs. An amount without a rate is null.
func (p Pay) MarshalJSON() ([]byte, error) {
	lines := []payJSON{}
	for _, line := range p.Lines {
		out := payJSON{Kind: line.Kind, Cents: line.Cents, Dates: line.Dates()}
		if line.Kind.ByDay() {
			out.Days = new(Days(line.Count) * HalfDay)
		} else {
			out.Minutes = &line.Count
		}
		lines = append(lines, out)
	}
	return json.Marshal(struct {
		Month      string    `json:"month"`
		Of         string    `json:"of"`
		Lines      []payJSON `json:"lines"`
		TotalCents *int64    `json:"total_cents"`
	}{monthOf(p.Month), monthOf(p.Of), lines, p.Total})
}

type payJSON struct {
	Kind    PayKind      `json:"kind"`
	Minutes *int64       `json:"minutes,omitempty"`
	Days    *Days        `json:"days,omitempty"`
	Cents   *int64       `json:"cents"`
	Dates   []civil.Date `json:"dates"`
}

// monthOf writes the month of a date.
func monthOf(date civil.Date) string { return date.String()[:len("2026-11")] }
