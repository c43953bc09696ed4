package imports

import (
	"cmp"
	"fmt"
	"slices"

	"worklog/models"
)

// previewRecord decides what becomes of a day. The events are those that are recorded here under
// its keys.
func (i *importer) previewRecord(day *PreviewDay, known map[string]*models.WorkplacePresenceEvent) {
	record := day.file.Record
	day.Slots = len(record.Slots)
	if err := record.Check(); err != nil {
		day.refuse(day.Row, err)
		return
	}
	if err := i.inUse.claim(record); err != nil {
		day.refuse(day.Row, err)
		return
	}
	for _, event := range record.Events {
		switch found := known[event.IdempotencyKey]; {
		case found != nil && (!found.Matches(event.Signal()) || found.WorkEntryID != day.EntryID):
			day.refuse(day.Row, fmt.Errorf("event %d: %w", event.ID, ErrEventTaken))
		case found != nil || !event.IsOpen():
		case i.open != nil:
			day.refuse(day.Row, fmt.Errorf("event %d: %w", event.ID, ErrOtherOpen))
		default:
			i.open = &event
		}
	}
	if day.Effect == models.EffectRefused {
		return
	}
	if day.stored == nil {
		for table, id := range eachID(record) {
			if id <= i.ids[table].kept {
				day.NewIDs++
			}
		}
		return
	}
	merged := day.merged()
	if merged.Surplus() > max(record.Surplus(), day.stored.Surplus()) {
		day.refuse(day.Row, ErrClosedHere)
	} else if !sameRecord(day.stored, merged) {
		day.Effect = models.EffectChanged
	}
}

// knownEvents returns the events that are recorded here under the keys of some days.
func (i *importer) knownEvents(days []Day) (map[string]*models.WorkplacePresenceEvent, error) {
	var keys []string
	for _, day := range days {
		if day.Record == nil {
			continue
		}
		for _, event := range day.Record.Events {
			keys = append(keys, event.IdempotencyKey)
		}
	}
	known := make(map[string]*models.WorkplacePresenceEvent, len(keys))
	for some := range slices.Chunk(keys, models.DaysAtOnce) {
		var found []models.WorkplacePresenceEvent
		if err := i.tx.Where("idempotency_key IN ?", some).Find(&found).Error; err != nil {
			return nil, err
		}
		for at := range found {
			known[found[at].IdempotencyKey] = &found[at]
		}
	}
	return known, nil
}

// merged returns the day as it will be: with the record's fields and slots, and the
// events of both. An arrival that is closed here stays closed as it is.
func (d *PreviewDay) merged() *models.DayRecord {
	merged := *d.file.Record
	merged.Events = slices.Clone(d.stored.Events)
	position := map[string]int{}
	for at, event := range merged.Events {
		position[event.IdempotencyKey] = at
	}
	for _, event := range d.file.Record.Events {
		at, known := position[event.IdempotencyKey]
		if !known {
			merged.Events = append(merged.Events, event)
			continue
		}
		if found := &merged.Events[at]; found.IsOpen() && !event.IsOpen() {
			found.Closure, found.ClosedAt = event.Closure, event.ClosedAt
		}
	}
	return &merged
}

// sameRecord reports whether a day is to stay as it is. Ids, versions and the links of
// events do not count.
func sameRecord(r *models.DayRecord, merged *models.DayRecord) bool {
	closures := func(events []models.WorkplacePresenceEvent) (open []bool) {
		for _, event := range events {
			open = append(open, event.IsOpen())
		}
		return open
	}
	return sameTimes(inTime(r.Slots), inTime(merged.Slots)) && r.WorkEntry == r.WithContentOf(merged.WorkEntry) && slices.Equal(closures(r.Events), closures(merged.Events))
}

func sameTimes(a, b []models.TimeSlot) bool {
	return slices.EqualFunc(a, b, func(a, b models.TimeSlot) bool {
		return a.StartAt.Equal(b.StartAt.Time) && a.EndAt.Equal(b.EndAt.Time)
	})
}

func inTime(slots []models.TimeSlot) []models.TimeSlot {
	return slices.SortedStableFunc(slices.Values(slots), func(a, b models.TimeSlot) int {
		return cmp.Or(a.StartAt.Compare(b.StartAt.Time), a.EndAt.Compare(b.EndAt.Time))
	})
}
