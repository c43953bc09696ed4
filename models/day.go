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
	return s.day(s.db.WithContext(ctx).Where("id = ?", id))
}

// DayOn returns the day of a date, or [ErrEntryNotFound].
func (s *Store) DayOn(ctx context.Context, date civil.Date) (*Day, error) {
	return s.day(s.db.WithContext(ctx).Where("date = ?", date))
}

// day reads the entry before its slots: if a write happens in between, the version
// is the older one, and a form based on it is refused.
func (s *Store) day(query *gorm.DB) (*Day, error) {
	entry, err := findOne[WorkEntry](query)
	if err != nil {
		return nil, err
	}
	if entry == nil {
		return nil, ErrEntryNotFound
	}
	db := s.db.WithContext(query.Statement.Context)
	slots, err := slotsOf(db, entry.ID)
	if err != nil {
		return nil, err
	}
	is, err := originsOf(db.Where("work_entry_id = ?", entry.ID))
	if err != nil {
		return nil, err
	}
	day := &Day{WorkEntry: *entry, Zone: s.zones.named(entry.Timezone)}
	day.Slots, day.Unread = readable(slots)
	day.Recorded, day.Ignored = allLinked(day.Slots, is.linked), s.rules.ignores(day, is.discarded[entry.ID])
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
		case slot == nil && event.isOpen():
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
	any, err := findOne[WorkEntry](s.db.WithContext(ctx).Select("id"))
	return any == nil, err
}

// CreateEntry creates the entry of a date, recorded in the zone of the rules. It
// returns [ErrDateTaken] if the date has one, and an [*EntryErrors] for an invalid
// change.
func (s *Store) CreateEntry(ctx context.Context, date civil.Date, change EntryChange, now civil.Instant) (Change, error) {
	return s.change(ctx, func(tx *gorm.DB) (Change, error) {
		taken, err := findEntryByDate(tx, date)
		if err != nil {
			return Change{}, err
		}
		if taken != nil {
			return Change{}, ErrDateTaken
		}
		entry := s.rules.newEntry(date, now)
		if err := s.rules.Check(&Day{WorkEntry: *entry, Zone: s.rules.Zone}, change); err != nil {
			return Change{}, err
		}
		entry.apply(change)
		return changing(tx, ActionCreated, now, []civil.Date{date}, func() error {
			if err := tx.Create(entry).Error; err != nil {
				return err
			}
			_, err := rewriteSlots(tx, entry.ID, nil, change.Slots)
			return err
		})
	})
}

// EditEntry applies a change to the entry that was read at the given version. It
// writes nothing if the change equals what is stored. It returns
// [ErrEntryNotFound], [ErrEntryChanged] if the entry is no longer at that
// version, or an [*EntryErrors] for an invalid change.
func (s *Store) EditEntry(ctx context.Context, id, version int64, change EntryChange, now civil.Instant) (Change, error) {
	return s.change(ctx, func(tx *gorm.DB) (Change, error) {
		entry, err := entryAt(tx, id, version)
		if err != nil {
			return Change{}, err
		}
		stored, err := slotsOf(tx, id)
		if err != nil {
			return Change{}, err
		}
		day := &Day{WorkEntry: *entry, Zone: s.zones.named(entry.Timezone)}
		day.Slots, day.Unread = readable(stored)
		if err := s.rules.Check(day, change); err != nil {
			return Change{}, err
		}
		return changing(tx, ActionEdited, now, []civil.Date{entry.Date}, func() error {
			slotsChanged, err := rewriteSlots(tx, id, stored, change.Slots)
			if err != nil {
				return err
			}
			before := *entry
			entry.apply(change)
			if !slotsChanged && *entry == before {
				return nil
			}
			return updateEntry(tx, entry, now)
		})
	})
}

// DeleteEntry deletes the entry that was read at the given version, with its slots
// and presence events, whose keys become free again. It returns
// [ErrEntryNotFound] or [ErrEntryChanged].
func (s *Store) DeleteEntry(ctx context.Context, id, version int64, now civil.Instant) (Change, error) {
	return s.change(ctx, func(tx *gorm.DB) (Change, error) {
		entry, err := entryAt(tx, id, version)
		if err != nil {
			return Change{}, err
		}
		return changing(tx, ActionDeleted, now, []civil.Date{entry.Date}, func() error {
			return tx.Delete(entry).Error
		})
	})
}

// CountEvents returns how many presence events an entry has.
func (s *Store) CountEvents(ctx context.Context, entryID int64) (count int64, err error) {
	err = s.db.WithContext(ctx).Model(&WorkplacePresenceEvent{}).Where("work_entry_id = ?", entryID).Count(&count).Error
	return count, err
}

// OpenArrival returns the open arrival, or nil.
func (s *Store) OpenArrival(ctx context.Context) (*WorkplacePresenceEvent, error) {
	return findOpenArrival(s.db.WithContext(ctx))
}

// entryAt returns the entry if it is still at the version, and otherwise
// [ErrEntryNotFound] or [ErrEntryChanged].
func entryAt(tx *gorm.DB, id, version int64) (*WorkEntry, error) {
	entry, err := findOne[WorkEntry](tx.Where("id = ?", id))
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

// newEntry returns an entry for a date; a change is yet to be applied to it.
func (r Rules) newEntry(date civil.Date, now civil.Instant) *WorkEntry {
	return &WorkEntry{Date: date, Timezone: r.Zone.String(), Version: 1, CreatedAt: now, UpdatedAt: now}
}

// apply sets the entry's own fields from the change.
func (e *WorkEntry) apply(change EntryChange) {
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
