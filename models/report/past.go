package report

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Policy is all by which the figures of a record are computed.
type Policy struct {
	Hours Rules
	Costs CostRules
	Pay   PayRules
	// Short is [models.Rules.ShortPresence], by which slots of the record do not count.
	Short time.Duration
}

// of returns a store whose days have the slots that count.
func (p Policy) of(store *models.Store) *models.Store {
	rules := store.Rules()
	rules.ShortPresence = p.Short
	return store.WithRules(rules)
}

// pastKind is what a figure of the past says.
type pastKind int

// The kinds, in the order in which figures of the same date are listed.
const (
	PastBalance  pastKind = iota // minutes, at the end of a year and of yesterday
	PastCounter                  // hundredths of days that are left, at the end of a period or now
	PastFindings                 // how many of a rule there are in a year
	pastHours                    // minutes of a month that are worked at night, on Sundays or on holidays
	PastPaid                     // minutes or half days of a kind of pay in a month
	PastPay                      // cents for a kind of pay in a month
	PastCosts                    // euros of a year
	PastVouchers                 // days of a year that give a titre-restaurant
	PastSheet                    // 1 if the sheet of a month shows days and no hours
	PastKept                     // days of a month that differ from a digest that was kept of its sheet
)

// pastFigure is a figure that pages show of a month, a year or a period that is over, and of the
// balance and the counters today.
type pastFigure struct {
	Kind pastKind
	To   civil.Date // the last date of the month, year or period, or that of the figure
	// Name is that of the counter, the [Rule], the [PayKind], of the hours too, or the digest.
	Name string
}

// PastChange is a figure of the past that would become another one.
type PastChange struct {
	pastFigure
	Before int64
	After  *int64 // nil if it is no longer counted
}

// ReadPastChanges returns what another policy would change of the figures of the past, the oldest
// first. It reads the record once, or twice if other slots count, and computes all figures by both: a second for fifty
// years. What is counted for the first time, as by a new counter, changes nothing.
func ReadPastChanges(ctx context.Context, store *models.Store, before, after Policy, now civil.Instant) ([]PastChange, error) {
	today := civil.DateOf(now.In(before.Hours.Zone))
	days, err := before.of(store).TravelDays(ctx, civil.FirstDate, civil.LastDate)
	daysAfter := days
	if err == nil && after.Short != before.Short {
		daysAfter, err = after.of(store).TravelDays(ctx, civil.FirstDate, civil.LastDate)
	}
	if err != nil {
		return nil, err
	}
	first := today
	if len(days) > 0 {
		first = civil.Earlier(days[0].Date, today)
	}
	was, is := before.past(days, first, now), after.past(daysAfter, first, now)
	if err := before.pastKept(ctx, store, after, was, is); err != nil {
		return nil, err
	}
	var changes []PastChange
	for figure, amount := range was {
		if other, found := is[figure]; !found {
			changes = append(changes, PastChange{figure, amount, nil})
		} else if other != amount {
			changes = append(changes, PastChange{figure, amount, &other})
		}
	}
	slices.SortFunc(changes, func(a, b PastChange) int {
		return cmp.Or(a.To.Compare(b.To), cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name))
	})
	return changes, nil
}

// past returns the figures of a record of all days in order, from the year of a date on.
func (p Policy) past(days []models.Day, first civil.Date, now civil.Instant) map[pastFigure]int64 {
	figures := map[pastFigure]int64{}
	today := civil.DateOf(now.In(p.Hours.Zone))
	record := Record{Totals: models.Totals(days)}
	p.Hours.pastBalance(figures, record, today)
	p.Hours.pastCounters(figures, record, first, today)
	for year := first.Year; year < today.Year; year++ {
		january, december := civil.DatesOfYear(year)
		spans := p.Hours.byLimits(january, december)
		for _, rule := range allRules {
			if slices.ContainsFunc(spans, func(span limitedSpan) bool { return span.Limits.checks(rule) }) {
				figures[pastFigure{PastFindings, december, string(rule)}] = 0
			}
		}
		from, to := FindingsNeed(january, december)
		for _, finding := range p.Hours.Findings(models.Between(days, from, to), january, december, now) {
			figures[pastFigure{PastFindings, december, string(finding.Rule)}]++
		}
		costs := p.Costs.Costs(year, models.Between(days, january, december), today)
		figures[pastFigure{Kind: PastVouchers, To: december}] = int64(len(costs.Vouchers))
		if costs.TotalEuros != nil && !costs.IsEmpty() {
			figures[pastFigure{Kind: PastCosts, To: december}] = *costs.TotalEuros
		}
	}
	for month := (civil.Date{Year: first.Year, Month: first.Month, Day: 1}); month.LastOfMonth().Compare(today) < 0; month = month.LastOfMonth().AddDays(1) {
		p.pastMonth(figures, days, month, now)
	}
	return figures
}

// pastBalance adds the balance at the end of each year since it began, and that of yesterday.
func (r Rules) pastBalance(figures map[pastFigure]int64, record Record, today civil.Date) {
	if r.Balance == nil {
		return
	}
	yesterday := today.AddDays(-1)
	for end := r.Balance.From.AddDays(-1); end.Compare(yesterday) < 0; {
		_, december := civil.DatesOfYear(end.AddDays(1).Year)
		end = civil.Earlier(december, yesterday)
		balance := r.balanceAt(record, end)
		record.opening = &opening{end.AddDays(1), balance}
		figures[pastFigure{Kind: PastBalance, To: end}] = balance
	}
}

// pastCounters adds what was left of each counter at the end of each period since the first day of
// the record, and what is left today.
func (r Rules) pastCounters(figures map[pastFigure]int64, record Record, first, today civil.Date) {
	for _, tally := range r.tallies(record) {
		for start := tally.periodOf(first); start.Compare(today) <= 0; start = tally.next(start) {
			end := civil.Earlier(tally.next(start).AddDays(-1), today)
			figures[pastFigure{PastCounter, end, tally.Name}] = int64(tally.at(end, today).Left)
		}
	}
}

// pastMonth adds the figures of a month that is over and has days.
func (p Policy) pastMonth(figures map[pastFigure]int64, days []models.Day, month civil.Date, now civil.Instant) {
	end := month.LastOfMonth()
	set := func(kind pastKind, name PayKind, amount int64) {
		figures[pastFigure{kind, end, string(name)}] = amount
	}
	if len(models.Between(days, month, end)) > 0 {
		hours := p.Hours.Hours(days, month, end)
		set(pastHours, PayNight, hours.Night)
		set(pastHours, PaySunday, hours.Sunday)
		set(pastHours, PayHoliday, hours.Holiday)
		set(PastSheet, "", 0)
		if p.Hours.Printed(month, SheetFormat, false).DaysOnly {
			set(PastSheet, "", 1)
		}
	}
	first, last := p.Pay.need(month)
	if days = models.Between(days, first, last); !p.Pay.Hospital && len(p.Pay.Rates) == 0 || len(days) == 0 {
		return
	}
	for _, kind := range PayKinds {
		set(PastPaid, kind, 0)
		set(PastPay, kind, 0)
	}
	for _, line := range p.Pay.Pay(p.Hours, days, month, now).Lines {
		set(PastPaid, line.Kind, line.Count)
		if line.Cents != nil {
			set(PastPay, line.Kind, *line.Cents)
		}
	}
}
