package pages

import (
	"context"
	"strconv"
	"time"

	"worklog/handlers/forms"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// openArrival returns the open arrival, or nil.
func (p *Pages) openArrival(c echo.Context) (*models.WorkplacePresenceEvent, error) {
	return oncePerRequest(c, openArrivalKey, p.store.OpenArrival)
}

// lastEvent returns the event received last, or nil.
func (p *Pages) lastEvent(c echo.Context) (*models.WorkplacePresenceEvent, error) {
	return oncePerRequest(c, "last event", p.store.LastEvent)
}

// oncePerRequest reads what several parts of a page show once, so that they are
// consistent. An error is not kept.
func oncePerRequest[T any](c echo.Context, name string, read func(context.Context) (T, error)) (T, error) {
	if known, there := c.Get(name).(T); there {
		return known, nil
	}
	found, err := read(c.Request().Context())
	if err == nil {
		c.Set(name, found)
	}
	return found, err
}

const openArrivalKey = "open arrival"

// forgetOpenArrival is called when the request itself has closed the arrival.
func forgetOpenArrival(c echo.Context) { c.Set(openArrivalKey, nil) }

// logOmitted logs that a part of the page is left out because the database failed.
func (p *Pages) logOmitted(c echo.Context, part string, cause error) {
	p.log.Error("part of the page left out", "part", part, "request_id", requestID(c), "error", cause)
}

// presenceNow tells on every page whether the person is at the workplace.
func (p *Pages) presenceNow(c echo.Context) *views.Presence {
	open, err := p.openArrival(c)
	if err != nil {
		p.logOmitted(c, "presence", err)
		return nil
	}
	now := p.now()
	if open != nil && open.OccurredAt.After(now) {
		return &views.Presence{Text: "Arrivée annoncée " + p.moment(open.OccurredAt)}
	}
	if open != nil {
		elapsed := (now.Unix() - open.OccurredAt.Unix()) / 60
		return &views.Presence{
			Open:   true,
			LeadIn: "Au travail",
			Text:   "depuis " + p.moment(open.OccurredAt),
			Length: french.Duration(max(0, elapsed)),
			Since:  open.OccurredAt.Format(time.RFC3339),
		}
	}
	last, err := p.lastEvent(c)
	if err != nil {
		p.logOmitted(c, "presence", err)
		return nil
	}
	if last == nil {
		return nil
	}
	if last.Event == models.Arrival { // closed by hand, or discarded
		return &views.Presence{LeadIn: "Dernière", Text: "arrivée " + p.moment(last.OccurredAt)}
	}
	return &views.Presence{LeadIn: "Dernier", Text: "départ " + p.moment(last.OccurredAt)}
}

// moment formats an instant relative to today: "08:03", "hier à 17:40", "jeudi 5
// novembre 2026 à 17:40".
func (p *Pages) moment(instant models.Instant) string {
	at := french.ClockTime(models.WallTimeOf(instant, p.zone))
	switch models.DateOf(instant.In(p.zone)).DaysUntil(p.today()) {
	case 0:
		return at
	case 1:
		return "hier à " + at
	}
	return french.Moment(instant, p.zone)
}

// forgotten asks for the departure of an arrival that has been open for too
// long, or returns nil.
func (p *Pages) forgotten(c echo.Context) *views.Forgotten {
	open, err := p.openArrival(c)
	if err != nil {
		p.logOmitted(c, "forgotten departure", err)
		return nil
	}
	if !p.isForgotten(open) {
		return nil
	}
	day, err := p.store.Day(c.Request().Context(), open.WorkEntryID)
	if err != nil {
		p.logOmitted(c, "forgotten departure", err)
		return nil
	}
	typed, offered := p.usualEnd(c, day, open.OccurredAt)
	return p.forgottenView(day, open, typed, offered, forms.SlotMessages{})
}

// usualEnd suggests the usual departure after such an arrival, and explains the
// suggestion.
func (p *Pages) usualEnd(c echo.Context, day *models.Day, arrival models.Instant) (typed forms.SlotRow, offered string) {
	usual, known, err := p.store.UsualDeparture(c.Request().Context(), day.Date, models.WallTimeOf(arrival, day.Zone))
	if err != nil {
		p.logOmitted(c, "usual departure", err)
		return typed, ""
	}
	if !known {
		return typed, ""
	}
	date := models.DateOf(arrival.In(day.Zone)).AddDays(usual.DaysAfter)
	end, err := day.EndAt(date, usual.At, arrival, nil)
	if err != nil { // the clock skips it
		return typed, ""
	}
	return forms.RowOf(day, models.TimeSlot{StartAt: arrival, EndAt: end}), usualWords(usual, day.Date)
}

func usualWords(usual models.UsualDeparture, date models.Date) string {
	if usual.DaysAfter > 0 {
		return "votre nuit habituelle"
	}
	if usual.SameWeekday {
		return "votre " + french.Weekdays[date.Weekday()] + " habituel"
	}
	return "votre horaire habituel"
}

func (p *Pages) forgottenView(day *models.Day, open *models.WorkplacePresenceEvent, typed forms.SlotRow, offered string, messages forms.SlotMessages) *views.Forgotten {
	hours := int((p.now().Unix() - open.OccurredAt.Unix()) / 3600)
	since := strconv.Itoa(hours) + nbsp + "h"
	if hours >= 48 {
		since = french.Counted(hours/24, "jour")
	}
	at := french.ClockTime(models.WallTimeOf(open.OccurredAt, day.Zone))
	row := forms.SlotView(typed, "0")
	return &views.Forgotten{
		Text:      "Arrivée du " + french.FullDate(day.Date) + " à " + at + ", aucun départ depuis " + since + ".",
		Day:       views.Link{URL: p.links.To(editPath(day.ID)), Label: "Voir la journée"},
		Close:     p.links.To("/presence/close"),
		Discard:   p.links.To("/presence/discard"),
		ArrivalID: strconv.FormatInt(open.ID, 10),
		End:       typed.End,
		EndDays:   row.EndDays,
		Offered:   offered,
		Message:   messages.End + messages.EndDay,
	}
}
