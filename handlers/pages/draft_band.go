package pages

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

// readAlong returns the fields that were sent, and what was typed in the page at the path,
// on which the band of a forgotten departure was used: nil if that has no form, or nothing
// was typed in it. If the band had done its work already, done is that change.
func (p *Pages) readAlong(c echo.Context, path string) (values url.Values, along *draft, done models.Change, err error) {
	if path == "" {
		values, err = forms.Read(c)
		return values, nil, done, err
	}
	if frame.OwnPath(path) == views.RangePath { // a page that was left open while this program was upgraded
		values, err = forms.Read(c)
		return values, &draft{Values: values}, done, err
	}
	day, err := p.dayAt(c, path)
	values, day, err = p.formOfDay(c, day, err)
	if again := new(forms.Repeated); errors.As(err, &again) { // what was typed is still to be shown
		values, done, err = again.Values, again.Change, nil
		was, err := p.Store.Before(c.Request().Context(), done, day)
		if !p.LogOmitted(c, "day before the change", err) && was != nil {
			day = was
		}
	}
	if err != nil {
		return nil, nil, done, err
	}
	return values, p.along(day, values), done, nil
}

func (p *Pages) along(day *models.Day, values url.Values) *draft {
	if readDayForm(values, day).asShown(p, day) {
		return nil
	}
	return &draft{values, day}
}

func (p *Pages) showAlong(c echo.Context, along *draft, done frame.Flash) error {
	with := around{status: http.StatusOK, notice: done.Text + stillTyped}
	if along.day == nil || along.day.ID == 0 {
		return p.showDraft(c, *along, with)
	}
	day, err := p.Store.Day(c.Request().Context(), along.day.ID)
	if err != nil {
		return err
	}
	return p.showDayDraft(c, day, readDayForm(along.Values, along.day).following(along.day, day), with)
}

// asShown reports whether the form is still that of the day as the page showed it.
func (f dayForm) asShown(p *Pages, day *models.Day) bool {
	shown := p.newForm()
	if day.ID != 0 {
		about, _ := f.parts(day)
		shown = formOf(day).first(day, len(about))
	}
	return slices.Equal(f.Slots, shown.Slots) && f.SlotsAfter == shown.SlotsAfter && f.Version == shown.Version && f.saysAs(shown, day)
}

// following returns the form of a day, as read before an arrival was closed, for the
// day after that: with the slot that the closing made, if the form started from the
// day before it and nothing else has changed the day since. Any other form stays
// outdated, and is refused as such.
func (f dayForm) following(before, after *models.Day) dayForm {
	if f.Version != before.Stamp() || after.Version > before.Version+1 {
		return f
	}
	f.Version = after.Stamp()
	known := make(map[int64]bool, len(before.Slots))
	for _, slot := range before.Slots {
		known[slot.ID] = true
	}
	about, _ := f.parts(after)
	for _, slot := range about {
		if !known[slot.ID] {
			f.Slots = append(f.Slots, views.SlotField{SlotRow: forms.RowOf(after, slot)})
		}
	}
	return f
}
