package handlers

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/connect"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/pages"
	"worklog/handlers/plan"
	"worklog/handlers/preferences"
	"worklog/handlers/reports"
	"worklog/handlers/signin"
	"worklog/handlers/transfer"
	"worklog/models"
	"worklog/models/report"
)

// website is the pages of all packages, side by side in one frame. What one of them shows of
// another is wired here, so that none imports another.
type website struct {
	version  models.RulesVersion
	frame    *frame.Site
	record   *pages.Pages
	signIn   *signin.Pages
	reports  reports.Pages
	transfer *transfer.Pages
	connect  connect.Pages
	plan     plan.Pages
	settings *preferences.Pages
	drafts   frame.Drafts // of all packages
}

func (s *Server) newWebsite(current Current) *website {
	config := s.config
	around := frame.New(current.Pages, frame.Wiring{
		Store:         current.Store,
		Reader:        report.NewReader(current.Pages.Hours, current.Store),
		KnownAddress:  config.Access.Address,
		Cookies:       config.Access.Cookies(),
		Login:         s.login,
		SettingsFault: current.Fault,
		Backups:       config.Backups,
		PageErrors:    slices.Concat(pages.PageErrors, transfer.PageErrors, signin.PageErrors, preferences.PageErrors, reports.PageErrors),
		Seal:          s.seal,
		Now:           config.Clock.Now,
		Log:           config.Log,
	})
	if config.Access.Auth == access.HomeAssistantLogin {
		around.Ingress = &config.Access.Ingress
	}
	w := &website{
		version:  current.Newest,
		frame:    around,
		reports:  reports.New(around, config.Version),
		connect:  connect.Pages{Site: around, Endpoint: endpoint(config), ConfigFile: config.ConfigFile},
		plan:     plan.Pages{Site: around},
		settings: &preferences.Pages{Site: around, Keeper: current.Keeper},
	}
	w.settings.ShowCounters = w.reports.ShowCounters
	w.transfer = &transfer.Pages{Site: around, BackUp: config.BackUp, Settings: w.settings, Importing: &s.importing}
	w.connect.Start = w.settings.Start
	w.record = &pages.Pages{Site: around, Others: pages.Others{
		Welcome:      w.connect.Welcome,
		CounterLines: w.reports.CounterLines,
	}}
	w.reports.Others = reports.Others{Corrections: w.record.Corrections, Refusals: w.connect.Refusals}
	w.drafts = slices.Concat(w.record.Drafts(), w.settings.Drafts(), w.plan.Drafts())
	w.signIn = &signin.Pages{Site: around, Drafts: w.drafts}
	return w
}

// draftOf returns an outdated form as a draft.
func (w *website) draftOf(c echo.Context, outdated *forms.Outdated) frame.Draft {
	path := cmp.Or(c.QueryParam("typed"), c.Request().URL.RequestURI()) // typed is of a form that goes along with the band
	return w.drafts.Of(path, outdated.Values, w.frame.Now().UTC().Format(time.RFC3339), frame.ReasonOf(outdated))
}

// again answers a form that was applied already, and shows one that may not be applied with what was
// typed, unless the script sent it, which keeps that.
func (s *Server) again(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if repeated := new(forms.Repeated); errors.As(err, &repeated) {
			return s.website(c).record.Repeated(c, repeated)
		}
		if outdated := new(forms.Outdated); errors.As(err, &outdated) && !frame.ByScript(c.Request()) {
			if draft := s.website(c).draftOf(c, outdated); draft.Show != nil {
				return draft.Show(c, draft)
			}
		}
		return err
	}
}

// endpoint is what the pages know of the endpoint: not its token, unless it is for those whom Home
// Assistant lets in.
func endpoint(config Config) connect.Endpoint {
	known := connect.Endpoint{
		HasToken: config.API.Token != "", OccurredAt: api.OccurredAt, OwnTracksRegions: config.API.OwnTracksRegions,
		PendingContacts: config.Counts.PendingContacts,
	}
	if config.Access.Auth == access.HomeAssistantLogin {
		known.Reveal = func() string { return string(config.API.Token) }
	}
	return known
}
