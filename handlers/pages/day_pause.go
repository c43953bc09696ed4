package pages

import (
	"errors"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// pause is when a day's work stops and goes on, as the clock shows it.
type pause struct{ from, to string }

// usualPause returns that of the last day of the same type that has one, or a zero
// pause.
func (p *Pages) usualPause(c echo.Context, day *models.Day, dayType models.DayType) pause {
	last, err := p.Store.LastWithPause(c.Request().Context(), dayType, day.Date)
	if errors.Is(err, models.ErrEntryNotFound) {
		return pause{}
	}
	if err != nil {
		p.LogOmitted(c, "usual pause", err)
		return pause{}
	}
	from, to := last.Slots[0].EndAt, last.Slots[1].StartAt
	if civil.DateOf(from.In(last.Zone)) != civil.DateOf(to.In(last.Zone)) {
		return pause{}
	}
	return pause{french.Clock(from, last.Zone), french.Clock(to, last.Zone)}
}

// within reports whether the row contains the pause; the row of a night contains none.
func (u pause) within(row views.SlotRow) bool {
	start, startRead := forms.ParseWallTime(row.Start)
	end, endRead := forms.ParseWallTime(row.End)
	if !startRead || !endRead || u.from >= u.to {
		return false
	}
	return french.ClockTime(start) < u.from && u.to < french.ClockTime(end)
}

// String is the pause as the script reads it.
func (u pause) String() string {
	if u == (pause{}) {
		return ""
	}
	return u.from + " " + u.to
}
