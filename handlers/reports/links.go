package reports

import (
	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// YearFigures returns links from a year to its figures, those that are configured.
func (p Pages) YearFigures(year int) []views.Link {
	var links []views.Link
	for _, page := range []struct {
		shown       bool
		path, label string
	}{
		{true, hoursPath(year), "Heures"},
		{len(p.Hours.Counters) > 0, countersPath(year), "Compteurs"},
		{p.Hours.Limits != nil, restsPath(year), "Repos et durées"},
		{true, costsPath(year), "Frais réels"},
	} {
		if page.shown {
			links = append(links, views.Link{Path: page.path, Label: page.label})
		}
	}
	return links
}

// MonthFigures returns links from a month to its figures.
func MonthFigures(first civil.Date) []views.Link {
	return []views.Link{
		{Path: monthHoursPath(first), Label: "Heures"},
		{Path: sheetPath(first), Label: "Relevé à signer"},
		{Path: payPath(first), Label: "Paie du mois"},
	}
}

// Journeys says how far the journeys of some days count in the travel costs.
func (p Pages) Journeys(days []models.Day) string {
	return figures.Journeys(p.Figures.Costs, days, p.Today())
}

// entryPath returns the path of the page of a day.
func entryPath(day models.Day) string { return dayPath(day.Date, day.ID) }

// dayPath returns the path of the page of an entry, or for an id of 0 of a new one on the date.
func dayPath(date civil.Date, id int64) string {
	if id == 0 {
		return frame.NewEntryPath(date)
	}
	return frame.EntryPath(id)
}
