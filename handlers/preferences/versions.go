package preferences

import (
	"cmp"
	"context"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/settings"
	"worklog/views"
)

const (
	// mostVersions is how many versions are listed.
	mostVersions = 20
	// mostDifferences is how many differences of a version are.
	mostDifferences = 12
)

// takeBack takes back the newest version, which the flash has offered.
func (p *Pages) takeBack(c echo.Context, values url.Values) error {
	change, err := forms.ReadStamp(values, "change")
	if err != nil {
		return errNoState
	}
	recent, err := settings.Recent(c.Request().Context(), p.Store, 2)
	if err != nil {
		return err
	}
	if len(recent) == 0 || !change.Is(recent[0].ID, recent[0].MadeAt) {
		return settings.ErrChanged
	}
	before := ""
	if len(recent) > 1 {
		before = recent[1].Document
	}
	effect, sound := p.try(before)
	if !sound {
		return errUnsound
	}
	done, err := p.put(c.Request().Context(), storedIn(recent[0]), before, effect)
	if err != nil {
		return err
	}
	said := saidTakenBack
	if c.QueryParam("again") != "" {
		said = saidMadeAgain
	}
	p.Flash(c, said.OfStamp(done))
	return p.SeeOther(c, Path)
}

// bringBack brings back a version; 0 is that of a person who has set nothing.
func (p *Pages) bringBack(c echo.Context, values url.Values) error {
	version, err := forms.ReadVersion(values)
	if err != nil {
		return errNoVersion
	}
	state, err := strconv.ParseInt(values.Get("state"), 10, 64)
	if err != nil {
		return errNoState
	}
	ctx := c.Request().Context()
	now, err := p.stored(ctx)
	if err != nil {
		return err
	}
	if !version.Is(now.ID, now.MadeAt) {
		return settings.ErrChanged
	}
	back, err := p.find(ctx, state)
	if err != nil {
		return err
	}
	if back == nil {
		return errNoState
	}
	effect, sound := p.try(back.Document)
	if !sound {
		return errUnsound
	}
	if shown, err := p.preview(c, Path, effect, values); shown || err != nil {
		return err
	}
	done, err := p.put(ctx, now, back.Document, effect)
	if err != nil {
		return err
	}
	p.Flash(c, saidReturned.OfStamp(done))
	return p.SeeOther(c, Path)
}

// find returns the version of that number, or nil if it is not kept. 0 is that of a person who
// has set nothing.
func (p *Pages) find(ctx context.Context, id int64) (*settings.Version, error) {
	if id == 0 {
		return &settings.Version{}, nil
	}
	return settings.Find(ctx, p.Store, id)
}

// put makes a document that was in force before the one in force, and returns the stamp of its
// version. It asks of its effect what is asked of a form's.
func (p *Pages) put(ctx context.Context, now stored, document string, effect Effect) (models.Stamp, error) {
	if used, err := p.inUse(ctx, effect); used != "" || err != nil {
		return models.Stamp{}, cmp.Or(err, errInUse)
	}
	return p.store(ctx, now, document, effect)
}

// try returns what a document would decide, and whether it can be in force.
func (p *Pages) try(document string) (effect Effect, sound bool) {
	own, err := settings.Parse(document)
	if err != nil {
		return Effect{}, false
	}
	effect, problems := p.Keeper.With(own)
	return effect, len(problems) == 0
}

// lastSound is the number of the newest of the versions before that can be in force, or that of none.
func (p *Pages) lastSound(versions []settings.Version) string {
	for _, version := range versions[1:] {
		if _, sound := p.try(version.Document); sound {
			return strconv.FormatInt(version.ID, 10)
		}
	}
	return "0"
}

// by says who made a version.
func by(version settings.Version) string {
	switch version.MadeBy {
	case "":
		return "dans le navigateur"
	case "command line":
		return "en ligne de commande"
	}
	return "par " + version.MadeBy
}

// versions lists what was stored, the newest first.
func (p *Pages) versions(recent []settings.Version) (shown []views.SettingsVersion) {
	for i, version := range recent {
		if i == mostVersions {
			break
		}
		view := views.SettingsVersion{Moment: views.MomentOf(version.MadeAt, p.Rules.Zone, "15:04"), Who: by(version)}
		if i == 0 {
			view.Who = "Maintenant, " + view.Who
		} else {
			view.ID = strconv.FormatInt(version.ID, 10)
			view.Label = "Revenir à cet état, " + view.Moment.Day + " " + view.Moment.Time
		}
		switch {
		case i+1 < len(recent):
			view.Changed = p.differences(recent[i+1].Document, version.Document, mostDifferences)
		case version.ID == 1:
			view.Changed = []string{firstWords(version.Document)}
		}
		shown = append(shown, view)
	}
	return shown
}
