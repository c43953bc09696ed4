package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// review returns what is to be looked at: nothing when the integration is off. The
// parts of a page ask for it once.
func (p *Pages) review(c echo.Context) (models.Review, error) {
	const key = "review"
	if known, there := c.Get(key).(models.Review); there || p.presence == nil {
		return known, nil
	}
	found, err := p.store.Review(c.Request().Context(), *p.presence)
	if err == nil {
		c.Set(key, found)
	}
	return found, err
}

// reviewCount is the number in the frame.
func (p *Pages) reviewCount(c echo.Context) int {
	found, err := p.review(c)
	if err != nil {
		p.logOmitted(c, "review", err)
	}
	return found.Count()
}

// reviewPage shows the days in doubt.
func (p *Pages) reviewPage(c echo.Context) error {
	return p.showReview(c, http.StatusOK, "", nil)
}

// mostLeft is how many events that only a person can deal with are shown at once.
const mostLeft = 100

// reviewChanged is said when what was pressed is no longer offered.
const reviewChanged = "Entre-temps, quelque chose a changé" + nbsp + ": rien n’a été fait. Voici ce qui reste à vérifier."

// showReview shows the page with what went wrong, and a part as it was typed
// (nil when none was).
func (p *Pages) showReview(c echo.Context, status int, alert string, typed *views.Part) error {
	found, err := p.review(c)
	if err != nil {
		return err
	}
	page := views.Review{
		Frame:   p.frame(c, "À vérifier"),
		Alert:   alert,
		Dismiss: p.links.To("/review/dismiss"),
		Journal: p.links.To("/journal"),
	}
	if len(found.Recordable) > 0 {
		page.Recordable = &views.Recordable{Action: p.links.To("/review/record")}
		for _, event := range found.Recordable {
			page.Recordable.Events = append(page.Recordable.Events, p.refusedView(event))
		}
	}
	for _, part := range found.Parts {
		view, err := p.partView(c, part)
		if err != nil {
			return err
		}
		if typed != nil && typed.SlotID == view.SlotID {
			view.End, view.EndDays, view.Message, view.Offered = typed.End, typed.EndDays, typed.Message, ""
		}
		page.Parts = append(page.Parts, view)
	}
	for _, better := range found.BetterEnds {
		page.BetterEnds = append(page.BetterEnds, p.betterEndView(better))
	}
	for _, event := range found.Left[:min(len(found.Left), mostLeft)] {
		page.Left = append(page.Left, p.leftView(event))
	}
	return render(c, status, views.ReviewPage(page))
}

func (p *Pages) refusedView(event models.RefusedEvent) views.RefusedEvent {
	kind := "Arrivée du "
	if event.Event == models.Departure {
		kind = "Départ du "
	}
	return views.RefusedEvent{ID: strconv.FormatInt(event.ID, 10), Text: kind + p.dateAndTime(event.OccurredAt)}
}

// dateAndTime writes "mardi 17 novembre 2026 à 08:03".
func (p *Pages) dateAndTime(instant models.Instant) string {
	return french.FullDate(models.DateOf(instant.In(p.zone))) + " à " + french.ClockTime(models.WallTimeOf(instant, p.zone))
}

func (p *Pages) partView(c echo.Context, part models.Part) (views.Part, error) {
	day, err := p.store.Day(c.Request().Context(), part.Slot.WorkEntryID)
	if err != nil {
		return views.Part{}, err
	}
	typed, offered := p.usualEnd(c, day, part.Slot.StartAt)
	slotID := strconv.FormatInt(part.Slot.ID, 10)
	var inside []string
	var arrivals []views.Option
	for _, refused := range part.Inside {
		id := strconv.FormatInt(refused.ID, 10)
		inside = append(inside, id)
		label := french.ShortDate(models.DateOf(refused.OccurredAt.In(p.zone))) + " " + french.ClockTime(models.WallTimeOf(refused.OccurredAt, p.zone))
		arrivals = append(arrivals, views.Option{Value: id, Label: label, Selected: refused.ID == part.Refused.ID})
	}
	arrived := french.ClockTime(models.WallTimeOf(part.Refused.OccurredAt, p.zone))
	return views.Part{
		Action:    p.links.To("/review/part"),
		SlotID:    slotID,
		RefusedID: strconv.FormatInt(part.Refused.ID, 10),
		Inside:    inside,
		Arrivals:  arrivals,
		Text:      "Le créneau du " + french.FullDate(day.Date) + ", " + slotText(*day, part.Slot) + ", dure " + french.Duration(part.Slot.Minutes(day.Zone)) + ".",
		Refused:   "L’arrivée du " + p.dateAndTime(part.Refused.OccurredAt) + " a été refusée pendant ce temps" + nbsp + ": le départ de la première journée manque sans doute.",
		After:     "La seconde journée sera de " + arrived + " à " + french.ClockTime(models.WallTimeOf(part.Slot.EndAt, p.zone)) + ".",
		Day:       views.Link{URL: p.links.To(editPath(day.ID)), Label: "Voir la journée"},
		End:       typed.End,
		EndDays:   slotView(typed, "0").EndDays,
		Offered:   offered,
		ErrorID:   "end-error-" + slotID,
	}, nil
}

