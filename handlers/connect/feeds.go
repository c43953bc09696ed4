package connect

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/feeds"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// feeds says whether the feeds have addresses.
func (p Pages) feeds(c echo.Context) error { return p.showFeeds(c, 0, "") }

// changeFeeds does what the button says that was pressed, to the addresses of one secret. New ones are
// shown on this answer only.
func (p Pages) changeFeeds(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	group := models.StateFeeds // of a page of 1.0.0, which names none
	switch values.Get("of") {
	case "", views.FeedFields[models.StateFeeds]:
	case views.FeedFields[models.DaysFeed]:
		group = models.DaysFeed
	default:
		return forms.ErrUnreadable
	}
	switch values.Get("do") {
	case "renew":
		secret, err := p.Store.RenewFeeds(c.Request().Context(), group, civil.NewInstant(p.Now()))
		if err != nil {
			return err
		}
		return p.showFeeds(c, group, secret)
	case "revoke":
		if err := p.Store.RevokeFeeds(c.Request().Context(), group); err != nil {
			return err
		}
		p.Flash(c, frame.Flash{Text: "Les adresses de ce flux sont révoquées."})
		return p.SeeOther(c, "/feeds")
	}
	return forms.ErrUnreadable
}

// readers are who reads a feed; a device unless said.
var readers = map[string]access.Reader{feeds.PresenceName: access.Neighbour, feeds.DaysName: access.Neighbour}

// showFeeds shows the page, with the addresses of a group when their secret has just been made.
func (p Pages) showFeeds(c echo.Context, renewed models.FeedGroup, secret string) error {
	made, err := p.Store.FeedsMadeAt(c.Request().Context())
	if err != nil {
		return err
	}
	page := views.Feeds{Frame: p.Frame(c, "Flux")}
	for _, group := range models.FeedGroups {
		shown := views.FeedGroup{Group: group}
		if at, known := made[group]; known {
			shown.Since = french.Moment(at, p.Rules.Zone)
		}
		if group == renewed {
			for _, name := range feeds.Names[group] {
				own, missing := p.Address(c, readers[name])
				shown.Addresses, shown.Missing = append(shown.Addresses, own+feeds.Path(secret, name)), missing
			}
		}
		page.Groups = append(page.Groups, shown)
	}
	return frame.Render(c, http.StatusOK, views.FeedsPage(page))
}
