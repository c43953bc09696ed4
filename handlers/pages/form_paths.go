package pages

import (
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

// rangePath is the path of the form of a range.
const rangePath = views.RangePath

// storedDayPath matches the paths to which the form of a stored day is sent.
var storedDayPath = frame.Pattern(`^/entries/([1-9][0-9]*)/(?:edit|merge)$`)

// dayAt returns the day, stored or about to be created, whose form is sent to one of
// our paths. It returns echo.ErrNotFound for another path, or
// [models.ErrEntryNotFound].
func (p *Pages) dayAt(c echo.Context, path string) (*models.Day, error) {
	address, err := url.Parse(frame.OwnPath(path))
	if err != nil {
		return nil, echo.ErrNotFound
	}
	if address.Path == "/entries/new" {
		return p.blankDayFor(address.RawQuery)
	}
	found := storedDayPath().FindStringSubmatch(address.Path)
	if found == nil {
		return nil, echo.ErrNotFound
	}
	id, err := strconv.ParseInt(found[1], 10, 64)
	if err != nil {
		return nil, echo.ErrNotFound
	}
	return p.Store.Day(c.Request().Context(), id)
}
