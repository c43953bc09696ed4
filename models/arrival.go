package models

import (
	"errors"
	"slices"

	"worklog/models/civil"
)

// arrive records an arrival on the entry of its date, which it creates
// with the defaults when there is none.
func (tx *Tx) arrive(date civil.Date, arrival *WorkplacePresenceEvent, now civil.Instant) error {
	entry, err := tx.EntryOn(date)
	if err != nil {
		return err
	}
	if entry != nil {
		arrival.WorkEntryID = entry.ID
		if err := tx.Touch(entry.ID, now); err != nil {
			return err
		}
		return tx.Create(arrival).Error
	}
	entry = &WorkEntry{
		Date:             date,
		Timezone:         tx.Rules.Zone.String(),
		DayType:          tx.Rules.Defaults.DayType,
		JourneyProfileID: tx.Rules.Defaults.JourneyProfileID,
		MotorVehicleID:   tx.Rules.Defaults.MotorVehicleID,
		Version:          1,
		CreatedAt:        now,
		UpdatedAt:        now,
	}
	if err := tx.Create(entry).Error; err != nil {
		return err
	}
	arrival.WorkEntryID = entry.ID
	return tx.Create(arrival).Error
}

// ArriveOn records an arrival on the day of its date.
func (tx *Tx) ArriveOn(arrival *WorkplacePresenceEvent, now civil.Instant) error {
	date, err := civil.DateIn(arrival.OccurredAt, tx.Rules.Zone)
	if err != nil {
		return err
	}
	return tx.arrive(date, arrival, now)
}

// ArriveClosed is ArriveOn for an arrival whose departure is known: it is closed from
// the start, so that another one may be open.
func (tx *Tx) ArriveClosed(arrival *WorkplacePresenceEvent, now civil.Instant) error {
	closed := ClosedByDeparture
	arrival.Closure, arrival.ClosedAt = &closed, &now
	return tx.ArriveOn(arrival, now)
}

// leave records a departure: the slot that it ends, on the entry of its
// arrival, and the arrival as closed. Both events get the slot.
func (tx *Tx) leave(arrival, departure *WorkplacePresenceEvent, now civil.Instant) error {
	slot := &TimeSlot{WorkEntryID: arrival.WorkEntryID, StartAt: arrival.OccurredAt, EndAt: departure.OccurredAt}
	if err := tx.AddSlot(slot); err != nil {
		return err
	}
	departure.WorkEntryID = arrival.WorkEntryID
	departure.TimeSlotID = &slot.ID
	departure.CreatedSlotID = &slot.ID
	if err := tx.Create(departure).Error; err != nil {
		return err
	}
	return tx.CloseArrival(arrival, ClosedByDeparture, &slot.ID, now)
}

// Leave is leave, and drops the arrivals that were refused in between.
func (tx *Tx) Leave(arrival, departure *WorkplacePresenceEvent, now civil.Instant) error {
	return errors.Join(tx.leave(arrival, departure, now), tx.DropCovered(arrival.OccurredAt, departure.OccurredAt))
}

// CloseArrival closes an arrival and links it to its slot, if it has one.
func (tx *Tx) CloseArrival(arrival *WorkplacePresenceEvent, closure Closure, slotID *int64, now civil.Instant) error {
	err := tx.Model(arrival).UpdateColumns(map[string]any{
		"time_slot_id": slotID,
		"closure":      closure,
		"closed_at":    now,
	}).Error
	if err != nil {
		return err
	}
	return tx.Touch(arrival.WorkEntryID, now)
}

// OpenDate returns the date of the day of the open arrival, or none if there is none.
func (tx *Tx) OpenDate() ([]civil.Date, error) {
	open, err := tx.OpenArrival()
	if err != nil || open == nil {
		return nil, err
	}
	date, err := tx.DateOf(open)
	return []civil.Date{date}, err
}

// OpenArrivalWithID returns the open arrival if it has that id, and its entry.
func (tx *Tx) OpenArrivalWithID(id int64) (*WorkplacePresenceEvent, *WorkEntry, error) {
	open, err := tx.OpenArrival()
	if err != nil {
		return nil, nil, err
	}
	if open == nil || open.ID != id {
		return nil, nil, ErrNoOpenArrival
	}
	var entry WorkEntry
	err = tx.Take(&entry, open.WorkEntryID).Error
	return open, &entry, err
}

// CheckClosing checks the slot that an arrival of an entry has, or will have, with the
// end that a person typed. It returns [ErrDepartureNotLater], [ErrSlotNotLater],
// [ErrSlotTooLong] or [ErrSlotOverlaps].
func (tx *Tx) CheckClosing(arrival *WorkplacePresenceEvent, entry *WorkEntry, slot TimeSlot) error {
	zone := tx.Zone(entry.Timezone)
	if err := Verdict(arrival, Signal{Event: Departure, OccurredAt: slot.EndAt}, zone); err != nil {
		return err
	}
	stored, err := tx.SlotsOf(entry.ID)
	if err != nil {
		return err
	}
	others, _ := Readable(stored)
	others = slices.DeleteFunc(others, func(other TimeSlot) bool { return other.ID == slot.ID })
	return checkSlot(slot, newOccupancy(append(others, slot), zone), zone)
}
