package figures

import (
	"slices"

	"worklog/handlers/french"
	"worklog/models/report"
	"worklog/views"
)

// Tables of the configuration that give figures of a year.
const (
	baremeKey     = "[[bareme]]"
	teleworkKey   = "[[telework.rates]]"
	tenPercentKey = "[[ten_percent]]"
)

// sourceText says where a figure is from: what publishes it or, without that, the table of
// the configuration.
func sourceText(source, key string) string {
	if source == "" {
		source = "votre réglage (" + key + ")"
	}
	return "Source" + french.NBSP + ": " + source + "."
}

// provisionalKeys are the tables of the configuration that would give the figures of the year.
func (c CostsPage) provisionalKeys() (keys []string) {
	if slices.ContainsFunc(c.Vehicles, func(of report.VehicleCosts) bool { return of.OfOtherYear(c.Year) }) {
		keys = append(keys, baremeKey)
	}
	if c.Telework.OfOtherYear(c.Year) {
		keys = append(keys, teleworkKey)
	}
	return keys
}

// costTexts lead to what the administration says of the costs, as in force today.
var costTexts = []views.Link{
	{Path: "https://bofip.impots.gouv.fr/bofip/2185-PGP.html", Label: "Barème" + french.NBSP + ": BOI-BAREME-000001"},
	{Path: "https://bofip.impots.gouv.fr/bofip/2161-PGP.html", Label: "Trajets" + french.NBSP + ": BOI-RSA-BASE-30-50-30-20"},
	{Path: "https://www.service-public.gouv.fr/particuliers/vosdroits/F1989", Label: "Service-public" + french.NBSP + ": forfait ou frais réels"},
}
