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
		label, before := p.pastWords(of, of.Before, p.Hours)
		change := views.SettingsChange{Label: label, Before: before, After: "plus compté", Lost: of.After == nil || of.Kind == report.PastKept}
		if of.After != nil {
			_, change.After = p.pastWords(of, *of.After, after.Hours)
		}
		changes = append(changes, change)
	}
	return changes, err
}

// pastWords name a figure of the past, and write an amount of it by the rules that it was computed by.
func (p *Pages) pastWords(of report.PastChange, amount int64, rules report.Rules) (label, written string) {
	month, year := french.OfMonth(of.To), strconv.Itoa(of.To.Year)
	switch of.Kind {
	case report.PastBalance:
		return "Solde au " + french.InYear(of.To), french.Signed(amount)
	case report.PastCounter:
		counter := rules.Counters[slices.IndexFunc(rules.Counters, func(counter report.Counter) bool { return counter.Name == of.Name })]
		label = counter.Label + ", reste"
		if of.To != p.Today() {
			label += " au " + french.InYear(of.To)
		}
		return label, views.CounterAmount(counter, report.Days(amount))
	case report.PastFindings:
		return views.RuleName(report.Rule(of.Name)) + ", constats de " + year, strconv.FormatInt(amount, 10)
	case report.PastPay:
		return views.PayName(report.PayKind(of.Name)) + ", montant de la paie " + month, french.Cents(amount)
	case report.PastCosts:
		return "Frais réels " + year, french.Euros(amount)
	case report.PastVouchers:
		return "Titres-restaurant de " + year, strconv.FormatInt(amount, 10)
	case report.PastKept:
		return "Relevé " + month + ", empreinte gardée (" + french.Digest(of.Name) + ")", french.DaysDiffer(int(amount))
	case report.PastSheet:
		return "Relevé " + month, [...]string{"en heures", "en jours"}[amount]
	}
	kind := report.PayKind(of.Name)
	if label = views.PayName(kind) + " " + month; of.Kind == report.PastPaid {
		label = views.PayName(kind) + ", paie " + month
	}
	if kind.ByDay() {
		return label, french.Days(report.WholeDays(amount) / 2)
	}
	return label, french.Duration(amount)
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
	preview := &views.PreviewedSettings{Version: strconv.FormatInt(now.ID, 10)}
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

// TakeOver makes the document of a file the one in force, which [Pages.Preview] has not refused,
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
