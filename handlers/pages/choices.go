package pages

import "worklog/handlers/french"

// Choice is a journey or a vehicle that an entry can have.
type Choice struct {
	ID         string
	Label      string
	DistanceKM float64 // of a journey, one way; 0 if unknown
}

// text returns the text of the choice.
func (c Choice) text() string {
	if c.DistanceKM == 0 {
		return c.Label
	}
	return c.Label + " (" + french.Kilometres(c.DistanceKM) + ")"
}

// Choices are the journeys and the motor vehicles that a day can have, in order.
type Choices struct{ Journeys, Vehicles []Choice }

// labelOf returns the label of an id, or the id marked as unknown.
func labelOf(choices []Choice, id string) string {
	for _, choice := range choices {
		if choice.ID == id {
			return choice.text()
		}
	}
	return id + " (inconnu)"
}
