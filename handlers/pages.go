package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/static"
	"worklog/views"
)

// Sizes of a form's body, in bytes. A row for each slot of a day is taken beside
// the form: however many the automation has recorded, their day can be saved.
const (
	maxFormSize = 256 << 10
	maxRowSize  = 128
)

// pages are what people see.
type pages struct {
	store   *models.Store
	zone    *time.Location // of new days, and of today
	choices choices
	links   links
	cookies cookies
	public  *url.URL
	assets  *static.Assets
	now     func() time.Time
	log     *slog.Logger

	holidays       holidays
	forgottenAfter time.Duration
	backups        func() BackupState
	apiProblem     string // why no event can be taken; empty when it can
	withLogin      bool   // who is signed in can sign out
}

func newPages(config Config) *pages {
	return &pages{
		store:   config.Store,
		zone:    config.Zone,
		choices: choices{config.Journeys, config.Vehicles},
		links:   links{config.Prefix},
		cookies: cookies{cmp.Or(config.Prefix, "/"), config.PublicURL != nil && config.PublicURL.Scheme == "https"},
		public:  config.PublicURL,
		assets:  static.Load(),
		now:     config.Clock.Now,
		log:     config.Log,

		holidays:       newHolidays(config.AlsaceMoselle),
		forgottenAfter: config.ForgottenAfter,
		backups:        config.Backups,
		apiProblem:     apiProblem(config),
		withLogin:      config.Auth == PasswordLogin,
	}
}

// apiProblem says why the server takes no events, or nothing.
func apiProblem(config Config) string {
	if config.Presence == nil {
		return "L’intégration est éteinte" + nbsp + ": la section [presence_integration] manque dans config.toml (worklog init en écrit une)."
	}
	if config.Token == "" {
		return "Le serveur n’a pas de jeton" + nbsp + ": donnez-lui la variable WORKLOG_API_TOKEN et relancez-le."
	}
	return ""
}

// frame is what a page has around it. Whoever is not admitted gets the bare one.
func (p *pages) frame(c echo.Context, title string) views.Frame {
	frame := p.frameWithout(c, title)
	if admitted(c) {
		frame.Forgotten = p.forgotten(c)
	}
	return frame
}

// frameWithout is the frame of a page that asks for a forgotten departure
// itself.
func (p *pages) frameWithout(c echo.Context, title string) views.Frame {
	frame := p.bareFrame(c, title)
	if !admitted(c) {
		return frame
	}
	frame.Nav = p.nav(c)
	frame.Presence = p.presenceNow(c)
	frame.Warning = p.backupWarning()
	if p.withLogin {
		frame.SignOut = &views.Link{URL: p.links.To("/logout"), Label: "Déconnexion"}
	}
	return frame
}

// nav leads to the months and to the year of the one that is shown.
func (p *pages) nav(c echo.Context) []views.NavLink {
	path, year := c.Request().URL.Path, p.today().Year
	if shown, err := models.ParseDate(strings.TrimPrefix(path, "/months/") + "-01"); err == nil {
		year = shown.Year
	}
	return []views.NavLink{
		{Link: views.Link{URL: p.links.To("/"), Label: "Mois"}, Current: strings.HasPrefix(path, "/months/")},
		{Link: views.Link{URL: p.links.To(yearPath(year)), Label: "Année"}, Current: strings.HasPrefix(path, "/years/")},
	}
}

// bareFrame is the frame for whoever asks: it tells nothing of the person.
func (p *pages) bareFrame(c echo.Context, title string) views.Frame {
	return views.Frame{
		Title:     title,
		Home:      p.links.To("/"),
		Flash:     p.takeFlash(c),
		Styles:    []string{p.asset("pico.min.css"), p.asset("worklog.css")},
		Script:    p.asset("worklog.js"),
		Icon:      p.asset("icon.svg"),
		TouchIcon: p.asset("icon-192.png"),
		Manifest:  p.links.To("/manifest.webmanifest"),
	}
}

func (p *pages) asset(name string) string { return p.links.To(p.assets.Path(name)) }

func (p *pages) today() models.Date { return models.DateOf(p.now().In(p.zone)) }

// seeOther sends the browser to a path of ours with GET.
func (p *pages) seeOther(c echo.Context, path string) error {
	return c.Redirect(http.StatusSeeOther, p.links.To(path))
}

func monthPath(date models.Date) string {
	return fmt.Sprintf("/months/%04d-%02d", date.Year, date.Month)
}

func newPath(date models.Date) string { return "/entries/new?date=" + date.String() }

func editPath(id int64) string { return fmt.Sprintf("/entries/%d/edit", id) }

func mergePath(id int64) string { return fmt.Sprintf("/entries/%d/merge", id) }

func deletePath(id int64) string { return fmt.Sprintf("/entries/%d/delete", id) }

// day gives the day that the path names: echo.ErrNotFound for a malformed id,
// [models.ErrEntryNotFound].
func (p *pages) day(c echo.Context) (*models.Day, error) {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != c.Param("id") {
		return nil, echo.ErrNotFound
	}
	return p.store.Day(c.Request().Context(), id)
}

// readForm returns the fields of a form's body. It returns errFormTooLarge or
// errFormUnreadable.
func readForm(c echo.Context) (url.Values, error) { return readFormUpTo(c, maxFormSize) }

// readFormUpTo is readForm for a body of at most so many bytes.
func readFormUpTo(c echo.Context, size int64) (url.Values, error) {
	mediaType, _, _ := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if mediaType != echo.MIMEApplicationForm {
		return url.Values{}, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, c.Request().Body, size))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, errFormTooLarge
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFormUnreadable, err)
	}
	return parseFields(string(body))
}

// fieldsAtOnce is how many fields are parsed at once: [url.ParseQuery] refuses
// more than 10,000, which 2,500 slots have.
const fieldsAtOnce = 1000

// parseFields returns the fields of a form, whose size bounds their number, or
// errFormUnreadable.
func parseFields(body string) (url.Values, error) {
	all := url.Values{}
	for fields := range slices.Chunk(strings.Split(body, "&"), fieldsAtOnce) {
		values, err := url.ParseQuery(strings.Join(fields, "&"))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errFormUnreadable, err)
		}
		for name, texts := range values {
			all[name] = append(all[name], texts...)
		}
	}
	return all, nil
}

// formAndDay returns the fields that were sent and the day that the path names,
// with the errors of readForm and of day.
func (p *pages) formAndDay(c echo.Context) (url.Values, *models.Day, error) {
	day, err := p.day(c)
	if err != nil {
		return nil, nil, err
	}
	values, err := readFormUpTo(c, maxFormSize+int64(len(day.Slots))*maxRowSize)
	return values, day, err
}

// readVersion gives the version that a form was made of, or errNoVersion.
func readVersion(values url.Values) (int64, error) {
	version, err := strconv.ParseInt(values.Get("version"), 10, 64)
	if err != nil {
		return 0, errNoVersion
	}
	return version, nil
}
