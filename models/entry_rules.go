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

// EntryErrors is the refusal of an [EntryChange]: what is wrong with each of its
// fields, nil where nothing is. It wraps all of them.
type EntryErrors struct {
	DayType          error   // [ErrUnknownDayType]
	JourneyProfileID error   // [ErrUnknownJourney]
	MotorVehicleID   error   // [ErrUnknownVehicle]
	Note             error   // [ErrNoteUnreadable] or [ErrNoteTooLong]
	Slots            []error // one for each slot of the change: [ErrTooManySlots], [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps]
}

// Error says what is wrong, each error once.
func (f *EntryErrors) Error() string {
	var texts []string
	for _, err := range f.Unwrap() {
		if !slices.Contains(texts, err.Error()) {
			texts = append(texts, err.Error())
		}
	}
	return "invalid entry: " + strings.Join(texts, ", ")
}

// Unwrap returns the errs.
func (f *EntryErrors) Unwrap() []error {
	all := append([]error{f.DayType, f.JourneyProfileID, f.MotorVehicleID, f.Note}, f.Slots...)
	return slices.DeleteFunc(all, func(err error) bool { return err == nil })
}

// Check decides whether the day, which is stored or still to be created, may
// become what the change asks for. It returns an [*EntryErrors] when it may not.
// What the day carries already, it may keep: a journey or a vehicle that the
// configuration no longer has, and slots that are left as they were recorded.
//
// Every operation that takes a change asks it inside its transaction.
func (r EntryRules) Check(day *Day, change EntryChange) error {
	errs := &EntryErrors{
		Note:  checkNote(change.Note),
		Slots: checkSlots(day.Slots, change.Slots, day.Zone),
	}
	if !change.DayType.Valid() {
		errs.DayType = ErrUnknownDayType
	}
	if !selectable(r.Journeys, change.JourneyProfileID, day.JourneyProfileID) {
		errs.JourneyProfileID = ErrUnknownJourney
	}
	if !selectable(r.Vehicles, change.MotorVehicleID, day.MotorVehicleID) {
		errs.MotorVehicleID = ErrUnknownVehicle
	}
	if len(errs.Unwrap()) > 0 {
		return errs
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

// EntryErrorsOf returns the errs that an error wraps, or nil.
func EntryErrorsOf(err error) *EntryErrors {
	var errs *EntryErrors
	errors.As(err, &errs)
	return errs
}
