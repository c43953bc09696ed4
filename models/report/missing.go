package report

import (
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/civil"
)

// Missing is a key that the configuration lacks. Of a journey's distance, From and To
// are the first and the last date that ask for it.
type Missing struct {
	Section  string // "vehicles" or "journeys"
	ID       string
	Key      string // empty if the whole table is missing
	From, To civil.Date
}

// missing returns the keys of the vehicle that the barème asks for.
func (v Vehicle) missing() (keys []string) {
	if v.Category == "" {
		keys = append(keys, "category")
	}
	if v.Power == 0 && v.Category != Scooter {
		keys = append(keys, "power_cv")
	}
	return keys
}

// missing returns what the configuration lacks for the vehicles that have days.
func (r CostRules) missing(vehicles []VehicleCosts) []Missing {
	var missing []Missing
	for _, costs := range vehicles {
		id := costs.Vehicle.ID
		if !slices.ContainsFunc(r.Vehicles, func(v Vehicle) bool { return v.ID == id }) {
			missing = append(missing, Missing{Section: "vehicles", ID: id})
			continue
		}
		for _, key := range costs.Vehicle.missing() {
			if costs.Vehicle.Deductible {
				missing = append(missing, Missing{Section: "vehicles", ID: id, Key: key})
			}
		}
	}
	var journeys []Missing
	for _, costs := range vehicles {
		for _, day := range costs.Days {
			if !day.Known && costs.Vehicle.Deductible {
				journeys = r.addDistance(journeys, day.Day)
			}
		}
	}
	slices.SortFunc(journeys, func(a, b Missing) int { return strings.Compare(a.ID, b.ID) })
	return append(missing, journeys...)
}

// addDistance adds the distance that a day lacks, once for each journey.
func (r CostRules) addDistance(missing []Missing, day *models.Day) []Missing {
	id := day.JourneyProfileID
	if i := slices.IndexFunc(missing, func(m Missing) bool { return m.ID == id }); i >= 0 {
		missing[i].From, missing[i].To = civil.Earlier(missing[i].From, day.Date), civil.Later(missing[i].To, day.Date)
		return missing
	}
	lacking := Missing{Section: "journeys", ID: id, From: day.Date, To: day.Date}
	if r.journey(id) != nil {
		lacking.Key = "distance_km"
	}
	return append(missing, lacking)
}
