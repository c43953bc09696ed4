package frame

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// OpenArrival returns the open arrival, or nil, even if the days beside it cannot be read.
func (s *Site) OpenArrival(c echo.Context) (*models.WorkplacePresenceEvent, error) {
	return once(c, openArrival, func(ctx context.Context) (*models.WorkplacePresenceEvent, error) {
		if status, err := s.Status(c); err == nil {
			return status.Open, nil
		}
		return s.Store.OpenArrival(ctx)
	})
}

// LastEvent returns the event received last, or nil.
func (s *Site) LastEvent(c echo.Context) (*models.WorkplacePresenceEvent, error) {
	return once(c, lastEvent, s.Store.LastEvent)
}

// LastLeaving returns how the last presence ended, or nil.
func (s *Site) LastLeaving(c echo.Context) (*presence.Leaving, error) {
	return once(c, "last leaving", func(ctx context.Context) (*presence.Leaving, error) {
		return presence.LastLeaving(ctx, s.Store, civil.NewInstant(s.Now()))
	})
}

// Status returns how things stand now.
func (s *Site) Status(c echo.Context) (presence.Status, error) {
	status, err := once(c, howItStands, func(ctx context.Context) (presence.Status, error) {
		return s.Statuses.At(ctx, civil.NewInstant(s.Now()))
	})
	if err == nil {
		c.Set(lastEvent, status.LastEvent) // which need not be read again
	}
	return status, err
}

// Standing returns how the hours stand now.
func (s *Site) Standing(c echo.Context) (report.Standing, error) {
	return once(c, "standing", func(ctx context.Context) (report.Standing, error) {
		return s.Reader.Now(ctx, civil.NewInstant(s.Now()))
	})
}

// Names under which [once] keeps what several packages read.
const (
	openArrival = "open arrival"
	howItStands = "status"
	lastEvent   = "last event"
)

// once returns what was read under a name for the request, or else reads it, so that the parts of a page are
// consistent. An error is not kept.
func once[T any](c echo.Context, name string, read func(context.Context) (T, error)) (T, error) {
	if known, there := c.Get(name).(T); there {
		return known, nil
	}
	found, err := read(c.Request().Context())
	if err == nil {
		c.Set(name, found)
	}
	return found, err
}

// ForgetOpenArrival makes the rest of the request read the open arrival again. It is called
// after the request has closed it.
func ForgetOpenArrival(c echo.Context) {
	c.Set(openArrival, nil)
	c.Set(howItStands, nil)
}

// Abandoned reports whether a request failed because whoever asked is gone, or because the server stops:
// nobody waits for the answer, and nothing is at fault.
func Abandoned(err error) bool { return errors.Is(err, context.Canceled) }

// LogOmitted logs that a part of the page is left out because the database failed, and reports whether it did.
func (s *Site) LogOmitted(c echo.Context, part string, cause error) bool {
	if cause != nil && !Abandoned(cause) {
		s.Log.Error("part of the page left out", "part", part, "request_id", RequestID(c), "error", cause)
	}
	return cause != nil
}

// presenceNow tells on every page whether the person is at the workplace.
func (s *Site) presenceNow(c echo.Context) *views.Presence {
	open, err := s.OpenArrival(c)
	if s.LogOmitted(c, "presence", err) {
		return nil
	}
	now := s.Now()
	if open != nil && open.OccurredAt.After(now) {
		return &views.Presence{Text: "Arrivée annoncée " + s.Moment(open.OccurredAt)}
	}
	if open != nil && !open.OccurredAt.Readable() {
		return &views.Presence{LeadIn: "Au travail", Text: "depuis une heure qui ne peut pas être lue"}
	}
	if open != nil {
		slot := models.TimeSlot{StartAt: open.OccurredAt, EndAt: civil.NewInstant(now)} // as the week counts it
		return &views.Presence{
			Open:   true,
			LeadIn: "Au travail",
			Text:   "depuis " + s.Moment(open.OccurredAt),
			Length: french.Duration(slot.Minutes(s.Rules.Zone)),
			Since:  open.OccurredAt.StartOfMinute(s.Rules.Zone).Format(time.RFC3339),
		}
	}
	last, err := s.LastEvent(c)
	s.LogOmitted(c, "presence", err)
	if last == nil { // the presence is not recorded
		return nil
	}
	left, err := s.LastLeaving(c)
	s.LogOmitted(c, "presence", err)
	if left == nil {
		return nil
	}
	return &views.Presence{Text: "Départ " + s.partOfToday(left.At) + s.When(left.At), ByHand: left.ByHand}
}

// nightUntil is the hour at which the morning begins.
const nightUntil = 5

