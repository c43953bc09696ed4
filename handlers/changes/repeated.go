package changes

import (
	"errors"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views"
)

// Repeated answers a form that was sent again after it was applied: its answer was lost, or its
// button pressed twice.
func (p *Pages) Repeated(c echo.Context, again *forms.Repeated) error {
	flash := saidAlready.With(again.Change.Action)
	if again.Change.Action == models.ActionTakenBack {
		flash = saidTakenBack.With()
	}
	_, err := history.AftermathOf(c.Request().Context(), p.Store, again.Change.Stamp(), civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrStateNotFound) { // nothing has changed its days since
		flash = flash.Of(again.Change)
	}
	p.Flash(c, flash.At(again.Values.Get("place")))
	if again.Values.Has("place") {
		return p.SeeOther(c, frame.ReviewPath)
	}
	if back := frame.Back(again.Values, ""); back != "" && p.isThere(c, back) {
		return p.SeeOther(c, back)
	}
	if len(again.Change.Dates) > 1 {
		return p.SeeOther(c, views.InMonthPath(again.Change.Dates[0]))
	}
	return p.seeChanged(c, again.Change.Dates[0], false)
}

// doneWords say what an action has done.
func doneWords(value string) (string, bool) {
	action := models.Action(value)
	switch action {
	case models.ActionClosed:
		return "Départ enregistré", true
	case models.ActionDiscarded:
		return "Arrivée ignorée", true
	}
	return "Enregistré", action.Valid()
}
