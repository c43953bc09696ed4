package models

import (
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

// Change is what an operation that a person asked for has done.
type Change struct {
	ID      int64 // with which [history.TakeBack] takes it back; 0 if nothing was changed
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
	State       *string // JSON of a dayRows; nil if there was no entry
	Refused     *string // JSON of a refusedChange, in the change's first row; nil for none
}

// RefusedChange is what a change did to the refused events.
type RefusedChange struct {
	Gone []RefusedEvent `json:"gone"` // recorded or dropped
	Come []RefusedEvent `json:"come"` // that are refused again
}

// DayRows is all that is stored of a day.
type DayRows struct {
	Entry  WorkEntry                `json:"entry"`
	Slots  []TimeSlot               `json:"slots"`
	Events []WorkplacePresenceEvent `json:"events"`
}

// unread reports whether something of the day cannot be read.
func (r *DayRows) unread() bool {
	e := &r.Entry
	return !e.Date.InRange() || !e.CreatedAt.Readable() || !e.UpdatedAt.Readable() ||
		slices.ContainsFunc(r.Slots, func(s TimeSlot) bool { return !s.readable() }) ||
		slices.ContainsFunc(r.Events, func(e WorkplacePresenceEvent) bool {
			return !e.OccurredAt.Readable() || !e.ReceivedAt.Readable() || e.ClosedAt != nil && !e.ClosedAt.Readable()
		})
}

// AddTexts adds the values of the day that rules judge by their text.
func (r *DayRows) AddTexts(texts map[string]bool) {
	if r == nil {
		return
	}
	e := &r.Entry
	for _, text := range []string{e.Timezone, e.Note, e.JourneyProfileID, e.MotorVehicleID, e.CreatedAt.String(), e.UpdatedAt.String()} {
		texts[text] = true
	}
	for _, slot := range r.Slots {
		texts[slot.StartAt.String()], texts[slot.EndAt.String()] = true, true
	}
	for _, event := range r.Events {
		for _, text := range []string{event.IdempotencyKey, event.OccurredAtSent, event.OccurredAt.String(), event.ReceivedAt.String()} {
			texts[text] = true
		}
		if event.ClosedAt != nil {
			texts[event.ClosedAt.String()] = true
		}
	}
}

// Record reads the record of an entry; nil stands for no entry.
func (tx *Tx) Record(entry *WorkEntry) (*DayRows, error) {
	if entry == nil {
		return nil, nil
	}
	slots, err := tx.SlotsOf(entry.ID)
	if err != nil {
		return nil, err
	}
	var events []WorkplacePresenceEvent
	err = tx.Where("work_entry_id = ?", entry.ID).Order("id").Find(&events).Error
	return &DayRows{*entry, slots, events}, err
}

// Record decodes the day before the change, which is nil if there was none. It returns
// [ErrStateUnread] for text that is not the record of that day.
func (s *DayState) Record() (*DayRows, error) {
	if s.State == nil {
		return nil, nil
	}
	var record DayRows
	if err := json.Unmarshal([]byte(*s.State), &record); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStateUnread, err)
	}
	if record.Entry.ID != s.WorkEntryID || record.Entry.Date != s.Date {
		return nil, fmt.Errorf("%w: it is of entry %d (%s)", ErrStateUnread, record.Entry.ID, record.Entry.Date)
	}
	return &record, nil
}

// Changing runs f, which does what a person asks for, and keeps what the days of those
// dates were before. f must change no other day, and increment the version of each
// that it changes; days that it leaves as they are are not kept. Every operation of a
// person runs in it, and none of the automation's does: its events are the record. It
// returns [ErrUnsound].
func (tx *Tx) Changing(action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	return tx.Keeping(action, now, dates, func() error { return tx.Soundly(dates, f) })
}

// Keeping is [Tx.Changing] for an f that answers for what it leaves.
func (tx *Tx) Keeping(action Action, now civil.Instant, dates []civil.Date, f func() error) (Change, error) {
	change := Change{Action: action}
	var before []*DayRows
	for _, date := range dates {
		entry, err := tx.EntryOn(date)
		if err != nil {
			return change, err
		}
		record, err := tx.Record(entry)
		if err != nil {
			return change, err
		}
		before = append(before, record)
	}
	refused, err := tx.RefusedEvents()
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
func (c *Change) keep(tx *Tx, date civil.Date, before *DayRows, now civil.Instant) error {
	after, err := tx.EntryOn(date)
	if err != nil {
		return err
	}
	row := DayState{ChangeID: c.ID, Action: c.Action, MadeAt: now, Date: date}
	switch {
	case before == nil && after == nil, before != nil && after != nil && before.Entry.Version == after.Version:
		return nil
	case after != nil:
		row.WorkEntryID, row.Version = after.ID, &after.Version
	default:
		row.WorkEntryID = before.Entry.ID
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
func (c *Change) keepRefused(tx *Tx, before []RefusedEvent) error {
	if c.ID == 0 {
		return nil
	}
	after, err := tx.RefusedEvents()
	if err != nil {
		return err
	}
	did := RefusedChange{Gone: without(before, after), Come: without(after, before)}
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

// DayOf returns the day of a record, as [Store.Day] does.
func (tx *Tx) DayOf(record *DayRows) *Day {
	day := &Day{WorkEntry: record.Entry, Zone: tx.Zone(record.Entry.Timezone)}
	day.Slots, day.Unread = Readable(record.Slots)
	is := originsIn(record.Events)
	day.Recorded, day.Ignored = allLinked(day.Slots, is.linked), tx.Rules.ignores(day, is.discarded[record.Entry.ID])
	return day
}