func (p *Pages) betterEndView(better models.BetterEnd) views.BetterEnd {
	closed := french.ClockTime(models.WallTimeOf(better.Slot.EndAt, p.zone))
	return views.BetterEnd{
		Action:    p.links.To("/review/end"),
		SlotID:    strconv.FormatInt(better.Slot.ID, 10),
		RefusedID: strconv.FormatInt(better.Refused.ID, 10),
		Text: "Vous avez clos à " + closed + " l’arrivée du " + p.dateAndTime(better.Slot.StartAt) + ". Un départ est venu ensuite, pour le " +
			p.dateAndTime(better.Refused.OccurredAt) + ".",
		Day: views.Link{URL: p.links.To(editPath(better.Slot.WorkEntryID)), Label: "Voir la journée"},
	}
}

func (p *Pages) leftView(event models.RefusedEvent) views.Left {
	why := "Aucune arrivée ne va avec ce départ. Si la journée n’est pas juste, corrigez-la à la main."
	if event.Event == models.Arrival {
		why = "Aucun départ ne va avec cette arrivée. Si la journée n’est pas juste, corrigez-la à la main."
	}
	date := models.DateOf(event.OccurredAt.In(p.zone))
	return views.Left{Event: p.refusedView(event), Why: why, Day: views.Link{URL: p.links.To(newPath(date)), Label: "Ouvrir la journée"}}
}

// idsIn reads the events that a form names. What is no id names none that is offered.
func idsIn(values url.Values, name string) []int64 {
	var ids []int64
	for _, text := range values[name] {
		id, _ := strconv.ParseInt(text, 10, 64)
		ids = append(ids, id)
	}
	return ids
}

// reviewForm reads a form of the page. It returns [models.ErrReviewChanged] when the
// integration is off, and then nothing is offered.
func (p *Pages) reviewForm(c echo.Context) (url.Values, []int64, error) {
	values, err := readForm(c)
	if err != nil {
		return nil, nil, err
	}
	ids := idsIn(values, "refused_id")
	if p.presence == nil || len(ids) == 0 {
		return nil, nil, models.ErrReviewChanged
	}
	return values, ids, nil
}

// reviewed leads back to the page when something was done, or shows what has come
// in between.
func (p *Pages) reviewed(c echo.Context, err error, said flash) error {
	if errors.Is(err, models.ErrReviewChanged) {
		return p.showReview(c, http.StatusConflict, reviewChanged, nil)
	}
	if err != nil {
		return err
	}
	p.flash(c, said)
	return p.seeOther(c, "/review")
}

// recordRefused records refused events after all.
func (p *Pages) recordRefused(c echo.Context) error {
	_, ids, err := p.reviewForm(c)
	var done models.Change
	if err == nil {
		done, err = p.store.RecordRefused(c.Request().Context(), *p.presence, ids, models.NewInstant(p.now()))
	}
	return p.reviewed(c, err, newFlash(flashRecorded, len(ids)).of(done))
}

// takeBetterEnd takes a departure in place of the end that was typed.
func (p *Pages) takeBetterEnd(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	var done models.Change
	if err == nil {
		done, err = p.store.TakeBetterEnd(c.Request().Context(), *p.presence, slotID(values), ids[0], models.NewInstant(p.now()))
	}
	return p.reviewed(c, err, newFlash(flashEndTaken).of(done))
}

// dismissRefused drops refused events.
func (p *Pages) dismissRefused(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	if err == nil {
		err = p.store.DismissRefused(c.Request().Context(), append(ids, idsIn(values, "inside_id")...))
	}
	return p.reviewed(c, err, newFlash(flashDismissed))
}

func slotID(values url.Values) int64 {
	id, _ := strconv.ParseInt(values.Get("slot_id"), 10, 64)
	return id
}

// partSlot parts a slot at the arrival that was refused inside it.
func (p *Pages) partSlot(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	if err != nil {
		return p.reviewed(c, err, "")
	}
	day, slot, err := p.slotNamed(c, slotID(values))
	if err != nil {
		return p.reviewed(c, err, "")
	}
	typed := slotRow{
		Start:  french.ClockTime(models.WallTimeOf(slot.StartAt, day.Zone)),
		End:    strings.TrimSpace(values.Get("end")),
		EndDay: values.Get("end_day"),
	}
	half, messages := typed.slot(day, &models.TimeSlot{StartAt: slot.StartAt})
	if messages == (slotMessages{}) {
		var done models.Change
		done, err = p.store.PartSlot(c.Request().Context(), *p.presence, slot.ID, ids[0], half.EndAt, models.NewInstant(p.now()))
		refused := false
		if messages, refused = closingMessageFor(err); !refused {
			return p.reviewed(c, err, newFlash(flashParted).of(done))
		}
	}
	return p.showReview(c, http.StatusUnprocessableEntity, "", &views.Part{
		SlotID:  strconv.FormatInt(slot.ID, 10),
		End:     typed.End,
		EndDays: slotView(typed, "0").EndDays,
		Message: messages.End + messages.EndDay,
	})
}

// slotNamed returns a slot of the parts that are offered, and its day, or
// [models.ErrReviewChanged].
func (p *Pages) slotNamed(c echo.Context, id int64) (*models.Day, models.TimeSlot, error) {
	found, err := p.review(c)
	if err != nil {
		return nil, models.TimeSlot{}, err
	}
	for _, part := range found.Parts {
		if part.Slot.ID == id {
			day, err := p.store.Day(c.Request().Context(), part.Slot.WorkEntryID)
			return day, part.Slot, err
		}
	}
	return nil, models.TimeSlot{}, models.ErrReviewChanged
}
