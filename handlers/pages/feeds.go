package pages

import (
	"net/http"

	"worklog/handlers/forms"

	"github.com/labstack/echo/v4"

	"worklog/handlers/feeds"
	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// feeds says whether the feeds have addresses.
func (p *Pages) feeds(c echo.Context) error { return p.showFeeds(c, "") }

// renewFeeds makes new addresses and shows them, which is done once: they are on
// this answer only.
func (p *Pages) renewFeeds(c echo.Context) error {
	secret, err := p.store.RenewFeeds(c.Request().Context(), models.NewInstant(p.now()))
	if err != nil {
		return err
	}
	return p.showFeeds(c, secret)
}

// revokeFeeds ends the addresses.
func (p *Pages) revokeFeeds(c echo.Context) error {
	if err := p.store.RevokeFeeds(c.Request().Context()); err != nil {
		return err
	}
	p.flash(c, newFlash(flashFeedsRevoked))
	return p.seeOther(c, "/feeds")
}

// changeFeeds does what the button says that was pressed.
func (p *Pages) changeFeeds(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	switch values.Get("do") {
	case "renew":
		return p.renewFeeds(c)
	case "revoke":
		return p.revokeFeeds(c)
	}
	return forms.ErrUnreadable
}

// showFeeds shows the page, with the addresses when their secret has just been made.
func (p *Pages) showFeeds(c echo.Context, secret string) error {
	made, err := p.store.FeedsMadeAt(c.Request().Context())
	if err != nil {
		return err
	}
	page := views.Feeds{Frame: p.frame(c, "Flux"), Action: p.links.To("/feeds")}
	if made != nil {
		page.Since = french.Moment(*made, p.zone)
	}
	if secret != "" {
		page.Presence, page.Calendar = p.ownAddress(c)+feeds.PresencePath(secret), p.ownAddress(c)+feeds.CalendarPath(secret)
	}
	return render(c, http.StatusOK, views.FeedsPage(page))
}
