package reports

import (
	"worklog/handlers/figures"
	"worklog/models"
	"worklog/views"
)

// Journeys says how far the journeys of some days count in the travel costs.
func (p Pages) Journeys(days []models.Day) string {
	return figures.Journeys(p.Config.Costs, days, p.Today())
}

// entryPath returns the path of the page of a day.
func entryPath(day models.Day) string { return views.DayPath(day.Date, day.ID) }
