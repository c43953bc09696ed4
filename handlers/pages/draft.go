package pages

import (
	"net/url"
	"regexp"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

// draft is a form that was sent and is not to be stored yet, because the session had ended,
// or because the band of a forgotten departure was used on its page. All its fields are
// kept, by the browser. It is shown again on its page, to be sent again: nothing is done by
// itself. The zero draft is none.
type draft struct {
	path   string // to which it was sent, with its query
	values url.Values
	sentAt string      // RFC 3339; of one that is carried through the login
	day    *models.Day // of one that goes along with the band: as it was before; nil for a range
}

// Limits of a draft that is carried through the login. Anybody can send one. One that goes
// along with the band has those of its form.
const (
	maxCarriedSize   = 128 << 10 // bytes, percent-encoded
	maxCarriedFields = 500
	maxCarriedPath   = 100 // bytes
)

// draftKind is a kind of form that can be a draft.
type draftKind struct {
	path  func() *regexp.Regexp
	field string // that such a form always has
	// show shows one that was carried through the login.
	show func(p *Pages, c echo.Context, d draft) error
}

// draftKinds are the forms in which a person types, and the buttons that a person presses
// on any page.
var draftKinds = []draftKind{
	{pattern(`^/entries/new$`), "slot_start", (*Pages).showTypedBefore},
	{storedDayPath, "slot_start", (*Pages).showTypedBefore},
	{pattern("^" + rangePath + "$"), "from", (*Pages).showTypedBefore},
	{pattern("^" + frame.HandPath + "$"), "key", (*Pages).showPressBefore},
	{pattern(`^/entries/[1-9][0-9]*/delete$`), "version", (*Pages).showDeletionBefore},
	{pattern("^" + frame.TakeBackPath + "$"), "change", (*Pages).showTakeBackBefore},
}

// kind returns the kind of a draft, or nil if it is none that can be carried.
func (d draft) kind() *draftKind {
	address, err := url.Parse(d.path)
	if err != nil || len(d.path) > maxCarriedPath {
		return nil
	}
	for _, kind := range draftKinds {
		if kind.path().MatchString(address.Path) && d.values.Has(kind.field) {
			return &kind
		}
	}
	return nil
}

// around is what stands around a draft that is shown again.
type around struct {
	status int
	notice string
	alert  string
	band   *views.Forgotten // with what is wrong with its time; nil for that of every page
}

// stillTyped ends what is said above a draft that went along with the band.
const stillTyped = " Voici ce que vous écriviez" + nbsp + ": rien n’en est encore enregistré."

// showDraft shows what was typed in the form of a day or of a range.
func (p *Pages) showDraft(c echo.Context, d draft, with around) error {
	if d.day == nil {
		return p.showRangeDraft(c, d, with)
	}
	return p.showDayDraft(c, d.day, readDayForm(d.values), with)
}

func (p *Pages) showDayDraft(c echo.Context, day *models.Day, form dayForm, with around) error {
	page := p.dayView(c, day, form, dayMessages{})
	page.Notice, page.Alert, page.Unsaved = with.notice, with.alert, true
	if with.band != nil {
		page.Forgotten = bandWith(with.band, "day", pathOf(day))
	}
	return frame.Render(c, with.status, views.DayPage(page))
}

func (p *Pages) showRangeDraft(c echo.Context, d draft, with around) error {
	page := p.rangeView(c, readRangeForm(d.values), rangeMessages{}, nil, with.alert)
	page.Notice = with.notice
	if with.band != nil {
		page.Forgotten = bandWith(with.band, "range", rangePath)
	}
	return frame.Render(c, with.status, views.RangePage(page))
}
