package frame

import (
	"crypto/rand"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

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
	return &views.Hand{Event: next, Key: "hand-" + rand.Text(), Back: here(c)}
}
