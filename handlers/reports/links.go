package reports

import (
	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
)

// Journeys says how far the journeys of some days count in the travel costs.
func (p Pages) Journeys(days []models.Day) string {
	return figures.Journeys(p.Config.Costs, days, p.Today())
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
