package pages

import (
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
)

// closing is the last change of a day, by which an arrival was closed or discarded.
type closing struct {
	models.LastChange
	arrival *models.WorkplacePresenceEvent
	after   *models.Day
}

// closedBefore returns the change by which the arrival that a form names was closed, or
// discarded: the script sends it again for the page of what was typed along with it. It returns
// nil if the day has changed since.
func (p *Pages) closedBefore(c echo.Context, values url.Values, along *draft, action models.Action) *closing {
	if along == nil {
		return nil
	}
	ctx := c.Request().Context()
	id, err := strconv.ParseInt(values.Get("arrival_id"), 10, 64)
	if err != nil {
		return nil
	}
	arrival, err := p.Store.Event(ctx, id)
	if err != nil || arrival == nil {
		return nil
	}
	day, err := p.Store.Day(ctx, arrival.WorkEntryID)
	if err != nil {
		return nil
	}
	last := p.lastChange(c, day.ID, day.Version)
	if last.Action != action || last.Was == nil || arrival.Closure == nil {
		return nil
	}
	return &closing{last, arrival, day}
}

// endsAt reports whether the closing made a slot that ends then.
func (c *closing) endsAt(end civil.Instant) bool {
	for _, slot := range c.after.Slots {
		if c.arrival.TimeSlotID != nil && slot.ID == *c.arrival.TimeSlotID {
			return slot.EndAt.Equal(end.Time)
		}
	}
	return false
}

// change is what can be taken back.
func (c *closing) change() models.Change {
	return models.Change{ID: c.LastChange.ID, Action: c.Action, MadeAt: c.MadeAt, EntryID: c.after.ID, Dates: []civil.Date{c.after.Date}}
}

// alongBefore returns what was typed along with the band when it was first used: over the day as
// it was before, if it is that day.
func (p *Pages) alongBefore(again *closing, along *draft) *draft {
	if along == nil || along.day == nil || along.day.ID != again.after.ID {
		return along
	}
	return p.along(again.Was, along.Path, along.Values)
}
