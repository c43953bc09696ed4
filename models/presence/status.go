package presence

import (
	"context"

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
	// LastEvent is the one that was received last, or nil.
	LastEvent *models.WorkplacePresenceEvent
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

// StatusAt returns how things stand now.
func StatusAt(ctx context.Context, s *models.Store, now civil.Instant) (Status, error) {
	today := s.Rules().DateOf(now)
	sinceMonday := today.DaysSinceMonday()
	heard, err := heard(ctx, s, today, 6-sinceMonday)
	if err != nil {
		return Status{}, err
	}
	status := Status{LastEvent: heard.Last}
	if heard.Open != nil && !heard.Open.OccurredAt.After(now.Time) {
		status.Present = heard.Open
		status.Forgotten = now.Sub(heard.Open.OccurredAt.Time) >= s.Rules().ForgottenAfter
	}
	for i, day := range heard.Days {
		if today.AddDays(-sinceMonday).DaysUntil(day.Date) < 0 {
			continue
		}
		minutes := day.WorkedMinutes()
		if status.Present != nil && status.Present.WorkEntryID == day.ID && !status.Forgotten {
			minutes, status.Growing = day.WorkedWith(models.TimeSlot{StartAt: status.Present.OccurredAt, EndAt: now})
		}
		status.WeekMinutes += minutes
		if day.Date == today {
			status.Today, status.TodayMinutes = &heard.Days[i], minutes
		}
	}
	if s.Rules().SilentAfter != nil {
		silent := heard.IsSilent(s.Rules(), now)
		status.Silent = &silent
	}
	return status, nil
}
