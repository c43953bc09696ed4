// Package pages is the web interface: one file for each page.
package pages

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"worklog/handlers/forms"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/report"
	"worklog/static"
	"worklog/views"
)

// noteLimit is how long a note may be, for the browser.
var noteLimit = strconv.Itoa(models.MaxNoteLength)

// Config is the configuration of the pages.
type Config struct {
	// Zone determines today's date and is the zone of new days.
	Zone *time.Location
	// ForgottenAfter is how long an arrival may be open before the pages ask for
	// its departure.
	ForgottenAfter time.Duration
	// Silence says when an event is missed; nil when silence is not looked for.
	Silence *models.SilenceRules
	// AlsaceMoselle adds the holidays of Alsace-Moselle.
	AlsaceMoselle bool
	// KeepDays is how many days the states of a day before each change are kept.
	KeepDays int
	// Journeys and Vehicles are the choices for a day.
	Journeys []Choice
	Vehicles []Choice
	// Person is the person whose days are recorded.
	Person Person
	// HideIllness has illness called an absence on sheets.
	HideIllness bool
	// Presence are the rules by which refused events are recorded after all; nil
	// when the integration is off.
	Presence *models.PresenceRules
	// Costs is what decides about travel costs.
	Costs report.CostRules
	// Hours is what decides about targets, balance, counters, hours by kind and limits.
	Hours report.Rules
	// ConfigFile is the configuration's; empty if the program runs on its defaults.
	ConfigFile string
}

// EntryRules is what the configuration determines about entries.
func (c Config) EntryRules() models.EntryRules {
	return models.EntryRules{Zone: c.Zone, Journeys: idsOf(c.Journeys), Vehicles: idsOf(c.Vehicles)}
}

// Person is what is known of who works; empty if it is not.
type Person struct{ Name, Employer string }

// line is the person on paper, such as "Zoë Élie · Mairie de Nantes"; empty if unknown.
func (p Person) line() string {
	if p.Name == "" || p.Employer == "" {
		return p.Name + p.Employer
	}
	return p.Name + " · " + p.Employer
}

// Wiring is the dependencies of the pages.
type Wiring struct {
	Store *models.Store
	// Hours reads the figures of the hours.
	Hours *report.Reader
	// Public is the public address; nil if it is not set.
	Public *url.URL
	// Address returns the address under which a request has reached us, without a path.
	Address func(*http.Request) string
	// Login is nil if there is no password.
	Login *access.Login
	// Answer returns the status and the message with which the request of a line of
	// the journal was answered.
	Answer func(models.JournalLine) (status int, message string)
	// PendingCounts returns the counts of requests that are not stored yet.
	PendingCounts func() map[models.RequestKind]int64
	// Endpoint is the state of the endpoint.
	Endpoint EndpointState
	// OwnTracksRegions are the regions whose crossings are taken.
	OwnTracksRegions []string
	// Backups returns the state of the backups; nil if the server makes none.
	Backups func() BackupState
	// BackUp makes a backup before an import.
	BackUp func(context.Context) error
	// Version is the program's, such as "worklog v1.2.0".
	Version string
	Now     func() time.Time
	Log     *slog.Logger
}

// EndpointState tells whether the server accepts events.
type EndpointState string

// The states of the endpoint.
const (
	EndpointOn           EndpointState = "on"
	EndpointOff          EndpointState = "off" // not configured
	EndpointWithoutToken EndpointState = "without token"
)

// Pages is the web interface.
type Pages struct {
	store   *models.Store
	zone    *time.Location // of new days and of today's date
	rules   models.EntryRules
	choices choices
	costs   report.CostRules
	hours   report.Rules
	reader  *report.Reader
	links   links
	cookies access.Cookies
	public  *url.URL
	login   *access.Login // nil if there is no password
	assets  *static.Assets
	now     func() time.Time
	log     *slog.Logger

	keepDays       int // of states before changes
	holidays       french.Holidays
	person         Person
	hideIllness    bool
	version        string
	forgottenAfter time.Duration
	silence        *models.SilenceRules // nil when silence is not looked for
	backups        func() BackupState
	endpoint       EndpointState
	presence       *models.PresenceRules // nil when the integration is off
	answer         func(models.JournalLine) (status int, message string)
	pendingCounts  func() map[models.RequestKind]int64
	ownTracks      []string // regions
	doubts         *models.Doubts
	configFile     string
	address        func(*http.Request) string
	backUp         func(context.Context) error
	importing      sync.Mutex
}

// New returns the pages of a configuration.
func New(config Config, with Wiring) *Pages {
	prefix := ""
	if with.Public != nil {
		prefix = with.Public.Path
	}
	holidays := french.NewHolidays(config.AlsaceMoselle)
	return &Pages{
		store:   with.Store,
		zone:    config.Zone,
		rules:   config.EntryRules(),
		choices: choices{config.Journeys, config.Vehicles},
		costs:   config.Costs,
		hours:   config.Hours,
		reader:  with.Hours,
		links:   links{prefix},
		cookies: access.NewCookies(with.Public),
		public:  with.Public,
		login:   with.Login,
		assets:  static.Load(),
		now:     with.Now,
		log:     with.Log,

		keepDays:       config.KeepDays,
		holidays:       holidays,
		person:         config.Person,
		hideIllness:    config.HideIllness,
		version:        with.Version,
		forgottenAfter: config.ForgottenAfter,
		silence:        config.Silence,
		backups:        with.Backups,
		endpoint:       with.Endpoint,
		presence:       config.Presence,
		answer:         with.Answer,
		pendingCounts:  with.PendingCounts,
		ownTracks:      with.OwnTracksRegions,
		address:        with.Address,
		configFile:     config.ConfigFile,
		doubts: models.NewDoubts(with.Store, models.DoubtRules{
			Zone:      config.Zone,
			LongAfter: config.ForgottenAfter,
			Apart:     apart * time.Minute,
			Holidays:  func(from, to models.Date) map[models.Date]string { return holidays.Between(from, to) },
		}),
		backUp: with.BackUp,
	}
}

