package preferences

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"worklog/handlers/forms"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// changes are the figures of the past that would be others, the oldest first.
func (p *Pages) changes(ctx context.Context, effect Effect) (changes []views.SettingsChange, err error) {
	after := effect.Pages
	past, err := report.ReadPastChanges(ctx, p.Store, report.Policy{Hours: p.Hours, Costs: p.Costs, Pay: p.Pay, Short: p.Rules.ShortPresence},
		report.Policy{Hours: after.Hours, Costs: after.Costs, Pay: after.Pay, Short: effect.Rules.ShortPresence}, civil.NewInstant(p.Now()))
	for _, of := range past {
		change := views.SettingsChange{Label: p.pastLabel(of), Before: pastAmount(of.PastFigure, of.Before, p.Hours), After: "plus compté", Lost: of.After == nil || of.Kind == report.PastKept}
		if of.After != nil {
			change.After = pastAmount(of.PastFigure, *of.After, after.Hours)
		}
		changes = append(changes, change)
	}
	return changes, err
}

// pastLabel names a figure of the past.
func (p *Pages) pastLabel(of report.PastChange) string {
	month := french.OfMonth(of.To)
	switch of.Kind {
	case report.PastBalance:
		return "Solde au " + french.InYear(of.To)
	case report.PastCounter:
		label := counterOf(p.Hours, of.Name).Label + ", reste"
		if of.To != p.Today() {
			label += " au " + french.InYear(of.To)
		}
		return label
	case report.PastFindings:
		return views.RuleName(report.Rule(of.Name)) + ", constats de " + strconv.Itoa(of.To.Year)
	case report.PastHours, report.PastPaid:
		name := views.PayName(report.PayKind(of.Name))
		if of.Kind == report.PastPaid {
			return name + ", paie " + month
		}
		return name + " " + month
	case report.PastPay:
		return views.PayName(report.PayKind(of.Name)) + ", montant de la paie " + month
	case report.PastCosts:
		return "Frais réels " + strconv.Itoa(of.To.Year)
	case report.PastVouchers:
		return "Titres-restaurant de " + strconv.Itoa(of.To.Year)
	case report.PastKept:
		return "Relevé " + month + ", empreinte gardée (" + french.Digest(of.Name) + ")"
	}
	return "Relevé " + month
}

// counterOf returns the counter of a name, which the rules must have.
func counterOf(rules report.Rules, name string) report.Counter {
	return rules.Counters[slices.IndexFunc(rules.Counters, func(counter report.Counter) bool { return counter.Name == name })]
}

// pastAmount writes an amount of a figure by the rules that it was computed by.
func pastAmount(of report.PastFigure, amount int64, rules report.Rules) string {
	switch of.Kind {
	case report.PastBalance:
		return french.Signed(amount)
	case report.PastCounter:
		return views.CounterAmount(counterOf(rules, of.Name), report.Days(amount))
	case report.PastFindings, report.PastVouchers:
		return strconv.FormatInt(amount, 10)
	case report.PastPay:
		return french.Cents(amount)
	case report.PastCosts:
		return french.Euros(amount)
	case report.PastSheet:
		return [...]string{"en heures", "en jours"}[amount]
	case report.PastKept:
		return french.DaysDiffer(int(amount))
	}
	if report.PayKind(of.Name).ByDay() {
		return french.Days(report.WholeDays(amount) / 2)
	}
	return french.Duration(amount)
}

// hiddenOf are the fields of a form, to be sent again.
func hiddenOf(values url.Values) (hidden []views.Hidden) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if name == "confirm" || forms.IsOfRequest(name) {
			continue
		}
		for _, value := range values[name] {
			hidden = append(hidden, views.Hidden{Name: name, Value: value})
		}
	}
	return hidden
}
