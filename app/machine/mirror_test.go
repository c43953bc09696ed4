package machine_test

import (
	"cmp"
	"slices"
	"time"
)

// mirror is what worklog must answer and store, written a second time from the
// specification: its table of states, and README's decisions where that leaves
// room. It shares no code with the program.
type mirror struct {
	zone    *time.Location
	now     time.Time
	entries map[string]*mirrorEntry // by date
	events  []*mirrorEvent          // in the order in which they were recorded
	// ids never return
	lastEntry, lastSlot, lastEvent int64
}

type mirrorEntry struct {
	id, version                     int64
	date                            string
	dayType, journey, vehicle, note string
	slots                           []mirrorSlot // by their starts
}

type mirrorSlot struct {
	id         int64
	start, end time.Time
}

type mirrorEvent struct {
	id      int64
	entry   *mirrorEntry
	kind    string
	at      time.Time
	key     string
	slot    int64  // linked; 0 for none
	created int64  // slot that a departure made; 0 for none
	closure string // of an arrival; empty while it is open
}

// signal returns the answer to a presence event: the status and, if it is or was
// recorded, the event.
func (m *mirror) signal(kind string, at time.Time, key string) (status int, event *mirrorEvent) {
	for _, known := range m.events {
		if known.key != key {
			continue
		}
		if known.kind == kind && known.at.Equal(at) {
			return 200, known
		}
		return 409, nil
	}
	open := m.open()
	if (kind == "arrival") == (open != nil) {
		return 409, nil
	}
	if kind == "arrival" {
		return 201, m.record(m.arrivalEntry(at.In(m.zone).Format(time.DateOnly)), kind, at, key)
	}
	if !m.strictlyLater(at, open.at) {
		return 422, nil
	}
	departure := m.record(open.entry, kind, at, key)
	departure.created = m.closeOpen(open, "departure", &at)
	departure.slot = departure.created
	return 200, departure
}

func (m *mirror) open() *mirrorEvent {
	for _, event := range m.events {
		if event.kind == "arrival" && event.closure == "" {
			return event
		}
	}
	return nil
}

// arrivalEntry returns the entry of a date, changed once more, or a new one with
// the defaults of the demonstration.
func (m *mirror) arrivalEntry(date string) *mirrorEntry {
	if entry := m.entries[date]; entry != nil {
		entry.version++
		return entry
	}
	return m.newEntry(date, "WORK", "bureau", "clio", "")
}

func (m *mirror) newEntry(date, dayType, journey, vehicle, note string) *mirrorEntry {
	m.lastEntry++
	entry := &mirrorEntry{id: m.lastEntry, version: 1, date: date, dayType: dayType, journey: journey, vehicle: vehicle, note: note}
	m.entries[date] = entry
	return entry
}

func (m *mirror) record(entry *mirrorEntry, kind string, at time.Time, key string) *mirrorEvent {
	m.lastEvent++
	event := &mirrorEvent{id: m.lastEvent, entry: entry, kind: kind, at: at, key: key}
	m.events = append(m.events, event)
	return event
}

// shows returns the time of the wall clock as text that sorts.
func (m *mirror) shows(at time.Time) string {
	return at.In(m.zone).Format("2006-01-02 15:04:05.000000000")
}

func (m *mirror) strictlyLater(a, b time.Time) bool {
	return m.shows(a) > m.shows(b) && a.After(b)
}

// closeOpen closes the open arrival, with a slot when there is an end, and
// returns the slot's id.
func (m *mirror) closeOpen(open *mirrorEvent, closure string, end *time.Time) (slot int64) {
	open.closure = closure
	open.entry.version++
	if end == nil {
		return 0
	}
	m.lastSlot++
	open.slot = m.lastSlot
	open.entry.slots = append(open.entry.slots, mirrorSlot{m.lastSlot, open.at, *end})
	slices.SortStableFunc(open.entry.slots, byStart)
	return m.lastSlot
}

func byStart(a, b mirrorSlot) int { return a.start.Compare(b.start) }

func (m *mirror) closeByHand(arrival int64, r row) (status int) {
	open := m.open()
	if open == nil || open.id != arrival {
		return 409
	}
	entry := open.entry
	end, exists := m.endTyped(entry.date, r, open.at)
	if !exists || !m.strictlyLater(end, open.at) || end.After(m.now) {
		return 422
	}
	slot := mirrorSlot{0, open.at, end}
	if m.tooLong(slot) || slices.ContainsFunc(entry.slots, slot.overlaps) {
		return 422
	}
	m.closeOpen(open, "manual", &end)
	return 303
}

