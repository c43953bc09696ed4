package connect

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/feeds"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// feeds says whether the feeds have addresses.
func (p Pages) feeds(c echo.Context) error { return p.showFeeds(c, "") }

// changeFeeds does what the button says that was pressed. New addresses are shown on this answer
// only.
func (p Pages) changeFeeds(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	switch values.Get("do") {
	case "renew":
		secret, err := p.Store.RenewFeeds(c.Request().Context(), civil.NewInstant(p.Now()))
		if err != nil {
			return err
		}
		return p.showFeeds(c, secret)
	case "revoke":
		if err := p.Store.RevokeFeeds(c.Request().Context()); err != nil {
			return err
		}
		p.Flash(c, frame.Flash{Text: "Les adresses des flux sont révoquées."})
		return p.SeeOther(c, "/feeds")
	}
	return forms.ErrUnreadable
}

// showFeeds shows the page, with the addresses when their secret has just been made.
func (p Pages) showFeeds(c echo.Context, secret string) error {
	made, err := p.Store.FeedsMadeAt(c.Request().Context())
	if err != nil {
		return err
	}
	page := views.Feeds{Frame: p.Frame(c, "Flux")}
	if made != nil {
		page.Since = french.Moment(*made, p.Rules.Zone)
	}
	if secret != "" {
		automations, _ := p.Address(c, access.Neighbour)
		calendars, missing := p.Address(c, access.Device)
		page.PresenceURL, page.CalendarURL, page.Missing = automations+feeds.PresencePath(secret), calendars+feeds.CalendarPath(secret), missing
	}
	return frame.Render(c, http.StatusOK, views.FeedsPage(page))
}
