package figures

import (
	"strconv"
	"strings"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// CounterID is the id of what a counter shows in a period, on the page of its days. The counter
// is named by its place in the configuration, since its name may have any character.
func CounterID(place int, count report.CounterPeriod) string {
	return "counter-" + strconv.Itoa(place+1) + "-" + count.PeriodStart.String()
}

// CounterLine is what is left of a counter: today or, if days are planned, at the end of its
// period.
func CounterLine(counter report.Counter, count report.CounterPeriod) views.CounterLine {
	parts := []string{amount(count.Accrued) + french.NBSP + "acquis"}
	if count.Carried != 0 {
		parts = append(parts, amount(count.Carried)+french.NBSP+"reporté"+plural(count.Carried))
	}
	if count.Adjusted != 0 {
		parts = append(parts, signedAmount(count.Adjusted)+french.NBSP+"ajusté"+plural(count.Adjusted))
	}
	parts = append(parts, amount(count.Taken)+french.NBSP+"pris", amount(count.Planned)+french.NBSP+"prévu"+plural(count.Planned))
	if count.Planned == 0 {
		return views.CounterLine{Label: count.Label, Figure: daysOf(count.Left), Note: strings.Join(parts, " · ")}
	}
	parts = append([]string{amount(count.Left) + french.NBSP + "aujourd’hui"}, parts...)
	return views.CounterLine{Label: count.Label, Figure: daysOf(count.LeftAtEnd), Note: strings.Join(parts, " · ") + toBeEarned(counter)}
}

// BalanceLine is the balance at the end of a date.
func BalanceLine(minutes int64, at civil.Date) views.CounterLine {
	return views.CounterLine{Label: "Solde", Figure: french.Signed(minutes), Note: "au" + french.NBSP + french.DayOfMonth(at)}
}

// CostsLine is the travel costs of a year; nil if there are none.
func CostsLine(costs report.Costs) *views.CounterLine {
	if costs.IsEmpty() {
		return nil
	}
	line := views.CounterLine{Label: "Frais réels" + french.NBSP + strconv.Itoa(costs.Year), Note: "il manque une donnée"}
	if costs.TotalEuros != nil {
		line.Figure, line.Note = french.Euros(*costs.TotalEuros), ""
	}
	return &line
}

// CounterRules says how each counter and the balance are counted.
func CounterRules(rules report.Rules, today civil.Date) (texts []views.CounterRule) {
	for _, counter := range rules.Counters {
		texts = append(texts, views.CounterRule{Label: counter.Label, Text: counterRule(counter, rules, today)})
	}
	if rules.Balance != nil {
		texts = append(texts, views.CounterRule{Label: "Solde", Text: "Heures travaillées moins heures prévues, du " + dated(rules.Balance.From) + " à hier, avec les ajustements."})
	}
	return texts
}
