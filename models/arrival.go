package models

import (
	"database/sql"
	"errors"
	"slices"

	"worklog/models/civil"
)

// arrive records an arrival on the entry of its date, which it creates
// with the defaults when there is none.
func (tx *Tx) arrive(date civil.Date, arrival *WorkplacePresenceEvent, now civil.Instant) error {
	err := tx.queryRow("UPDATE work_entries SET "+nextVersion+" WHERE date = ? RETURNING id", now, date).Scan(&arrival.WorkEntryID)
	if errors.Is(err, sql.ErrNoRows) {
		entry, defaults := tx.Rules.NewEntry(date, now), tx.Rules.Defaults
		entry.DayType, entry.JourneyProfileID, entry.MotorVehicleID = defaults.DayType, defaults.JourneyProfileID, defaults.MotorVehicleID
		arrival.WorkEntryID, err = tx.insert(insertEntry, entryColumns[1:].pointers(entry)...)
	}
	if err != nil {
		return err
	}
	return tx.addEvent(arrival)
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
	arrival.Closure, arrival.ClosedAt = new(ClosedByDeparture), &now
	return tx.ArriveOn(arrival, now)
}

// Leave records a departure: the slot that it ends, on the entry of its
// arrival, and the arrival as closed. Both events get the slot. It drops the arrivals that were refused in
// between.
func (tx *Tx) Leave(arrival, departure *WorkplacePresenceEvent, now civil.Instant) error {
	slot, err := tx.insert(insertSlot, arrival.WorkEntryID, arrival.OccurredAt, departure.OccurredAt)
	if err != nil {
		return err
	}
	departure.WorkEntryID, departure.TimeSlotID, departure.CreatedSlotID = arrival.WorkEntryID, &slot, &slot
	if err := tx.addEvent(departure); err != nil {
		return err
	}
	if err := tx.CloseArrival(arrival, ClosedByDeparture, &slot, now); err != nil { // after which SQLite may have ended the transaction
		return err
	}
	return tx.DropCovered(arrival.OccurredAt, departure.OccurredAt)
}

// CloseArrival closes an arrival and links it to its slot, if it has one.
func (tx *Tx) CloseArrival(arrival *WorkplacePresenceEvent, closure Closure, slotID *int64, now civil.Instant) error {
	err := tx.execute("UPDATE workplace_presence_events SET time_slot_id = ?, closure = ?, closed_at = ? WHERE id = ?", slotID, closure, now, arrival.ID)
	if err != nil {
		return err
	}
	return tx.touch(arrival.WorkEntryID, now)
}

// DiscardArrivals discards those with which slots of an entry began that are gone.
func (tx *Tx) DiscardArrivals(entryID int64, gone []TimeSlot, now civil.Instant) error {
	at := make([]civil.Instant, len(gone))
	for i, slot := range gone {
		at[i] = slot.StartAt
	}
	return tx.Model(&WorkplacePresenceEvent{}).Where("work_entry_id = ? AND event = 'arrival' AND closure IS NOT NULL AND occurred_at IN ?", entryID, at).
		Updates(map[string]any{"closure": ClosedAsDiscarded, "closed_at": now}).Error
}

// OpenDate returns the date of the day of the open arrival, or none if there is none.
func (tx *Tx) OpenDate() ([]civil.Date, error) {
	_, open, date, err := tx.Standing("")
	if err != nil || open == nil {
		return nil, err
	}
	return []civil.Date{date}, nil
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
// [ErrSlotTooLong], [ErrSlotOverlaps] or an [*UnreadableDay].
func (tx *Tx) CheckClosing(arrival *WorkplacePresenceEvent, entry *WorkEntry, slot TimeSlot) error {
	zone := civil.ZoneOrUTC(entry.Timezone)
	if err := Verdict(arrival, Signal{Event: Departure, OccurredAt: slot.EndAt}, zone); err != nil {
		return err
	}
	day, err := tx.Day(entry.ID)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(day.Slots, func(other TimeSlot) bool { return other.ID == slot.ID })
	return checkSlot(slot, newOccupancy(append(others, slot), zone), zone)
}
