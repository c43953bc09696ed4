package history

import (
	"errors"
	"slices"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
)

// restoration brings days back in one transaction.
type restoration struct {
	tx  *models.Tx
	now civil.Instant
	// exact says that nothing has happened to the days since the change: the events
	// that they have and had not are those that the change itself has brought, and go.
	exact  bool
	days   []*returningDay
	undoes *int64 // as the change keeps it
}

func (r *restoration) dates() []civil.Date {
	var dates []civil.Date
	for _, day := range r.days {
		dates = append(dates, day.state.Date)
	}
	return dates
}

// Change runs f, which brings the days back. A day that was deleted comes back as it was,
// however odd, since it would otherwise be lost; of one that is there, only values that were
// odd before are.
func (r *restoration) change(action models.Action, f func() error) (models.Change, error) {
	var judged []civil.Date
	known := map[string]bool{}
	for _, day := range r.days {
		if day.is != nil {
			judged = append(judged, day.state.Date)
			day.was.AddTexts(known)
		}
	}
	return r.tx.Keeping(action, r.undoes, r.now, r.dates(), func() error { return r.tx.SoundlyBut(judged, known, f) })
}

// run takes each step for all of the days before the next: an event that was moved
// leaves its day before that day is deleted, and one arrival is closed before another
// is open again.
//
// It returns [models.ErrIDTaken] if a record that is to return finds its id with another one.
func (r *restoration) run() error {
	for _, step := range []func(*returningDay) error{r.entry, r.events, r.eventsSince, r.slots, r.links, r.openArrival, r.noEntry} {
		for _, day := range r.days {
			err := step(day)
			if errors.Is(err, gorm.ErrDuplicatedKey) {
				return models.ErrIDTaken // dates, keys and open arrivals are looked at before
			}
			if err != nil {
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
	entry := day.was.WorkEntry
	if day.is != nil {
		if entry.CreatedAt != day.is.CreatedAt { // another program has changed it
			if err := r.tx.Model(&entry).UpdateColumn("created_at", entry.CreatedAt).Error; err != nil {
				return err
			}
		}
		return r.tx.UpdateEntry(&entry, r.now)
	}
	taken, err := r.tx.EntryOn(entry.Date)
	if err != nil {
		return err
	}
	if taken != nil {
		return models.ErrDateTaken
	}
	var latest int64
	err = r.tx.Raw("SELECT max(max(coalesce(version_before, 0), coalesce(version_after, 0))) FROM day_states WHERE work_entry_id = ? AND date = ?",
		entry.ID, entry.Date).Scan(&latest).Error
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
		present, err := models.FindOne[models.WorkplacePresenceEvent](r.tx.Where("id = ? AND (idempotency_key = ? OR work_entry_id = ?)", event.ID, event.IdempotencyKey, event.WorkEntryID))
		if err != nil {
			return err
		}
		switch {
		case present == nil:
			err = r.makeAgain(event)
		case !present.AcceptedAs(event): // another program has changed it
			if err = r.tx.Delete(present).Error; err == nil {
				err = r.makeAgain(event)
			}
		case present.WorkEntryID != event.WorkEntryID:
			err = r.move(present, event.WorkEntryID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *restoration) makeAgain(event models.WorkplacePresenceEvent) error {
	known, err := r.tx.EventByKey(event.IdempotencyKey)
	if err != nil {
		return err
	}
	if known != nil {
		return models.ErrKeyTaken
	}
	event.TimeSlotID = nil
	if event.Event == models.Arrival && event.Closure == nil { // opened when all others are closed
		closed := models.ClosedAsDiscarded
		event.Closure, event.ClosedAt = &closed, &r.now
	}
	return r.tx.Create(&event).Error
}

func (r *restoration) move(event *models.WorkplacePresenceEvent, entryID int64) error {
	if !slices.ContainsFunc(r.days, func(day *returningDay) bool { return day.state.WorkEntryID == event.WorkEntryID }) {
		return models.ErrEventMoved
	}
	return r.tx.Model(event).UpdateColumns(map[string]any{"work_entry_id": entryID, "time_slot_id": nil}).Error
}

// eventsSince deletes the events that the change has brought. Of what has come since,
// it deletes what a person made, unless something of the automation may belong to it.
func (r *restoration) eventsSince(day *returningDay) error {
	if day.is == nil {
		return nil
	}
	var events []models.WorkplacePresenceEvent
	if err := r.tx.Where("work_entry_id = ?", day.state.WorkEntryID).Order("id").Find(&events).Error; err != nil {
		return err
	}
	byHand, had := true, day.had()
	for _, event := range events {
		if !had[event.ID] {
			day.since, byHand = append(day.since, event), byHand && bool(event.ByHand)
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
	var was, is []models.TimeSlot
	if day.was != nil {
		was = day.was.Slots
	}
	if day.is != nil {
		is = day.is.Slots
	}
	return r.tx.ReplaceSlots(slotsWithout(is, was), slotsWithout(was, is))
}

// slotsWithout returns the slots that are not among others.
func slotsWithout(slots, others []models.TimeSlot) (rest []models.TimeSlot) {
	known := make(map[int64]models.TimeSlot, len(others))
	for _, slot := range others {
		known[slot.ID] = slot
	}
	for _, slot := range slots {
		if same, found := known[slot.ID]; !found || !same.Equal(slot) {
			rest = append(rest, slot)
		}
	}
	return rest
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
		if event.Event == models.Arrival && event.Closure == nil {
			continue
		}
		if err := r.link(event); err != nil {
			return err
		}
	}
	return nil
}

func (r *restoration) link(event *models.WorkplacePresenceEvent) error {
	return r.tx.Model(event).Select("time_slot_id", "created_slot_id", "closure", "closed_at", "first_entry_id").UpdateColumns(event).Error
}

// keepClosed leaves those arrivals closed by a departure whose departure has come since
// and stays.
func (r *restoration) keepClosed(day *returningDay) {
	if !slices.ContainsFunc(day.since, func(event models.WorkplacePresenceEvent) bool { return event.Event == models.Departure }) {
		return
	}
	now := make(map[int64]*models.WorkplacePresenceEvent, len(day.is.Events))
	for i := range day.is.Events {
		now[day.is.Events[i].ID] = &day.is.Events[i]
	}
	for i := range day.was.Events {
		event := &day.was.Events[i]
		if is := now[event.ID]; is != nil && is.ClosedByDeparture() && !event.ClosedByDeparture() {
			event.Closure, event.ClosedAt, event.TimeSlotID = is.Closure, is.ClosedAt, nil
		}
	}
}

// openArrival opens the arrival of the day that was open.
func (r *restoration) openArrival(day *returningDay) error {
	if day.was == nil {
		return nil
	}
	for i := range day.was.Events {
		event := &day.was.Events[i]
		if event.Event != models.Arrival || event.Closure != nil {
			continue
		}
		open, err := r.tx.OpenArrival()
		if err != nil {
			return err
		}
		if open != nil && open.ID != event.ID {
			return models.ErrArrivalOpen
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
	entry := day.is.WorkEntry
	if len(day.since) == 0 {
		return r.tx.Delete(&entry).Error
	}
	entry.Note, entry.HalfDay = "", ""
	return r.tx.UpdateEntry(&entry, r.now)
}
