package pages

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"worklog/handlers/forms"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// handWords name a hand's event on its button, and when it was refused.
var handWords = map[models.EventType]struct{ button, heading string }{
	models.Arrival:   {"J’arrive", "Arrivée non enregistrée"},
	models.Departure: {"Je pars", "Départ non enregistré"},
}

// handFlashes say what a hand's event has recorded.
var handFlashes = map[models.EventType]flashCode{models.Arrival: flashArrived, models.Departure: flashLeft}

// hand is the button for the next event, to be pressed when the phone does not send it;
// nil when the integration is off.
func (p *Pages) hand(c echo.Context) *views.Hand {
	open, err := p.openArrival(c)
	if p.presence == nil || err != nil { // which the presence beside it has logged
		return nil
	}
	next := models.Arrival
	if open != nil {
		next = models.Departure
	}
	button := p.handFor(next, "hand-"+rand.Text())
	return &button
}

func (p *Pages) handFor(event models.EventType, key string) views.Hand {
	return views.Hand{
		Action: p.links.To("/presence/hand"),
		Event:  string(event),
		Key:    key,
		Label:  handWords[event].button,
	}
}

// handMessage is what is said of a refused press. Where a time can be corrected, it
// stands beside the field.
type handMessage struct {
	err    error
	status int
	text   string
}

var handMessages = []handMessage{
	{models.ErrArrivalOpen, http.StatusConflict, "Une arrivée est déjà ouverte."},
	{models.ErrNoOpenArrival, http.StatusConflict, "Aucune arrivée n’est ouverte" + nbsp + ": ce départ ne clôt rien."},
	{models.ErrKeyReused, http.StatusConflict, "Ce bouton a déjà servi pour une autre heure. Si elle n’est pas juste, corrigez la journée."},
	{models.ErrDepartureNotLater, http.StatusUnprocessableEntity, "Ce départ n’est pas après l’arrivée."},
	{models.ErrEndLikeStart, http.StatusUnprocessableEntity, "Ce départ n’est pas après l’arrivée."},
	{models.ErrEventInFuture, http.StatusUnprocessableEntity, "Cette heure est encore à venir."},
	{models.ErrTimeSkipped, http.StatusUnprocessableEntity, "Cette heure n’existe pas ce jour-là" + nbsp + ": l’horloge la saute."},
	{models.ErrDateOutOfRange, http.StatusUnprocessableEntity, "La date n’est pas entre 1970 et 9999" + nbsp + ": l’horloge du serveur est-elle juste" + nbsp + "?"},
}

// recordByHand records the arrival or the departure that a person has pressed, and
// leads to the month.
func (p *Pages) recordByHand(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	press := models.Press{Event: models.EventType(values.Get("event")), Key: values.Get("key")}
	if p.presence == nil || !press.Event.Valid() {
		return echo.ErrNotFound
	}
	typed := strings.TrimSpace(values.Get("at"))
	if typed != "" {
		wall, readable := forms.ParseWallTime(typed)
		if !readable {
			return p.handRefused(c, press, typed, handMessage{status: http.StatusUnprocessableEntity, text: forms.UnreadableTime})
		}
		press.At = &wall
	}
	receipt, err := p.store.RecordByHand(c.Request().Context(), *p.presence, press, models.NewInstant(p.now()))
	for _, known := range handMessages {
		if errors.Is(err, known.err) {
			return p.handRefused(c, press, typed, known)
		}
	}
	if err != nil {
		return err
	}
	if receipt.Unjournalled != nil {
		p.log.Error("request not journalled", "request_id", requestID(c), "error", receipt.Unjournalled)
	}
	p.flash(c, newFlash(handFlashes[press.Event], french.ClockTime(models.WallTimeOf(receipt.OccurredAt, p.zone))).of(receipt.Change))
	return p.seeOther(c, monthPath(p.today()))
}

// handRefused says why nothing was recorded. A time that can be corrected is typed
// again on the spot, for the same press.
func (p *Pages) handRefused(c echo.Context, press models.Press, typed string, why handMessage) error {
	page := views.HandRefused{
		Frame:   p.frame(c, handWords[press.Event].heading),
		Heading: handWords[press.Event].heading,
		Home:    p.links.To("/"),
	}
	if why.status == http.StatusConflict {
		page.Text = why.text
		return render(c, why.status, views.HandRefusedPage(page))
	}
	again := p.handFor(press.Event, press.Key)
	again.At, again.Message = typed, why.text
	page.Frame.Hand, page.Again = nil, &again
	return render(c, why.status, views.HandRefusedPage(page))
}
