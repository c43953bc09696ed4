package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// draft is a form that was sent along with the band of a forgotten departure on its page.
type draft struct {
	url.Values
	day *models.Day // as it was before; nil for a range
}

// Drafts are the forms in which a person types, the buttons of arrival and departure, the confirmation of a
// deletion, and the buttons that take a change back.
func (p *Pages) Drafts() []frame.DraftKind {
	return []frame.DraftKind{
		{Path: "/entries/new", Field: "slot_start", Show: p.showTypedBefore},
		{Path: "/entries/[1-9]*/edit", Field: "slot_start", Show: p.showTypedBefore},
		{Path: "/entries/[1-9]*/merge", Field: "slot_start", Show: p.showTypedBefore},
		{Path: views.RangePath, Field: "from", Show: p.showRangeBefore},
		{Path: views.HandPath, Field: "key", Show: p.showPressBefore},
		{Path: views.ClosePath, Field: "end", Show: p.showClosingBefore},
		{Path: "/entries/[1-9]*/delete", Field: "version", Show: p.showDeletionBefore},
		{Path: frame.TakeBackPath, Field: "change", Show: p.showTakeBackBefore},
	}
}

// around is what is shown with a form, of a day or of several.
type around struct {
	status  int
	notice  string
	alert   string
	stored  []views.Fact        // beside an outdated form of a day
	band    *views.Forgotten    // with what is wrong with its time; nil for that of the page
	preview *views.RangePreview // of several days; nil if there is none
}

func aroundOf(why frame.Reason) around {
	text := why.Text + "rien n’est enregistré. Voici ce que vous écriviez."
	if why.Status == http.StatusOK {
		return around{status: why.Status, notice: text}
	}
	return around{status: why.Status, alert: text}
}

// stillTyped ends what is said above a draft that went along with the band.
const stillTyped = " Voici ce que vous écriviez\u00a0: rien n’en est encore enregistré."

// showDraft shows what was typed in the form of a day or of a range.
func (p *Pages) showDraft(c echo.Context, d draft, with around) error {
	if d.day == nil {
		return p.rangePage(c, readRangeForm(d.Values), with)
	}
	return p.showDayDraft(c, d.day, readDayForm(d.Values, d.day), with)
}

func (p *Pages) showDayDraft(c echo.Context, day *models.Day, form dayForm, with around) error {
	page := p.dayView(c, day, form)
	page.Notice, page.Alert, page.Stored, page.Unsaved = with.notice, cmp.Or(with.alert, page.Alert), with.stored, true
	if with.band != nil {
		page.Forgotten, with.band.Along = with.band, views.DayPath(day.Date, day.ID)
	}
	return frame.Render(c, with.status, views.DayPage(page))
}

// dayAt returns the day, stored or about to be created, whose form is sent to one of
// our paths. It returns echo.ErrNotFound for another path, or
// [models.ErrEntryNotFound].
func (p *Pages) dayAt(c echo.Context, path string) (*models.Day, error) {
	address, err := url.Parse(frame.OwnPath(path))
	if err != nil {
		return nil, echo.ErrNotFound
	}
	if address.Path == "/entries/new" {
		return p.blankDay(address.RawQuery)
	}
	return p.dayWith(c, address.Path)
}

// showTypedBefore shows what was typed in the form of a day, beside what is stored if that is not
// what the form was made from: a new day's date is taken by now, or the form is outdated.
func (p *Pages) showTypedBefore(c echo.Context, d frame.Draft) error {
	day, err := p.dayAt(c, d.Path)
	byDate := d.Why == frame.Restored || errors.Is(err, models.ErrEntryNotFound)
	if byDate {
		date, unread := civil.ParseDate(d.Values.Get("date"))
		if unread != nil {
			return cmp.Or(err, models.ErrRestored)
		}
		day, err = p.dayAt(c, views.NewEntryPath(date))
	}
	if err != nil {
		return err
	}
	form := readDayForm(d.Values, day)
	if byDate { // the ids are those of other records, or of none
		form = form.withoutIDs()
	}
	with := aroundOf(d.Why)
	stored := day.ID != 0
	if !stored {
		form.Version = models.Stamp{}
		taken, err := p.Store.DayOn(c.Request().Context(), day.Date)
		if stored = err == nil; stored {
			day = taken
		}
	}
	switch {
	case stored && with.alert != "":
		return p.renderWithStored(c, with.status, day, form, with.alert)
	case stored && form.Version == (models.Stamp{}):
		return p.conflict(c, day, form)
	}
	return p.showDayDraft(c, day, form, with)
}

// showDeletionBefore shows the page of a deletion that was confirmed when the session had
// ended.
func (p *Pages) showDeletionBefore(c echo.Context, d frame.Draft) error {
	if d.Why == frame.Restored { // it is that of another day
		return models.ErrRestored
	}
	day, err := p.dayWith(c, d.Path)
	if err != nil {
		return err
	}
	return p.deletion(c, d.Why.Status, day, d.Why.Text+"rien n’est encore supprimé.")
}

// showClosingBefore shows the time that was typed for a forgotten departure, beside the arrival
// that is open now.
func (p *Pages) showClosingBefore(c echo.Context, d frame.Draft) error {
	open, err := p.OpenArrival(c)
	day, err := p.dayOf(c, open, err)
	if d.Why == frame.Restored && errors.Is(err, models.ErrNoOpenArrival) {
		return models.ErrRestored
	}
	if err != nil {
		return err
	}
	typed, _, _ := forms.EndOf(day, open.OccurredAt, d.Values)
	view := p.ForgottenView(day, open, typed, "", views.SlotMessages{End: d.Why.Text + "rien n’est encore enregistré."})
	return frame.Render(c, d.Why.Status, views.ForgottenPage(p.Frame(c, "Départ oublié"), *view))
}
