package models

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// TakeBack brings all days of a change back to what they were before it, which is a
// change that can be taken back itself. It returns [ErrStateNotFound] if no such change
// was kept since the given instant, [ErrEntryChanged] if one of the days has changed
// since, [ErrDateTaken] or [ErrKeyTaken] if a deleted day cannot return, and
// [ErrArrivalOpen] if an arrival would be open beside another. Nothing is written in
// these cases.
func (s *Store) TakeBack(ctx context.Context, changeID int64, since, now Instant) (Change, error) {
	return s.change(ctx, func(tx *gorm.DB) (Change, error) {
		var rows []DayState
		if err := tx.Where("change_id = ? AND made_at >= ?", changeID, since).Order("id").Find(&rows).Error; err != nil {
			return Change{}, err
		}
		if len(rows) == 0 {
			return Change{}, ErrStateNotFound
		}
		days, err := returning(tx, rows)
		if err != nil {
			return Change{}, err
		}
		for _, day := range days {
			if !day.isAt(day.state.Version) {
				return Change{}, ErrEntryChanged
			}
		}
		action := ActionTakenBack
		if rows[0].Action == ActionTakenBack {
			action = ActionMadeAgain
		}
		back := &restoration{tx: tx, now: now, exact: true, days: days}
		return changing(tx, action, now, back.dates(), func() error {
			if err := back.run(); err != nil {
				return err
			}
			return takeBackRefused(tx, rows[0])
		})
	})
}

// BringBack brings a day back to what it was before a change, if it is at the given
// version, which is 0 for a day that was deleted. It returns [ErrStateNotFound] if the
// state was not kept since the given instant, [ErrEntryChanged], the other errors of
// [Store.TakeBack], and [ErrEventMoved] if an event of the day then has been moved to
// another day: it can return only together with that day.
//
// Nothing is written if the day is as it was.
//
// What the automation has sent since stays with the day, without a slot, and what a
// departure has closed stays closed. A day that did not exist then goes, unless it has
// such events: it then keeps its type, journey and vehicle.
func (s *Store) BringBack(ctx context.Context, stateID, version int64, since, now Instant) (Change, error) {
	return s.change(ctx, func(tx *gorm.DB) (Change, error) {
		var rows []DayState
		if err := tx.Where("id = ? AND made_at >= ?", stateID, since).Find(&rows).Error; err != nil {
			return Change{}, err
		}
		if len(rows) == 0 {
			return Change{}, ErrStateNotFound
		}
		days, err := returning(tx, rows)
		if err != nil {
			return Change{}, err
		}
		asked := &version
		if version == 0 {
			asked = nil
		}
		if !days[0].isAt(asked) {
			return Change{}, ErrEntryChanged
		}
		if days[0].same() {
			return Change{EntryID: rows[0].WorkEntryID, Dates: []Date{rows[0].Date}}, nil
		}
		back := &restoration{tx: tx, now: now, days: days}
		var together int64
		if err := tx.Model(&DayState{}).Where("change_id = ?", rows[0].ChangeID).Count(&together).Error; err != nil {
			return Change{}, err
		}
		back.exact = together == 1 && days[0].isAt(rows[0].Version)
		return changing(tx, ActionBroughtBack, now, back.dates(), func() error {
			if err := back.run(); err != nil || !back.exact {
				return err
			}
			return takeBackRefused(tx, rows[0])
		})
	})
}

// returningDay is a day to be brought back: to what it was, from what it is. Either is
// nil for no entry.
type returningDay struct {
	state   DayState
	was, is *dayRecord
	since   []WorkplacePresenceEvent // that it has and had not, and that stay
}

func returning(tx *gorm.DB, rows []DayState) ([]*returningDay, error) {
	var days []*returningDay
	for _, row := range rows {
		entry, err := findOne[WorkEntry](tx.Where("id = ?", row.WorkEntryID))
		if err != nil {
			return nil, err
		}
		is, err := readRecord(tx, entry)
		if err != nil {
			return nil, err
		}
		was, err := row.record()
		if err != nil {
			return nil, err
		}
		days = append(days, &returningDay{state: row, was: was, is: is})
	}
	return days, nil
}

// isAt reports whether the day is at a version, or has no entry if that is nil.
func (d *returningDay) isAt(version *int64) bool {
	if version == nil || d.is == nil {
		return version == nil && d.is == nil
	}
	return d.is.Entry.Version == *version
}

