package pages

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/review"
	"worklog/views"
)

// doubtForm reads a form of the page and the doubt that it names. It returns
// [models.ErrReviewChanged] when that is not in doubt now.
func (p *Pages) doubtForm(c echo.Context) (url.Values, review.Doubt, error) {
	values, err := forms.Read(c)
	if err != nil {
		return nil, review.Doubt{}, err
	}
	found, err := p.Doubts.Find(c.Request().Context(), civil.NewInstant(p.Now()))
	if err != nil {
		return nil, review.Doubt{}, err
	}
	for _, doubt := range found {
		if doubt.ID() == values.Get("doubt") {
			return values, doubt, nil
		}
	}
	return nil, review.Doubt{}, models.ErrReviewChanged
}

// acceptDoubt remembers that what is in doubt is right.
func (p *Pages) acceptDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c)
	if err == nil {
		err = p.Doubts.Accept(c.Request().Context(), doubt.ID(), civil.NewInstant(p.Now()))
	}
	return p.reviewed(c, values, err, saidRight)
}

// mergeDoubt merges the slots in doubt of a day, and no others: those that touch were
// typed so, and a pause that was found right stays.
func (p *Pages) mergeDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c)
	if err == nil && len(doubt.Slots) < 2 {
		err = models.ErrReviewChanged
	}
	if err != nil {
		return p.reviewed(c, values, err, frame.Flash{})
	}
	return p.editDoubt(c, values, doubt, mergedInDoubt(doubt).read(doubt.Day).change, saidMerged)
}

// mergedInDoubt returns the form of a day with its slots in doubt merged.
func mergedInDoubt(doubt review.Doubt) dayForm {
	form := formOf(doubt.Day)
	odd := form
	odd.Rows, form.Rows = nil, nil
	inDoubt := make(map[int64]bool, len(doubt.Slots))
	for _, slot := range doubt.Slots {
		inDoubt[slot.ID] = true
	}
	for _, slot := range doubt.Day.Slots {
		if inDoubt[slot.ID] {
			odd.Rows = append(odd.Rows, forms.RowOf(doubt.Day, slot))
		} else {
			form.Rows = append(form.Rows, forms.RowOf(doubt.Day, slot))
		}
	}
	odd, _ = odd.merged(doubt.Day, review.CutUpMinutes)
	form.Rows = append(form.Rows, odd.Rows...)
	return form
}

// shortenDoubt sets the end of a slot that is too long to the one that was typed.
func (p *Pages) shortenDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c)
	if err == nil && doubt.Kind != review.DoubtLong {
		err = models.ErrReviewChanged
	}
	if err != nil {
		return p.reviewed(c, values, err, frame.Flash{})
	}
	odd := doubt.Slots[0]
	typed, slot, messages := forms.EndOf(doubt.Day, odd.StartAt, values)
	if messages == (views.SlotMessages{}) && !slot.EndAt.Before(odd.EndAt.Time) {
		messages.End = "Cette fin n’est pas avant celle du créneau."
	}
	if messages == (views.SlotMessages{}) {
		slot.ID = odd.ID
		change := formOf(doubt.Day).read(doubt.Day).change
		for i := range change.Slots {
			if change.Slots[i].ID == slot.ID {
				change.Slots[i] = slot
			}
		}
		done, err := p.editInDoubt(c, doubt, change)
		refused := false
		if messages, refused = closingMessages.For(err); !refused {
			return p.reviewed(c, values, err, withMinutes("Créneau corrigé.", slot.Minutes(doubt.Day.Zone)).Of(done))
		}
	}
	return p.showReview(c, http.StatusUnprocessableEntity, "", views.EndField{SlotRow: typed, ErrorID: doubtErrorID(doubt), Messages: messages})
}

// editInDoubt changes the day in doubt, unless it has changed since.
func (p *Pages) editInDoubt(c echo.Context, doubt review.Doubt, change models.EntryChange) (models.Change, error) {
	done, err := days.Edit(c.Request().Context(), p.Store, doubt.Day.ID, doubt.Day.Stamp(), change, civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrEntryChanged) || errors.Is(err, models.ErrEntryNotFound) {
		return done, models.ErrReviewChanged
	}
	return done, err
}

// editDoubt changes the day in doubt, or says that its own page has to.
func (p *Pages) editDoubt(c echo.Context, values url.Values, doubt review.Doubt, change models.EntryChange, said frame.Flash) error {
	done, err := p.editInDoubt(c, doubt, change)
	if models.EntryErrorsOf(err) != nil {
		return p.showReview(c, http.StatusUnprocessableEntity, "Rien n’est changé"+nbsp+": cette journée ne peut être corrigée que sur sa page.", views.EndField{})
	}
	return p.reviewed(c, values, err, said.Of(done))
}

// fillDoubt records the missing days with a type.
func (p *Pages) fillDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c)
	if err == nil {
		change := models.EntryChange{DayType: models.DayType(values.Get("day_type"))}
		if p.Rules.Integrated && change.DayType == p.Rules.Defaults.DayType {
			change.JourneyProfileID, change.MotorVehicleID = p.Rules.Defaults.JourneyProfileID, p.Rules.Defaults.MotorVehicleID
		}
		var done models.Change
		done, err = p.Doubts.Fill(c.Request().Context(), doubt.ID(), change, civil.NewInstant(p.Now()))
		if refusal := models.EntryErrorsOf(err); refusal != nil {
			return p.showReview(c, http.StatusUnprocessableEntity, "", views.EndField{ErrorID: doubtErrorID(doubt), Messages: views.SlotMessages{End: forms.MessageFor(refusal.Unwrap()[0])}})
		}
		return p.reviewed(c, values, err, filled(len(doubt.Dates), change.DayType).Of(done))
	}
	return p.reviewed(c, values, err, frame.Flash{})
}
