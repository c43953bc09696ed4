package models

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxNoteLength is the length of a note in Unicode code points.
const MaxNoteLength = 10_000

// EntryRules are what the configuration decides about entries.
type EntryRules struct {
	Zone     *time.Location // new entries are recorded there
	Journeys []string       // IDs
	Vehicles []string       // IDs of the motor vehicles
}

// EntryFaults is the refusal of an [EntryChange]: what is wrong with each of its
// fields, nil where nothing is. It wraps all of them.
type EntryFaults struct {
	DayType          error   // [ErrUnknownDayType]
	JourneyProfileID error   // [ErrUnknownJourney]
	MotorVehicleID   error   // [ErrUnknownVehicle]
	Note             error   // [ErrNoteUnreadable] or [ErrNoteTooLong]
	Slots            []error // one for each slot of the change: [ErrTooManySlots], [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps]
}

// Error says what is wrong, each fault once.
func (f *EntryFaults) Error() string {
	var texts []string
	for _, err := range f.Unwrap() {
		if !slices.Contains(texts, err.Error()) {
			texts = append(texts, err.Error())
		}
	}
	return "invalid entry: " + strings.Join(texts, ", ")
}

// Unwrap returns the faults.
func (f *EntryFaults) Unwrap() []error {
	all := append([]error{f.DayType, f.JourneyProfileID, f.MotorVehicleID, f.Note}, f.Slots...)
	return slices.DeleteFunc(all, func(err error) bool { return err == nil })
}

// Check decides whether the day, which is stored or still to be created, may
// become what the change asks for. It returns an [*EntryFaults] when it may not.
// What the day carries already, it may keep: a journey or a vehicle that the
// configuration no longer has, and slots that are left as they were recorded.
//
// Every operation that takes a change asks it inside its transaction.
func (r EntryRules) Check(day *Day, change EntryChange) error {
	faults := &EntryFaults{
		Note:  checkNote(change.Note),
		Slots: checkSlots(day.Slots, change.Slots, day.Zone),
	}
	if !change.DayType.Valid() {
		faults.DayType = ErrUnknownDayType
	}
	if !selectable(r.Journeys, change.JourneyProfileID, day.JourneyProfileID) {
		faults.JourneyProfileID = ErrUnknownJourney
	}
	if !selectable(r.Vehicles, change.MotorVehicleID, day.MotorVehicleID) {
		faults.MotorVehicleID = ErrUnknownVehicle
	}
	if len(faults.Unwrap()) > 0 {
		return faults
	}
	return nil
}

// CheckForAll is [EntryRules.Check] for a change that many days are to get: it
// may ask only for what the configuration has. Its slots do not count.
func (r EntryRules) CheckForAll(change EntryChange) error {
	change.Slots = nil
	return r.Check(&Day{Zone: r.Zone}, change)
}

// selectable reports whether an entry may have that ID: none, a configured one,
// or the one that is stored.
func selectable(configured []string, id, stored string) bool {
	return id == "" || id == stored || slices.Contains(configured, id)
}

func checkNote(note string) error {
	if !utf8.ValidString(note) || strings.ContainsRune(note, 0) {
		return ErrNoteUnreadable
	}
	if utf8.RuneCountInString(note) > MaxNoteLength {
		return ErrNoteTooLong
	}
	return nil
}

// FaultsOf returns the faults that an error wraps, or nil.
func FaultsOf(err error) *EntryFaults {
	var faults *EntryFaults
	errors.As(err, &faults)
	return faults
}
