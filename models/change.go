package models

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

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

// Change is what a person has done to one or several days at once. Each of them has a
// [DayState] below it.
type Change struct {
	ID      int64 // with which [history.TakeBack] takes it back; 0 if nothing was changed
	Action  Action
	MadeAt  civil.Instant
	MadeBy  string  // as [By] says; empty where nothing does
	Refused *string // JSON of a RefusedChange; nil for none

	RequestKey *string // of the request that made it; nil for none
	UndoneID   *int64  // of the change that this one takes back or makes again, the first of them; nil for another

	EntryID int64        `gorm:"-"` // of the first of the days
	Dates   []civil.Date `gorm:"-"` // of the days
}

// Stamp identifies the change.
func (c Change) Stamp() Stamp { return Stamp{c.ID, c.MadeAt} }

// DayState is what a day was before a change.
type DayState struct {
	ID            int64
	ChangeID      int64
	WorkEntryID   int64
	Date          civil.Date
	VersionBefore *int64  // of the entry; nil if there was none
	VersionAfter  *int64  // of the entry; nil if the change deleted it
	State         *string // JSON of a DayRecord; nil if there was no entry

	Change *Change `gorm:"->;foreignKey:ChangeID;constraint:OnDelete:CASCADE"`
}

// OfChange joins the states of days with their changes.
const OfChange = "JOIN changes ON changes.id = change_id"

// nameKey is the key of a context's name.
type nameKey struct{}

// By returns a context with the name of the person, or of the way in, by which changes are
// made in it.
func By(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, nameKey{}, plain(name))
}

// MadeBy returns the name of [By]; empty where nothing says it.
func MadeBy(ctx context.Context) string {
	name, _ := ctx.Value(nameKey{}).(string)
	return name
}

// RefusedChange is what a change did to the refused events.
type RefusedChange struct {
	Gone []RefusedEvent `json:"gone"` // recorded or dropped
	Come []RefusedEvent `json:"come"` // that are refused again
}

// Record decodes the day before the change, which is nil if there was none. It returns
// [ErrStateUnread] for text that is not the record of that day.
func (s *DayState) Record() (*DayRecord, error) {
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

// Changing runs f, which does what a person asks for, and keeps what the days of those
// dates were before. f must change no other day, and increment the version of each
// that it changes; days that it leaves as they are are not kept. Every operation of a
// person runs in it, and none of the automation's does: its events are the record. It
// returns [ErrUnsound].
func (tx *Tx) Changing(action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	return tx.Keeping(action, nil, now, dates, func() error { return tx.Soundly(dates, f) })
}

// Keeping is [Tx.Changing] for an f that answers for what it leaves. The change undoes another
// one, as UndoneID of [Change] says, unless that is nil.
func (tx *Tx) Keeping(action Action, undoes *int64, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	dates = distinct(dates)
	tx.dates = append(tx.dates, dates...)
	before, err := tx.recordsOn(dates)
	if err != nil {
		return Change{}, err
	}
	refused, err := tx.RefusedEvents()
	if err != nil {
		return Change{}, err
	}
	if err := f(); err != nil {
		return Change{}, err
	}
	change := Change{Action: action, MadeAt: now, MadeBy: MadeBy(tx.Statement.Context), RequestKey: requestKeyOf(tx.Statement.Context), UndoneID: undoes}
	for some := range slices.Chunk(dates, DaysAtOnce) {
		states, err := statesOf(tx, some, before)
		if err == nil && len(states) > 0 {
			err = change.keep(tx, states, refused)
		}
		if err != nil {
			return Change{}, err
		}
	}
	return change, nil
}

// distinct returns the dates without those that come a second time.
func distinct(dates []civil.Date) []civil.Date {
	known := make(map[civil.Date]bool, len(dates))
	return slices.DeleteFunc(slices.Clone(dates), func(date civil.Date) bool {
		again := known[date]
		known[date] = true
		return again
	})
}

// recordsOn returns what is stored of some dates; those without an entry have none.
func (tx *Tx) recordsOn(dates []civil.Date) (map[civil.Date]*DayRecord, error) {
	on := make(map[civil.Date]*DayRecord, len(dates))
	for some := range slices.Chunk(dates, DaysAtOnce) {
		entries, err := tx.entriesOn(some)
		if err != nil {
			return nil, err
		}
		records, err := tx.Records(entries)
		if err != nil {
			return nil, err
		}
		for i := range records {
			on[records[i].Date] = &records[i]
		}
	}
	return on, nil
}

// entriesOn returns the entries of some dates.
func (tx *Tx) entriesOn(dates []civil.Date) ([]WorkEntry, error) {
	var entries []WorkEntry
	err := tx.Where("date IN ?", dates).Find(&entries).Error
	return entries, err
}

// statesOf returns the states of those days that a change has changed.
func statesOf(tx *Tx, dates []civil.Date, before map[civil.Date]*DayRecord) ([]DayState, error) {
	entries, err := tx.entriesOn(dates)
	if err != nil {
		return nil, err
	}
	after := make(map[civil.Date]*WorkEntry, len(entries))
	for i := range entries {
		after[entries[i].Date] = &entries[i]
	}
	var states []DayState
	for _, date := range dates {
		state, err := stateOf(before[date], after[date])
		if err != nil {
			return nil, err
		}
		if state != nil {
			states = append(states, *state)
		}
	}
	return states, nil
}

// stateOf returns what a day was before a change, or nil if the change has left it as it was.
// Either argument is nil for no entry.
func stateOf(before *DayRecord, after *WorkEntry) (*DayState, error) {
	if before == nil && after == nil || before != nil && after != nil && before.Version == after.Version {
		return nil, nil
	}
	var state DayState
	if before != nil {
		content, err := json.Marshal(before)
		if err != nil {
			return nil, err
		}
		state.WorkEntryID, state.Date = before.ID, before.Date
		state.VersionBefore, state.State = &before.Version, new(string(content))
	}
	if after != nil {
		state.WorkEntryID, state.Date, state.VersionAfter = after.ID, after.Date, &after.Version
	}
	return &state, nil
}

// keep writes states of days below the change, which it creates with the first of them. The
// events are those that were refused before the change.
func (c *Change) keep(tx *Tx, states []DayState, refused []RefusedEvent) (err error) {
	if c.ID == 0 {
		if c.Refused, err = didToRefused(tx, refused); err != nil {
			return err
		}
		if err := tx.Create(c).Error; err != nil {
			return err
		}
		c.EntryID = states[0].WorkEntryID
	}
	for i := range states {
		states[i].ChangeID = c.ID
		c.Dates = append(c.Dates, states[i].Date)
	}
	return CreateAll(tx, states)
}

// didToRefused returns JSON of a RefusedChange since those events were refused, or nil.
func didToRefused(tx *Tx, before []RefusedEvent) (*string, error) {
	after, err := tx.RefusedEvents()
	if err != nil {
		return nil, err
	}
	did := RefusedChange{Gone: without(before, after), Come: without(after, before)}
	if len(did.Gone)+len(did.Come) == 0 {
		return nil, nil
	}
	content, err := json.Marshal(did)
	return new(string(content)), err
}

// without returns the events that are not among others.
func without(events, others []RefusedEvent) []RefusedEvent {
	known := make(map[int64]bool, len(others))
	for _, other := range others {
		known[other.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(events), func(event RefusedEvent) bool { return known[event.ID] })
}
