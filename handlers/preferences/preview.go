package preferences

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

// changes are the figures of the past that would be others, the oldest first.
func (p *Pages) changes(ctx context.Context, proposed proposal) (changes []views.SettingsChange, err error) {
	after := proposed.pages
	past, err := report.ReadPastChanges(ctx, p.Store, report.Policy{Hours: p.Hours, Costs: p.Costs, Pay: p.Pay, Short: p.Rules.ShortPresence},
		report.Policy{Hours: after.Hours, Costs: after.Costs, Pay: after.Pay, Short: proposed.rules.ShortPresence}, civil.NewInstant(p.Now()))
	for _, of := range past {
		label, write := p.pastWords(of)
		change := views.SettingsChange{Label: label, Before: write(of.Before, p.Hours), After: "plus compté", Lost: of.After == nil || of.Kind == report.PastKept}
		if of.After != nil {
			change.After = write(*of.After, after.Hours)
		}
		changes = append(changes, change)
	}
	return changes, err
}

// pastWords name a figure of the past, and write its amount by the rules that it was computed by.
func (p *Pages) pastWords(of report.PastChange) (label string, write func(amount int64, rules report.Rules) string) {
	month, year := french.OfMonth(of.To), strconv.Itoa(of.To.Year)
	plain := func(words func(int64) string) func(int64, report.Rules) string {
		return func(amount int64, _ report.Rules) string { return words(amount) }
	}
	number := plain(func(n int64) string { return strconv.FormatInt(n, 10) })
	switch of.Kind {
	case report.PastBalance:
		return "Solde au " + french.InYear(of.To), plain(french.Signed)
	case report.PastCounter:
		label = counterOf(p.Hours, of.Name).Label + ", reste"
		if of.To != p.Today() {
			label += " au " + french.InYear(of.To)
		}
		return label, func(amount int64, rules report.Rules) string {
			return views.CounterAmount(counterOf(rules, of.Name), report.Days(amount))
		}
	case report.PastFindings:
		return views.RuleName(report.Rule(of.Name)) + ", constats de " + year, number
	case report.PastPay:
		return views.PayName(report.PayKind(of.Name)) + ", montant de la paie " + month, plain(french.Cents)
	case report.PastCosts:
		return "Frais réels " + year, plain(french.Euros)
	case report.PastVouchers:
		return "Titres-restaurant de " + year, number
	case report.PastKept:
		return "Relevé " + month + ", empreinte gardée (" + french.Digest(of.Name) + ")", plain(func(n int64) string { return french.DaysDiffer(int(n)) })
	case report.PastSheet:
		return "Relevé " + month, plain(func(n int64) string { return [...]string{"en heures", "en jours"}[n] })
	}
	kind := report.PayKind(of.Name)
	if label = views.PayName(kind) + " " + month; of.Kind == report.PastPaid {
		label = views.PayName(kind) + ", paie " + month
	}
	if kind.ByDay() {
		return label, plain(func(n int64) string { return french.Days(report.WholeDays(n) / 2) })
	}
	return label, plain(french.Duration)
}

// counterOf returns the counter of a name, which the rules must have.
func counterOf(rules report.Rules, name string) report.Counter {
	return rules.Counters[slices.IndexFunc(rules.Counters, func(counter report.Counter) bool { return counter.Name == name })]
}

// Any reports whether anything is set in the database.
func (p *Pages) Any(ctx context.Context) (bool, error) {
	version, err := p.Store.RulesVersion(ctx)
	return version.Settings > 0, err
}

// Preview returns what it would do to take the document of a file as the settings; nil if it says
// what those in force do.
func (p *Pages) Preview(ctx context.Context, document string) (*views.PreviewedSettings, error) {
	now, err := p.stored(ctx)
	if err != nil {
		return nil, err
	}
	preview := &views.PreviewedSettings{Version: strconv.FormatInt(now.ID, 10), Replaces: now.ID > 0}
	proposed, err := p.propose(ctx, document)
	if preview.Refusal = proposed.refusal(); err != nil || len(preview.Refusal) > 0 {
		return preview, err
	}
	preview.Differences = p.differences(stored{own: now.own}, proposed.stored, mostDifferences)
	if len(preview.Differences) == 0 && now.err == nil {
		return nil, nil
	}
	preview.Changes, err = p.changes(ctx, proposed)
	return preview, err
}

// refusal says why the document of a file may not take the place of the settings; nothing if it may.
func (p proposal) refusal() (texts []string) {
	switch {
	case errors.Is(p.err, settings.ErrTooLarge):
		return []string{"Ils dépassent 256" + nbsp + "Kio."}
	case errors.Is(p.err, models.ErrSettingsOutsized):
		return []string{outsized}
	case p.err != nil:
		return []string{"Ils sont illisibles."}
	case p.inUse != "":
		return []string{"Des journées d’ici ont un trajet ou un véhicule qu’ils n’ont pas."}
	}
	for _, problem := range p.problems {
		if len(texts) == mostDifferences {
			return append(texts, "…")
		}
		texts = append(texts, wordsOfProblem(problem))
	}
	return texts
}

// TakeOver makes the document of a file the one in force, which [Pages.Planned] has not refused,
// and returns the stamp of its version. It reports false if that in force is no longer the one
// that was named there.
func (p *Pages) TakeOver(ctx context.Context, document, version string) (done models.Stamp, taken bool, err error) {
	now, err := p.stored(ctx)
	if err != nil || strconv.FormatInt(now.ID, 10) != version {
		return models.Stamp{}, false, err
	}
	proposed, err := p.propose(ctx, document)
	if err != nil || len(proposed.refusal()) > 0 {
		return models.Stamp{}, false, err
	}
	done, err = p.store(ctx, now, proposed)
	if errors.Is(err, settings.ErrChanged) {
		return models.Stamp{}, false, nil
	}
	return done, err == nil, err
}
