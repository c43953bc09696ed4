package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/review"
	"worklog/views"
	"worklog/views/french"
)

func (p *Pages) reviewPage(c echo.Context) error {
	return p.showReview(c, http.StatusOK, "", views.EndField{})
}

// mostDoubts is how many days in doubt are shown at once.
const mostDoubts = 30

const reviewChanged = "Entre-temps, quelque chose a changé\u00a0: rien n’a été fait. Voici ce qui reste à vérifier."

// showReview shows the page with what went wrong, and an end as it was typed (its zero value
// when none was).
func (p *Pages) showReview(c echo.Context, status int, alert string, typed views.EndField) error {
	found, err := p.Review(c)
	if err != nil {
		return err
	}
	doubts, err := p.Doubts.Find(c.Request().Context(), civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	doubts = found.Beside(doubts)
	page := views.Review{Frame: p.Frame(c, "À vérifier"), Alert: alert, Open: p.Forgotten(c), Found: found, Groups: review.Groups(doubts), More: len(doubts) - mostDoubts}
	for _, part := range found.Parts {
		day, err := p.Store.Day(c.Request().Context(), part.Slot.WorkEntryID)
		if err != nil {
			return err
		}
		page.Parts = append(page.Parts, views.Part{Part: part, Day: day, End: p.endOf(c, day, part.Slot, partErrorID(part.Slot.ID), typed)})
	}
	doubts = nil
	for _, group := range page.Groups {
		doubts = append(doubts, group.Doubts...)
	}
	for _, doubt := range doubts[:min(len(doubts), mostDoubts)] {
		view := views.Doubt{Doubt: doubt, End: views.EndField{ErrorID: doubtErrorID(doubt)}}
		if doubt.Kind == review.DoubtLong {
			view.End = p.endOf(c, doubt.Day, doubt.Slots[0], view.End.ErrorID, typed)
		} else if view.End.ErrorID == typed.ErrorID {
			view.End = typed
		}
		page.Shown = append(page.Shown, view)
	}
	return frame.Render(c, status, views.ReviewPage(page))
}

// endOf asks for the end of a slot: as it was typed, or the usual one.
func (p *Pages) endOf(c echo.Context, day *models.Day, slot models.TimeSlot, errorID string, typed views.EndField) views.EndField {
	if typed.ErrorID == errorID {
		return typed
	}
	usual, offered := p.UsualEnd(c, day, slot.StartAt)
	return views.EndField{SlotRow: usual, ErrorID: errorID, Offered: offered}
}

func partErrorID(slotID int64) string        { return "end-error-" + strconv.FormatInt(slotID, 10) }
func doubtErrorID(doubt review.Doubt) string { return "error-" + doubt.ID() }

// idsIn reads the ids of the events that a form names. Text that is no id becomes 0, which
// no event has.
func idsIn(values url.Values, name string) []int64 {
	var ids []int64
	for _, text := range values[name] {
		id, _ := strconv.ParseInt(text, 10, 64)
		ids = append(ids, id)
	}
	return ids
}

// reviewed leads back to the page when something was done with the values of a form, or says
// that something has changed since.
func (p *Pages) reviewed(c echo.Context, values url.Values, done models.Change, err error, said frame.Flash) error {
	if errors.Is(err, models.ErrReviewChanged) {
		return p.showReview(c, http.StatusConflict, reviewChanged, views.EndField{})
	}
	if err != nil {
		return err
	}
	p.Flash(c, said.Of(done).At(values.Get("place")))
	return p.SeeOther(c, frame.Back(values, frame.ReviewPath))
}

// onRefused does something with the refused events that a form names, and answers. Without any, and
// when the integration is off, nothing is offered.
func (p *Pages) onRefused(c echo.Context, values url.Values, do func(ids []int64, now civil.Instant) (models.Change, error), said frame.Flash) error {
	ids, done, err := idsIn(values, "refused_id"), models.Change{}, models.ErrReviewChanged
	if p.Rules.Integrated && len(ids) > 0 {
		done, err = do(ids, civil.NewInstant(p.Now()))
	}
	return p.reviewed(c, values, done, err, said)
}

func (p *Pages) recordRefused(c echo.Context, values url.Values) error {
	said := frame.Flash{Text: french.CountedDone(len(values["refused_id"]), "événement", "enregistré") + "."}
	return p.onRefused(c, values, func(ids []int64, now civil.Instant) (models.Change, error) {
		return review.Record(c.Request().Context(), p.Store, ids, now)
	}, said)
}

// takeBetterEnd takes a departure in place of the end that was typed.
func (p *Pages) takeBetterEnd(c echo.Context, values url.Values) error {
	return p.onRefused(c, values, func(ids []int64, now civil.Instant) (models.Change, error) {
		return review.TakeBetterEnd(c.Request().Context(), p.Store, slotID(values), ids[0], now)
	}, frame.Flash{Text: "Le départ est enregistré."})
}

const saidDismissed = "C’est noté\u00a0: rien n’a été enregistré."

func (p *Pages) dismissRefused(c echo.Context, values url.Values) error {
	return p.onRefused(c, values, func(ids []int64, now civil.Instant) (models.Change, error) {
		inside, long := idsIn(values, "inside_id"), int64(0)
		if len(inside) > 0 { // it is one presence, however long
			long = slotID(values)
		}
		return p.Doubts.Dismiss(c.Request().Context(), append(ids, inside...), long, now)
	}, frame.Flash{Text: saidDismissed})
}

func slotID(values url.Values) int64 {
	id, _ := strconv.ParseInt(values.Get("slot_id"), 10, 64)
	return id
}

// partSlot splits a slot at the arrival that was refused inside it.
func (p *Pages) partSlot(c echo.Context, values url.Values) error {
	ids := idsIn(values, "refused_id")
	day, slot, err := p.slotNamed(c, slotID(values))
	if err != nil || len(ids) == 0 {
		return p.reviewed(c, values, models.Change{}, cmp.Or(err, models.ErrReviewChanged), frame.Flash{})
	}
	return p.withTypedEnd(c, values, day, slot.StartAt, partErrorID(slot.ID), func(end models.TimeSlot) (models.Change, error) {
		return review.PartSlot(c.Request().Context(), p.Store, slot.ID, ids[0], end.EndAt, civil.NewInstant(p.Now()))
	}, func(models.TimeSlot) frame.Flash { return frame.Flash{Text: "Les deux journées sont séparées."} })
}

// withTypedEnd does what a button of the page does with a slot that ends as it was typed, or asks again for
// an end that is refused.
func (p *Pages) withTypedEnd(c echo.Context, values url.Values, day *models.Day, start civil.Instant, errorID string,
	do func(models.TimeSlot) (models.Change, error), said func(models.TimeSlot) frame.Flash) error {
	typed, slot, messages := forms.EndOf(day, start, values)
	if messages == (views.SlotMessages{}) {
		done, err := do(slot)
		refused := false
		if messages, refused = closingMessages.For(err); !refused {
			return p.reviewed(c, values, done, err, said(slot))
		}
	}
	return p.showReview(c, http.StatusUnprocessableEntity, "", views.EndField{SlotRow: typed, ErrorID: errorID, Messages: messages})
}

// slotNamed returns a slot of the parts that are offered, and its day, or
// [models.ErrReviewChanged]. It bypasses [frame.Site.Review], which would keep it for the
// page that follows a refusal: that page shows what is offered by then.
func (p *Pages) slotNamed(c echo.Context, id int64) (*models.Day, models.TimeSlot, error) {
	found, err := p.Reviews.Find(c.Request().Context())
	if err != nil {
		return nil, models.TimeSlot{}, err
	}
	for _, part := range found.Parts {
		if part.Slot.ID == id {
			day, err := p.Store.Day(c.Request().Context(), part.Slot.WorkEntryID)
			return day, part.Slot, err
		}
	}
	return nil, models.TimeSlot{}, models.ErrReviewChanged
}
