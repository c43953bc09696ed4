package pages

import (
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/views/french"
)

// receivedHow says whether the automation sent an event, or a person made it.
var receivedHow = map[bool]string{false: "reçu", true: "saisi à la main"}

// heard says when the last event came, empty before the first, and whether one is
// missed today.
func (p *Pages) heard(c echo.Context) (last string, silent bool, err error) {
	event, err := p.LastEvent(c)
	if err != nil {
		return "", false, err
	}
	if event != nil {
		last = "Dernier événement " + receivedHow[bool(event.ByHand)] + nbsp + ": " + strings.ToLower(french.Events[event.Event]) + ", " + p.FullMoment(event.OccurredAt) + "."
	}
	if p.Rules.SilentAfter == nil {
		return last, false, nil
	}
	silent, err = presence.IsSilent(c.Request().Context(), p.Store, civil.NewInstant(p.Now()))
	return last, silent, err
}
