package preferences

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// figure is a figure of the past, by a name that stays the same.
type figure struct{ name, label, text string }

// changes are the figures of the past that would be others: those that there are now.
func (p *Pages) changes(ctx context.Context, effect Effect) ([]views.SettingsChange, error) {
	before, err := p.figures(ctx, p.Config, p.Reader)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	store := p.Store.WithRules(effect.Rules)
	after, err := p.figures(ctx, effect.Pages, report.NewReader(effect.Pages.Hours, store))
	if err != nil {
		return nil, err
	}
	var changes []views.SettingsChange
	for _, was := range before {
		is := "plus compté"
		if at := slices.IndexFunc(after, func(f figure) bool { return f.name == was.name }); at >= 0 {
			is = after[at].text
		}
		if is != was.text {
			changes = append(changes, views.SettingsChange{Label: was.label, Before: was.text, After: is})
		}
	}
	return changes, nil
}

// figures are the balance, what is left of each counter, and the travel costs of the last year
// that is over.
func (p *Pages) figures(ctx context.Context, config frame.Config, reader *report.Reader) (all []figure, err error) {
	now, today := civil.NewInstant(p.Now()), p.Today()
	if config.Hours.Balance != nil && config.Hours.Balance.From.DaysUntil(today) >= 0 {
		standing, err := reader.Now(ctx, now)
		if err != nil {
			return nil, err
		}
		yesterday := today.AddDays(-1)
		all = append(all, figure{"balance", "Solde au " + french.DayOfMonth(yesterday), french.Signed(*standing.Balance)})
	}
	counts, err := reader.CountsNow(ctx, now)
	if err != nil {
		return nil, err
	}
	for i, count := range counts {
		counter := config.Hours.Counters[i]
		all = append(all, figure{"counter " + counter.Name, counter.Label + ", reste", views.LineOfCounter(counter, count).Figure})
	}
	costs, err := config.Costs.ReadCosts(ctx, p.Store, today.Year-1, today)
	if err != nil {
		return nil, err
	}
	if line := views.CostsLine(costs); line != nil {
		text := line.Figure
		if text == "" {
			text = line.Note
		}
		all = append(all, figure{"costs", "Frais réels " + strconv.Itoa(today.Year-1), text})
	}
	return all, nil
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
