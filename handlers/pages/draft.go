package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

// draft is a form that was sent when the session had ended, or along with the band of a
// forgotten departure on its page.
type draft struct {
	frame.Draft
	day *models.Day // of one that goes along with the band: as it was before; nil for a range
}

// Drafts are the forms in which a person types, the buttons of arrival and departure, and the
// confirmation of a deletion.
func (p *Pages) Drafts() []frame.DraftKind {
	return []frame.DraftKind{
		{Path: frame.Pattern(`^/entries/new$`), Field: "slot_start", Show: p.showTypedBefore},
		{Path: storedDayPath, Field: "slot_start", Show: p.showTypedBefore},
		{Path: frame.Pattern("^" + rangePath + "$"), Field: "from", Show: p.showRangeBefore},
		{Path: frame.Pattern("^" + views.HandPath + "$"), Field: "key", Show: p.showPressBefore},
		{Path: frame.Pattern(`^/presence/close$`), Field: "end", Show: p.showClosingBefore},
		{Path: frame.Pattern(`^/entries/[1-9][0-9]*/delete$`), Field: "version", Show: p.showDeletionBefore},
	}
}

// around is what stands around a draft that is shown again.
type around struct {
	status int
	notice string
	alert  string
	band   *views.Forgotten // with what is wrong with its time; nil for that of the page
}

// aroundOf says why a draft is shown again.
func aroundOf(why frame.Reason) around {
	text := why.Text + "rien n’est enregistré. Voici ce que vous écriviez."
	if why.Status == http.StatusOK {
		return around{status: why.Status, notice: text}
	}
	return around{status: why.Status, alert: text}
}

// stillTyped ends what is said above a draft that went along with the band.
const stillTyped = " Voici ce que vous écriviez" + nbsp + ": rien n’en est encore enregistré."

// showDraft shows what was typed in the form of a day or of a range.
func (p *Pages) showDraft(c echo.Context, d draft, with around) error {
	if d.day == nil {
		return p.showRangeDraft(c, d.Values, with)
	}
	return p.showDayDraft(c, d.day, readDayForm(d.Values, d.day), with)
}

func (p *Pages) showDayDraft(c echo.Context, day *models.Day, form dayForm, with around) error {
	page := p.dayView(c, day, form, dayMessages{})
	page.Notice, page.Alert, page.Unsaved = with.notice, with.alert, true
	if with.band != nil {
		page.Forgotten = bandWith(with.band, views.DayPath(day.Date, day.ID))
	}
	return frame.Render(c, with.status, views.DayPage(page))
}
