package models

import (
	"context"
	"time"
)

// StatusRules are what the configuration decides about how things stand.
type StatusRules struct {
	// Zone is where today is.
	Zone *time.Location
	// ForgottenAfter is how long an arrival may be open before its departure counts
	// as forgotten.
	ForgottenAfter time.Duration
	// Silence is nil when silence is not looked for.
	Silence *SilenceRules
}

// Status is how things stand at a moment.
type Status struct {
	// Present is the arrival that is under way; nil when the person is not there.
	// One that is yet to come does not count.
	Present *WorkplacePresenceEvent
	// Forgotten says that its departure has probably been forgotten.
	Forgotten bool
	// Today is the day of today, or nil.
	Today *Day
	// TodayMinutes and WeekMinutes are the lengths of the slots of today, and of the
	// days from this Monday to Sunday. The presence under way counts up to now with
	// its arrival's day, unless it is forgotten.
	TodayMinutes, WeekMinutes int64
	// LastEvent is the one that was received last, or nil.
	LastEvent *WorkplacePresenceEvent
	// Silent is nil when silence is not looked for.
	Silent *bool
}

// Status returns how things stand now.
func (s *Store) Status(ctx context.Context, rules StatusRules, now Instant) (Status, error) {
	today := DateOf(now.In(rules.Zone))
	sinceMonday := today.DaysSinceMonday()
	heard, err := s.heard(ctx, today, 6-sinceMonday)
	if err != nil {
		return Status{}, err
	}
	status := Status{LastEvent: heard.Last}
	if heard.Open != nil && !heard.Open.OccurredAt.After(now.Time) {
		status.Present = heard.Open
		status.Forgotten = now.Sub(heard.Open.OccurredAt.Time) >= rules.ForgottenAfter
	}
	for i, day := range heard.Days {
		if today.AddDays(-sinceMonday).DaysUntil(day.Date) < 0 {
			continue
		}
		minutes := day.WorkedMinutes()
		if status.Present != nil && status.Present.WorkEntryID == day.ID && !status.Forgotten {
			minutes += TimeSlot{StartAt: status.Present.OccurredAt, EndAt: now}.Minutes(day.Zone)
		}
		status.WeekMinutes += minutes
		if day.Date == today {
			status.Today, status.TodayMinutes = &heard.Days[i], minutes
		}
	}
	if rules.Silence != nil {
		silent := rules.Silence.Silent(now, heard)
		status.Silent = &silent
	}
	return status, nil
}
