package pages

import (
	"cmp"
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

// doubtAnswers are the buttons that answer the doubts which a form names at once, by their paths.
var doubtAnswers = map[string]struct {
	do   func(*review.Doubts, context.Context, string, civil.Instant) (models.Change, error)
	said func([]review.Doubt) string
}{
	"/review/right": {(*review.Doubts).Accept, func([]review.Doubt) string { return "C’est noté\u00a0: ce n’est plus à vérifier." }},
	"/review/merge": {(*review.Doubts).Merge, func([]review.Doubt) string { return "Créneaux réunis." }},
	"/review/ignore": {(*review.Doubts).Ignore, func(found []review.Doubt) string {
		return french.CountedDone(review.Slots(found), "présence", "ignorée") + "."
	}},
	"/review/type": {(*review.Doubts).TakeType, func(found []review.Doubt) string {
		return french.CountedDone(len(found), "journée", "corrigée") + "."
	}},
}

// answerDoubts answers the doubts that a form names, as its path says.
func (p *Pages) answerDoubts(c echo.Context, values url.Values) error {
	ctx, now, answer := c.Request().Context(), civil.NewInstant(p.Now()), doubtAnswers[c.Path()]
	found, err := p.Doubts.Find(ctx, now)
	if err != nil {
		return err
	}
	done, err := answer.do(p.Doubts, ctx, values.Get("doubt"), now)
	if models.EntryErrorsOf(err) != nil {
		return p.showReview(c, http.StatusUnprocessableEntity, "Rien n’est changé\u00a0: cette journée ne peut être corrigée que sur sa page.", views.EndField{})
	}
	return p.reviewed(c, values, done, err, frame.Flash{Text: answer.said(review.Named(found, values.Get("doubt")))})
}

// doubtNamed returns the doubt of a kind that a form names, or [models.ErrReviewChanged] when that is not
// in doubt now.
func (p *Pages) doubtNamed(c echo.Context, values url.Values, kind review.DoubtKind) (review.Doubt, error) {
	found, err := p.Doubts.Find(c.Request().Context(), civil.NewInstant(p.Now()))
	named := review.Named(found, values.Get("doubt"))
	if err != nil || len(named) != 1 || named[0].Kind != kind {
		return review.Doubt{}, cmp.Or(err, models.ErrReviewChanged)
	}
	return named[0], nil
}

// otherTypes offers the planned type for the days from one date to another that have the default one;
// nil if there are none.
func (p *Pages) otherTypes(c echo.Context, from, to civil.Date) *views.OtherTypes {
	if p.Rules.Plan.Empty() {
		return nil
	}
	found, err := p.FindDoubts(c)
	p.LogOmitted(c, "planned types", err)
	group := review.OfKind(found, review.DoubtType)
	offer := &views.OtherTypes{Back: c.Request().URL.Path, All: len(group.Doubts)}
	for _, doubt := range group.Doubts {
		if from.Compare(doubt.Dates[0]) <= 0 && doubt.Dates[0].Compare(to) <= 0 {
			offer.Shown = append(offer.Shown, doubt)
		}
	}
	switch len(offer.Shown) {
	case 0:
		return nil
	case 1:
		offer.ID, offer.All = offer.Shown[0].ID(), 1
	default:
		offer.ID = group.ID()
	}
	return offer
}

var errNotShorter = errors.New("the end is not earlier")

// shortenDoubt sets the end of a slot that is too long to the one that was typed.
func (p *Pages) shortenDoubt(c echo.Context, values url.Values) error {
	doubt, err := p.doubtNamed(c, values, review.DoubtLong)
	if err != nil {
		return p.reviewed(c, values, models.Change{}, err, frame.Flash{})
	}
	odd := doubt.Slots[0]
	return p.withTypedEnd(c, values, doubt.Day, odd.StartAt, doubtErrorID(doubt), func(slot models.TimeSlot) (models.Change, error) {
		if !slot.EndAt.Before(odd.EndAt.Time) {
			return models.Change{}, errNotShorter
		}
		slot.ID = odd.ID
		change := doubt.Day.Unchanged()
		for i := range change.Slots {
			if change.Slots[i].ID == slot.ID {
				change.Slots[i] = slot
			}
		}
		done, err := days.Edit(c.Request().Context(), p.Store, doubt.Day.ID, doubt.Day.Stamp(), change, civil.NewInstant(p.Now()))
		if errors.Is(err, models.ErrEntryChanged) || errors.Is(err, models.ErrEntryNotFound) {
			err = models.ErrReviewChanged
		}
		return done, err
	}, func(slot models.TimeSlot) frame.Flash {
		return withMinutes("Créneau corrigé.", slot.Minutes(doubt.Day.Zone))
	})
}

func (p *Pages) fillDoubt(c echo.Context, values url.Values) error {
	doubt, err := p.doubtNamed(c, values, review.DoubtMissing)
	if err != nil {
		return p.reviewed(c, values, models.Change{}, err, frame.Flash{})
	}
	change := models.EntryChange{DayType: models.DayType(values.Get("day_type"))}
	if change.DayType == p.Rules.Defaults.DayType {
		change.JourneyProfileID, change.MotorVehicleID = p.Rules.Defaults.JourneyProfileID, p.Rules.Defaults.MotorVehicleID
	}
	done, err := p.Doubts.Fill(c.Request().Context(), doubt.ID(), change, civil.NewInstant(p.Now()))
	if refusal := models.EntryErrorsOf(err); refusal != nil {
		return p.showReview(c, http.StatusUnprocessableEntity, "", views.EndField{ErrorID: doubtErrorID(doubt), Messages: views.SlotMessages{End: forms.MessageFor(refusal.Unwrap()[0])}})
	}
	return p.reviewed(c, values, done, err, filled(len(doubt.Dates), change.DayType))
}
