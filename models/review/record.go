package review

import (
	"context"
	"errors"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Record records the refused events with those ids, which must be the
// recordable ones of [Reviews.Find], in their order and under their own keys. It
// returns [models.ErrReviewChanged] when they are others now, and has then changed
// nothing.
func Record(ctx context.Context, s *models.Store, ids []int64, now civil.Instant) (models.Change, error) {
	return reviewed(ctx, s, func(tx *models.Tx, found Review) (models.Change, error) {
		if !slices.EqualFunc(found.Recordable, ids, func(event models.RefusedEvent, id int64) bool { return event.ID == id }) || len(ids) == 0 {
			return models.Change{}, models.ErrReviewChanged
		}
		dates, err := datesOf(tx, found.Recordable)
		if err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionRecorded, now, dates, func() error { return recordAll(tx, found.Recordable, now) })
	})
}

// reviewed makes a change given the review in its transaction.
func reviewed(ctx context.Context, s *models.Store, change func(*models.Tx, Review) (models.Change, error)) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		found, err := of(tx)
		if err != nil {
			return models.Change{}, err
		}
		return change(tx, found)
	})
}

// datesOf returns the dates of the days that recordable events belong to: those of
// the arrivals, and that of the arrival which is open.
func datesOf(tx *models.Tx, events []models.RefusedEvent) ([]civil.Date, error) {
	var dates []civil.Date
	for _, event := range events {
		if event.Event != models.Arrival {
			continue
		}
		date, err := civil.DateIn(event.OccurredAt, tx.Rules.Zone)
		if err != nil {
			return nil, err
		}
		dates = append(dates, date)
	}
	open, err := tx.OpenDate()
	return append(dates, open...), err
}

