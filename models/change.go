package models

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

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
	ActionIgnored     Action = "ignored"      // very short presences
	ActionDismissed   Action = "dismissed"    // refused events
	ActionAccepted    Action = "accepted"     // what was in doubt
	ActionMerged      Action = "merged"       // slots that were cut up or overlap
	ActionPlanned     Action = "planned"      // shifts
	ActionSignalled   Action = "signalled"    // an arrival or a departure, by a button of the pages
	ActionTakenBack   Action = "taken_back"   // a change
	ActionMadeAgain   Action = "made_again"   // a change that was taken back
	ActionBroughtBack Action = "brought_back" // one of the day's earlier states
)

// actions are all of them.
var actions = []Action{
	ActionCreated, ActionEdited, ActionDeleted, ActionFilled, ActionImported, ActionClosed, ActionDiscarded, ActionRecorded,
	ActionParted, ActionEndTaken, ActionIgnored, ActionDismissed, ActionAccepted, ActionMerged, ActionPlanned, ActionSignalled, ActionTakenBack, ActionMadeAgain, ActionBroughtBack,
}

// Change is what a person has done to one or several days at once. Each of them has a
// [DayState] below it.
type Change struct {
	ID      int64 // with which [history.TakeBack] takes it back; 0 if nothing was changed
	Action  Action
	MadeAt  civil.Instant
	MadeBy  string  // as [By] says; empty where nothing does
	Refused *string // JSON of a [doneBeside]; nil for none

	RequestKey *string // of the request that made it; nil for none
	UndoneID   *int64  // of the change that this one takes back or makes again, the first of them; nil for another

	EntryID int64        `gorm:"-"` // of the first of the days
	Dates   []civil.Date `gorm:"-"` // of the days
}

// Stamp identifies the change.
func (c Change) Stamp() Stamp { return Stamp{c.ID, c.MadeAt} }

