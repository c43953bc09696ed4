package pages

import (
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
	return p.reviewWith(c, status, alert, typed, nil)
}

// showReviewTyped shows the page with a doubt as it was typed.
func (p *Pages) showReviewTyped(c echo.Context, status int, typed *views.Doubt) error {
	return p.reviewWith(c, status, "", nil, typed)
}

func (p *Pages) reviewWith(c echo.Context, status int, alert string, typed *views.Part, doubt *views.Doubt) error {
	found, err := p.Review(c)
	if err != nil {
		return err
	}
	page := views.Review{
		Frame:   p.Frame(c, "À vérifier"),
		Alert:   alert,
		Dismiss: "/review/dismiss",
		Nothing: views.Nothing{
			Text:  "Rien à vérifier. Viendront ici un envoi refusé qui peut encore être enregistré, un départ oublié, un créneau trop long ou coupé, un jour ouvré sans journée.",
			Leads: []views.Link{{Path: "/journal", Label: "Voir le journal"}},
		},
	}
	if len(found.Recordable) > 0 {
		page.Recordable = &views.Recordable{Action: "/review/record"}
		for i, event := range found.Recordable {
			view := p.refusedView(event)
			if i > 0 && event.Event == models.Departure && found.Recordable[i-1].Event == models.Arrival {
				pair := models.TimeSlot{StartAt: found.Recordable[i-1].OccurredAt, EndAt: event.OccurredAt}
				view.Text += ", soit " + french.Duration(pair.Minutes(p.Rules.Zone)) + " de présence"
			}
			page.Recordable.Events = append(page.Recordable.Events, view)
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
	if err := p.showDoubts(c, &page, found, doubt); err != nil {
		return err
	}
	number(&page)
	return frame.Render(c, status, views.ReviewPage(page))
}

// number numbers the questions of the page. The keyboard is on the one that stands where the
// last one that was answered stood, or else on what is said of that.
func number(page *views.Review) {
	var questions []*views.Question
	if page.Recordable != nil {
		questions = append(questions, &page.Recordable.Question)
	}
	for i := range page.Parts {
		questions = append(questions, &page.Parts[i].Question)
	}
	for i := range page.BetterEnds {
		questions = append(questions, &page.BetterEnds[i].Question)
	}
	for i := range page.Left {
		questions = append(questions, &page.Left[i].Question)
	}
	for i := range page.Doubts {
		questions = append(questions, &page.Doubts[i].Question)
	}
	for i, question := range questions {
		question.Place = strconv.Itoa(i)
	}
	place, err := strconv.Atoi(string(page.FocusOn))
	if err == nil && len(questions) > 0 {
		questions[min(place, len(questions)-1)].Focus = true
	} else if err == nil {
		page.FocusOn = views.FocusFlash
	}
}

func (p *Pages) refusedView(event models.RefusedEvent) views.RefusedEvent {
	if !event.OccurredAt.Readable() {
		return views.RefusedEvent{ID: strconv.FormatInt(event.ID, 10), Text: french.Events[event.Event] + " à une heure illisible"}
	}
	return views.RefusedEvent{
		ID:   strconv.FormatInt(event.ID, 10),
		Text: french.Events[event.Event] + " du " + french.Moment(event.OccurredAt, p.Rules.Zone),
	}
}

func (p *Pages) partView(c echo.Context, part review.Part) (views.Part, error) {
	day, err := p.Store.Day(c.Request().Context(), part.Slot.WorkEntryID)
	if err != nil {
		return views.Part{}, err
	}
	typed, offered := p.UsualEnd(c, day, part.Slot.StartAt)
	slotID := strconv.FormatInt(part.Slot.ID, 10)
	var inside []string
	var arrivals []views.Option
	for _, refused := range part.Inside {
		id := strconv.FormatInt(refused.ID, 10)
		inside = append(inside, id)
		label := french.ShortDate(civil.DateOf(refused.OccurredAt.In(p.Rules.Zone))) + " " + french.Clock(refused.OccurredAt, p.Rules.Zone)
		arrivals = append(arrivals, views.Option{Value: id, Label: label, Selected: refused.ID == part.Refused.ID})
	}
	arrived := french.Clock(part.Refused.OccurredAt, p.Rules.Zone)
	return views.Part{
		Action:    "/review/part",
		SlotID:    slotID,
		RefusedID: strconv.FormatInt(part.Refused.ID, 10),
		Inside:    inside,
		Arrivals:  arrivals,
		Text:      "Le créneau du " + french.FullDate(day.Date) + ", " + french.SlotText(*day, part.Slot) + ", dure " + french.Duration(part.Slot.Minutes(day.Zone)) + ".",
		Refused:   "L’arrivée du " + french.Moment(part.Refused.OccurredAt, p.Rules.Zone) + " a été refusée pendant ce temps" + nbsp + ": le départ de la première journée manque sans doute.",
		After:     "La seconde journée sera de " + arrived + " à " + french.Clock(part.Slot.EndAt, p.Rules.Zone) + ".",
		Day:       views.Link{Path: views.EntryPath(day.ID), Label: "Voir la journée"},
		End:       typed.End,
		EndDays:   forms.SlotView(typed, "0").EndDays,
		Offered:   offered,
		ErrorID:   "end-error-" + slotID,
	}, nil
}

func (p *Pages) betterEndView(better review.BetterEnd) views.BetterEnd {
	closed := french.Clock(better.Slot.EndAt, p.Rules.Zone)
	return views.BetterEnd{
		Action:    "/review/end",
		SlotID:    strconv.FormatInt(better.Slot.ID, 10),
		RefusedID: strconv.FormatInt(better.Refused.ID, 10),
		Text: "Vous avez clos à " + closed + " l’arrivée du " + french.Moment(better.Slot.StartAt, p.Rules.Zone) + ". Un départ est venu ensuite, pour le " +
			french.Moment(better.Refused.OccurredAt, p.Rules.Zone) + ".",
		Day: views.Link{Path: views.EntryPath(better.Slot.WorkEntryID), Label: "Voir la journée"},
	}
}

func (p *Pages) leftView(event models.RefusedEvent) views.Left {
	why := "Aucune arrivée ne va avec ce départ. Si la journée n’est pas juste, corrigez-la à la main."
	if event.Event == models.Arrival {
		why = "Aucun départ ne va avec cette arrivée. Si la journée n’est pas juste, corrigez-la à la main."
	}
	left := views.Left{Event: p.refusedView(event), Why: why}
	date, err := civil.DateIn(event.OccurredAt, p.Rules.Zone)
	if !event.OccurredAt.Readable() {
		left.Why = "Cet événement ne peut pas être enregistré."
		return left
	}
	if err != nil { // the zone was another one when it came
		left.Why = "Dans le fuseau de ce serveur, sa date n’est pas entre 1970 et 9999" + nbsp + ": elle ne peut pas être enregistrée."
		return left
	}
	left.Day = views.Link{Path: views.NewEntryPath(date), Label: "Ouvrir la journée"}
	return left
}

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

// reviewForm reads a form of the page. It returns [models.ErrReviewChanged] when the
// integration is off, and then nothing is offered.
func (p *Pages) reviewForm(c echo.Context) (url.Values, []int64, error) {
	values, err := forms.Read(c)
	if err != nil {
		return nil, nil, err
	}
	ids := idsIn(values, "refused_id")
	if !p.Rules.Integrated || len(ids) == 0 {
		return nil, nil, models.ErrReviewChanged
	}
	return values, ids, nil
}

// reviewed leads back to the page when something was done with the values of a form, or says
// that something has changed since.
func (p *Pages) reviewed(c echo.Context, values url.Values, err error, said frame.Flash) error {
	if errors.Is(err, models.ErrReviewChanged) {
		return p.showReview(c, http.StatusConflict, reviewChanged, nil)
	}
	if err != nil {
		return err
	}
	p.Flash(c, said.At(values.Get("place")))
	return p.SeeOther(c, frame.ReviewPath)
}

// recordRefused records refused events after all.
func (p *Pages) recordRefused(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	var done models.Change
	if err == nil {
		done, err = review.Record(c.Request().Context(), p.Store, ids, civil.NewInstant(p.Now()))
	}
	return p.reviewed(c, values, err, saidRecorded.With(len(ids)).Of(done))
}

// takeBetterEnd takes a departure in place of the end that was typed.
func (p *Pages) takeBetterEnd(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	var done models.Change
	if err == nil {
		done, err = review.TakeBetterEnd(c.Request().Context(), p.Store, slotID(values), ids[0], civil.NewInstant(p.Now()))
	}
	return p.reviewed(c, values, err, saidEndTaken.With().Of(done))
}

// dismissRefused drops refused events.
func (p *Pages) dismissRefused(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	if err == nil {
		inside := idsIn(values, "inside_id")
		err = review.Dismiss(c.Request().Context(), p.Store, append(ids, inside...))
		if err == nil && len(inside) > 0 { // it is one presence, however long
			err = p.Doubts.AcceptLong(c.Request().Context(), slotID(values), civil.NewInstant(p.Now()))
		}
	}
	return p.reviewed(c, values, err, saidDismissed.With())
}

func slotID(values url.Values) int64 {
	id, _ := strconv.ParseInt(values.Get("slot_id"), 10, 64)
	return id
}

// partSlot splits a slot at the arrival that was refused inside it.
func (p *Pages) partSlot(c echo.Context) error {
	values, ids, err := p.reviewForm(c)
	if err != nil {
		return p.reviewed(c, values, err, "")
	}
	day, slot, err := p.slotNamed(c, slotID(values))
	if err != nil {
		return p.reviewed(c, values, err, "")
	}
	typed, half, messages := forms.EndOf(day, slot.StartAt, values)
	if messages == (forms.SlotMessages{}) {
		var done models.Change
		done, err = review.PartSlot(c.Request().Context(), p.Store, slot.ID, ids[0], half.EndAt, civil.NewInstant(p.Now()))
		refused := false
		if messages, refused = closingMessageFor(err); !refused {
			return p.reviewed(c, values, err, saidParted.With().Of(done))
		}
	}
	return p.showReview(c, http.StatusUnprocessableEntity, "", &views.Part{
		SlotID:  strconv.FormatInt(slot.ID, 10),
		End:     typed.End,
		EndDays: forms.SlotView(typed, "0").EndDays,
		Message: messages.End + messages.EndDay,
	})
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
