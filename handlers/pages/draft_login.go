package pages

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// showTypedBefore shows what was typed in the form of a day, beside what is stored if that is not
// what the form was made from: a new day's date is taken by now, or the form is outdated.
func (p *Pages) showTypedBefore(c echo.Context, d frame.Draft) error {
	path := d.Path
	if d.Why == frame.Restored {
		date, err := civil.ParseDate(d.Values.Get("date"))
		if err != nil {
			return models.ErrRestored
		}
		path = frame.NewEntryPath(date)
	}
	day, err := p.dayAt(c, path)
	if err != nil {
		return err
	}
	form := readDayForm(d.Values, day)
	if d.Why == frame.Restored { // the ids are those of other records
		form = form.withoutIDs()
	}
	with := aroundOf(d.Why)
	stored := day.ID != 0
	if !stored {
		form.Version = views.Stamp{}
		taken, err := p.Store.DayOn(c.Request().Context(), day.Date)
		if stored = err == nil; stored {
			day = taken
		}
	}
	switch {
	case stored && with.alert != "":
		return p.renderWithStored(c, with.status, day, form, with.alert)
	case stored && form.Version == (views.Stamp{}):
		return p.conflict(c, day, form)
	}
	return p.showDayDraft(c, day, form, with)
}

// showDeletionBefore shows the page of a deletion that was confirmed when the session had
// ended.
func (p *Pages) showDeletionBefore(c echo.Context, d frame.Draft) error {
	id, err := strconv.ParseInt(strings.Split(d.Path, "/")[2], 10, 64)
	if d.Why == frame.Restored { // it is that of another day
		return models.ErrRestored
	}
	if err != nil {
		return echo.ErrNotFound
	}
	day, err := p.Store.Day(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return p.deletion(c, d.Why.Status, day, d.Why.Text+"rien n’est encore supprimé.")
}
