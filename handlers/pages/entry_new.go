package pages

import (
	"context"
	"errors"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views"
)

// blankDay returns a new day for the date in the query of a URL, or for today. It returns
// echo.ErrNotFound for an invalid date.
func (p *Pages) blankDay(rawQuery string) (*models.Day, error) {
	date := p.Today()
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, echo.ErrNotFound
	}
	if query.Has("date") {
		if date, err = civil.ParseDate(query.Get("date")); err != nil {
			return nil, echo.ErrNotFound
		}
	}
	return &models.Day{WorkEntry: models.WorkEntry{Date: date, Timezone: p.Rules.Zone.String()}, Zone: p.Rules.Zone}, nil
}

func (p *Pages) yesterday(c echo.Context) error {
	return p.SeeOther(c, views.NewEntryPath(p.Today().AddDays(-1)))
}

// blank shows the form of a new day, or redirects to the existing day of the date.
func (p *Pages) blank(c echo.Context) error {
	day, err := p.blankDay(c.Request().URL.RawQuery)
	if err != nil {
		return err
	}
	taken, err := p.Store.DayOn(c.Request().Context(), day.Date)
	if err == nil {
		return p.SeeOther(c, views.EntryPath(taken.ID))
	}
	if !errors.Is(err, models.ErrEntryNotFound) {
		return err
	}
	page := p.dayView(c, day, p.newForm())
	page.Like, err = p.Store.LastOfTypes(c.Request().Context(), day.Date)
	p.LogOmitted(c, "last days", err)
	return frame.Show(c, views.DayPage(page))
}

func (p *Pages) create(c echo.Context) error {
	values, err := forms.ReadDay(c, 0)
	if err != nil {
		return err
	}
	day, err := p.blankDay(c.Request().URL.RawQuery)
	if err != nil {
		return err
	}
	form := readDayForm(values, day)
	form.Version = models.Stamp{}
	taken, err := p.Store.DayOn(c.Request().Context(), day.Date)
	if err == nil {
		return p.conflict(c, taken, form)
	}
	if errors.Is(err, models.ErrDayUnreadable) {
		return err
	}
	if !errors.Is(err, models.ErrEntryNotFound) {
		return p.showDayDraft(c, day, form, p.notStored(c, "day not saved", err))
	}
	if done, err := p.prepared(c, day, values); done {
		return err
	}
	return p.put(c, day, form, func(ctx context.Context, change models.EntryChange) (models.Change, error) {
		return days.Create(ctx, p.Store, day.Date, change, civil.NewInstant(p.Now()))
	})
}
