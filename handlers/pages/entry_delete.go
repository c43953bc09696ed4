package pages

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views"
	"worklog/views/french"
)

func (p *Pages) confirmDelete(c echo.Context) error {
	day, err := models.EvenUnreadable(p.day(c))
	if err != nil {
		return err
	}
	return p.deletion(c, http.StatusOK, day, "")
}

// remove deletes a day and redirects to its month.
func (p *Pages) remove(c echo.Context) error {
	day, err := models.EvenUnreadable(p.day(c))
	values, day, err := p.formOfDay(c, day, err)
	if err != nil {
		return err
	}
	version, err := forms.ReadVersion(values)
	if err != nil {
		return err
	}
	done, err := days.Delete(c.Request().Context(), p.Store, day.ID, version, civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrEntryChanged) {
		if day, err = models.EvenUnreadable(p.day(c)); err != nil {
			return err
		}
		return p.deletion(c, http.StatusConflict, day, "Cette journée a changé depuis\u00a0: voyez ce qui sera supprimé.")
	}
	if err != nil {
		return err
	}
	p.Flash(c, frame.Flash{Text: "Journée du " + french.FullDate(day.Date) + " supprimée."}.Of(done))
	if !day.Date.InRange() { // no month has it
		return p.SeeOther(c, views.HistoryPath(day.ID))
	}
	return p.SeeOther(c, views.MonthPath(day.Date))
}

func (p *Pages) deletion(c echo.Context, status int, day *models.Day, alert string) error {
	events, err := p.Store.CountEvents(c.Request().Context(), day.ID)
	if err != nil {
		return err
	}
	return frame.Render(c, status, views.DeletionPage(views.Deletion{
		Frame: p.Frame(c, "Supprimer"), Day: day, Alert: alert,
		MostSlots: slotsAskedFor(c), Events: events,
	}))
}