// partOfToday writes "cette nuit " or "ce matin " before the time of an instant of today, and
// nothing before any other.
func (s *Site) partOfToday(instant civil.Instant) string {
	local := instant.In(s.Rules.Zone)
	switch {
	case civil.DateOf(local) != s.Today() || local.Hour() >= 12:
		return ""
	case local.Hour() < nightUntil:
		return "cette nuit "
	}
	return "ce matin "
}

// Moment formats an instant relative to today: "08:03", "hier à 17:40", "jeudi 5
// novembre 2026 à 17:40".
func (s *Site) Moment(instant civil.Instant) string { return s.relative(instant, "", "") }

// FullMoment is [Site.Moment], but also names the day if it is today.
func (s *Site) FullMoment(instant civil.Instant) string {
	return s.relative(instant, "aujourd’hui à ", "")
}

// When is [Site.Moment] within a sentence: "à 08:03", "hier à 17:40", "le jeudi 5 novembre
// 2026 à 17:40".
func (s *Site) When(instant civil.Instant) string { return s.relative(instant, "à ", "le ") }

// relative begins with a text for today, or for a day before yesterday or to come.
func (s *Site) relative(instant civil.Instant, today, other string) string {
	at := french.Clock(instant, s.Rules.Zone)
	switch civil.DateOf(instant.In(s.Rules.Zone)).DaysUntil(s.Today()) {
	case 0:
		return today + at
	case 1:
		return "hier à " + at
	}
	return other + french.Moment(instant, s.Rules.Zone)
}

// Forgotten asks for the departure of an arrival that has been open for too
// long, or returns nil.
func (s *Site) Forgotten(c echo.Context) *views.Forgotten {
	open, err := s.OpenArrival(c)
	s.LogOmitted(c, "forgotten departure", err)
	if !s.isForgotten(open) {
		return nil
	}
	day, err := models.EvenUnreadable(s.Store.Day(c.Request().Context(), open.WorkEntryID))
	if s.LogOmitted(c, "forgotten departure", err) {
		return nil
	}
	typed, offered := s.UsualEnd(c, day, open.OccurredAt)
	asked := s.ForgottenView(day, open, typed, offered, views.SlotMessages{})
	asked.Back = here(c)
	return asked
}

// UsualEnd suggests the planned end after an arrival, or else the usual departure after such a one, and explains the
// suggestion.
func (s *Site) UsualEnd(c echo.Context, day *models.Day, arrival civil.Instant) (typed views.SlotRow, offered string) {
	if end := s.Rules.Plan.EndOf(arrival); end != nil {
		return forms.RowOf(day, models.TimeSlot{StartAt: arrival, EndAt: *end}), "fin prévue"
	}
	usual, known, err := presence.Usual(c.Request().Context(), s.Store, day.Date, civil.WallTimeOf(arrival, day.Zone))
	s.LogOmitted(c, "usual departure", err)
	if !known {
		return typed, ""
	}
	date := civil.DateOf(arrival.In(day.Zone)).AddDays(usual.DaysAfter)
	end, err := day.EndAt(models.TypedEnd{WallTime: usual.At, Date: date}, arrival, nil)
	if err != nil { // the clock skips it
		return typed, ""
	}
	return forms.RowOf(day, models.TimeSlot{StartAt: arrival, EndAt: end}), usualWords(usual, day.Date)
}

func usualWords(usual presence.UsualDeparture, date civil.Date) string {
	if usual.DaysAfter > 0 {
		return "votre nuit habituelle"
	}
	if usual.SameWeekday {
		return "votre " + french.Weekdays[date.Weekday()] + " habituel"
	}
	return "votre horaire habituel"
}

// ForgottenView returns the band of a forgotten departure, with its end as typed or offered and
// what is wrong with it.
func (s *Site) ForgottenView(day *models.Day, open *models.WorkplacePresenceEvent, typed views.SlotRow, offered string, messages views.SlotMessages) *views.Forgotten {
	return &views.Forgotten{Day: day, Open: open, Now: s.Now(), EndField: views.EndField{SlotRow: typed, ErrorID: "end-error", Offered: offered, Messages: messages}}
}

// Hand is the button for the next event, to be pressed when the phone does not send it;
// nil when the integration is off.
func (s *Site) Hand(c echo.Context) *views.Hand {
	open, err := s.OpenArrival(c)
	if !s.Rules.Integrated || err != nil { // which the presence beside it has logged
		return nil
	}
	next := models.Arrival
	if open != nil {
		next = models.Departure
	}
	return &views.Hand{Event: next, Key: "hand-" + rand.Text(), Back: here(c)}
}
