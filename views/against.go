package views

import (
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Against compares what was worked from one date to another with the targets of the dates
// that are over: "sur 140 h", "écart +2 h 35". What was worked is said again where other
// dates have hours: those that are not over, and those without a target in hours. It
// returns nothing before the first of the dates is over and where no target in hours is in
// force. The totals must be in order and reach back to a Monday.
func Against(rules report.Rules, totals []models.DayTotal, from, to, today civil.Date) []string {
	over := civil.Earlier(to, today.AddDays(-1))
	if over.DaysUntil(from) > 0 || !rules.CountsHours(from, over) {
		return nil
	}
	due := rules.DueOf(totals, from, over)
	since, isPart := "", due.Worked != sumOf(models.Between(totals, from, over)).Minutes
	if isPart && due.First != from {
		since = french.DayOfMonth(due.First)
	}
	against := "sur " + french.ShortDuration(due.Target)
	if due.Target < 0 {
		against = "(" + TargetText(due.Target) + ")"
	}
	switch {
	case isPart && due.Last != over:
		against = dateSpan(due.First, due.Last) + " " + french.Duration(due.Worked) + " " + against
	case over != to && since != "":
		against = "du " + since + " à hier " + french.Duration(due.Worked) + " " + against
	case over != to:
		against = "jusqu’à hier " + french.Duration(due.Worked) + " " + against
	case since != "":
		against = "depuis le " + since + " " + french.Duration(due.Worked) + " " + against
	case due.Worked == 0: // no total is shown
		against = french.Duration(due.Worked) + " " + against
	}
	return []string{against, "écart " + french.Signed(due.Worked-due.Target)}
}

// BalanceDate returns the date at whose end the balance of some dates stands: the last of
// them or, while they are not over, yesterday. It reports false where they have none,
// before the balance begins and in the future.
func BalanceDate(rules report.Rules, from, to, today civil.Date) (civil.Date, bool) {
	if rules.Balance == nil || from.DaysUntil(today) < 0 {
		return civil.Date{}, false
	}
	at := civil.Earlier(to, today.AddDays(-1))
	return at, rules.Balance.From.DaysUntil(at) >= 0
}

// BalanceAt writes "solde au 31 octobre +12 h 05".
func BalanceAt(date civil.Date, minutes int64) string {
	return "solde au " + french.DayOfMonth(date) + " " + french.Signed(minutes)
}

// weekTarget writes the target of a week, such as "35 h"; empty before the week has begun,
// where there is none, and where there is nothing to compare. The totals must be in order.
func weekTarget(rules report.Rules, totals []models.DayTotal, monday, today civil.Date) string {
	sunday := monday.AddDays(6)
	if monday.DaysUntil(today) < 0 || !rules.CountsHours(monday, sunday) {
		return ""
	}
	return TargetText(rules.TargetOf(totals, monday, sunday))
}

// TargetText writes a target; empty for none. One that is negative is of absences on the weekend
// of a roster.
func TargetText(minutes int64) string {
	switch {
	case minutes < 0:
		return "absence −" + french.ShortDuration(-minutes)
	case minutes == 0:
		return ""
	}
	return french.ShortDuration(minutes)
}
