package presence

import (
	"context"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Heard is what silence is decided from.
type Heard struct {
	// Last is the event that was received last, and Open the arrival under way;
	// nil for none.
	Last, Open *models.WorkplacePresenceEvent
	// RefusedAt is when the last event was received that the rules of presence
	// refused and that is still kept: it was sent, too.
	RefusedAt *civil.Instant
	// Days are those of this week, and those before today whose slots may reach into it.
	Days []models.Day
}

// isSilent reports whether the automation should have sent an event today and has
// not: something is owed on the date, the hour is
// past, nothing has come, no arrival is under way, and the person has recorded
// nothing that explains it. What explains it is a slot on the day, and any type of
// day but work: who has leave, works at home or has duty at night is not expected
// on the premises by that hour. The rules must say from when on silence is looked for.
func (h Heard) isSilent(rules models.Rules, now civil.Instant) bool {
	today := rules.DateOf(now)
	if civil.WallTimeOf(now, rules.Zone).Before(*rules.SilentAfter) || h.Open != nil || rules.Owes(today) == models.OwesNothing {
		return false
	}
	return !h.on(today, rules.Zone) && !explained(today, h.Days)
}

// on reports whether an event came on a date, or is of that date.
func (h Heard) on(date civil.Date, zone *time.Location) bool {
	isOn := func(instant civil.Instant) bool { return civil.DateOf(instant.In(zone)) == date }
	if h.Last != nil && (isOn(h.Last.ReceivedAt) || isOn(h.Last.OccurredAt)) {
		return true
	}
	return h.RefusedAt != nil && isOn(*h.RefusedAt)
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

// IsSilent is [Heard.isSilent] of what is stored, of use without an error.
func IsSilent(ctx context.Context, s *models.Store, now civil.Instant) (bool, error) {
	heard, err := heard(ctx, s, s.Rules().DateOf(now))
	return heard.isSilent(s.Rules(), now), err
}

// heard returns what silence is decided from, with the days until Sunday.
func heard(ctx context.Context, s *models.Store, today civil.Date) (heard Heard, err error) {
	if heard.Open, err = s.OpenArrival(ctx); err != nil {
		return heard, err
	}
	if heard.Last, err = s.LastEvent(ctx); err != nil {
		return heard, err
	}
	refused, err := models.FindOne[models.RefusedEvent](s.Read(ctx).Where("received_at < ?", civil.AfterAll).Order("received_at DESC"))
	if err != nil {
		return heard, err
	}
	if refused != nil {
		heard.RefusedAt = &refused.ReceivedAt
	}
	heard.Days, err = s.Days(ctx, today.AddDays(-models.MaxSlotDays), today.Monday().AddDays(6))
	return heard, err
}
