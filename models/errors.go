package models

import "errors"

// Refusals of the presence rules. None of them changes a record.
var (
	ErrArrivalOpen       = errors.New("another arrival is open")
	ErrNoOpenArrival     = errors.New("no arrival is open")
	ErrDepartureNotLater = errors.New("departure is not later than its arrival")
	ErrKeyReused         = errors.New("idempotency key was used for another request")
	ErrDateOutOfRange    = errors.New("local date is outside the years 1970 to 9999")
)

// Refusals to touch a record.
var (
	ErrEntryNotFound = errors.New("no such entry")
	ErrEntryChanged  = errors.New("entry has changed since it was read")
	ErrDateTaken     = errors.New("the date has an entry")
	ErrBatchOfSlots  = errors.New("slots are changed one by one, so that their events are freed")
)

// Errors in the change that a person asks for.
var (
	ErrUnknownDayType = errors.New("unknown day type")
	ErrUnknownJourney = errors.New("journey is not in the configuration")
	ErrUnknownVehicle = errors.New("motor vehicle is not in the configuration")
	ErrNoteUnreadable = errors.New("note is not UTF-8 or has a NUL")
	ErrNoteTooLong    = errors.New("note is longer than 10,000 characters")
)

// Refusals of a range of dates.
var (
	ErrRangeBackward = errors.New("range ends before it starts")
	ErrRangeTooLong  = errors.New("range is longer than 366 days")
)

// ErrTimeSkipped is the refusal of a wall time that the clock of the zone never
// shows on that date.
var ErrTimeSkipped = errors.New("the clock skips that time")

// Errors in a slot that a person asks for.
var (
	ErrTooManySlots = errors.New("day has too many slots for another one")
	ErrSlotNotLater = errors.New("slot does not end after it starts")
	ErrSlotTooLong  = errors.New("slot is longer than 7 days")
	ErrSlotOverlaps = errors.New("slot overlaps another one of its entry")
	ErrEndInFuture  = errors.New("slot ends in the future")
)
