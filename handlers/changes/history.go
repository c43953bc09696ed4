package changes

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views"
	"worklog/views/french"
)

// mostStates is how many states of a day, and deleted days of a year, are shown.
const mostStates = 100

// bringBack brings a day back to one of its states.
func (p *Pages) bringBack(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	version, err := forms.ReadVersion(values)
	if err != nil {
		return err
	}
	state, err := forms.ReadStamp(values, "state")
	if err != nil {
		return models.ErrStateNotFound
	}
	done, err := history.BringBack(c.Request().Context(), p.Store, state, version, civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	p.Flash(c, saidBroughtBack.With().Of(done))
	return p.seeChanged(c, done.Dates[0], false)
}

// seeChanged leads to the day of a date, or to its month if there are several days or
// none.
func (p *Pages) seeChanged(c echo.Context, date civil.Date, several bool) error {
	if several {
		return p.SeeOther(c, views.MonthPath(date))
	}
	day, err := models.EvenUnreadable(p.Store.DayOn(c.Request().Context(), date))
	if errors.Is(err, models.ErrEntryNotFound) {
		return p.SeeOther(c, views.MonthPath(date))
	}
	if err != nil {
		return err
	}
	if day.Unreadable {
		return p.SeeOther(c, views.HistoryPath(day.ID))
	}
	return p.SeeOther(c, views.EntryPath(day.ID))
}

// history shows the states of a day, which may be deleted.
func (p *Pages) history(c echo.Context) error {
	id, err := frame.EntryIDIn(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	day, err := models.EvenUnreadable(p.Store.Day(ctx, id))
	if err != nil && !errors.Is(err, models.ErrEntryNotFound) {
		return err
	}
	past, err := history.Of(ctx, p.Store, id, civil.NewInstant(p.Now()), mostStates)
	if err != nil {
		return err
	}
	if day == nil && len(past) == 0 {
		return models.ErrEntryNotFound
	}
	page := views.History{EntryID: id, Day: day, KeepDays: p.Rules.KeepDays, States: p.states(day, past)}
	if day != nil {
		page.Date = day.Date
	} else {
		page.Date = past[0].Date
	}
	page.Frame = p.Frame(c, "Historique du "+french.FullDate(page.Date))
	return frame.Render(c, http.StatusOK, views.HistoryPage(page))
}

// RecentStates are the last states of a stored day, if it was changed by hand.
func (p *Pages) RecentStates(c echo.Context, day *models.Day) []views.PastState {
	const most = 3
	past, err := history.Of(c.Request().Context(), p.Store, day.ID, civil.NewInstant(p.Now()), most)
	if err != nil {
		p.LogOmitted(c, "states of the day", err)
	}
	if len(past) == 0 {
		return nil
	}
	return p.states(day, past)[:len(past)] // of the oldest one it is not known what it changed
}

// DeletedDays are the days that were deleted from one date to another, inclusive.
func (p *Pages) DeletedDays(c echo.Context, from, to civil.Date) views.DeletedDays {
	past, err := history.Deleted(c.Request().Context(), p.Store, from, to, civil.NewInstant(p.Now()), mostStates)
	if err != nil {
		p.LogOmitted(c, "deleted days", err)
	}
	unread := func(day history.PastDay) bool { return day.Was == nil } // nor can it be brought back
	return views.DeletedDays{Days: slices.DeleteFunc(past, unread), Zone: p.Rules.Zone}
}
