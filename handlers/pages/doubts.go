package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

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

// mostDoubts is how many days in doubt are shown at once.
const mostDoubts = 30

// doubtWords is what is said of each kind of doubt, and what is offered beside « C'est
// juste ».
var doubtWords = map[review.DoubtKind]struct {
	heading string
	text    func(review.Doubt) string
	remedy  func(*Pages, echo.Context, review.Doubt, *views.Doubt)
}{
	review.DoubtCutUp:   {"Créneaux coupés", cutUpText, (*Pages).offerMerge},
	review.DoubtOverlap: {"Créneaux qui se chevauchent", overlapText, (*Pages).offerMerge},
	review.DoubtLong:    {"Créneau très long", longText, (*Pages).offerEnd},
	review.DoubtMissing: {"Rien de saisi", missingText, (*Pages).offerFill},
	review.DoubtUnread:  {"Données illisibles", unreadText, (*Pages).offerHistory},
}

func cutUpText(d review.Doubt) string {
	return "Le " + french.FullDate(d.Day.Date) + ", des créneaux sont séparés de moins de " + strconv.Itoa(review.CutUpMinutes) + nbsp + "min" + nbsp + ": " + slotsInWords(d) + "."
}

func overlapText(d review.Doubt) string {
	return "Le " + french.FullDate(d.Day.Date) + ", des créneaux se chevauchent" + nbsp + ": " + slotsInWords(d) + "."
}

func longText(d review.Doubt) string {
	return "Le créneau du " + french.FullDate(d.Day.Date) + ", " + french.SlotText(*d.Day, d.Slots[0]) + ", dure " +
		french.Duration(d.Slots[0].Minutes(d.Day.Zone)) + nbsp + ": un départ manque sans doute."
}

func missingText(d review.Doubt) string {
	if len(d.Dates) == 1 {
		return "Le " + french.FullDate(d.Last()) + " est un jour ouvré sans journée."
	}
	return "Du " + french.FullDate(d.Dates[0]) + " au " + french.FullDate(d.Last()) + ", " + french.Counted(len(d.Dates), "jour") + " ouvrés n’ont pas de journée."
}

// unreadText says what of a day cannot be read. The date of one that does not exist is
// written as it is stored.
func unreadText(d review.Doubt) string {
	if d.Day.Unread == 0 {
		return "Une journée est enregistrée au " + d.Day.Date.String() + ", une date qui n’existe pas" + nbsp + ": elle n’est comptée nulle part."
	}
	return "Le " + french.FullDate(d.Day.Date) + nbsp + ": " + unreadSlots(d.Day.Unread)
}

// unreadSlots says how many slots of a day cannot be read, and what becomes of them.
func unreadSlots(number int) string {
	switch number {
	case 0:
		return ""
	case 1:
		return "1" + nbsp + "créneau ne peut pas être lu et ne compte pas. Changer un créneau de la journée le retire" + nbsp + "; l’historique le garde."
	}
	return french.Counted(number, "créneau") + " ne peuvent pas être lus et ne comptent pas. Changer un créneau de la journée les retire" + nbsp + "; l’historique les garde."
}

// mostSlots is how many slots are named in a sentence.
const mostSlots = 6

