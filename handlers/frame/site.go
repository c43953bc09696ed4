// Package frame is what every page has: the frame with the presence and the navigation,
// links, messages shown once, error pages, and the assets.
package frame

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/review"
	"worklog/static"
	"worklog/views"
)

// Config is the configuration of what every page shows.
type Config struct {
	// AlsaceMoselle adds the holidays of Alsace-Moselle.
	AlsaceMoselle bool
	// Person is the person whose days are recorded.
	Person Person
	// Hours is what decides about targets, balance, counters, hours by kind and limits.
	Hours report.Rules
}

// Person is what is known of who works; empty if it is not.
type Person struct{ Name, Employer string }

// Line is the person on paper, such as "Zoë Élie · Mairie de Nantes"; empty if unknown.
func (p Person) Line() string {
	if p.Name == "" || p.Employer == "" {
		return p.Name + p.Employer
	}
	return p.Name + " · " + p.Employer
}

// Wiring is the dependencies of what every page shows.
type Wiring struct {
	Store *models.Store
	// Reader reads the figures of the hours.
	Reader *report.Reader
	// Address returns the address of the program for a request, without a slash at its end.
	Address func(echo.Context) string
	Cookies access.Cookies
	// Login is nil if there is no password.
	Login *access.Login
	// Backups returns the state of the backups; nil if the server makes none.
	Backups func() BackupState
	// Messages and PageErrors are those of all pages.
	Messages   Messages
	PageErrors []PageError
	Now        func() time.Time
	Log        *slog.Logger
}

// Site is what all pages share: their frame, links and error pages, and what is read for
// every one of them.
type Site struct {
	Config
	Wiring
	Rules    models.Rules // of the store
	Holidays french.Holidays
	Reviews  *review.Reviews
	Doubts   *review.Doubts
	assets   *static.Assets
}

// New returns what all pages of a configuration share.
func New(config Config, with Wiring) *Site {
	return &Site{
		Config:   config,
		Wiring:   with,
		Rules:    with.Store.Rules(),
		Holidays: french.NewHolidays(config.AlsaceMoselle),
		Reviews:  review.NewReviews(with.Store),
		Doubts:   review.NewDoubts(with.Store),
		assets:   new(static.Assets),
	}
}

// RequestID returns the id of the request in the log.
func RequestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// Frame returns the frame of a page, or a bare one if the request is not allowed to
// see the pages.
func (s *Site) Frame(c echo.Context, title string) views.Frame {
	frame := s.FrameWithoutForgotten(c, title)
	if access.Admitted(c) {
		frame.Forgotten = s.Forgotten(c)
	}
	if frame.Nav != nil && frame.Forgotten == nil { // a question stands above the month
		frame.Home = InMonthPath(s.Today())
		frame.Nav[0].Path = frame.Home
	}
	return frame
}

// FrameWithoutForgotten returns the frame of a page that itself asks for a forgotten
// departure.
func (s *Site) FrameWithoutForgotten(c echo.Context, title string) views.Frame {
	frame := s.bareFrame(c, title)
	if !access.Admitted(c) {
		return frame
	}
	frame.Nav = s.nav(c)
	frame.Presence = s.presenceNow(c)
	if standing := s.standingNow(c); len(standing) > 0 {
		if frame.Presence == nil {
			frame.Presence = &views.Presence{}
		}
		frame.Presence.Standing = standing
	}
	frame.Hand = s.Hand(c)
	frame.Kept = s.kept()
	frame.Warning = s.backupWarning()
	if s.Login != nil {
		frame.SignOut = &views.Link{Path: "/logout", Label: "Déconnexion"}
	}
	return frame
}

// nav leads to the months, to the year of the one that is shown, and to the rest.
func (s *Site) nav(c echo.Context) []views.NavLink {
	path, year := c.Request().URL.Path, s.Today().Year
	month, _, _ := strings.Cut(strings.TrimPrefix(path, "/months/"), "/")
	if shown, err := civil.ParseDate(month + "-01"); err == nil {
		year = shown.Year
	}
	return []views.NavLink{
		{Link: views.Link{Path: "/", Label: "Mois"}, Current: strings.HasPrefix(path, "/months/")},
		{Link: views.Link{Path: YearPath(year), Label: "Année"}, Current: strings.HasPrefix(path, "/years/")},
		{Link: views.Link{Path: "/review", Label: "À vérifier"}, Current: path == "/review", Count: s.reviewCount(c)},
		{Link: views.Link{Path: "/journal", Label: "Journal"}, Current: path == "/journal"},
		{Link: views.Link{Path: "/help", Label: "Aide"}, Current: path == "/help"},
	}
}

// bareFrame returns a frame without personal data.
func (s *Site) bareFrame(c echo.Context, title string) views.Frame {
	frame := s.emptyFrame(title)
	frame.Flash, frame.Undo = s.takeFlash(c)
	if !access.Admitted(c) {
		frame.Undo = nil
	}
	return frame
}

// emptyFrame returns what is in every frame, whoever asks and whatever was said.
func (s *Site) emptyFrame(title string) views.Frame {
	return views.Frame{
		Title:     title,
		Home:      "/",
		Styles:    []string{s.assets.Path("pico.min.css"), s.assets.Path("worklog.css")},
		Script:    s.assets.Path("worklog.js"),
		Worker:    workerPath,
		Icon:      s.assets.Path("icon.svg"),
		TouchIcon: s.assets.Path("icon-192.png"),
		Manifest:  "/manifest.webmanifest",
	}
}

// Today is the date in the zone of new days.
func (s *Site) Today() civil.Date { return s.Rules.DateOf(civil.NewInstant(s.Now())) }

// SeeOther redirects the browser to one of our paths. The script is told the address: it could
// not tell where a redirect that it followed has led.
func (s *Site) SeeOther(c echo.Context, path string) error {
	if ByScript(c.Request()) {
		return c.JSON(http.StatusOK, map[string]string{"to": access.PrefixOf(c).To(path)})
	}
	return c.Redirect(http.StatusSeeOther, access.PrefixOf(c).To(path))
}
