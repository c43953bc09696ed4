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
	"worklog/models/presence"
	"worklog/views"
)

// onBand makes a handler of a button of the band, which answers it unless it has been answered before.
func onBand(answer func(*Pages, echo.Context, url.Values, *draft) error) func(*Pages, echo.Context) error {
	return func(p *Pages, c echo.Context) error {
		values, along, done, err := p.readAlong(c, c.QueryParam("typed"))
		switch {
		case err != nil:
			return err
		case done.ID != 0:
			return p.closedBefore(c, values, along, done)
		}
		return answer(p, c, values, along)
	}
}

// closeArrival closes a forgotten arrival at the submitted time, and leads back, or shows
// what was typed meanwhile in the page that had the band.
func (p *Pages) closeArrival(c echo.Context, values url.Values, along *draft) error {
	ctx := c.Request().Context()
	open, day, err := p.openDay(c, values)
	if err != nil {
		return p.notOpen(c, along, err)
	}
	typed, slot, messages := forms.EndOf(day, open.OccurredAt, values)
	refuse := func(status int, messages views.SlotMessages) error {
		view := p.ForgottenView(day, open, typed, "", messages)
		view.Back = values.Get("back")
		if along != nil {
			return p.showDraft(c, *along, around{status: status, band: view})
		}
		return frame.Render(c, status, views.ForgottenPage(p.Frame(c, "Départ oublié"), *view))
	}
	if messages != (views.SlotMessages{}) {
		return refuse(http.StatusUnprocessableEntity, messages)
	}
	done, err := presence.Close(ctx, p.Store, open.ID, slot.EndAt, civil.NewInstant(p.Now()))
	if messages, refused := closingMessages.For(err); refused {
		return refuse(http.StatusUnprocessableEntity, messages)
	}
	if errors.Is(err, models.ErrNoOpenArrival) {
		return p.notOpen(c, along, err)
	}
	if err != nil {
		with := p.notStored(c, "arrival not closed", err)
		return refuse(with.status, views.SlotMessages{End: with.alert})
	}
	return p.closed(c, values, done, along, saidClosed(slot.Minutes(day.Zone)))
}

// notOpen shows what was typed meanwhile if the error is that the arrival is not open any
// more. It returns any other error, and also that one if nothing was typed.
func (p *Pages) notOpen(c echo.Context, along *draft, err error) error {
	if along == nil || !errors.Is(err, models.ErrNoOpenArrival) {
		return err
	}
	refusal := p.PageOf(err)
	return p.showDraft(c, *along, around{status: refusal.Status, alert: refusal.Text + stillTyped})
}

// closed says that an arrival was closed, where that was pressed or above what was typed
// meanwhile.
func (p *Pages) closed(c echo.Context, values url.Values, done models.Change, along *draft, said frame.Flash) error {
	if along != nil {
		frame.ForgetOpenArrival(c)
		return p.showAlong(c, along, said.Of(done))
	}
	p.Flash(c, said.Of(done))
	if back := frame.Back(values, ""); back != "" {
		return p.SeeOther(c, back)
	}
	return p.afterClosing(c, done.EntryID)
}

// afterClosing leads to the events that were refused because of the arrival, or else to its
// day.
func (p *Pages) afterClosing(c echo.Context, entryID int64) error {
	if p.Rules.Integrated {
		found, err := p.Reviews.Find(c.Request().Context())
		if err == nil && len(found.Recordable) > 0 {
			return p.SeeOther(c, frame.ReviewPath)
		}
	}
	return p.SeeOther(c, views.EntryPath(entryID))
}

// askClose asks for the departure of the open arrival, however long it has been
// open. It returns [models.ErrNoOpenArrival].
func (p *Pages) askClose(c echo.Context) error {
	open, err := p.OpenArrival(c)
	day, err := p.dayOf(c, open, err)
	if err != nil {
		return err
	}
	typed, offered := p.UsualEnd(c, day, open.OccurredAt)
	view := p.ForgottenView(day, open, typed, offered, views.SlotMessages{})
	return frame.Show(c, views.ForgottenPage(p.Frame(c, "Départ oublié"), *view))
}

// dayOf returns the day of an arrival that was looked for, or the error of that. Without an arrival
// it returns [models.ErrNoOpenArrival].
func (p *Pages) dayOf(c echo.Context, arrival *models.WorkplacePresenceEvent, err error) (*models.Day, error) {
	switch {
	case err != nil:
		return nil, err
	case arrival == nil:
		return nil, models.ErrNoOpenArrival
	}
	return p.Store.Day(c.Request().Context(), arrival.WorkEntryID)
}

var notAfterArrival = views.SlotMessages{End: "Ce départ n’est pas après l’arrivée. S’il est d’un autre jour, choisissez lequel."}

var closingMessages = forms.Table[views.SlotMessages]{
	{models.ErrDepartureNotLater, notAfterArrival},
	{models.ErrSlotNotLater, notAfterArrival},
	{models.ErrSlotTooLong, views.SlotMessages{EndDay: forms.SlotTooLong}},
	{models.ErrSlotOverlaps, views.SlotMessages{End: "Ce créneau en chevaucherait un autre de cette journée."}},
	{models.ErrEndAfterNext, views.SlotMessages{End: "Cette heure est après l’arrivée qui suit."}},
	{models.ErrEndInFuture, views.SlotMessages{End: "Ce départ est à venir."}},
	{errNotShorter, views.SlotMessages{End: "Cette fin n’est pas avant celle du créneau."}},
}

// discardArrival discards a forgotten arrival and leads back, or shows what was typed
// meanwhile.
func (p *Pages) discardArrival(c echo.Context, values url.Values, along *draft) error {
	var done models.Change
	open, _, err := p.openDay(c, values)
	if err == nil {
		done, err = presence.Discard(c.Request().Context(), p.Store, open.ID, civil.NewInstant(p.Now()))
	}
	if err != nil {
		return p.notOpen(c, along, err)
	}
	return p.closed(c, values, done, along, saidDiscarded)
}

// openDay returns the open arrival that the form names, and its day. It returns
// [models.ErrNoOpenArrival] if that arrival is not, or no longer, open.
func (p *Pages) openDay(c echo.Context, values url.Values) (*models.WorkplacePresenceEvent, *models.Day, error) {
	open, err := p.Store.OpenArrival(c.Request().Context())
	if err != nil {
		return nil, nil, err
	}
	named, unread := forms.ReadStamp(values, "arrival_id")
	if unread != nil || open == nil || !named.Is(open.ID, open.ReceivedAt) {
		return nil, nil, models.ErrNoOpenArrival
	}
	day, err := models.EvenUnreadable(p.Store.Day(c.Request().Context(), open.WorkEntryID))
	return open, day, err
}

// closedBefore answers a closing or a discard that was done already: the script sends it again for the
// page of what was typed along with it.
func (p *Pages) closedBefore(c echo.Context, values url.Values, along *draft, done models.Change) error {
	if done.Action == models.ActionDiscarded {
		return p.closed(c, values, done, along, saidDiscarded)
	}
	id, _ := strconv.ParseInt(values.Get("arrival_id"), 10, 64) // which was read when it was done
	arrival, err := p.Store.Event(c.Request().Context(), id)
	day, err := p.dayOf(c, arrival, err)
	if err != nil {
		return err
	}
	_, slot, _ := forms.EndOf(day, arrival.OccurredAt, values)
	return p.closed(c, values, done, along, saidClosed(slot.Minutes(day.Zone)))
}
