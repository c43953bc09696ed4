// Package pages has the pages of the record, one file each.
package pages

import (
	"cmp"
	"errors"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// Others is what these pages show of other packages.
type Others struct {
	// Welcome says what to do first on a server without days.
	Welcome func(echo.Context) *views.Welcome
	// CounterLines are what is left today, with the balance if that is asked for.
	CounterLines func(c echo.Context, withBalance bool) ([]views.CounterLine, error)
	// CountersOn says what is left of each counter, and would be with a day of its type on a date.
	CountersOn func(echo.Context, civil.Date) []string
	// CountersAfter says what days in order, of which their types are known, leave of the
	// counters that they change.
	CountersAfter func(echo.Context, []models.DayTotal) []string
	// RecentStates are the last states of a stored day, if it was changed by hand.
	RecentStates func(echo.Context, *models.Day) []views.PastState
	// DeletedDays are the days that were deleted from one date to another, inclusive.
	DeletedDays func(c echo.Context, from, to civil.Date) views.DeletedDays
}

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Others Others
}

// nbsp keeps a number and its unit on one line.
const nbsp = french.NBSP

// day returns the day in the path. It returns echo.ErrNotFound for a malformed id, or
// [models.ErrEntryNotFound].
func (p *Pages) day(c echo.Context) (*models.Day, error) {
	id, err := frame.EntryIDIn(c)
	if err != nil {
		return nil, err
	}
	return p.Store.Day(c.Request().Context(), id)
}

// formAndDay returns the submitted fields and the day in the path. Its errors are
// those of [forms.Read] and day.
func (p *Pages) formAndDay(c echo.Context) (url.Values, *models.Day, error) {
	day, err := p.day(c)
	return p.formOfDay(c, day, err)
}

// formOfDay reads the form of a day, whose size depends on the day. The error is that of finding
// the day: what was typed for one that is gone is shown again.
func (p *Pages) formOfDay(c echo.Context, day *models.Day, missing error) (url.Values, *models.Day, error) {
	if missing == nil {
		values, err := forms.ReadDay(c, len(day.Slots))
		return values, day, err
	}
	values, err := forms.ReadDay(c, 0)
	repeated := new(forms.Repeated)
	if errors.Is(missing, models.ErrEntryNotFound) && (err == nil || errors.As(err, &repeated)) {
		err = &forms.Outdated{Values: values, Err: missing}
	}
	return nil, nil, cmp.Or(err, missing)
}
