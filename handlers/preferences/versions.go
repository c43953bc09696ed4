package preferences

import (
	"context"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
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
	before := append(recent, settings.Version{})[1].Document // that of a person who had set nothing, if there is no other
	said := saidTakenBack
	if c.QueryParam("again") != "" {
		said = saidMadeAgain
	}
	values.Set("confirm", "1")
	return p.goBack(c, storedIn(recent[0]), before, values, said)
}

// bringBack brings back a version; 0 is that of a person who has set nothing.
func (p *Pages) bringBack(c echo.Context, now stored, values url.Values) error {
	version, err := forms.ReadVersion(values)
	if err != nil {
		return errNoVersion
	}
	state, err := strconv.ParseInt(values.Get("state"), 10, 64)
	if err != nil {
		return errNoState
	}
	if !version.Is(now.ID, now.MadeAt) {
		return settings.ErrChanged
	}
	back, err := settings.Find(c.Request().Context(), p.Store, state)
	if err != nil {
		return err
	}
	if back == nil {
		return errNoState
	}
	return p.goBack(c, now, back.Document, values, saidReturned)
}

// goBack makes a document the one in force that was it before.
func (p *Pages) goBack(c echo.Context, now stored, document string, values url.Values, said frame.Flash) error {
	proposed, err := p.propose(c.Request().Context(), document)
	switch {
	case err != nil:
		return err
	case !proposed.sound():
		return errUnsound
	case proposed.inUse != "":
		return errInUse
	}
	done, shown, err := p.put(c, Path, now, proposed, values)
	if shown || err != nil {
		return err
	}
	said.Undo.Change = done
	p.Flash(c, said)
	return p.SeeOther(c, frame.Back(values, Path))
}

// lastSound is the number of the newest of the versions before that can be in force, or that of none.
func (p *Pages) lastSound(ctx context.Context, versions []settings.Version) string {
	for _, version := range versions[1:] {
		if proposed, err := p.propose(ctx, version.Document); err == nil && proposed.sound() {
			return strconv.FormatInt(version.ID, 10)
		}
	}
	return "0"
}

func by(version settings.Version) string {
	switch version.MadeBy {
	case "":
		return "dans le navigateur"
	case "command line":
		return "en ligne de commande"
	}
	return "par " + version.MadeBy
}

func (p *Pages) versions(recent []settings.Version) (shown []views.SettingsVersion) {
	for i, version := range recent[:min(len(recent), mostVersions)] {
		view := views.SettingsVersion{Moment: views.MomentOf(version.MadeAt, p.Rules.Zone, "15:04"), Who: by(version)}
		if i == 0 {
			view.Who = "Maintenant, " + view.Who
		} else {
			view.ID = strconv.FormatInt(version.ID, 10)
		}
		switch {
		case i+1 < len(recent):
			view.Changed = p.differences(storedIn(recent[i+1]), storedIn(version), mostDifferences)
		case version.ID == 1:
			view.Changed = []string{firstWords(version.Document)}
		}
		shown = append(shown, view)
	}
	return shown
}
