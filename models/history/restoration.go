package history

import (
	"errors"
	"reflect"
	"slices"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
)

type restoration struct {
	tx  *models.Tx
	now civil.Instant
	// exact says that nothing has happened to the days since the change: the events
	// that they have and had not are those that the change itself has brought, and go.
	exact  bool
	days   []*returningDay
	before []models.DayState // what is on their dates
	odd    models.Oddities   // in those of the days that are there
	undoes *int64            // as the change keeps it

	events []models.WorkplacePresenceEvent // that are made again
	slots  []models.TimeSlot               // as are these
}

// newRestoration reads the days of some states, in their order.
func newRestoration(tx *models.Tx, states []models.DayState, now civil.Instant) (*restoration, error) {
	r := &restoration{now: now}
	var judged []civil.Date
	for some := range slices.Chunk(states, models.DaysAtOnce) {
		on, err := tx.RecordsOn(models.Dates(some))
		if err != nil {
			return nil, err
		}
		for _, state := range some {
			was, err := state.Record()
			if err != nil {
				return nil, err
			}
			is := on[state.Date]
			before, err := models.StateOf(state.Date, is)
			if err != nil {
				return nil, err
			}
			if is != nil && is.ID != state.WorkEntryID {
				is = nil
			}
			if is != nil {
				judged = append(judged, state.Date)
			}
			r.days, r.before = append(r.days, &returningDay{state: state, was: was, is: is}), append(r.before, before)
		}
	}
	odd, err := tx.OdditiesOn(judged)
	r.odd = odd
	return r, err
}

// change brings the days back, and undoes what the other change did beside the days if
// nothing has happened since. A day that was deleted comes back as it was, however odd, since it
// would otherwise be lost; of one that is there, only values that were odd before are.
func (r *restoration) change(tx *models.Tx, action models.Action, undone *models.Change) (models.Change, error) {
	r.tx = tx
	return tx.KeepingStates(action, r.undoes, r.now, r.before, func() error {
		return tx.CheckedAllowing(r.odd, r.texts, func() error {
			for _, step := range []func() error{r.entries, r.clear, r.refill, r.noEntries} { // each for all of the days
				err := step()
				if errors.Is(err, gorm.ErrDuplicatedKey) {
					return models.ErrIDTaken // dates, keys and open arrivals are looked at before
				}
				if err != nil {
					return err
				}
			}
			if !r.exact {
				return nil
			}
			return takeBackAside(tx, undone)
		})
	})
}

// texts returns the values that days had which are there.
func (r *restoration) texts() map[string]bool {
	known := map[string]bool{}
	for _, day := range r.days {
		if day.is != nil {
			day.was.AddTexts(known)
		}
	}
	return known
}

// entries restores the entries' fields, or creates them again with their ids, at versions
// that they never had.
func (r *restoration) entries() error {
	var again []models.WorkEntry
	var ids []int64
	for i, day := range r.days {
		if day.was == nil {
			continue
		}
		entry := day.was.WorkEntry
		if day.is == nil {
			if r.before[i].VersionBefore != nil {
				return models.ErrDateTaken
			}
			again, ids = append(again, entry), append(ids, entry.ID)
			continue
		}
		if entry.CreatedAt != day.is.CreatedAt { // another program has changed it
			if err := r.tx.Model(&entry).UpdateColumn("created_at", entry.CreatedAt).Error; err != nil {
				return err
			}
		}
		if err := r.tx.UpdateEntry(&entry, r.now); err != nil {
			return err
		}
	}
	var versions []struct {
		Date   civil.Date
		Latest int64
	}
	err := r.tx.Raw(`SELECT date, max(max(coalesce(version_before, 0), coalesce(version_after, 0))) AS latest
		FROM day_states WHERE work_entry_id IN (SELECT value FROM json_each(?)) GROUP BY date`, models.List(ids)).Scan(&versions).Error
	if err != nil {
		return err
	}
	latest := make(map[civil.Date]int64, len(versions))
	for _, of := range versions {
		latest[of.Date] = of.Latest
	}
	for i := range again {
		again[i].Version, again[i].UpdatedAt = latest[again[i].Date]+1, r.now
	}
	return models.CreateAll(r.tx, again)
}

