package pages

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

// rangePath is the path of the form of a range.
const rangePath = "/entries/range"

// storedDayPath matches the paths to which the form of a stored day is sent.
var storedDayPath = pattern(`^/entries/([1-9][0-9]*)/(?:edit|merge)$`)

// pattern returns a function that compiles a pattern at its first call.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// dayAt returns the day, stored or about to be created, whose form is sent to one of
// our paths. It returns echo.ErrNotFound for another path, or
// [models.ErrEntryNotFound].
func (p *Pages) dayAt(c echo.Context, path string) (*models.Day, error) {
	address, err := url.Parse(ownPath(path))
	if err != nil {
		return nil, echo.ErrNotFound
	}
	if address.Path == "/entries/new" {
		return p.blankDayFor(address.RawQuery)
	}
	found := storedDayPath().FindStringSubmatch(address.Path)
	if found == nil {
		return nil, echo.ErrNotFound
	}
	id, err := strconv.ParseInt(found[1], 10, 64)
	if err != nil {
		return nil, echo.ErrNotFound
	}
	return p.Store.Day(c.Request().Context(), id)
}

// showTypedAt shows what was typed in the form that is sent to a path, without
// storing it.
func (p *Pages) showTypedAt(c echo.Context, path string, values url.Values, notice string) error {
	if ownPath(path) == rangePath {
		return p.rangeTyped(c, readRangeForm(values), notice)
	}
	day, err := p.dayAt(c, path)
	if err != nil {
		return err
	}
	form := readDayForm(values)
	if day.ID != 0 {
		return p.showTyped(c, day, form, notice)
	}
	form.Version = ""
	taken, err := p.Store.DayOn(c.Request().Context(), day.Date)
	if err == nil {
		return p.conflict(c, taken, form)
	}
	return p.showTyped(c, day, form, notice)
}

// asShown reports whether the form is still that of the day as the page showed it.
func (f dayForm) asShown(p *Pages, day *models.Day) bool {
	shown := p.newForm()
	if day.ID != 0 {
		about, _ := f.parts(day)
		shown = formOf(day).first(day, len(about))
	}
	shown.Note = lineEnds.Replace(shown.Note)
	return slices.Equal(f.Slots, shown.Slots) && f.After == shown.After && f.Version == shown.Version && f.DayType == shown.DayType && f.halfDay(day) == shown.HalfDay &&
		f.JourneyProfileID == shown.JourneyProfileID && f.MotorVehicleID == shown.MotorVehicleID && f.Note == shown.Note
}

// following returns the form of a day, as read before an arrival was closed, for the
// day after that: with the slot that the closing made, if the form started from the
// day before it and nothing else has changed the day since. Any other form stays
// outdated, and is refused as such.
func (f dayForm) following(before, after *models.Day) dayForm {
	if f.Version != strconv.FormatInt(before.Version, 10) || after.Version > before.Version+1 {
		return f
	}
	f.Version = strconv.FormatInt(after.Version, 10)
	known := make(map[int64]bool, len(before.Slots))
	for _, slot := range before.Slots {
		known[slot.ID] = true
	}
	about, _ := f.parts(after)
	for _, slot := range about {
		if !known[slot.ID] {
			f.Slots = append(f.Slots, forms.RowOf(after, slot))
		}
	}
	return f
}

// typedAlong is what was typed in the page on which the band of a forgotten departure
// was used; nil if that has no form, or nothing was typed in it.
type typedAlong struct {
	path   string
	values url.Values
	day    *models.Day // as it was before; nil for a range
}

// readAlong returns the fields that were sent, and what was typed in the page at the
// path.
func (p *Pages) readAlong(c echo.Context, path string) (url.Values, *typedAlong, error) {
	if path == "" {
		values, err := forms.Read(c)
		return values, nil, err
	}
	if ownPath(path) == rangePath {
		values, err := forms.Read(c)
		return values, &typedAlong{path, values, nil}, err
	}
	day, err := p.dayAt(c, path)
	if err != nil {
		return nil, nil, err
	}
	values, err := forms.ReadDay(c, len(day.Slots))
	if err != nil {
		return nil, nil, err
	}
	return values, p.along(day, path, values), nil
}

func (p *Pages) along(day *models.Day, path string, values url.Values) *typedAlong {
	if readDayForm(values).asShown(p, day) {
		return nil
	}
	return &typedAlong{path, values, day}
}

// showAlong shows what was typed after the band has done its work.
func (p *Pages) showAlong(c echo.Context, along *typedAlong, done frame.Flash) error {
	said, _ := p.Messages.Say(done)
	notice := said + " Voici ce que vous écriviez" + nbsp + ": rien n’en est encore enregistré."
	if along.day == nil {
		return p.rangeTyped(c, readRangeForm(along.values), notice)
	}
	form := readDayForm(along.values)
	if along.day.ID == 0 {
		return p.showTyped(c, along.day, form, notice)
	}
	day, err := p.Store.Day(c.Request().Context(), along.day.ID)
	if err != nil {
		return err
	}
	return p.showTyped(c, day, form.following(along.day, day), notice)
}

// showAlongRefused shows what was typed with the band, which says what is wrong.
func (p *Pages) showAlongRefused(c echo.Context, along *typedAlong, status int, band *views.Forgotten) error {
	if along.day == nil {
		page := p.rangeView(c, readRangeForm(along.values), rangeMessages{}, nil, "")
		page.Forgotten = bandWith(band, "range", along.path)
		return frame.Render(c, status, views.RangePage(page))
	}
	page := p.dayView(c, along.day, readDayForm(along.values), dayMessages{})
	page.Forgotten, page.Unsaved = bandWith(band, "day", along.path), true
	return frame.Render(c, status, views.DayPage(page))
}

// showAlongNotOpen shows what was typed after the band has found nothing to do.
func (p *Pages) showAlongNotOpen(c echo.Context, along *typedAlong, why error) error {
	refusal := p.PageOf(why)
	alert := refusal.Text + " Voici ce que vous écriviez" + nbsp + ": rien n’en est encore enregistré."
	if along.day == nil {
		return p.rangePage(c, refusal.Status, readRangeForm(along.values), rangeMessages{}, nil, alert)
	}
	page := p.dayView(c, along.day, readDayForm(along.values), dayMessages{})
	page.Alert, page.Unsaved = alert, true
	return frame.Render(c, refusal.Status, views.DayPage(page))
}

// bandWith returns the band of a forgotten departure for a page whose form goes along
// with it; nil for none.
func bandWith(band *views.Forgotten, form, path string) *views.Forgotten {
	if band == nil {
		return nil
	}
	with := *band
	with.Form = form
	with.Close += "?typed=" + url.QueryEscape(path)
	with.Discard += "?typed=" + url.QueryEscape(path)
	return &with
}

// pathOf is the path to which the form of a day is sent.
func pathOf(day *models.Day) string {
	if day.ID != 0 {
		return frame.EntryPath(day.ID)
	}
	return frame.NewEntryPath(day.Date)
}
