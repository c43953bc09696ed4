package history

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"worklog/models"
	"worklog/models/civil"
)

type restoration struct {
	now civil.Instant
	// exact says that nothing has happened to the days since the change: the events
	// that they have and had not are those that the change itself has brought, and go.
	exact  bool
	days   []*returningDay
	before []models.DayState // what is on their dates
	odd    models.Oddities   // in those of the days that are there
	undoes *int64            // as the change keeps it
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
	return tx.KeepingStates(action, r.undoes, r.now, r.before, func() error {
		return tx.CheckedAllowing(r.odd, r.texts, func() error {
			rewrites, err := r.rewrites(tx)
			if err == nil {
				err = inTheWay(tx.Rewrite(rewrites, r.now))
			}
			if err != nil || !r.exact {
				return err
			}
			return takeBackAside(tx, undone)
		})
	})
}

// inTheWay returns what an error says of a record that is in the way of one that is made again: by the column
// that no two may have alike.
func inTheWay(err error) error {
	if !errors.Is(err, gorm.ErrDuplicatedKey) {
		return err
	}
	for column, taken := range map[string]error{
		"work_entries.date":                         models.ErrDateTaken,
		"workplace_presence_events.event":           models.ErrArrivalOpen,
		"workplace_presence_events.idempotency_key": models.ErrKeyTaken,
		"workplace_presence_events.id":              models.ErrEventMoved,
	} {
		if strings.HasSuffix(err.Error(), " "+column) {
			return taken
		}
	}
	return models.ErrIDTaken
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

// rewrites returns what the days are to be. Of the events that have come since, what a person made goes, unless
// something of the automation may belong to it; the others stay without a slot. So does the day of one that had
// none: with its type, journey and vehicle.
func (r *restoration) rewrites(tx *models.Tx) ([]models.Rewrite, error) {
	latest, err := r.latestVersions(tx)
	if err != nil {
		return nil, err
	}
	var rewrites []models.Rewrite
	for _, day := range r.days {
		was, is := eventsOf(day.was), eventsOf(day.is)
		var since []models.WorkplacePresenceEvent
		stay := false
		for _, id := range slices.Sorted(maps.Keys(is)) {
			event := is[id]
			if _, had := was[id]; !had {
				event.TimeSlotID, stay = nil, stay || !r.exact && !bool(event.ByHand)
				since = append(since, event)
			}
		}
		be := day.was
		switch {
		case be == nil && day.is == nil:
			continue
		case be != nil && day.is == nil:
			be.Version, be.UpdatedAt = latest[be.Date]+1, r.now
		case be == nil && stay:
			be = &models.DayRecord{Day: models.Day{WorkEntry: day.is.WorkEntry}}
			be.Note, be.HalfDay, be.Half, be.RequestedBy, be.Reason = "", "", "", "", ""
		}
		if stay {
			keepClosed(be.Events, is, since)
			be.Events = append(be.Events, since...)
		}
		rewrites = append(rewrites, models.Rewrite{Is: day.is, Be: be})
	}
	return rewrites, nil
}

// latestVersions returns the latest versions that those of the days had which are created again.
func (r *restoration) latestVersions(tx *models.Tx) (map[civil.Date]int64, error) {
	var ids []int64
	for _, day := range r.days {
		if day.is == nil {
			ids = append(ids, day.state.WorkEntryID)
		}
	}
	var versions []struct {
		Date   civil.Date
		Latest int64
	}
	err := tx.Raw(`SELECT date, max(max(coalesce(version_before, 0), coalesce(version_after, 0))) AS latest
		FROM day_states WHERE work_entry_id IN (SELECT value FROM json_each(?)) GROUP BY date`, models.List(ids)).Scan(&versions).Error
	latest := make(map[civil.Date]int64, len(versions))
	for _, of := range versions {
		latest[of.Date] = of.Latest
	}
	return latest, err
}

// eventsOf returns the events of a record, or nil for none, by their ids.
func eventsOf(record *models.DayRecord) map[int64]models.WorkplacePresenceEvent {
	events := map[int64]models.WorkplacePresenceEvent{}
	if record != nil {
		for _, event := range record.Events {
			events[event.ID] = event
		}
	}
	return events
}

// keepClosed leaves those arrivals closed by a departure whose departure has come since
// and stays.
func keepClosed(was []models.WorkplacePresenceEvent, is map[int64]models.WorkplacePresenceEvent, since []models.WorkplacePresenceEvent) {
	if !slices.ContainsFunc(since, func(event models.WorkplacePresenceEvent) bool { return event.Event == models.Departure }) {
		return
	}
	for i := range was {
		event := &was[i]
		if is, found := is[event.ID]; found && is.ClosedByDeparture() && !event.ClosedByDeparture() {
			event.Closure, event.ClosedAt, event.TimeSlotID = is.Closure, is.ClosedAt, nil
		}
	}
}
