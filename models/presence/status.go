package presence

import (
	"context"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Status is how things stand at a moment.
type Status struct {
	// Present is the arrival that is under way; nil when the person is not there.
	// One that is yet to come does not count.
	Present *models.WorkplacePresenceEvent
	// Forgotten says that its departure has probably been forgotten.
	Forgotten bool
	// Today is the day of today, or nil.
	Today *models.Day
	// TodayMinutes and WeekMinutes are the lengths of the slots of today, and of the
	// days from this Monday to Sunday. The presence under way counts up to now with
	// its arrival's day, unless it is forgotten.
	TodayMinutes, WeekMinutes int64
	// Growing reports whether WeekMinutes grow with the presence under way.
	Growing bool
	// Open is the open arrival, also one that is yet to come, and LastEvent what was received last; nil for none.
	Open, LastEvent *models.WorkplacePresenceEvent
	// Silent is nil when silence is not looked for.
	Silent *bool
}

// Leaving is how the last presence ended.
type Leaving struct {
	EntryID int64
	At      civil.Instant
	ByHand  bool // a person said when, not the automation
}

// leavingWithin is for how many days before today [LastLeaving] looks.
const leavingWithin = 366

// LastLeaving returns the end of the last slot that has begun, of the last day with one, today
// or in the year before. It returns nil if there is none, it cannot be read, or if a person
// typed an end that is to come; a departure that the automation sent has happened, whatever
// its clock said.
func LastLeaving(ctx context.Context, s *models.Store, now civil.Instant) (*Leaving, error) {
	today := s.Rules().DateOf(now)
	leaving, err := models.FindOne[Leaving](s.Read(ctx).Raw(`
		SELECT e.id AS entry_id, s.end_at AS at, NOT EXISTS (SELECT 1 FROM workplace_presence_events WHERE time_slot_id = s.id AND event = 'departure' AND NOT by_hand) AS by_hand
		FROM work_entries e JOIN time_slots s ON s.work_entry_id = e.id
		WHERE e.date BETWEEN ? AND ? AND (s.start_at <= ? OR NOT by_hand)
		ORDER BY e.date DESC, s.end_at DESC LIMIT 1`, today.AddDays(-leavingWithin), today, now))
	if err != nil || leaving == nil || !leaving.At.Readable() || leaving.ByHand && leaving.At.After(now.Time) {
		return nil, err
	}
	return leaving, nil
}

// Statuses returns how things stand in a store, which is read again only when it has changed.
type Statuses struct {
	store  *models.Store
	cached models.Cached[civil.Date, heard] // by today
}

// NewStatuses returns those of a store.
func NewStatuses(store *models.Store) *Statuses { return &Statuses{store: store} }

// At returns how things stand now. What it points to is shared: do not change it.
func (s *Statuses) At(ctx context.Context, now civil.Instant) (Status, error) {
	today := s.store.Rules().DateOf(now)
	heard, err := s.cached.Get(ctx, s.store, today, func() (heard, error) { return hear(ctx, s.store, today) }, nil)
	return heard.status(s.store.Rules(), now), err
}

func (h heard) status(rules models.Rules, now civil.Instant) Status {
	today := rules.DateOf(now)
	status := Status{Open: h.open, LastEvent: h.last}
	if h.open != nil && !h.open.OccurredAt.After(now.Time) {
		status.Present = h.open
		status.Forgotten = now.Sub(h.open.OccurredAt.Time) >= rules.ForgottenAfter
	}
	for i, day := range h.days {
		if today.Monday().DaysUntil(day.Date) < 0 {
			continue
		}
		minutes := day.WorkedMinutes()
		if status.Present != nil && status.Present.WorkEntryID == day.ID && !status.Forgotten {
			minutes, status.Growing = day.WorkedWith(models.TimeSlot{StartAt: status.Present.OccurredAt, EndAt: now})
		}
		status.WeekMinutes += minutes
		if day.Date == today {
			status.Today, status.TodayMinutes = &h.days[i], minutes
		}
	}
	if rules.SilentAfter != nil {
		silent := h.isSilent(rules, now)
		status.Silent = &silent
	}
	return status
}

// heard is what silence is decided from.
type heard struct {
	// last is the event that was received last, and open the arrival under way;
	// nil for none.
	last, open *models.WorkplacePresenceEvent
	// refusedAt is when the last event was received that the rules of presence
	// refused and that is still kept: it was sent, too.
	refusedAt *civil.Instant
	// days are those of this week, and those before today whose slots may reach into it.
	days []models.Day
}

// isSilent reports whether the automation should have sent an event today and has not: something is owed on
// the date, the hour is past and a shift that is planned has begun, nothing has come, no arrival is under way,
// and the person has recorded nothing that explains it. What explains it is a slot on the day, and any type of
// day but work: who has leave, works at home or has duty at night is not expected on the premises by that hour.
func (h heard) isSilent(rules models.Rules, now civil.Instant) bool {
	today := rules.DateOf(now)
	if civil.WallTimeOf(now, rules.Zone).Before(*rules.SilentAfter) || h.open != nil || rules.Owes(today) == models.OwesNothing {
		return false
	}
	if shifts, _ := rules.Plan.On(today); len(shifts) > 0 && now.Before(shifts[0].StartAt.Time) {
		return false
	}
	return !h.on(today, rules.Zone) && !explained(today, h.days)
}

// on reports whether an event came on a date, or is of that date.
func (h heard) on(date civil.Date, zone *time.Location) bool {
	isOn := func(instant civil.Instant) bool { return civil.DateOf(instant.In(zone)) == date }
	if h.last != nil && (isOn(h.last.ReceivedAt) || isOn(h.last.OccurredAt)) {
		return true
	}
	return h.refusedAt != nil && isOn(*h.refusedAt)
}

// explained reports whether the days account for one without an event.
func explained(date civil.Date, days []models.Day) bool {
	for _, day := range days {
		if day.Date == date && day.DayType != models.Work {
			return true
		}
		for _, slot := range day.Slots {
			from, to := civil.DateOf(slot.StartAt.In(day.Zone)), civil.DateOf(slot.EndAt.In(day.Zone))
			if from.DaysUntil(date) >= 0 && date.DaysUntil(to) >= 0 {
				return true
			}
		}
	}
	return false
}

// hear reads what silence is decided from, with the days until Sunday.
func hear(ctx context.Context, s *models.Store, today civil.Date) (heard heard, err error) {
	if heard.open, err = s.OpenArrival(ctx); err != nil {
		return heard, err
	}
	if heard.last, err = s.LastEvent(ctx); err != nil {
		return heard, err
	}
	refused, err := models.FindOne[models.RefusedEvent](s.Read(ctx).Where("received_at < ?", civil.AfterAll).Order("received_at DESC"))
	if err != nil {
		return heard, err
	}
	if refused != nil {
		heard.refusedAt = &refused.ReceivedAt
	}
	heard.days, err = s.Days(ctx, today.AddDays(-models.MaxSlotDays), today.Monday().AddDays(6))
	return heard, err
}