// requestID returns the id of the request in the log.
func requestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// frame returns the frame of a page, or a bare one if the request is not allowed to
// see the pages.
func (p *Pages) frame(c echo.Context, title string) views.Frame {
	frame := p.frameWithoutForgotten(c, title)
	if access.Admitted(c) {
		frame.Forgotten = p.forgotten(c)
	}
	if frame.Nav != nil && frame.Forgotten == nil { // a question stands above the month
		frame.Home = p.links.To(inMonthPath(p.today()))
		frame.Nav[0].URL = frame.Home
	}
	return frame
}

// frameWithoutForgotten returns the frame of a page that itself asks for a forgotten
// departure.
func (p *Pages) frameWithoutForgotten(c echo.Context, title string) views.Frame {
	frame := p.bareFrame(c, title)
	if !access.Admitted(c) {
		return frame
	}
	frame.Nav = p.nav(c)
	frame.Presence = p.presenceNow(c)
	if standing := p.standingNow(c); len(standing) > 0 {
		if frame.Presence == nil {
			frame.Presence = &views.Presence{}
		}
		frame.Presence.Standing = standing
	}
	frame.Hand = p.hand(c)
	frame.Warning = p.backupWarning()
	if p.login != nil {
		frame.SignOut = &views.Link{URL: p.links.To("/logout"), Label: "Déconnexion"}
	}
	return frame
}

// nav leads to the months, to the year of the one that is shown, and to the rest.
func (p *Pages) nav(c echo.Context) []views.NavLink {
	path, year := c.Request().URL.Path, p.today().Year
	month, _, _ := strings.Cut(strings.TrimPrefix(path, "/months/"), "/")
	if shown, err := models.ParseDate(month + "-01"); err == nil {
		year = shown.Year
	}
	return []views.NavLink{
		{Link: views.Link{URL: p.links.To("/"), Label: "Mois"}, Current: strings.HasPrefix(path, "/months/")},
		{Link: views.Link{URL: p.links.To(yearPath(year)), Label: "Année"}, Current: strings.HasPrefix(path, "/years/")},
		{Link: views.Link{URL: p.links.To("/review"), Label: "À vérifier"}, Current: path == "/review", Count: p.reviewCount(c)},
		{Link: views.Link{URL: p.links.To("/journal"), Label: "Journal"}, Current: path == "/journal"},
		{Link: views.Link{URL: p.links.To("/help"), Label: "Aide"}, Current: path == "/help"},
	}
}

// bareFrame returns a frame without personal data.
func (p *Pages) bareFrame(c echo.Context, title string) views.Frame {
	said, undo := p.takeFlash(c)
	if !access.Admitted(c) {
		undo = nil
	}
	return views.Frame{
		Title:     title,
		Home:      p.links.To("/"),
		Flash:     said,
		Undo:      undo,
		Styles:    []string{p.asset("pico.min.css"), p.asset("worklog.css")},
		Script:    p.asset("worklog.js"),
		Icon:      p.asset("icon.svg"),
		TouchIcon: p.asset("icon-192.png"),
		Manifest:  p.links.To("/manifest.webmanifest"),
	}
}

// defaultType is that of a day which an arrival creates.
func (p *Pages) defaultType() models.DayType { return p.presence.DefaultDayType() }

func (p *Pages) asset(name string) string { return p.links.To(p.assets.Path(name)) }

func (p *Pages) today() models.Date { return models.DateOf(p.now().In(p.zone)) }

// seeOther redirects the browser to one of our paths.
func (p *Pages) seeOther(c echo.Context, path string) error {
	return c.Redirect(http.StatusSeeOther, p.links.To(path))
}

// nbsp keeps a number and its unit on one line.
const nbsp = french.NBSP

func monthPath(date models.Date) string {
	return "/months/" + date.String()[:len("2026-11")]
}

func newPath(date models.Date) string { return "/entries/new?date=" + date.String() }

func editPath(id int64) string { return "/entries/" + strconv.FormatInt(id, 10) + "/edit" }

func mergePath(id int64) string { return fmt.Sprintf("/entries/%d/merge", id) }

func historyPath(id int64) string { return fmt.Sprintf("/entries/%d/history", id) }

func deletePath(id int64) string { return fmt.Sprintf("/entries/%d/delete", id) }

// day returns the day in the path. It returns echo.ErrNotFound for a malformed id, or
// [models.ErrEntryNotFound].
func (p *Pages) day(c echo.Context) (*models.Day, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != c.Param("id") {
		return nil, echo.ErrNotFound
	}
	return p.store.Day(c.Request().Context(), id)
}

// formAndDay returns the submitted fields and the day in the path. Its errors are
// those of [forms.Read] and day.
func (p *Pages) formAndDay(c echo.Context) (url.Values, *models.Day, error) {
	day, err := p.day(c)
	if err != nil {
		return nil, nil, err
	}
	values, err := forms.ReadUpTo(c, forms.MaxSize+int64(len(day.Slots))*forms.MaxRowSize)
	return values, day, err
}
