package feeds

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// addressList has the address of each feed; null if it has none, or if only the digest of its
// secret is known.
type addressList struct {
	Presence *string `json:"presence"`
	Days     *string `json:"days"`
	Calendar *string `json:"calendar"`
}

func (f *Feeds) addresses(c echo.Context) error {
	made, err := f.Store.Feeds(c.Request().Context())
	if err != nil {
		return err
	}
	of := func(group models.FeedGroup, name string) *string {
		if made[group].Secret == nil {
			return nil
		}
		address := f.Address(c) + Path(*made[group].Secret, name)
		return &address
	}
	f.Told()
	return c.JSON(http.StatusOK, addressList{of(models.StateFeeds, PresenceName), of(models.DaysFeed, DaysName), of(models.StateFeeds, CalendarName)})
}
