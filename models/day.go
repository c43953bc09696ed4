package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// Day is an entry with its slots, in order of time.
type Day struct {
	WorkEntry `json:"entry"`
	Slots     []TimeSlot `json:"slots"` // those that can be read
	// Unread is how many other slots are stored: another program has written their start or
	// end, and they count nowhere.
	Unread int            `json:"-"`
	Zone   *time.Location `json:"-"` // where the day was recorded, and in which its slots are shown
	// Recorded reports that there are slots, all recorded by the automation and
	// not edited since.
	Recorded bool `json:"-"`
	// Ignored reports that there is nothing on the day but an arrival that a person has
	// discarded: the day stays, so that the key of the arrival stays taken, and counts
	// nowhere.
	Ignored bool `json:"-"`
}

// WorkedMinutes returns the total length of the day's slots. A night counts in
// full on the date on which it starts.
func (d Day) WorkedMinutes() int64 {
	var sum int64
	for _, slot := range d.Slots {
		sum += slot.Minutes(d.Zone)
	}
	return sum
}

// EntryChange is the new content that a person gives an entry.
type EntryChange struct {
	DayType DayType
	HalfDay HalfDay // empty for none
	// KeepHalfDay keeps the half day that the entry has, if its type takes one, and
	// ignores HalfDay.
	KeepHalfDay      bool
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	// Slots are all of the entry's slots. One that keeps its ID, start and end
	// is unchanged.
	Slots []TimeSlot
}

// Day returns the day of an entry, or [ErrEntryNotFound].
func (s *Store) Day(ctx context.Context, id int64) (*Day, error) {
	return s.day(s.Read(ctx).Where("id = ?", id))
}

// DayOn returns the day of a date, or [ErrEntryNotFound].
func (s *Store) DayOn(ctx context.Context, date civil.Date) (*Day, error) {
	return s.day(s.Read(ctx).Where("date = ?", date))
}

// day reads the entry before its slots: if a write happens in between, the version
// is the older one, and a form based on it is refused.
func (s *Store) day(query *gorm.DB) (*Day, error) {
	entry, err := FindOne[WorkEntry](query)
	if err != nil {
		return nil, err
	}
	if entry == nil {
		return nil, ErrEntryNotFound
	}
	db := s.Read(query.Statement.Context)
	slots, err := db.SlotsOf(entry.ID)
	if err != nil {
		return nil, err
	}
	is, err := originsOf(db.Where("work_entry_id = ?", entry.ID))
	if err != nil {
		return nil, err
	}
	day := &Day{WorkEntry: *entry, Zone: s.Zone(entry.Timezone)}
	day.Slots, day.Unread = Readable(slots)
	day.Recorded, day.Ignored = allLinked(day.Slots, is.linked), s.Rules().ignores(day, is.discarded[entry.ID])
	return day, nil
}

// origins are what the events of days say of them.
type origins struct {
	// linked are the slots that a departure is still linked to. Arrivals do not
	// count: one closed by hand is linked to a slot that the automation did not
	// record. Nor did it one that an event by hand began or ended.
	linked map[int64]bool
	// discarded are the entries that have discarded arrivals, and none that is open.
	discarded map[int64]bool
}

// originsOf reads the events that say where slots and entries come from.
func originsOf(events *gorm.DB) (origins, error) {
	var found []WorkplacePresenceEvent
	err := events.Select("work_entry_id, time_slot_id, event, by_hand, closure").
		Where("time_slot_id IS NOT NULL AND (event = 'departure' OR by_hand) OR event = 'arrival' AND (closure IS NULL OR closure = 'discarded')").
		Find(&found).Error
	return originsIn(found), err
}

// originsIn returns what events, in any order, say of their days.
func originsIn(events []WorkplacePresenceEvent) origins {
	is := origins{map[int64]bool{}, map[int64]bool{}}
	byHand, open := map[int64]bool{}, map[int64]bool{}
	for _, event := range events {
		switch slot := event.TimeSlotID; {
		case slot != nil && bool(event.ByHand):
			byHand[*slot] = true
		case slot != nil && event.Event == Departure:
			is.linked[*slot] = true
		case slot == nil && event.IsOpen():
			open[event.WorkEntryID] = true
		case slot == nil && event.Closure != nil && *event.Closure == ClosedAsDiscarded:
			is.discarded[event.WorkEntryID] = true
		}
	}
	for slot := range byHand {
		delete(is.linked, slot)
	}
	for entry := range open {
		delete(is.discarded, entry)
	}
	return is
}

// allLinked reports whether there are slots and all of them are linked.
func allLinked(slots []TimeSlot, linked map[int64]bool) bool {
	for _, slot := range slots {
		if !linked[slot.ID] {
			return false
		}
	}
	return len(slots) > 0
}

// Empty reports whether no day has an entry yet.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	any, err := FindOne[WorkEntry](s.Read(ctx).Select("id"))
	return any == nil, err
}

// CountEvents returns how many presence events an entry has.
func (s *Store) CountEvents(ctx context.Context, entryID int64) (count int64, err error) {
	err = s.Read(ctx).Model(&WorkplacePresenceEvent{}).Where("work_entry_id = ?", entryID).Count(&count).Error
	return count, err
}

// OpenArrival returns the open arrival, or nil.
func (s *Store) OpenArrival(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return s.Read(ctx).OpenArrival()
}

// EntryAt returns the entry if it is still at the version, and otherwise
// [ErrEntryNotFound] or [ErrEntryChanged].
func (tx *Tx) EntryAt(id, version int64) (*WorkEntry, error) {
	entry, err := FindOne[WorkEntry](tx.Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	if entry == nil {
		return nil, ErrEntryNotFound
	}
	if entry.Version != version {
		return nil, ErrEntryChanged
	}
	return entry, nil
}

// NewEntry returns an entry for a date; a change is yet to be applied to it.
func (r Rules) NewEntry(date civil.Date, now civil.Instant) *WorkEntry {
	return &WorkEntry{Date: date, Timezone: r.Zone.String(), Version: 1, CreatedAt: now, UpdatedAt: now}
}

// Apply sets the entry's own fields from the change.
func (e *WorkEntry) Apply(change EntryChange) {
	e.DayType = change.DayType
	if change.KeepHalfDay {
		e.HalfDay = e.HalfDay.Beside(change.DayType)
	} else {
		e.HalfDay = change.HalfDay
	}
	e.JourneyProfileID = change.JourneyProfileID
	e.MotorVehicleID = change.MotorVehicleID
	e.Note = change.Note
}