// recordAll records events that the rules would take now, in their order. Those that it
// records are refused no longer: a trigger of the schema removes what is recorded.
func recordAll(tx *models.Tx, events []models.RefusedEvent, now civil.Instant) (err error) {
	var arrival *models.WorkplacePresenceEvent
	for i, refused := range events {
		event := refused.Recorded()
		last := i == len(events)-1
		switch {
		case event.Event == models.Arrival && last:
			err = tx.ArriveOn(event, now)
		case event.Event == models.Arrival: // its departure is the next
			arrival = event
		case arrival != nil:
			// also while another arrival is open
			if err = tx.ArriveClosed(arrival, now); err == nil {
				err = tx.Leave(arrival, event, now)
			}
			arrival = nil
		default:
			err = closeOpen(tx, event, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func closeOpen(tx *models.Tx, departure *models.WorkplacePresenceEvent, now civil.Instant) error {
	open, err := tx.OpenArrival()
	if err != nil {
		return err
	}
	if open == nil {
		return models.ErrReviewChanged
	}
	return tx.Leave(open, departure, now)
}

// PartSlot splits a slot of [Reviews.Find] in two: the arrival that began it is closed by hand at end,
// and its departure becomes that of the refused arrival, which is recorded. The records are then
// as if the first arrival had been closed before the second one was received. It returns
// [models.ErrReviewChanged] if the review no longer offers this, and
// [models.ErrDepartureNotLater], [models.ErrEndAfterNext], [models.ErrSlotNotLater],
// [models.ErrSlotTooLong] or [models.ErrSlotOverlaps] if end is invalid.
func PartSlot(ctx context.Context, s *models.Store, slotID, refusedID int64, end, now civil.Instant) (models.Change, error) {
	return reviewed(ctx, s, func(tx *models.Tx, found Review) (models.Change, error) {
		part, offered := found.part(slotID, refusedID)
		if !offered {
			return models.Change{}, models.ErrReviewChanged
		}
		if end.After(part.Refused.OccurredAt.Time) {
			return models.Change{}, models.ErrEndAfterNext
		}
		var entry models.WorkEntry
		if err := tx.Take(&entry, part.Slot.WorkEntryID).Error; err != nil {
			return models.Change{}, err
		}
		half := part.Slot
		half.EndAt = end
		if err := tx.CheckClosing(&part.Arrival, &entry, half); err != nil {
			return models.Change{}, err
		}
		second, err := civil.DateIn(part.Refused.OccurredAt, tx.Rules.Zone)
		if err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionParted, now, []civil.Date{entry.Date, second}, func() error {
			if err := closeAt(tx, part.Slot, &part.Arrival, models.ClosedManually, end, now); err != nil {
				return err
			}
			if err := moveDeparture(tx, part, now); err != nil {
				return err
			}
			return errors.Join(tx.DropCovered(part.Slot.StartAt, end), tx.DropCovered(part.Refused.OccurredAt, part.Slot.EndAt))
		})
	})
}

// part returns what parts a slot at a refused arrival, which need not be the one
// that is proposed.
func (r Review) part(slotID, refusedID int64) (Part, bool) {
	for _, part := range r.Parts {
		for _, refused := range part.Inside {
			if part.Slot.ID == slotID && refused.ID == refusedID {
				part.Refused = refused
				return part, true
			}
		}
	}
	return Part{}, false
}

// closeAt moves the end of an arrival's slot, and links the arrival to it again.
func closeAt(tx *models.Tx, slot models.TimeSlot, arrival *models.WorkplacePresenceEvent, closure models.Closure, end, now civil.Instant) error {
	if err := tx.MoveEnd(slot, end, now); err != nil {
		return err
	}
	return tx.CloseArrival(arrival, closure, &slot.ID, now)
}

// moveDeparture makes the departure of a parted slot that of the refused arrival,
// on the day of that one. Its replays repeat its first answer.
func moveDeparture(tx *models.Tx, part Part, now civil.Instant) error {
	arrival := part.Refused.Recorded()
	if err := tx.ArriveClosed(arrival, now); err != nil {
		return err
	}
	slot := &models.TimeSlot{WorkEntryID: arrival.WorkEntryID, StartAt: arrival.OccurredAt, EndAt: part.leaving.OccurredAt}
	if err := tx.AddSlot(slot); err != nil {
		return err
	}
	err := tx.Model(&part.leaving).UpdateColumns(map[string]any{
		"work_entry_id":  arrival.WorkEntryID,
		"time_slot_id":   slot.ID,
		"first_entry_id": part.leaving.FirstEntry(),
	}).Error
	if err != nil {
		return err
	}
	return tx.CloseArrival(arrival, models.ClosedByDeparture, &slot.ID, now)
}

// TakeBetterEnd records a refused departure of [Reviews.Find] as the end of the slot
// that a person had closed: the record is then as if it had come in time. It
// returns [models.ErrReviewChanged] when that is not offered now.
func TakeBetterEnd(ctx context.Context, s *models.Store, slotID, refusedID int64, now civil.Instant) (models.Change, error) {
	return reviewed(ctx, s, func(tx *models.Tx, found Review) (models.Change, error) {
		i := slices.IndexFunc(found.BetterEnds, func(b BetterEnd) bool { return b.Slot.ID == slotID && b.Refused.ID == refusedID })
		if i < 0 {
			return models.Change{}, models.ErrReviewChanged
		}
		better := found.BetterEnds[i]
		var entry models.WorkEntry
		if err := tx.Take(&entry, better.Slot.WorkEntryID).Error; err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionEndTaken, now, []civil.Date{entry.Date}, func() error {
			departure := better.Refused.Recorded()
			departure.WorkEntryID, departure.CreatedSlotID = better.Slot.WorkEntryID, &better.Slot.ID
			if err := closeAt(tx, better.Slot, &better.Arrival, models.ClosedByDeparture, departure.OccurredAt, now); err != nil {
				return err
			}
			departure.TimeSlotID = &better.Slot.ID
			return tx.Create(departure).Error
		})
	})
}