// DayState is what a day was before a change.
type DayState struct {
	ID            int64      `json:"id"`
	ChangeID      int64      `json:"change_id"`
	WorkEntryID   int64      `json:"work_entry_id"`
	Date          civil.Date `json:"date"`
	VersionBefore *int64     `json:"version_before"` // of the entry; nil if there was none
	VersionAfter  *int64     `json:"version_after"`  // of the entry; nil if the change deleted it
	State         *string    `json:"state"`          // JSON of a DayRecord; nil if there was no entry

	Change *Change `json:"-" gorm:"->;foreignKey:ChangeID;constraint:OnDelete:CASCADE"`
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

// doneBeside is what a change did beside the days: to the refused events, to what is in doubt and to the plan.
type doneBeside struct {
	Gone     []RefusedEvent  `json:"gone"` // recorded or dropped
	Come     []RefusedEvent  `json:"come"` // that are refused again
	Accepted []AcceptedDoubt `json:"accepted,omitempty"`
	Doubted  []AcceptedDoubt `json:"doubted,omitempty"` // that were accepted
	Plan     *planChange     `json:"plan,omitempty"`
}

// Aside decodes what the change did beside the days. It returns [ErrStateUnread] for text that says nothing of it.
func (c *Change) Aside() (did doneBeside, err error) {
	if c.Refused == nil {
		return did, nil
	}
	if err := json.Unmarshal([]byte(*c.Refused), &did); err != nil {
		return did, fmt.Errorf("%w: %w", ErrStateUnread, err)
	}
	return did, nil
}

// dates are those of what it did to doubts, to the plan and to refused events that have a date in the zone.
func (d doneBeside) dates(zone *time.Location) (dates []civil.Date) {
	for _, right := range slices.Concat(d.Accepted, d.Doubted) {
		dates = append(dates, right.Date)
	}
	for _, event := range slices.Concat(d.Gone, d.Come) {
		if date, err := civil.DateIn(event.OccurredAt, zone); err == nil {
			dates = append(dates, date)
		}
	}
	if d.Plan != nil {
		dates = append(dates, d.Plan.Is.dates()...)
	}
	return distinct(dates)
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
// returns [ErrUnsound] if a day breaks a rule that it did not break before.
func (tx *Tx) Changing(action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	before, err := tx.OdditiesOn(dates)
	if err != nil {
		return Change{}, err
	}
	return tx.Keeping(action, now, dates, func() error { return tx.CheckedAllowing(before, nil, f) })
}

// Keeping is [Tx.Changing] for an f that answers for what it leaves.
func (tx *Tx) Keeping(action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	records, err := tx.RecordsOn(dates)
	if err != nil {
		return Change{}, err
	}
	var before []DayState
	for _, date := range distinct(dates) {
		state, err := StateOf(date, records[date])
		if err != nil {
			return Change{}, err
		}
		before = append(before, state)
	}
	return tx.KeepingStates(action, nil, now, before, f)
}

// KeepingStates is [Tx.Keeping] for the states of [StateOf], each of another date, that were read
// before the transaction. It returns [ErrEntryChanged] if a day has changed since. The change
// undoes another one, as UndoneID of [Change] says, unless that is nil.
func (tx *Tx) KeepingStates(action Action, undoes *int64, now civil.Instant, before []DayState, f func() error) (Change, error) {
	dates := Dates(before)
	entries, err := tx.versionsOn(dates)
	if err := errors.Join(err, tx.mayChange(dates)); err != nil {
		return Change{}, err
	}
	for _, state := range before {
		if is := entries[state.Date]; !state.leaves(is) || is != nil && is.ID != state.WorkEntryID {
			return Change{}, ErrEntryChanged
		}
	}
	refused, err := tx.RefusedEvents()
	if err != nil {
		return Change{}, err
	}
	if err := f(); err != nil {
		return Change{}, err
	}
	if entries, err = tx.versionsOn(dates); err != nil {
		return Change{}, err
	}
	if err := tx.mayChange(dates); err != nil { // its slots are others now
		return Change{}, err
	}
	change := Change{Action: action, MadeAt: now, MadeBy: MadeBy(tx.Statement.Context), RequestKey: requestKeyOf(tx.Statement.Context), UndoneID: undoes}
	var states []DayState
	for _, state := range before {
		is := entries[state.Date]
		if state.leaves(is) {
			continue
		}
		if is != nil {
			state.WorkEntryID, state.VersionAfter = is.ID, &is.Version
		}
		states, change.Dates = append(states, state), append(change.Dates, state.Date)
	}
	did, err := tx.didBeside(refused)
	if err != nil {
		return Change{}, err
	}
	if len(states) == 0 {
		if change.Dates = did.dates(tx.Rules.Zone); len(change.Dates) == 0 {
			return change, nil
		}
	}
	return change, change.keep(tx, states, did)
}

// leaves reports whether an entry, nil for none, is at the version before the change.
func (s *DayState) leaves(is *WorkEntry) bool {
	if s.VersionBefore == nil || is == nil {
		return s.VersionBefore == nil && is == nil
	}
	return *s.VersionBefore == is.Version
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

// RecordsOn returns what is stored of some dates; those without an entry have none.
func (tx *Tx) RecordsOn(dates []civil.Date) (map[civil.Date]*DayRecord, error) {
	on := make(map[civil.Date]*DayRecord, len(dates))
	for some := range slices.Chunk(dates, DaysAtOnce) {
		var entries []WorkEntry
		if err := tx.Where("date IN ?", some).Find(&entries).Error; err != nil {
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

// versionsOn returns the entries of some dates, of which it reads the version only.
func (tx *Tx) versionsOn(dates []civil.Date) (map[civil.Date]*WorkEntry, error) {
	on := make(map[civil.Date]*WorkEntry, len(dates))
	err := tx.eachRow(func(row *sql.Rows) error {
		var entry WorkEntry
		err := row.Scan(&entry.ID, &entry.Date, &entry.Version)
		on[entry.Date] = &entry
		return err
	}, "SELECT id, date, version FROM work_entries WHERE date IN (SELECT value FROM json_each(?))", List(dates))
	return on, err
}

// StateOf returns the state of a day before a change, of its record, or nil for none.
func StateOf(date civil.Date, record *DayRecord) (DayState, error) {
	if record == nil {
		return DayState{Date: date}, nil
	}
	content, err := json.Marshal(record)
	return DayState{WorkEntryID: record.ID, Date: date, VersionBefore: &record.Version, State: new(string(content))}, err
}

// keep creates the change with the states of its days and what it did beside them.
func (c *Change) keep(tx *Tx, states []DayState, did doneBeside) error {
	if len(did.Gone)+len(did.Come)+len(did.Accepted)+len(did.Doubted) > 0 || did.Plan != nil {
		content, err := json.Marshal(did)
		if err != nil {
			return err
		}
		c.Refused = new(string(content))
	}
	if err := tx.Create(c).Error; err != nil {
		return err
	}
	for i := range states {
		states[i].ChangeID, c.EntryID = c.ID, states[0].WorkEntryID
	}
	return CreateAll(tx, states)
}

// didBeside returns what was done beside the days since those events were refused.
func (tx *Tx) didBeside(before []RefusedEvent) (doneBeside, error) {
	after, err := tx.RefusedEvents()
	did := tx.did
	did.Gone, did.Come = without(before, after), without(after, before)
	return did, err
}

// without returns the events that are not among others.
func without(events, others []RefusedEvent) []RefusedEvent {
	known := make(map[int64]bool, len(others))
	for _, other := range others {
		known[other.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(events), func(event RefusedEvent) bool { return known[event.ID] })
}

// Before returns what a day was before a change, whatever the automation has done since; nil if there was no
// entry, or unless that is the newest change of the day that is kept. It can return [ErrStateUnread].
func (s *Store) Before(ctx context.Context, change Change, day *Day) (*Day, error) {
	db := s.Read(ctx)
	state, err := FindOne[DayState](db.Where("work_entry_id = ?", day.ID).Order("id DESC"))
	if err != nil || state == nil || state.ChangeID != change.ID {
		return nil, err
	}
	record, err := state.Record()
	if err != nil || record == nil {
		return nil, err
	}
	return db.DayOf(record), nil
}
