package frame

import (
	"crypto/rand"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// HandPath is the path to record an event by hand.
const HandPath = "/presence/hand"

// handLabels are the labels of the button, by the event that it records.
var handLabels = map[models.EventType]string{models.Arrival: "J’arrive", models.Departure: "Je pars"}

// Hand is the button for the next event, to be pressed when the phone does not send it;
// nil when the integration is off.
func (s *Site) Hand(c echo.Context) *views.Hand {
	open, err := s.OpenArrival(c)
	if !s.Rules.Integrated || err != nil { // which the presence beside it has logged
		return nil
	}
	next := models.Arrival
	if open != nil {
		next = models.Departure
	}
	button := HandFor(next, "hand-"+rand.Text())
	button.Back = here(c)
	return &button
}

// HandFor returns the button that records an event under the given idempotency key.
func HandFor(event models.EventType, key string) views.Hand {
	return views.Hand{
		Action: HandPath,
		Event:  string(event),
		Key:    key,
		Label:  handLabels[event],
	}
}