func (m *mirror) discard(arrival int64) (status int) {
	open := m.open()
	if open == nil || open.id != arrival {
		return 409
	}
	m.closeOpen(open, "discarded", nil)
	return 303
}

// remove deletes an entry with its slots and events; their keys are free.
func (m *mirror) remove(entry *mirrorEntry, version int64) (status int) {
	if version != entry.version {
		return 409
	}
	delete(m.entries, entry.date)
	m.events = slices.DeleteFunc(m.events, func(e *mirrorEvent) bool { return e.entry == entry })
	return 303
}

// dayTyped is the form of a day.
type dayTyped struct {
	version                         int64
	dayType, journey, vehicle, note string
	rows                            []row
}

func (m *mirror) save(entry *mirrorEntry, typed dayTyped) (status int) {
	if typed.version != entry.version {
		return m.saveOld(entry, typed)
	}
	wanted, readable := m.read(entry.date, entry.slots, typed.rows)
	if !readable || !typed.valid() {
		return 422
	}
	was := *entry
	entry.dayType, entry.journey, entry.vehicle, entry.note = typed.dayType, typed.journey, typed.vehicle, typed.note
	slots := m.rewrite(entry, wanted)
	if slots || was.dayType != entry.dayType || was.journey != entry.journey || was.vehicle != entry.vehicle || was.note != entry.note {
		entry.version++
	}
	return 303
}

// saveOld applies nothing of a form that was shown before the day was as it is: it is saved
// already if it holds what the day shows.
func (m *mirror) saveOld(entry *mirrorEntry, typed dayTyped) (status int) {
	if typed.version > entry.version || typed.dayType != entry.dayType || typed.journey != entry.journey || typed.vehicle != entry.vehicle || typed.note != entry.note {
		return 409
	}
	held := mirrorEntry{date: entry.date}
	for _, r := range typed.rows {
		if r.empty() {
			continue
		}
		slot, readable := m.readRow(entry.date, entry.slots, r, m.shownAs(entry.date, entry.slots, typed.rows, r))
		if !readable {
			return 409
		}
		held.slots = append(held.slots, slot)
	}
	slices.SortStableFunc(held.slots, byStart)
	alike := func(a, b row) bool { return a.start == b.start && a.end == b.end && a.endDay == b.endDay }
	if !slices.EqualFunc(m.rows(&held), m.rows(entry), alike) {
		return 409
	}
	return 303
}

func (m *mirror) create(date string, typed dayTyped) (status int) {
	if entry := m.entries[date]; entry != nil {
		return m.saveOld(entry, typed)
	}
	wanted, readable := m.read(date, nil, typed.rows)
	if !readable || !typed.valid() {
		return 422
	}
	m.rewrite(m.newEntry(date, typed.dayType, typed.journey, typed.vehicle, typed.note), wanted)
	return 303
}

func (d dayTyped) valid() bool {
	return slices.Contains([]string{"WORK", "TT", "GARDE", "ASTREINTE", "FORMATION", "RTT", "CONGE", "MALADE", "FERIE"}, d.dayType) &&
		slices.Contains([]string{"", "bureau", "annexe"}, d.journey) &&
		slices.Contains([]string{"", "clio"}, d.vehicle)
}

// rewrite sets the slots of an entry: if one differs, all are replaced and every event of
// the entry loses its slot.
func (m *mirror) rewrite(entry *mirrorEntry, wanted []mirrorSlot) (changed bool) {
	slices.SortStableFunc(wanted, byStart)
	if slices.EqualFunc(entry.slots, wanted, mirrorSlot.same) {
		return false
	}
	for i := range wanted {
		m.lastSlot++
		wanted[i].id = m.lastSlot
	}
	entry.slots = wanted
	for _, event := range m.events {
		if event.entry == entry {
			event.slot = 0
		}
	}
	return true
}

// fill sets type and note of the days of a range, but for those with slots
// or an arrival under way.
func (m *mirror) fill(dates []string, dayType, note string) {
	for _, date := range dates {
		entry := m.entries[date]
		if entry == nil {
			m.newEntry(date, dayType, "", "", note)
			continue
		}
		open := m.open()
		if len(entry.slots) > 0 || open != nil && open.entry == entry {
			continue
		}
		was := *entry
		entry.dayType, entry.journey, entry.vehicle, entry.note = dayType, "", "", cmp.Or(note, entry.note)
		if was.dayType != entry.dayType || was.journey != "" || was.vehicle != "" || was.note != entry.note {
			entry.version++
		}
	}
}
