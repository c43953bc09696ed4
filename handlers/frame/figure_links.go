package frame

import (
	"worklog/models"
	"worklog/views"
)

// YearFigures lead from a year to its figures, those that are configured.
func (s *Site) YearFigures(year int) []views.Link {
	var links []views.Link
	for _, page := range []struct {
		shown       bool
		path, label string
	}{
		{true, HoursPath(year), "Heures"},
		{len(s.Hours.Counters) > 0, CountersPath(year), "Compteurs"},
		{s.Hours.Limits != nil, RestsPath(year), "Repos et durées"},
		{true, CostsPath(year), "Frais réels"},
	} {
		if page.shown {
			links = append(links, views.Link{URL: s.Links.To(page.path), Label: page.label})
		}
	}
	return links
}

// MonthFigures lead from a month to its figures.
func (s *Site) MonthFigures(first models.Date) []views.Link {
	return []views.Link{
		{URL: s.Links.To(MonthHoursPath(first)), Label: "Heures"},
		{URL: s.Links.To(SheetPath(first)), Label: "Relevé à signer"},
	}
}
