package pages

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// showTypedBefore shows what was typed in the form of a day, beside what is stored if that is not
// what the form was made from: a new day's date is taken by now, or the form is outdated.
func (p *Pages) showTypedBefore(c echo.Context, d frame.Draft) error {
	day, err := p.dayAt(c, d.Path)
	byDate := d.Why == frame.Restored || errors.Is(err, models.ErrEntryNotFound)
	if byDate {
		date, unread := civil.ParseDate(d.Values.Get("date"))
		if unread != nil {
			return cmp.Or(err, models.ErrRestored)
		}
		day, err = p.dayAt(c, views.NewEntryPath(date))
	}
	if err != nil {
		return err
	}
	form := readDayForm(d.Values, day)
	if byDate { // the ids are those of other records, or of none
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
	if err != nil {
		return echo.ErrNotFound
	}
	if d.Why == frame.Restored { // it is that of another day
		return models.ErrRestored
	}
	day, err := p.Store.Day(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return p.deletion(c, d.Why.Status, day, d.Why.Text+"rien n’est encore supprimé.")
}

// showClosingBefore shows the time that was typed for a forgotten departure, beside the arrival
// that is open now.
func (p *Pages) showClosingBefore(c echo.Context, d frame.Draft) error {
	open, err := p.OpenArrival(c)
	if err == nil && open == nil {
		err = models.ErrNoOpenArrival
	}
	if err != nil {
		return err
	}
	day, err := p.Store.Day(c.Request().Context(), open.WorkEntryID)
	if err != nil {
		return err
	}
	typed, _, _ := forms.EndOf(day, open.OccurredAt, d.Values)
	view := p.ForgottenView(day, open, typed, "", views.SlotMessages{End: d.Why.Text + "rien n’est encore enregistré."})
	return frame.Render(c, d.Why.Status, views.ForgottenPage(views.Closing{Frame: p.Frame(c, "Départ oublié"), Asked: *view}))
}
