package models

import (
	"errors"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// MaxNoteLength is the maximum length of a note in Unicode code points.
const MaxNoteLength = 10_000

// The maximum lengths of a [Request], likewise.
const (
	MaxRequesterLength = 100
	MaxReasonLength    = 500
)

// EntryErrors is the error for an invalid [EntryChange]: what is wrong with each
// of its fields, or nil. It wraps all of them.
type EntryErrors struct {
	DayType          error   // [ErrUnknownDayType]
	HalfDay          error   // [ErrUnknownHalfDay], [ErrHalfDayWithoutWork] or [ErrUnknownHalf]
	JourneyProfileID error   // [ErrUnknownJourney]
	MotorVehicleID   error   // [ErrUnknownVehicle]
	Note             error   // [ErrNoteUnreadable] or [ErrNoteTooLong]
	RequestedBy      error   // [ErrRequester]
	Reason           error   // [ErrReason]
	Slots            []error // one for each slot of the change: [ErrTooManySlots], [ErrSlotNotLater], [ErrSlotTooLong] or [ErrSlotOverlaps]
}

// Error lists the errors, each message once.
func (f *EntryErrors) Error() string {
	var texts []string
	for _, err := range f.Unwrap() {
		if !slices.Contains(texts, err.Error()) {
			texts = append(texts, err.Error())
		}
	}
	return "invalid entry: " + strings.Join(texts, ", ")
}

// Fields returns what is wrong with each field but the slots, or nil.
func (f *EntryErrors) Fields() []error {
	return []error{f.DayType, f.HalfDay, f.JourneyProfileID, f.MotorVehicleID, f.Note, f.RequestedBy, f.Reason}
}

// Unwrap returns the errors that are not nil.
func (f *EntryErrors) Unwrap() []error {
	all := append(f.Fields(), f.Slots...)
	return slices.DeleteFunc(all, func(err error) bool { return err == nil })
}

// Check returns an [*EntryErrors] if the change is not valid for the day, which is
// stored or about to be created. The day may keep what it already has: a journey
// or a vehicle that is no longer configured, slots as they were recorded, a note and
// half a day.
//
// Every operation that takes a change calls Check inside its transaction.
func (r Rules) Check(day *Day, change EntryChange) error {
	errs := &EntryErrors{Slots: checkSlots(day.Slots, change.Slots, day.Zone)}
	if change.Note != day.Note {
		errs.Note = checkNote(change.Note)
	}
	if !change.KeepHalfDay && (change.DayType != day.DayType || change.HalfDay != day.HalfDay) {
		errs.HalfDay = change.HalfDay.check(change.DayType)
	}
	if !change.KeepHalf && change.Half != day.Half && !change.Half.valid() && errs.HalfDay == nil {
		errs.HalfDay = ErrUnknownHalf
	}
	if request := change.Request; request != nil && !isRequester(request.By) {
		errs.RequestedBy = ErrRequester
	}
	if request := change.Request; request != nil && !isReason(request.Reason) {
		errs.Reason = ErrReason
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

// CheckForAll is like [Rules.Check] for a change to be applied to many days:
// its journey and vehicle must be configured. It ignores the change's slots.
func (r Rules) CheckForAll(change EntryChange) error {
	change.Slots = nil
	return r.Check(&Day{Zone: r.Zone}, change)
}

// selectable reports whether an entry may have that ID: an empty one, a configured
// one, or the one already stored.
func selectable(configured []string, id, stored string) bool {
	return id == "" || id == stored || slices.Contains(configured, id)
}

func checkNote(note string) error {
	switch {
	case isText(note):
		return nil
	case isReadable(note):
		return ErrNoteTooLong
	}
	return ErrNoteUnreadable
}

// EntryErrorsOf returns the [EntryErrors] that err wraps, or nil.
func EntryErrorsOf(err error) *EntryErrors {
	var errs *EntryErrors
	errors.As(err, &errs)
	return errs
}

// AcceptedDoubt is a subject of a kind of doubt that a person has found right.
type AcceptedDoubt struct {
	Date       civil.Date    `json:"date" gorm:"primaryKey"`
	Doubt      string        `json:"doubt" gorm:"primaryKey"`
	Subject    string        `json:"subject" gorm:"primaryKey"`
	AcceptedAt civil.Instant `json:"accepted_at"`
}

// Accept records that a person finds right what is in doubt, as the change of the transaction says
// that is kept. It returns [ErrEntryChanged] if some of it is accepted already.
func (tx *Tx) Accept(right []AcceptedDoubt) error {
	if len(right) == 0 {
		return nil
	}
	tx.did.Accepted = append(tx.did.Accepted, right...)
	return tx.reviewed(right, tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(right, DaysAtOnce))
}

// Doubt undoes [Tx.Accept]. It returns [ErrEntryChanged] if some of it is in doubt already.
func (tx *Tx) Doubt(right []AcceptedDoubt) error {
	tx.did.Doubted = append(tx.did.Doubted, right...)
	for i := range right {
		if err := tx.reviewed(right[i:i+1], tx.Delete(&right[i])); err != nil {
			return err
		}
	}
	return nil
}

// reviewed names the days to what is cached. It returns [ErrEntryChanged] unless each row was written.
func (tx *Tx) reviewed(right []AcceptedDoubt, done *gorm.DB) error {
	if done.Error == nil && done.RowsAffected < int64(len(right)) {
		return ErrEntryChanged
	}
	tx.dates = append(tx.dates, Dates(right)...)
	return done.Error
}