// same reports whether the day is as it was, but for its version.
func (d *returningDay) same() bool {
	if d.was == nil || d.is == nil {
		return d.was == d.is
	}
	is := *d.is
	is.Entry.Version, is.Entry.UpdatedAt = d.was.Entry.Version, d.was.Entry.UpdatedAt
	a, errA := json.Marshal(is)
	b, errB := json.Marshal(d.was)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

func (d *returningDay) had(id int64) bool {
	return d.was != nil && slices.ContainsFunc(d.was.Events, func(event WorkplacePresenceEvent) bool { return event.ID == id })
}

// restoration brings days back in one transaction.
type restoration struct {
	tx  *gorm.DB
	now Instant
	// exact says that nothing has happened to the days since the change: the events
	// that they have and had not are those that the change itself has brought, and go.
	exact bool
	days  []*returningDay
}

func (r *restoration) dates() []Date {
	var dates []Date
	for _, day := range r.days {
		dates = append(dates, day.state.Date)
	}
	return dates
}

// run takes each step for all of the days before the next: an event that was moved
// leaves its day before that day is deleted, and one arrival is closed before another
// is open again.
func (r *restoration) run() error {
	for _, step := range []func(*returningDay) error{r.entry, r.events, r.eventsSince, r.slots, r.links, r.openArrival, r.noEntry} {
		for _, day := range r.days {
			if err := step(day); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry restores the entry's fields, or creates it again with its id, at a version
// that it never had.
func (r *restoration) entry(day *returningDay) error {
	if day.was == nil {
		return nil
	}
	entry := day.was.Entry
	if day.is != nil {
		return updateEntry(r.tx, &entry, r.now)
	}
	taken, err := findEntryByDate(r.tx, entry.Date)
	if err != nil {
		return err
	}
	if taken != nil {
		return ErrDateTaken
	}
	var latest int64
	err = r.tx.Raw(`SELECT max(max(coalesce(version, 0), coalesce(json_extract(state, '$.entry.version'), 0)))
		FROM day_states WHERE work_entry_id = ?`, entry.ID).Scan(&latest).Error
	if err != nil {
		return err
	}
	entry.Version, entry.UpdatedAt = latest+1, r.now
	return r.tx.Create(&entry).Error
}

// events makes the events again that are gone, and takes back those that were moved to
// another of the days. Their links come later.
func (r *restoration) events(day *returningDay) error {
	if day.was == nil {
		return nil
	}
	for _, event := range day.was.Events {
		present, err := findOne[WorkplacePresenceEvent](r.tx.Where("id = ?", event.ID))
		if err != nil {
			return err
		}
		switch {
		case present == nil:
			err = r.makeAgain(event)
		case present.WorkEntryID != event.WorkEntryID:
			err = r.move(present, event.WorkEntryID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *restoration) makeAgain(event WorkplacePresenceEvent) error {
	known, err := findEventByKey(r.tx, event.IdempotencyKey)
	if err != nil {
		return err
	}
	if known != nil {
		return ErrKeyTaken
	}
	event.TimeSlotID = nil
	if event.Event == Arrival && event.Closure == nil { // opened when all others are closed
		closed := ClosedAsDiscarded
		event.Closure, event.ClosedAt = &closed, &r.now
	}
	return r.tx.Create(&event).Error
}

func (r *restoration) move(event *WorkplacePresenceEvent, entryID int64) error {
	if !r.exact || !slices.ContainsFunc(r.days, func(day *returningDay) bool { return day.state.WorkEntryID == event.WorkEntryID }) {
		return ErrEventMoved
	}
	return r.tx.Model(event).UpdateColumns(map[string]any{"work_entry_id": entryID, "time_slot_id": nil}).Error
}

// eventsSince deletes the events that the change has brought. Of what has come since,
// it deletes what a person made, unless something of the automation may belong to it.
func (r *restoration) eventsSince(day *returningDay) error {
	if day.is == nil {
		return nil
	}
	var events []WorkplacePresenceEvent
	if err := r.tx.Where("work_entry_id = ?", day.state.WorkEntryID).Order("id").Find(&events).Error; err != nil {
		return err
	}
	byHand := true
	for _, event := range events {
		if !day.had(event.ID) {
			day.since, byHand = append(day.since, event), byHand && event.ByHand
		}
	}
	if !r.exact && !byHand {
		return nil
	}
	for _, event := range day.since {
		if err := r.tx.Delete(&event).Error; err != nil {
			return err
		}
	}
	day.since = nil
	return nil
}

// slots deletes the slots that are not as they were, and makes those again that are
// gone, with their ids.
func (r *restoration) slots(day *returningDay) error {
	var was, is []TimeSlot
	if day.was != nil {
		was = day.was.Slots
	}
	if day.is != nil {
		is = day.is.Slots
	}
	for i := range is {
		if slices.ContainsFunc(was, is[i].equal) {
			continue
		}
		if err := r.tx.Delete(&is[i]).Error; err != nil {
			return err
		}
	}
	for _, slot := range was {
		if slices.ContainsFunc(is, slot.equal) {
			continue
		}
		if err := r.tx.Create(&slot).Error; err != nil {
			return err
		}
	}
	return nil
}

// links restores the events' slots and closures, except for an arrival that is to be
// open. Events recorded since have no slot.
func (r *restoration) links(day *returningDay) error {
	for _, event := range day.since {
		if err := r.tx.Model(&event).UpdateColumn("time_slot_id", nil).Error; err != nil {
			return err
		}
	}
	if day.was == nil {
		return nil
	}
	r.keepClosed(day)
	for i := range day.was.Events {
		event := &day.was.Events[i]
		if event.Event == Arrival && event.Closure == nil {
			continue
		}
		if err := r.link(event); err != nil {
			return err
		}
	}
	return nil
}

func (r *restoration) link(event *WorkplacePresenceEvent) error {
	return r.tx.Model(event).Select("time_slot_id", "created_slot_id", "closure", "closed_at", "first_entry_id").UpdateColumns(event).Error
}

// keepClosed leaves those arrivals closed by a departure whose departure has come since
// and stays.
func (r *restoration) keepClosed(day *returningDay) {
	departures := 0 // events since, of arrivals that existed then
	for _, event := range day.since {
		switch {
		case event.Event == Departure:
			departures++
		case event.closedByDeparture():
			departures--
		}
	}
	for i := range day.was.Events {
		event := &day.was.Events[i]
		if departures <= 0 || event.Event != Arrival || event.closedByDeparture() {
			continue
		}
		now := slices.IndexFunc(day.is.Events, func(is WorkplacePresenceEvent) bool { return is.ID == event.ID })
		if now < 0 || !day.is.Events[now].closedByDeparture() {
			continue
		}
		event.Closure, event.ClosedAt, event.TimeSlotID = day.is.Events[now].Closure, day.is.Events[now].ClosedAt, nil
		departures--
	}
}

// closedByDeparture reports whether the event is an arrival that a departure closed.
func (e *WorkplacePresenceEvent) closedByDeparture() bool {
	return e.Closure != nil && *e.Closure == ClosedByDeparture
}

// openArrival opens the arrival of the day that was open.
func (r *restoration) openArrival(day *returningDay) error {
	if day.was == nil {
		return nil
	}
	for i := range day.was.Events {
		event := &day.was.Events[i]
		if event.Event != Arrival || event.Closure != nil {
			continue
		}
		open, err := findOpenArrival(r.tx)
		if err != nil {
			return err
		}
		if open != nil && open.ID != event.ID {
			return ErrArrivalOpen
		}
		if err := r.link(event); err != nil {
			return err
		}
	}
	return nil
}

// noEntry deletes the entry of a day that did not exist before, unless it has events that
// stay.
func (r *restoration) noEntry(day *returningDay) error {
	if day.was != nil || day.is == nil {
		return nil
	}
	entry := day.is.Entry
	if len(day.since) == 0 {
		return r.tx.Delete(&entry).Error
	}
	entry.Note = ""
	return updateEntry(r.tx, &entry, r.now)
}

// takeBackRefused undoes what a change did to the refused events.
func takeBackRefused(tx *gorm.DB, change DayState) error {
	if change.Refused == nil {
		return nil
	}
	var did refusedChange
	if err := json.Unmarshal([]byte(*change.Refused), &did); err != nil {
		return err
	}
	for _, event := range did.Come {
		if err := tx.Delete(&event).Error; err != nil {
			return err
		}
	}
	if len(did.Gone) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&did.Gone).Error
}
