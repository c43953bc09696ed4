// Package frame is what every page has: the frame with the presence and the navigation,
// links, messages shown once, error pages, and the assets.
package frame

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/models/report"
	"worklog/models/review"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

// Config is what decides about the pages, beside the rules of the store. It is one value
// that nobody changes.
type Config struct {
	settings.Personal
	// Holidays are those on which the person does not work.
	Holidays french.Holidays
	// HideIllness has illness called an absence on sheets and in feeds.
	HideIllness bool
}

// Wiring is the dependencies of what every page shows.
type Wiring struct {
	Store *models.Store
	// Reader reads the figures of the hours.
	Reader *report.Reader
	// KnownAddress returns the address of the program for a reader, or "": see [Site.Address].
	KnownAddress func(echo.Context, access.Reader) string
	Cookies      access.Cookies
	// Login is nil if there is no password.
	Login *access.Login
	// SettingsFault is what is wrong with the newest settings, so that others are in force;
	// empty if nothing is.
	SettingsFault string
	// Ingress is nil outside Home Assistant.
	Ingress *access.Ingress
	// Backups returns the state of the backups; nil if the server makes none.
	Backups func() BackupState
	// PageErrors are those of all pages.
	PageErrors []PageError
	// Seal is that of the flashes.
	Seal access.Seal
	Now  func() time.Time
	Log  *slog.Logger
}

// Site is what all pages share: their frame, links and error pages, and what is read for
// every one of them.
type Site struct {
	Config
	Wiring
	Rules    models.Rules // of the store
	Reviews  *review.Reviews
	Doubts   *review.Doubts
	Statuses *presence.Statuses
}

// New returns what all pages of a configuration share.
func New(config Config, with Wiring) *Site {
	return &Site{
		Config:   config,
		Wiring:   with,
		Rules:    with.Store.Rules(),
		Reviews:  review.NewReviews(with.Store),
		Doubts:   review.NewDoubts(with.Store),
		Statuses: presence.NewStatuses(with.Store),
	}
}

// RequestID returns the id of the request in the log.
func RequestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// AskingFrame is [Site.Frame] for the pages of today, of a month and of a day, which ask for
// a departure that was forgotten.
func (s *Site) AskingFrame(c echo.Context, title string) views.Frame {
	frame := s.Frame(c, title)
	frame.Forgotten = s.Forgotten(c)
	return frame
}

// Frame returns the frame of a page, or a bare one if the request is not allowed to
// see the pages.
func (s *Site) Frame(c echo.Context, title string) views.Frame {
	frame := s.bareFrame(c, title)
	if !access.Admitted(c) {
		return frame
	}
	frame.Today, frame.Zone, frame.Hours, frame.KeepDays = s.Today(), s.Rules.Zone, s.Hours, s.Rules.KeepDays
	frame.Home = s.monthNow(c)
	frame.Nav, frame.More = s.nav(c, frame.Home), s.more(c)
	standing := s.standing(c) // before the presence, which is part of what it reads
	frame.Presence = s.presenceNow(c)
	if len(standing) > 0 {
		if frame.Presence == nil {
			frame.Presence = &views.Presence{}
		}
		frame.Presence.Standing = standing
	}
	frame.Hand = s.Hand(c)
	frame.Kept = &views.Kept{Tag: access.Tag(c), Integrated: s.Rules.Integrated}
	frame.Guide = guides[c.Path()]
	frame.Warnings = s.warnings(c)
	return frame
}

// bareFrame returns a frame without personal data.
func (s *Site) bareFrame(c echo.Context, title string) views.Frame {
	frame := s.emptyFrame(title)
	if access.Framed(c) {
		frame.Worker = "" // see Unframed
	}
	frame.Answer = here(c) == ""
	flash := s.takeFlash(c)
	frame.Flash, frame.FocusOn = flash.Text, flash.Focus
	if flash.Undo.Change.Number != 0 && access.Admitted(c) {
		flash.Undo.Back = here(c)
		frame.Undo = &flash.Undo
	}
	return frame
}

// emptyFrame returns what is in every frame, whoever asks and whatever was said.
func (s *Site) emptyFrame(title string) views.Frame {
	return views.Frame{Title: title, Home: "/", Worker: workerPath}
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

// unknownAddress stands where the program does not know its address.
const unknownAddress = "http://ADRESSE:PORT"

// howToReach says how a device reaches the app of Home Assistant.
const howToReach = "Un téléphone ou un ordinateur atteint worklog par un port de cette machine\u00a0: donnez un numéro à 8099/tcp dans l’application worklog de Home Assistant, «\u00a0Configuration\u00a0», «\u00a0Réseau\u00a0», puis redémarrez-la. " +
	"Ici, mettez l’adresse de cette machine et ce numéro à la place de ADRESSE:PORT."

// Address returns the address of the program for a reader, without a slash at its end. If that is
// not known, something to replace stands for it, as missing says; otherwise missing is "".
func (s *Site) Address(c echo.Context, reader access.Reader) (address, missing string) {
	if address = s.KnownAddress(c, reader); address == "" {
		return unknownAddress, howToReach
	}
	return address, ""
}