func slotsInWords(d review.Doubt) string {
	texts := french.SlotTexts(models.Day{WorkEntry: d.Day.WorkEntry, Slots: d.Slots[:min(len(d.Slots), mostSlots)], Zone: d.Day.Zone})
	if len(d.Slots) > mostSlots {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}

// showDoubts shows the days in doubt, and one of them as it was typed (nil when none
// was).
func (p *Pages) showDoubts(c echo.Context, page *views.Review, found review.Review, typed *views.Doubt) error {
	doubts, err := p.Doubts.Find(c.Request().Context(), civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	page.Open = p.Forgotten(c)
	doubts = found.Beside(doubts)
	if more := len(doubts) - mostDoubts; more > 0 {
		doubts = doubts[:mostDoubts]
		page.More = "et " + french.Counted(more, "autre") + ", quand vous aurez vu ceux-ci."
	}
	for _, doubt := range doubts {
		view := p.doubtView(c, doubt)
		if typed != nil && typed.ID == view.ID {
			view.End, view.EndDays, view.Offered, view.Message = typed.End, typed.EndDays, "", typed.Message
		}
		page.Doubts = append(page.Doubts, view)
	}
	return nil
}

func (p *Pages) doubtView(c echo.Context, doubt review.Doubt) views.Doubt {
	words := doubtWords[doubt.Kind]
	view := views.Doubt{
		ID:      doubt.ID(),
		Heading: words.heading,
		Text:    words.text(doubt),
		Right:   "/review/right",
		Day:     views.Link{Path: views.NewEntryPath(doubt.Dates[0]), Label: "Ouvrir la journée"},
	}
	view.ErrorID = "error-" + view.ID
	if doubt.Day != nil {
		view.Day = views.Link{Path: views.EntryPath(doubt.Day.ID), Label: "Voir la journée"}
	}
	words.remedy(p, c, doubt, &view)
	return view
}

// offerHistory leads to what the day was before, since nothing can be corrected.
func (p *Pages) offerHistory(_ echo.Context, doubt review.Doubt, view *views.Doubt) {
	view.Day = views.Link{Path: views.HistoryPath(doubt.Day.ID), Label: "Historique de la journée"}
}

func (p *Pages) offerMerge(_ echo.Context, _ review.Doubt, view *views.Doubt) {
	view.Action, view.Label = "/review/merge", "Réunir"
}

// offerFill offers a type for the missing days.
func (p *Pages) offerFill(_ echo.Context, _ review.Doubt, view *views.Doubt) {
	view.Action, view.Label = "/review/fill", "Remplir"
	view.Types = typeOptions(string(models.Leave))
}

// offerEnd offers the usual end of a slot that is too long.
func (p *Pages) offerEnd(c echo.Context, doubt review.Doubt, view *views.Doubt) {
	view.Action, view.Label = "/review/shorten", "Corriger"
	typed, offered := p.UsualEnd(c, doubt.Day, doubt.Slots[0].StartAt)
	view.Ends, view.End, view.EndDays, view.Offered = true, typed.End, forms.SlotView(typed, "0").EndDays, offered
}

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
	return p.reviewed(c, values, err, saidRight.With())
}

// mergeDoubt merges the slots in doubt of a day, and no others: those that touch were
// typed so, and a pause that was found right stays.
func (p *Pages) mergeDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c)
	if err == nil && len(doubt.Slots) < 2 {
		err = models.ErrReviewChanged
	}
	if err != nil {
		return p.reviewed(c, values, err, "")
	}
	return p.editDoubt(c, values, doubt, mergedInDoubt(doubt).read(doubt.Day).change, saidMerged.With())
}

// mergedInDoubt returns the form of a day with its slots in doubt merged.
func mergedInDoubt(doubt review.Doubt) dayForm {
	form := formOf(doubt.Day)
	odd := form
	odd.Slots, form.Slots = nil, nil
	inDoubt := make(map[int64]bool, len(doubt.Slots))
	for _, slot := range doubt.Slots {
		inDoubt[slot.ID] = true
	}
	for _, slot := range doubt.Day.Slots {
		if inDoubt[slot.ID] {
			odd.Slots = append(odd.Slots, forms.RowOf(doubt.Day, slot))
		} else {
			form.Slots = append(form.Slots, forms.RowOf(doubt.Day, slot))
		}
	}
	odd, _ = odd.merged(doubt.Day, review.CutUpMinutes)
	form.Slots = append(form.Slots, odd.Slots...)
	return form
}

// shortenDoubt sets the end of a slot that is too long to the one that was typed.
func (p *Pages) shortenDoubt(c echo.Context) error {
	values, doubt, err := p.doubtForm(c)
	if err == nil && doubt.Kind != review.DoubtLong {
		err = models.ErrReviewChanged
	}
	if err != nil {
		return p.reviewed(c, values, err, "")
	}
	odd := doubt.Slots[0]
	typed, slot, messages := forms.EndOf(doubt.Day, odd.StartAt, values)
	if messages == (forms.SlotMessages{}) && !slot.EndAt.Before(odd.EndAt.Time) {
		messages.End = "Cette fin n’est pas avant celle du créneau."
	}
	if messages == (forms.SlotMessages{}) {
		slot.ID = odd.ID
		change := formOf(doubt.Day).read(doubt.Day).change
		for i := range change.Slots {
			if change.Slots[i].ID == slot.ID {
				change.Slots[i] = slot
			}
		}
		done, err := p.editInDoubt(c, doubt, change)
		refused := false
		if messages, refused = closingMessageFor(err); !refused {
			return p.reviewed(c, values, err, saidShortened.With(slot.Minutes(doubt.Day.Zone)).Of(done))
		}
	}
	return p.showReviewTyped(c, http.StatusUnprocessableEntity, &views.Doubt{
		ID: doubt.ID(), End: typed.End, EndDays: forms.SlotView(typed, "0").EndDays, Message: messages.End + messages.EndDay,
	})
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
		return p.showReview(c, http.StatusUnprocessableEntity, "Rien n’est changé"+nbsp+": cette journée ne peut être corrigée que sur sa page.", nil)
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
			return p.showReviewTyped(c, http.StatusUnprocessableEntity, &views.Doubt{ID: doubt.ID(), Message: forms.MessageFor(refusal.Unwrap()[0])})
		}
		return p.reviewed(c, values, err, saidFilled.With(len(doubt.Dates), change.DayType).Of(done))
	}
	return p.reviewed(c, values, err, "")
}