// clear deletes the slots and the events that are not as they were, those that the change has
// brought among them. Of the events that have come since, it deletes what a person made, unless
// something of the automation may belong to it; the others have no slot.
func (r *restoration) clear() error {
	is := map[int64]*models.WorkplacePresenceEvent{}
	had := map[int64]bool{} // by any of the days
	for _, day := range r.days {
		for _, event := range contentOf(day.is).Events {
			is[event.ID] = &event
		}
		for _, event := range contentOf(day.was).Events {
			had[event.ID] = true
		}
	}
	var gone []int64
	var slots []models.TimeSlot
	for _, day := range r.days {
		were, are := contentOf(day.was), contentOf(day.is)
		var since []models.WorkplacePresenceEvent
		byHand := true
		for _, event := range are.Events {
			if !had[event.ID] {
				since, byHand = append(since, event), byHand && bool(event.ByHand)
			}
		}
		day.stays = len(since) > 0 && !r.exact && !byHand
		for _, event := range since {
			if day.stays && event.TimeSlotID == nil { // an open arrival is found below
				continue
			}
			gone = append(gone, event.ID)
			if event.TimeSlotID = nil; day.stays {
				r.events = append(r.events, event)
			}
		}
		if day.stays {
			keepClosed(were.Events, is, since)
		}
		unlinked := slotsWithout(are.Slots, were.Slots)
		slots, r.slots = append(slots, unlinked...), append(r.slots, slotsWithout(were.Slots, are.Slots)...)
		for _, event := range were.Events {
			found := is[event.ID]
			if found != nil && len(unlinked) == 0 && reflect.DeepEqual(*found, event) {
				continue
			}
			if r.events = append(r.events, event); found != nil {
				gone = append(gone, event.ID)
			}
		}
	}
	if err := r.tx.DeleteAll("workplace_presence_events", gone); err != nil {
		return err
	}
	return r.tx.ReplaceSlots(slots, nil)
}

func contentOf(record *models.DayRecord) models.DayRecord {
	if record == nil {
		return models.DayRecord{}
	}
	return *record
}

// keepClosed leaves those arrivals closed by a departure whose departure has come since
// and stays.
func keepClosed(was []models.WorkplacePresenceEvent, is map[int64]*models.WorkplacePresenceEvent, since []models.WorkplacePresenceEvent) {
	if !slices.ContainsFunc(since, func(event models.WorkplacePresenceEvent) bool { return event.Event == models.Departure }) {
		return
	}
	for i := range was {
		event := &was[i]
		if is := is[event.ID]; is != nil && is.ClosedByDeparture() && !event.ClosedByDeparture() {
			event.Closure, event.ClosedAt, event.TimeSlotID = is.Closure, is.ClosedAt, nil
		}
	}
}

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

// refill makes slots and events again, with their ids.
func (r *restoration) refill() error {
	keys := make([]string, len(r.events))
	for i, event := range r.events {
		keys[i] = event.IdempotencyKey
		if !event.IsOpen() {
			continue
		}
		open, err := r.tx.OpenArrival()
		if err != nil {
			return err
		}
		if open != nil {
			return models.ErrArrivalOpen
		}
	}
	taken, err := models.FindOne[models.WorkplacePresenceEvent](r.tx.Where("idempotency_key IN (SELECT value FROM json_each(?))", models.List(keys)))
	if err != nil {
		return err
	}
	if taken != nil && slices.ContainsFunc(r.events, func(event models.WorkplacePresenceEvent) bool { return event.ID == taken.ID }) {
		return models.ErrEventMoved
	}
	if taken != nil {
		return models.ErrKeyTaken
	}
	if err := models.CreateAll(r.tx, r.slots); err != nil {
		return err
	}
	if err := r.unlinkLost(); err != nil {
		return err
	}
	return models.CreateAll(r.tx, r.events)
}

// unlinkLost unlinks the recreated events whose slot no longer exists: another program has deleted it alone.
func (r *restoration) unlinkLost() error {
	var linked, lost []int64
	for _, event := range r.events {
		if event.TimeSlotID != nil {
			linked = append(linked, *event.TimeSlotID)
		}
	}
	if len(linked) == 0 {
		return nil
	}
	err := r.tx.Raw("SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM time_slots)", models.List(linked)).Scan(&lost).Error
	slices.Sort(lost)
	for i := range r.events {
		if slot := r.events[i].TimeSlotID; slot != nil {
			if _, found := slices.BinarySearch(lost, *slot); found {
				r.events[i].TimeSlotID = nil
			}
		}
	}
	return err
}

// noEntries deletes the entries of days that did not exist before, unless they have events that
// stay.
func (r *restoration) noEntries() error {
	var gone []int64
	for _, day := range r.days {
		if day.was != nil || day.is == nil {
			continue
		}
		if !day.stays {
			gone = append(gone, day.is.ID)
			continue
		}
		entry := day.is.WorkEntry
		entry.Note, entry.HalfDay, entry.Half, entry.RequestedBy, entry.Reason = "", "", "", "", ""
		if err := r.tx.UpdateEntry(&entry, r.now); err != nil {
			return err
		}
	}
	return r.tx.DeleteAll("work_entries", gone)
}
