package models

import (
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// Action is what a person did to one or several days.
type Action string

// The actions.
const (
	ActionCreated     Action = "created"
	ActionEdited      Action = "edited"
	ActionDeleted     Action = "deleted"
	ActionFilled      Action = "filled"       // many days at once
	ActionImported    Action = "imported"     // from a file
	ActionClosed      Action = "closed"       // an arrival, by hand
	ActionDiscarded   Action = "discarded"    // an arrival
	ActionRecorded    Action = "recorded"     // refused events, after all
	ActionParted      Action = "parted"       // a slot of two days
	ActionEndTaken    Action = "end_taken"    // the end typed by a person, replaced with a refused departure
	ActionSignalled   Action = "signalled"    // an arrival or a departure, by a button of the pages
	ActionTakenBack   Action = "taken_back"   // a change
	ActionMadeAgain   Action = "made_again"   // a change that was taken back
	ActionBroughtBack Action = "brought_back" // one of the day's earlier states
)

// Actions are all actions.
var Actions = []Action{
	ActionCreated, ActionEdited, ActionDeleted, ActionFilled, ActionImported, ActionClosed, ActionDiscarded, ActionRecorded,
	ActionParted, ActionEndTaken, ActionSignalled, ActionTakenBack, ActionMadeAgain, ActionBroughtBack,
}

// Valid reports whether a is one of the actions.
func (a Action) Valid() bool { return slices.Contains(Actions, a) }

// Change is what an operation that a person asked for has done.
type Change struct {
	ID      int64 // with which [Store.TakeBack] takes it back; 0 if nothing was changed
	Action  Action
	EntryID int64        // of the first of the days
	Dates   []civil.Date // of the days, those that were changed
}

// DayState is the row of a day in a change: what the day was before.
type DayState struct {
	ID          int64
	ChangeID    int64 // of its first row
	Action      Action
	MadeAt      civil.Instant
	Date        civil.Date
	WorkEntryID int64
	Version     *int64  // of the entry after the change; nil if the change deleted it
	State       *string // JSON of a DayRecord; nil if there was no entry
	Refused     *string // JSON of a refusedChange, in the change's first row; nil for none
}

// refusedChange is what a change did to the refused events.
type refusedChange struct {
	Gone []RefusedEvent `json:"gone"` // recorded or dropped
	Come []RefusedEvent `json:"come"` // that are refused again
}

// record decodes the day before the change, which is nil if there was none. It returns
// [ErrStateUnread] for text that is not the record of that day.
func (s *DayState) record() (*DayRecord, error) {
	if s.State == nil {
		return nil, nil
	}
	var record DayRecord
	if err := json.Unmarshal([]byte(*s.State), &record); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStateUnread, err)
	}
	if record.ID != s.WorkEntryID || record.Date != s.Date {
		return nil, fmt.Errorf("%w: it is of entry %d (%s)", ErrStateUnread, record.ID, record.Date)
	}
	return &record, nil
}

// changing runs f, which does what a person asks for, and keeps what the days of those
// dates were before. f must change no other day, and increment the version of each
// that it changes; days that it leaves as they are are not kept. Every operation of a
// person runs in it, and none of the automation's does: its events are the record. It
// returns [ErrUnsound].
func changing(tx *gorm.DB, action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	return keeping(tx, action, now, dates, func() error { return soundly(tx, dates, f) })
}

// keeping is changing for an f that answers for what it leaves.
func keeping(tx *gorm.DB, action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	change := Change{Action: action}
	var before []*DayRecord
	for _, date := range dates {
		entry, err := findEntryByDate(tx, date)
		if err != nil {
			return change, err
		}
		record, err := recordOf(tx, entry)
		if err != nil {
			return change, err
		}
		before = append(before, record)
	}
	refused, err := refusedEvents(tx)
	if err != nil {
		return change, err
	}
	if err := f(); err != nil {
		return change, err
	}
	kept := make(map[civil.Date]bool, len(dates))
	for i, date := range dates {
		if kept[date] {
			continue
		}
		kept[date] = true
		if err := change.keep(tx, date, before[i], now); err != nil {
			return change, err
		}
	}
	return change, change.keepRefused(tx, refused)
}

// keep writes the row of a day, if the day has changed.
func (c *Change) keep(tx *gorm.DB, date civil.Date, before *DayRecord, now civil.Instant) error {
	after, err := findEntryByDate(tx, date)
	if err != nil {
		return err
	}
	row := DayState{ChangeID: c.ID, Action: c.Action, MadeAt: now, Date: date}
	switch {
	case before == nil && after == nil, before != nil && after != nil && before.Version == after.Version:
		return nil
	case after != nil:
		row.WorkEntryID, row.Version = after.ID, &after.Version
	default:
		row.WorkEntryID = before.ID
	}
	if before != nil {
		content, err := json.Marshal(before)
		if err != nil {
			return err
		}
		state := string(content)
		row.State = &state
	}
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	c.Dates = append(c.Dates, date)
	if c.ID != 0 {
		return nil
	}
	c.ID, c.EntryID = row.ID, row.WorkEntryID
	return tx.Model(&row).UpdateColumn("change_id", row.ID).Error
}

// keepRefused keeps what the change did to the refused events.
func (c *Change) keepRefused(tx *gorm.DB, before []RefusedEvent) error {
	if c.ID == 0 {
		return nil
	}
	after, err := refusedEvents(tx)
	if err != nil {
		return err
	}
	did := refusedChange{Gone: without(before, after), Come: without(after, before)}
	if len(did.Gone)+len(did.Come) == 0 {
		return nil
	}
	content, err := json.Marshal(did)
	if err != nil {
		return err
	}
	return tx.Model(&DayState{}).Where("id = ?", c.ID).UpdateColumn("refused", string(content)).Error
}

// without returns the events that are not among others.
func without(events, others []RefusedEvent) []RefusedEvent {
	known := make(map[int64]bool, len(others))
	for _, other := range others {
		known[other.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(events), func(event RefusedEvent) bool { return known[event.ID] })
}
