package report

import (
	"cmp"
	"context"
	"reflect"
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

// PastKind is what a figure of the past says.
type PastKind int

// The kinds, in the order in which figures of the same date are listed.
const (
	PastBalance  PastKind = iota // minutes, at the end of a year and of yesterday
	PastCounter                  // hundredths of days that are left, at the end of a period or now
	PastFindings                 // how many of a rule there are in a year
	PastHours                    // minutes of a month that are worked at night, on Sundays or on holidays
	PastPaid                     // minutes or half days of a kind of pay in a month
	PastPay                      // cents for a kind of pay in a month
	PastCosts                    // euros of a year
	PastVouchers                 // days of a year that give a titre-restaurant
	PastSheet                    // 1 if the sheet of a month shows days and no hours
	PastKept                     // days of a month that differ from a digest that was kept of its sheet
)

// PastFigure is a figure that pages show of a month, a year or a period that is over, and of the
// balance and the counters today.
type PastFigure struct {
	Kind PastKind
	To   civil.Date // the last date of the month, year or period, or that of the figure
	// Name is that of the counter, the [Rule], the [PayKind], of the hours too, or the digest.
	Name string
}

// PastChange is a figure of the past that would become another one.
type PastChange struct {
	PastFigure
	Before int64
	After  *int64 // nil if it is no longer counted
}

// ReadPastChanges returns what another policy would change of the figures of the past, the oldest
// first. It reads the record once, or twice if other slots count, and computes what the difference can
// move. What is counted for the first time, as by a new counter, changes nothing.
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
	moves := before.moves(after, first, today)
	was, is := before.past(days, first, moves, now), after.past(daysAfter, first, moves, now)
	if moves[PastSheet] {
		if err := before.pastKept(ctx, store, after, was, is); err != nil {
			return nil, err
		}
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

// inputs are what figures of the past are computed from, but for the record.
type inputs struct {
	Policy                // without its function, which differs from itself
	holidays []civil.Date // of the dates of the record, in place of the function
}

func (p Policy) inputs(first, today civil.Date) inputs {
	in := inputs{Policy: p}
	for date := first; date.Compare(today) <= 0; date = date.AddDays(1) {
		if p.Hours.IsHoliday(date) {
			in.holidays = append(in.holidays, date)
		}
	}
	in.Hours.IsHoliday = nil
	return in
}

// staysOut removes from the inputs what does not enter the figures of a kind. What is not known to
// stay out enters.
var staysOut = map[PastKind]func(*inputs){
	PastBalance: func(in *inputs) {
		in.Hours = in.Hours.withoutLimits()
		in.Hours.Counters, in.Hours.Night, in.Costs, in.Pay = nil, Night{}, CostRules{}, PayRules{}
	},
	PastCounter: func(in *inputs) {
		in.Hours = in.Hours.withoutLimits()
		in.Hours.Balance, in.Hours.Night, in.Costs, in.Pay = nil, Night{}, CostRules{}, PayRules{}
	},
	PastFindings: func(in *inputs) {
		in.Hours.Balance, in.Hours.Counters, in.Costs, in.Pay = nil, nil, CostRules{}, PayRules{}
	},
	PastHours: func(in *inputs) { // the targets enter by the journée de solidarité
		in.Hours = in.Hours.withoutLimits()
		in.Hours.Balance, in.Hours.Counters, in.Costs, in.Pay = nil, nil, CostRules{}, PayRules{}
	},
	PastPay:   func(in *inputs) { in.Hours.Balance, in.Hours.Counters, in.Costs = nil, nil, CostRules{} },
	PastCosts: func(in *inputs) { in.Hours, in.Pay, in.holidays = Rules{}, PayRules{}, nil },
	PastSheet: func(in *inputs) {
		in.Hours.Balance, in.Hours.Counters, in.Hours.Night, in.Costs, in.Pay, in.holidays = nil, nil, Night{}, CostRules{}, PayRules{}, nil
	},
}

// moves returns the kinds that the difference to another policy can move in a record that begins on a
// date; [PastPay] stands for [PastPaid], too, [PastCosts] for [PastVouchers] and [PastSheet] for [PastKept].
func (p Policy) moves(other Policy, first, today civil.Date) map[PastKind]bool {
	moves := map[PastKind]bool{}
	was, is := p.inputs(first, today), other.inputs(first, today)
	for kind, remove := range staysOut {
		a, b := was, is
		remove(&a)
		remove(&b)
		moves[kind] = !reflect.DeepEqual(a, b)
	}
	return moves
}

// past returns the figures of some kinds, of a record of all days in order, from the year of a date on.
func (p Policy) past(days []models.Day, first civil.Date, kinds map[PastKind]bool, now civil.Instant) map[PastFigure]int64 {
	figures := map[PastFigure]int64{}
	today := civil.DateOf(now.In(p.Hours.Zone))
	var totals []models.DayTotal
	if kinds[PastBalance] || kinds[PastCounter] {
		totals = models.Totals(days)
	}
	if kinds[PastBalance] && p.Hours.Balance != nil {
		p.Hours.pastBalance(figures, totals, today)
	}
	if kinds[PastCounter] {
		p.Hours.pastCounters(figures, totals, first, today)
	}
	for year := first.Year; year < today.Year; year++ {
		january, december := civil.DatesOfYear(year)
		if spans := p.Hours.byLimits(january, december); kinds[PastFindings] && len(spans) > 0 {
			for _, rule := range allRules {
				if slices.ContainsFunc(spans, func(span limitedSpan) bool { return span.Limits.checks(rule) }) {
					figures[PastFigure{PastFindings, december, string(rule)}] = 0
				}
			}
			from, to := FindingsNeed(january, december)
			for _, finding := range p.Hours.Findings(models.Between(days, from, to), january, december, now) {
				figures[PastFigure{PastFindings, december, string(finding.Rule)}]++
			}
		}
		if kinds[PastCosts] {
			costs := p.Costs.Costs(year, models.Between(days, january, december), today)
			figures[PastFigure{Kind: PastVouchers, To: december}] = int64(len(costs.Vouchers))
			if costs.TotalEuros != nil && !costs.IsEmpty() {
				figures[PastFigure{Kind: PastCosts, To: december}] = *costs.TotalEuros
			}
		}
	}
	for month := (civil.Date{Year: first.Year, Month: first.Month, Day: 1}); month.LastOfMonth().Compare(today) < 0; month = month.LastOfMonth().AddDays(1) {
		p.pastMonth(figures, days, month, kinds, now)
	}
	return figures
}

// pastBalance adds the balance at the end of each year since it began, and that of yesterday.
func (r Rules) pastBalance(figures map[PastFigure]int64, totals []models.DayTotal, today civil.Date) {
	yesterday := today.AddDays(-1)
	record := Record{Totals: totals}
	for end := r.Balance.From.AddDays(-1); end.Compare(yesterday) < 0; {
		_, december := civil.DatesOfYear(end.AddDays(1).Year)
		end = civil.Earlier(december, yesterday)
		balance := r.balanceAt(record, end)
		record.opening = &opening{end.AddDays(1), balance}
		figures[PastFigure{Kind: PastBalance, To: end}] = balance
	}
}

// pastCounters adds what was left of each counter at the end of each period since the first day of
// the record, and what is left today.
func (r Rules) pastCounters(figures map[PastFigure]int64, totals []models.DayTotal, first, today civil.Date) {
	for _, tally := range r.tallies(Record{Totals: totals}) {
		for start := tally.periodOf(first); start.Compare(today) <= 0; start = tally.next(start) {
			end := civil.Earlier(tally.next(start).AddDays(-1), today)
			figures[PastFigure{PastCounter, end, tally.Name}] = int64(tally.at(end, today).Left)
		}
	}
}

// pastMonth adds the figures of a month that is over and has days.
func (p Policy) pastMonth(figures map[PastFigure]int64, days []models.Day, month civil.Date, kinds map[PastKind]bool, now civil.Instant) {
	end := month.LastOfMonth()
	ofMonth := models.Between(days, month, end)
	set := func(kind PastKind, name PayKind, amount int64) {
		figures[PastFigure{kind, end, string(name)}] = amount
	}
	if len(ofMonth) > 0 && kinds[PastHours] {
		hours := p.Hours.Hours(ofMonth)
		set(PastHours, PayNight, hours.Night)
		set(PastHours, PaySunday, hours.Sunday)
		set(PastHours, PayHoliday, hours.Holiday)
	}
	if len(ofMonth) > 0 && kinds[PastSheet] {
		set(PastSheet, "", 0)
		if p.Hours.Printed(month, SheetFormat, false).DaysOnly {
			set(PastSheet, "", 1)
		}
	}
	of := p.Pay.paidIn(month)
	if days = models.Between(days, of.Monday().AddDays(-longestSlot), of.LastOfMonth()); !kinds[PastPay] || !p.Pay.Hospital && len(p.Pay.Rates) == 0 || len(days) == 0 {
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
