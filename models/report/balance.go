package report

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// BalanceRules are the configuration of the balance.
type BalanceRules struct {
	From  civil.Date
	Start int64 // minutes at the beginning of From
	// RTTConsumes has a day of RTT keep its target.
	RTTConsumes bool
	// CreditWithoutSlots has days without slots, of the types that [Effects] credits,
	// count as their target.
	CreditWithoutSlots bool
	Adjustments        []BalanceAdjustment // in order of date
}

// BalanceAdjustment adds minutes to the balance at the end of a date, or takes them from it: hours
// that were paid out, or a correction that was agreed.
type BalanceAdjustment struct {
	Date    civil.Date
	Minutes int64
	Note    string
}

// On returns the date, for [models.Between].
func (a BalanceAdjustment) On() civil.Date { return a.Date }

// Adjusted returns the sum of the adjustments dated from one date to another, inclusive, since
// the balance began; 0 without a balance.
func (b *BalanceRules) Adjusted(from, to civil.Date) (minutes int64) {
	for _, adjustment := range b.AdjustmentsIn(from, to) {
		minutes += adjustment.Minutes
	}
	return minutes
}

// AdjustmentsIn returns the adjustments dated from one date to another, inclusive, since the
// balance began; none without a balance.
func (b *BalanceRules) AdjustmentsIn(from, to civil.Date) []BalanceAdjustment {
	if b == nil {
		return nil
	}
	return models.Between(b.Adjustments, civil.Later(from, b.From), to)
}

// opening is the balance at the beginning of a date, so that the days before need not be
// summed again and again.
type opening struct {
	date    civil.Date
	minutes int64
}

// On returns the date, for [models.FirstFrom].
func (o opening) On() civil.Date { return o.date }

// growth returns by how much a date changes the balance: what was worked less the target.
func growth(target int64, total *models.DayTotal) int64 {
	if total == nil {
		return -target
	}
	return total.Minutes - target
}

// grown is growth with what the date is adjusted by. There must be a balance.
func (r Rules) grown(date civil.Date, target int64, total *models.DayTotal) int64 {
	return growth(target, total) + r.Balance.Adjusted(date, date)
}

// openings returns the openings at the beginning of the balance and of each month after
// it, up to the last of the days. The first of them may be known.
func (r Rules) openings(days []models.DayTotal, known []opening) []opening {
	openings := slices.Clip(known)
	if len(openings) == 0 {
		openings = []opening{{r.Balance.From, r.Balance.Start}}
	}
	if len(days) == 0 {
		return openings
	}
	last := openings[len(openings)-1]
	balance := last.minutes
	r.each(days, last.date, days[len(days)-1].Date, func(date civil.Date, target int64, total *models.DayTotal) {
		if date.Day == 1 && date != last.date {
			openings = append(openings, opening{date, balance})
		}
		balance += r.grown(date, target, total)
	})
	return openings
}

// balanceAt returns the running balance at the end of a date, in minutes: what was worked less the
// target of every date from the beginning of the balance, and the adjustments. There must be a balance,
// and the totals must reach back to the Monday of its beginning, or of the record's opening.
func (r Rules) balanceAt(record Record, at civil.Date) int64 {
	from, balance := r.Balance.From, r.Balance.Start
	if opening := record.opening; opening != nil && opening.date.AddDays(-1).Compare(at) <= 0 {
		from, balance = opening.date, opening.minutes
	}
	r.each(record.Totals, from, at, func(_ civil.Date, target int64, total *models.DayTotal) {
		balance += growth(target, total)
	})
	return balance + r.Balance.Adjusted(from, at)
}

// Standing is how the hours stand today. What is not configured is nil.
type Standing struct {
	TargetToday *int64 // minutes; nil while a number of days is to be worked
	TargetWeek  *int64 // of the days from this Monday to Sunday, those to come included
	Balance     *int64 // at the end of yesterday
}

func (r Rules) standing(record Record, today civil.Date) (standing Standing) {
	if monday := today.Monday(); r.CountsHours(monday, monday.AddDays(6)) {
		if target := r.targetFrom(today); target == nil || target.DaysPerYear == 0 {
			standing.TargetToday = new(r.TargetOf(record.Totals, today, today))
		}
		standing.TargetWeek = new(r.TargetOf(record.Totals, monday, monday.AddDays(6)))
	}
	if r.Balance != nil {
		standing.Balance = new(r.balanceAt(record, today.AddDays(-1)))
	}
	return standing
}
