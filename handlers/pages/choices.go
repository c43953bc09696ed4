package pages

import (
	"slices"

	"worklog/handlers/french"
)

// Choice is something that an entry can have.
type Choice struct {
	ID         string
	Label      string
	DistanceKM float64 // of a journey, one way; 0 when it is not known
}

// text writes the choice for people.
func (c Choice) text() string {
	if c.DistanceKM == 0 {
		return c.Label
	}
	return c.Label + " (" + french.Kilometres(c.DistanceKM) + ")"
}

// choices are the journeys and motor vehicles of the configuration, in its
// order.
type choices struct{ journeys, vehicles []Choice }

// hasJourney reports whether a journey may be asked for: none, one of the
// configuration, or the one that the entry has already.
func (c choices) hasJourney(id, stored string) bool { return has(c.journeys, id, stored) }

// hasVehicle is hasJourney for motor vehicles.
func (c choices) hasVehicle(id, stored string) bool { return has(c.vehicles, id, stored) }

func has(choices []Choice, id, stored string) bool {
	return id == "" || id == stored || slices.ContainsFunc(choices, func(c Choice) bool { return c.ID == id })
}

// labelOf gives the label of an id, or the id marked as unknown.
func labelOf(choices []Choice, id string) string {
	for _, choice := range choices {
		if choice.ID == id {
			return choice.text()
		}
	}
	return id + " (inconnu)"
}
