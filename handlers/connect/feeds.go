package connect

import (
	"net/url"

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

func (p Pages) feeds(c echo.Context) error {
	made, err := p.Store.Feeds(c.Request().Context())
	if err != nil {
		return err
	}
	var groups []views.FeedGroup
	for _, group := range models.FeedGroups {
		shown := views.FeedGroup{Group: group}
		row, known := made[group]
		if known {
			shown.Since = french.Moment(row.MadeAt, p.Rules.Zone)
		}
		if known && row.Secret != nil {
			for _, name := range feeds.Names[group] {
				own, missing := p.Address(c, readers[name])
				shown.Addresses, shown.Missing = append(shown.Addresses, own+feeds.Path(*row.Secret, name)), missing
			}
		}
		groups = append(groups, shown)
	}
	return frame.Show(c, views.FeedsPage(p.Frame(c, "Agenda"), groups))
}

// readers are who reads a feed; a device unless said.
var readers = map[string]access.Reader{feeds.PresenceName: access.Neighbour, feeds.DaysName: access.Neighbour}

// changeFeeds does what the button says that was pressed, to the addresses of one secret.
func (p Pages) changeFeeds(c echo.Context, values url.Values) error {
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
		if _, err := p.Store.RenewFeeds(c.Request().Context(), group, civil.NewInstant(p.Now())); err != nil {
			return err
		}
		return p.feeds(c)
	case "revoke":
		if err := p.Store.RevokeFeeds(c.Request().Context(), group); err != nil {
			return err
		}
		p.Flash(c, frame.Flash{Text: "Les adresses de ce flux sont révoquées."})
		return p.SeeOther(c, "/feeds")
	}
	return forms.ErrUnreadable
}
