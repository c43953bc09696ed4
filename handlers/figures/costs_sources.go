package figures

import (
	"slices"

	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// Where a person sets the figures of a year.
var (
	ownBareme     = views.Link{Path: views.SettingsNew("costs", "bareme"), Label: "Barème d’une année"}
	ownTelework   = views.Link{Path: views.SettingsNew("costs", "rates"), Label: "Télétravail d’une année"}
	ownTenPercent = views.Link{Path: views.SettingsNew("costs", "ten_percent"), Label: "Les 10" + french.NBSP + "% d’une année"}
	ownMeal       = views.Link{Path: views.SettingsAt("costs"), Label: "Un repas au travail"}
)

// sourceOf says where a figure is from: what publishes it or, without that, the person, who has
// set it there.
func sourceOf(source string, own views.Link) views.Remark {
	if source == "" {
		return views.Remark{Text: "Source" + french.NBSP + ": votre réglage,", Lead: own}
	}
	return views.Remark{Text: "Source" + french.NBSP + ": " + source + "."}
}

// toPublish are the figures of the year that are not known.
func (c CostsPage) toPublish() (own []views.Link) {
	if slices.ContainsFunc(c.Vehicles, func(of report.VehicleCosts) bool { return of.OfOtherYear(c.Year) }) {
		own = append(own, ownBareme)
	}
	if c.Telework.OfOtherYear(c.Year) {
		own = append(own, ownTelework)
	}
	return own
}

// costTexts lead to what the administration says of the costs, as in force today.
var costTexts = []views.Link{
	{Path: "https://bofip.impots.gouv.fr/bofip/2185-PGP.html", Label: "Barème" + french.NBSP + ": BOI-BAREME-000001"},
	{Path: "https://bofip.impots.gouv.fr/bofip/2161-PGP.html", Label: "Trajets" + french.NBSP + ": BOI-RSA-BASE-30-50-30-20"},
	{Path: "https://www.service-public.gouv.fr/particuliers/vosdroits/F1989", Label: "Service-public" + french.NBSP + ": forfait ou frais réels"},
}
