package pages

import (
	"context"
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
	"worklog/views/french"
)

// doubtForm reads a form of the page and the doubt of a kind that it names. It returns
// [models.ErrReviewChanged] when that is not in doubt now.
func (p *Pages) doubtForm(c echo.Context, kind review.DoubtKind) (url.Values, review.Doubt, error) {
	values, found, err := p.doubtsIn(c)
	if err == nil && (len(found) != 1 || found[0].Kind != kind) {
		err = models.ErrReviewChanged
	}
	if err != nil {
		return values, review.Doubt{}, err
	}
	return values, found[0], nil
}

// doubtsIn reads a form of the page and the doubts that it names.
func (p *Pages) doubtsIn(c echo.Context) (url.Values, []review.Doubt, error) {
	values, err := forms.Read(c)
	if err != nil {
		return nil, nil, err
	}
	found, err := p.Doubts.Find(c.Request().Context(), civil.NewInstant(p.Now()))
	return values, review.Named(found, values.Get("doubt")), err
}

// answerDoubts answers the doubts that a form names at once.
func (p *Pages) answerDoubts(c echo.Context, answer func(context.Context, string, civil.Instant) (models.Change, error), said func([]review.Doubt) frame.Flash) error {
	values, found, err := p.doubtsIn(c)
	if err != nil {
		return err
	}
	done, err := answer(c.Request().Context(), values.Get("doubt"), civil.NewInstant(p.Now()))
	if models.EntryErrorsOf(err) != nil {
		return p.showReview(c, http.StatusUnprocessableEntity, "Rien n’est changé"+nbsp+": cette journée ne peut être corrigée que sur sa page.", views.EndField{})
	}
	return p.reviewed(c, values, err, said(found).Of(done))
}

// acceptDoubt remembers that what is in doubt is right.
func (p *Pages) acceptDoubt(c echo.Context) error {
	return p.answerDoubts(c, p.Doubts.Accept, func([]review.Doubt) frame.Flash { return saidRight })
}

// ignoreDoubt ignores very short presences.
func (p *Pages) ignoreDoubt(c echo.Context) error {
	return p.answerDoubts(c, p.Doubts.Ignore, func(found []review.Doubt) frame.Flash {
		return frame.Flash{Text: french.CountedDone(review.Slots(found), "présence", "ignorée") + "."}
	})
}

// mergeDoubt merges slots in doubt.
func (p *Pages) mergeDoubt(c echo.Context) error {
	return p.answerDoubts(c, p.Doubts.Merge, func([]review.Doubt) frame.Flash { return saidMerged })
}

// takeType sets the type of days to the planned one.
func (p *Pages) takeType(c echo.Context) error {
	return p.answerDoubts(c, p.Doubts.TakeType, func(found []review.Doubt) frame.Flash {
		return frame.Flash{Text: french.CountedDone(len(found), "journée", "corrigée") + "."}
	})
}

// otherTypes offers the planned type for the days from one date to another that have the default one;
// nil if there are none.
func (p *Pages) otherTypes(c echo.Context, from, to civil.Date) *views.OtherTypes {
	if p.Rules.Plan.Empty() {
		return nil
	}
	found, err := p.Doubts.Find(c.Request().Context(), civil.NewInstant(p.Now()))
	if err != nil {
		p.LogOmitted(c, "planned types", err)
	}
	for _, group := range review.Groups(found) {
		if group.Kind != review.DoubtType {
			continue
		}
		offer := &views.OtherTypes{Back: c.Request().URL.Path, ID: group.ID(), All: len(group.Doubts)}
		for _, doubt := range group.Doubts {
			if from.Compare(doubt.Dates[0]) <= 0 && doubt.Dates[0].Compare(to) <= 0 {
				offer.Shown = append(offer.Shown, doubt)
			}
		}
		if len(offer.Shown) == 1 {
			offer.ID, offer.All = offer.Shown[0].ID(), 1
		}
		if len(offer.Shown) > 0 {
			return offer
		}
	}
	return nil
}

// shortenDoubt sets the end of a slot that is too long to the one that was typed.
func (p *Pages) shortenDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c, review.DoubtLong)
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
		change := doubt.Day.Unchanged()
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

// fillDoubt records the missing days with a type.
func (p *Pages) fillDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c, review.DoubtMissing)
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
