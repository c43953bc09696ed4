package report

import "worklog/models"

// BalanceRules are the configuration of the balance.
type BalanceRules struct {
	From  models.Date
	Start int64 // minutes at the beginning of From
	// RTTConsumes has a day of RTT keep its target.
	RTTConsumes bool
	// CreditWithoutSlots has days without slots, of the types that [Effects] credits,
	// count as their target.
	CreditWithoutSlots bool
}

// BalanceAt returns the running balance at the end of a date, in minutes: what was worked
// less the target of every date from the beginning of the balance. [Rules.Balance] must
// be set, and the days must be in order and reach back to its beginning.
func (r Rules) BalanceAt(days []models.DayTotal, at models.Date) int64 {
	balance := r.Balance.Start
	r.each(days, r.Balance.From, at, func(date models.Date, total *models.DayTotal) {
		balance -= r.Target(date, total)
		if total != nil {
			balance += total.Minutes
		}
	})
	return balance
}

// earlier returns the earlier of two dates.
func earlier(a, b models.Date) models.Date {
	if a.DaysUntil(b) < 0 {
		return b
	}
	return a
}
