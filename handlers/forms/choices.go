package forms

import "worklog/views/french"

// Choice is a journey or a vehicle that an entry can have.
type Choice struct {
	ID         string
	Label      string
	DistanceKM float64 // of a journey, one way; 0 if unknown
	Hidden     bool    // to be chosen only where it is stored
}

// Text returns the text of the choice.
func (c Choice) Text() string {
	if c.DistanceKM == 0 {
		return c.Label
	}
	return c.Label + " (" + french.Kilometres(c.DistanceKM) + ")"
}

// Choices are the journeys and the motor vehicles that a day can have, in order.
type Choices struct{ Journeys, Vehicles []Choice }

// LabelOf returns the label of an id, or the id marked as unknown; none without one.
func LabelOf(choices []Choice, id, none string) string {
	if id == "" {
		return none
	}
	for _, choice := range choices {
		if choice.ID == id {
			return choice.Text()
		}
	}
	return id + " (inconnu)"
}
