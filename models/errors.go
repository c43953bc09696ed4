package models

import "errors"

// Errors of the presence rules. None of them changes a record.
var (
	ErrArrivalOpen       = errors.New("another arrival is open")
	ErrNoOpenArrival     = errors.New("no arrival is open")
	ErrDepartureNotLater = errors.New("departure is not later than its arrival")
	ErrKeyReused         = errors.New("idempotency key was used for another request")
)

// Errors of an event that a person makes by a button, beside those of the rules.
var (
	ErrKeyInvalid    = errors.New("idempotency key is blank or not 1 to 255 characters of UTF-8")
	ErrEventInFuture = errors.New("event is in the future")
	ErrPressTooOld   = errors.New("button was pressed more than 7 days ago")
	ErrPressInFuture = errors.New("button was pressed more than 5 minutes from now")
	ErrPressRepeated = errors.New("button has recorded another moment, or an arrival that is closed since")
	ErrPressInSlot   = errors.New("a slot of the day has the moment of a press that was kept")
	ErrDayEdited     = errors.New("a person has changed the day since a press that was kept")
)

// Errors of a person's request that may no longer be applied. See [Store.Admit] and [Store.Change].
var (
	ErrSettingsChanged = errors.New("the settings have changed since the request began")
	ErrRestored        = errors.New("the database has been restored since the page was made")
	ErrTakenBack       = errors.New("what the request did has been taken back")
)

// Errors of reading or changing a record.
var (
	ErrEntryNotFound = errors.New("no such entry")
	ErrEntryChanged  = errors.New("entry has changed since it was read")
	ErrDateTaken     = errors.New("the date has an entry")
	ErrReviewChanged = errors.New("what was to be looked at has changed")
	ErrMonthNotOver  = errors.New("the month is not over")
	errBatchOfSlots  = errors.New("slots are changed one by one, so that their events are freed")
)

// Errors of bringing a day back to what it was.
var (
	ErrStateNotFound = errors.New("no such change or state is kept")
	ErrDayUnreadable = errors.New("the day cannot be read")
	ErrStateUnread   = errors.New("the kept state cannot be read")
	ErrKeyTaken      = errors.New("an idempotency key of the day has been used since")
	ErrEventMoved    = errors.New("an event of the day belongs to another day")
	ErrIDTaken       = errors.New("an id of the day belongs to another record")
)

// Errors in the change that a person asks for.
var (
	ErrUnknownDayType     = errors.New("unknown day type")
	ErrUnknownHalfDay     = errors.New("there is no half day of that type")
	ErrUnknownHalf        = errors.New("a half is am or pm")
	ErrHalfDayWithoutWork = errors.New("a half day of absence is beside WORK or TT")
	ErrRequester          = errors.New("requested_by is not at most 100 characters of text")
	ErrReason             = errors.New("reason is not at most 500 characters of text")
	ErrUnknownJourney     = errors.New("journey is not in the configuration")
	ErrUnknownVehicle     = errors.New("motor vehicle is not in the configuration")
	ErrNoteUnreadable     = errors.New("note is not valid UTF-8 or contains a NUL")
	ErrNoteTooLong        = errors.New("note is longer than 10,000 characters")
)

// Errors of a range of dates.
var (
	ErrRangeBackward = errors.New("range ends before it starts")
	ErrRangeTooLong  = errors.New("range is longer than 366 days")
)

// ErrTimeSkipped is the error for a wall time that does not exist on that date in
// the zone.
var ErrTimeSkipped = errors.New("the clock skips that time")

// Errors in a slot that a person asks for.
var (
	ErrTooManySlots = errors.New("day has too many slots")
	ErrSlotNotLater = errors.New("slot does not end after it starts")
	ErrEndLikeStart = errors.New("slot ends at the time of day at which it starts")
	ErrSlotTooLong  = errors.New("slot is longer than 7 days")
	ErrSlotOverlaps = errors.New("slot overlaps another one of its entry")
	ErrEndAfterNext = errors.New("slot ends after the arrival that follows it")
	ErrEndInFuture  = errors.New("slot ends in the future")
)

// ErrInvalidRecord is the error of a record of another database that this one would not store.
var ErrInvalidRecord = errors.New("is not what worklog stores")

// ErrUnsound is the error of a transaction that would have left a day as `worklog check`
// finds fault with. It has changed nothing.
var ErrUnsound = errors.New("the record of a day would be damaged")
