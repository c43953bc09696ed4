package pages

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/views"
	"worklog/views/french"
)

var handHeadings = map[models.EventType]string{models.Arrival: "Arrivée non enregistrée", models.Departure: "Départ non enregistré"}

var handSaid = map[models.EventType]string{models.Arrival: "Arrivée à %s enregistrée.", models.Departure: "Départ à %s enregistré."}

// handMessages say why a press is refused, beside the field if the time can be corrected. They are those that
// no other way in has: the others are those of the outcomes.
var handMessages = forms.Table[outcomes.Answer]{
	{models.ErrTakenBack, outcomes.Answer{Status: http.StatusConflict, Message: "Annulé depuis\u00a0: cet appui avait été enregistré, puis annulé. Il n’est pas refait."}},
	{models.ErrPressRepeated, outcomes.Answer{Status: http.StatusConflict, Message: "Ce bouton a déjà enregistré un autre moment, ou une arrivée close depuis. Rien de plus n’est enregistré\u00a0: revenez à la page, et appuyez de nouveau s’il le faut."}},
	{models.ErrPressInSlot, outcomes.Answer{Status: http.StatusConflict, Message: "L’heure de cet appui est déjà dans un créneau de cette journée\u00a0: elle ne compte pas deux fois."}},
	{models.ErrDayEdited, outcomes.Answer{Status: http.StatusConflict, Message: "Cette journée a été modifiée depuis cet appui\u00a0: si son heure y manque, écrivez-la dans la journée."}},
	{models.ErrEndLikeStart, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: "Ce départ n’est pas après l’arrivée."}},
	{models.ErrEventInFuture, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: "Cette heure est encore à venir."}},
	{models.ErrPressTooOld, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: "Cet appui date de plus de 7\u00a0jours\u00a0: écrivez plutôt l’heure dans la journée."}},
	{models.ErrPressInFuture, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: "L’horloge de l’appareil où vous avez appuyé avance\u00a0: écrivez plutôt l’heure dans la journée."}},
	{models.ErrTimeSkipped, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: "Cette heure n’existe pas ce jour-là\u00a0: l’horloge la saute."}},
}

// recordByHand records the arrival or the departure that a person has pressed, and
// leads back, or else to the month.
func (p *Pages) recordByHand(c echo.Context, values url.Values) error {
	press := presence.Press{Event: models.EventType(values.Get("event")), Key: values.Get("key")}
	if !p.Rules.Integrated {
		return errNotIntegrated
	}
	if !press.Event.Valid() {
		return echo.ErrNotFound
	}
	if values.Has("pressed_at") {
		pressed, err := time.Parse(time.RFC3339, values.Get("pressed_at"))
		if err != nil {
			return p.handRefused(c, press, values, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: "L’heure de cet appui ne peut pas être lue."})
		}
		at := civil.NewInstant(pressed)
		press.PressedAt = &at
	}
	if typed := strings.TrimSpace(values.Get("at")); typed != "" {
		wall, readable := forms.ParseWallTime(typed)
		if !readable {
			return p.handRefused(c, press, values, outcomes.Answer{Status: http.StatusUnprocessableEntity, Message: forms.UnreadableTime})
		}
		press.At = &wall
	}
	receipt, err := presence.RecordByHand(c.Request().Context(), p.Store, press, civil.NewInstant(p.Now()))
	if refused := outcomes.Of[models.OutcomeOf(err)]; refused.Pressed != "" {
		return p.handRefused(c, press, values, outcomes.Answer{Status: refused.Status, Message: refused.Pressed})
	}
	if why, known := handMessages.For(err); known {
		return p.handRefused(c, press, values, why)
	}
	if err != nil {
		return err
	}
	if receipt.Unjournalled != nil {
		p.Log.Error("request not journalled", "request_id", frame.RequestID(c), "error", receipt.Unjournalled)
	}
	said := fmt.Sprintf(handSaid[press.Event], french.Clock(receipt.Event.OccurredAt, p.Rules.Zone))
	p.Flash(c, frame.Flash{Text: said, Focus: views.FocusHand}.Of(receipt.Change))
	return p.SeeOther(c, frame.Back(values, views.MonthPath(p.Today())))
}

// handRefused says why nothing was recorded. If the time can be corrected, the page asks for
// it again, for the same press.
func (p *Pages) handRefused(c echo.Context, press presence.Press, values url.Values, why outcomes.Answer) error {
	page := views.HandRefused{Frame: p.Frame(c, handHeadings[press.Event])}
	if why.Status == http.StatusConflict {
		page.Text = why.Message
		if press.PressedAt != nil {
			date := p.Rules.DateOf(*press.PressedAt)
			page.Date = &date
		}
		return frame.RenderRefusal(c, why.Status, why.Message, views.HandRefusedPage(page))
	}
	again := views.Hand{Event: press.Event, Key: press.Key}
	again.At, again.Message = strings.TrimSpace(values.Get("at")), why.Message
	return p.pressAgain(c, why.Status, page, again, values)
}

// pressAgain shows the button of a press again, in place of that of the frame. The values are
// those of the press.
func (p *Pages) pressAgain(c echo.Context, status int, page views.HandRefused, again views.Hand, values url.Values) error {
	again.Back = values.Get("back")
	page.Frame.Hand, page.Again = nil, &again
	return frame.RenderRefusal(c, status, again.Message, views.HandRefusedPage(page))
}

// showPressBefore shows the button that was pressed when the session had ended, with the
// time at which it was.
func (p *Pages) showPressBefore(c echo.Context, d frame.Draft) error {
	press := presence.Press{Event: models.EventType(d.Values.Get("event")), Key: d.Values.Get("key")}
	sentAt, err := time.Parse(time.RFC3339, d.SentAt)
	if err != nil || !p.Rules.Integrated || !press.Event.Valid() {
		return echo.ErrNotFound
	}
	pressed := civil.NewInstant(sentAt)
	again := views.Hand{Event: press.Event, Key: press.Key}
	if again.At = strings.TrimSpace(d.Values.Get("at")); again.At == "" {
		again.At = french.Clock(pressed, p.Rules.Zone)
	}
	page := views.HandRefused{
		Frame: p.Frame(c, handHeadings[press.Event]),
		Text:  d.Why.Text + "rien n’est encore enregistré. Vous avez appuyé " + p.When(pressed) + ".",
	}
	return p.pressAgain(c, d.Why.Status, page, again, d.Values)
}
