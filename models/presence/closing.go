package presence

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Close closes the open arrival with a slot that ends at a time entered by a person. It records
// no departure: one that arrives later is refused, as the specification requires. It returns
// [models.ErrNoOpenArrival] if that arrival is not, or no longer, the open one, and
// [models.ErrDepartureNotLater], [models.ErrSlotNotLater], [models.ErrSlotTooLong],
// [models.ErrSlotOverlaps] or [models.ErrEndInFuture] for an invalid end.
func Close(ctx context.Context, s *models.Store, arrivalID int64, end, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		arrival, entry, err := tx.OpenArrivalWithID(arrivalID)
		if err != nil {
			return models.Change{}, err
		}
		slot := &models.TimeSlot{WorkEntryID: arrival.WorkEntryID, StartAt: arrival.OccurredAt, EndAt: end, Origin: new(models.Typed), OriginAt: &now}
		if err := tx.CheckClosing(arrival, entry, *slot); err != nil {
			return models.Change{}, err
		}
		if end.After(now.Time) {
			return models.Change{}, models.ErrEndInFuture
		}
		return tx.Changing(models.ActionClosed, now, []civil.Date{entry.Date}, func() error {
			if err := tx.AddSlot(slot); err != nil {
				return err
			}
			return tx.CloseArrival(arrival, models.ClosedManually, &slot.ID, now)
		})
	})
}

// Discard closes the open arrival without a slot. It returns
// [models.ErrNoOpenArrival] if that arrival is not, or no longer, the open one.
func Discard(ctx context.Context, s *models.Store, arrivalID int64, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		arrival, entry, err := tx.OpenArrivalWithID(arrivalID)
		if err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionDiscarded, now, []civil.Date{entry.Date}, func() error {
			return tx.CloseArrival(arrival, models.ClosedAsDiscarded, nil, now)
		})
	})
}

// UsualDeparture is when a person who arrives at some time of day usually leaves.
type UsualDeparture struct {
	At          civil.WallTime
	DaysAfter   int  // after the date of the arrival
	SameWeekday bool // learnt from that weekday only
}

const (
	// usualWeeks is how many past weeks [Usual] looks at.
	usualWeeks = 8
	// sameTimeOfDay is how far apart, in minutes on the clock, two arrivals are at
	// most that are made at the same time of day.
	sameTimeOfDay = 2 * 60
)

// Usual returns when a person who arrives on that date at that time
// usually leaves: the median of the weeks before. It learns from the arrivals on the
// same weekday at about the same time, or else from those on any day at about that
// time, or else from the end of the same weekdays, whenever they began. It reports
// false if there is none of these.
func Usual(ctx context.Context, s *models.Store, date civil.Date, arrival civil.WallTime) (UsualDeparture, bool, error) {
	days, err := s.Days(ctx, date.AddDays(-7*usualWeeks), date.AddDays(-1))
	if err != nil {
		return UsualDeparture{}, false, err
	}
	at := arrival.Minutes()
	var alike, anyWeekday, anyTime []int // minutes from the midnight before the arrival
	for _, day := range days {
		sameWeekday := day.Date.Weekday() == date.Weekday()
		if end, found := departureLike(&day, at); found && end > at {
			anyWeekday = append(anyWeekday, end)
			if sameWeekday {
				alike = append(alike, end)
			}
		}
		if !sameWeekday || len(day.Slots) == 0 {
			continue
		}
		if end := minutesUntil(&day, day.Slots[len(day.Slots)-1].EndAt); end > at && end < civil.MinutesOfDay {
			anyTime = append(anyTime, end)
		}
	}
	for i, ends := range [][]int{alike, anyWeekday, anyTime} {
		if len(ends) == 0 {
			continue
		}
		slices.Sort(ends)
		middle := ends[len(ends)/2]
		return UsualDeparture{
			At:          civil.WallTime{Hour: middle % civil.MinutesOfDay / 60, Minute: middle % 60},
			DaysAfter:   middle / civil.MinutesOfDay,
			SameWeekday: i != 1,
		}, true, nil
	}
	return UsualDeparture{}, false, nil
}

// departureLike returns the end of what began on the day at about the same time as
// an arrival, both in minutes from the midnight before the arrival: of the day's last
// slot, unless that is a night which began at another time. Slots of more than 24
// hours do not count, since a departure between them is missing.
func departureLike(d *models.Day, arrival int) (end int, found bool) {
	shift := 0 // from one side of midnight to the other
	for _, slot := range d.Slots {
		from, to := minutesUntil(d, slot.StartAt), minutesUntil(d, slot.EndAt)
		if to-from > civil.MinutesOfDay {
			continue
		}
		// on the face of a clock, on which 23:50 and 00:10 are near
		away := ((from-arrival)%civil.MinutesOfDay+civil.MinutesOfDay*3/2)%civil.MinutesOfDay - civil.MinutesOfDay/2
		if max(away, -away) <= sameTimeOfDay {
			shift = arrival + away - from
			end, found = to+shift, true
		} else if found && to < civil.MinutesOfDay {
			end = to + shift
		}
	}
	return end, found
}

// minutesUntil returns the minutes on the clock from the beginning of the day's date.
func minutesUntil(d *models.Day, instant civil.Instant) int {
	return d.Date.DaysUntil(civil.DateOf(instant.In(d.Zone)))*civil.MinutesOfDay + civil.WallTimeOf(instant, d.Zone).Minutes()
}
