package pages

import (
	"worklog/models"
	"worklog/views"
)

// yearFigures lead from a year to its figures, those that are configured.
func (p *Pages) yearFigures(year int) []views.Link {
	var links []views.Link
	for _, page := range []struct {
		shown       bool
		path, label string
	}{
		{true, hoursPath(year), "Heures"},
		{len(p.hours.Counters) > 0, countersPath(year), "Compteurs"},
		{p.hours.Limits != nil, restsPath(year), "Repos et durées"},
		{true, costsPath(year), "Frais réels"},
	} {
		if page.shown {
			links = append(links, views.Link{URL: p.links.To(page.path), Label: page.label})
		}
	}
	return links
}

// monthFigures lead from a month to its figures.
func (p *Pages) monthFigures(first models.Date) []views.Link {
	return []views.Link{
		{URL: p.links.To(monthHoursPath(first)), Label: "Heures"},
		{URL: p.links.To(sheetPath(first)), Label: "Relevé à signer"},
	}
}

// entryURL returns where a day leads to.
func (p *Pages) entryURL(day models.Day) string { return p.links.To(editPath(day.ID)) }
