package machine_test

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"pgregory.net/rapid"
)

// keptFor is how long the configuration keeps what a change can be taken back to.
const keptFor = 90 * 24 * time.Hour

// lifeChange is a change that a person made: what was before and after it.
type lifeChange struct {
	id            int64
	at            time.Time
	before, after *mirror
}

// noteChange records the last action if it was a person's and changed something.
func (l *life) noteChange() {
	now := l.m.clone()
	var latest int64
	if got := l.p.Stored("SELECT max(change_id) FROM day_states"); got[0] != "NULL" {
		latest, _ = strconv.ParseInt(got[0], 10, 64)
	}
	if len(l.changes) == 0 && latest > 0 || len(l.changes) > 0 && latest != l.changes[len(l.changes)-1].id {
		l.changes = append(l.changes, lifeChange{latest, l.m.now, l.seen, now})
		if len(l.seen.changedIn(now)) == 0 {
			l.p.T.Errorf("change %d is kept, and nothing has changed", latest)
		}
	}
	for _, entry := range now.entries {
		l.highest[entry.id] = max(l.highest[entry.id], entry.version)
	}
	l.seen = now
}

// takeBack presses « Annuler » after the last change, or an earlier one.
func (l *life) takeBack(t *rapid.T) {
	if len(l.changes) == 0 {
		t.Skip("nothing was changed")
	}
	change := l.changes[len(l.changes)-1]
	if rapid.IntRange(0, 3).Draw(t, "earlier") == 0 {
		change = rapid.SampledFrom(l.changes).Draw(t, "change")
	}
	status := 404
	if l.m.now.Sub(change.at) <= keptFor {
		status = l.m.takeBack(change, l.highest)
	}
	l.p.Submit("/entries/take-back", url.Values{"change": {strconv.FormatInt(change.id, 10)}}).Want(l.p.T, status)
}

// clone returns a deep copy.
func (m *mirror) clone() *mirror {
	copied := &mirror{entries: map[string]*mirrorEntry{}}
	byID := map[int64]*mirrorEntry{}
	for date, entry := range m.entries {
		one := *entry
		one.slots = slices.Clone(entry.slots)
		copied.entries[date], byID[entry.id] = &one, &one
	}
	for _, event := range m.events {
		one := *event
		one.entry = byID[event.entry.id]
		copied.events = append(copied.events, &one)
	}
	return copied
}

func (m *mirror) byID() map[int64]*mirrorEntry {
	all := map[int64]*mirrorEntry{}
	for _, entry := range m.entries {
		all[entry.id] = entry
	}
	return all
}

// changedIn returns the ids of the entries that differ in another mirror.
func (m *mirror) changedIn(other *mirror) []int64 {
	mine, theirs := m.byID(), other.byID()
	ids := slices.Collect(maps.Keys(mine))
	for id := range theirs {
		if mine[id] == nil {
			ids = append(ids, id)
		}
	}
	return slices.DeleteFunc(ids, func(id int64) bool {
		return mine[id] != nil && theirs[id] != nil && mine[id].version == theirs[id].version
	})
}

// takeBack restores the days of a change to their state before it, if they are still as
// the change left them. Their versions are new ones.
func (m *mirror) takeBack(change lifeChange, highest map[int64]int64) (status int) {
	days := change.before.changedIn(change.after)
	before, after, now := change.before.byID(), change.after.byID(), m.byID()
	back := func(e *mirrorEvent) bool { return slices.Contains(days, e.entry.id) }
	for _, id := range days {
		if (after[id] == nil) != (now[id] == nil) || now[id] != nil && now[id].version != after[id].version {
			return 409
		}
		if now[id] == nil && m.entries[before[id].date] != nil {
			return 409 // the date has another entry
		}
	}
	for _, event := range change.before.events {
		for _, other := range m.events {
			if back(event) && !back(other) && (event.key == other.key || event.stillOpen() && other.stillOpen()) {
				return 409
			}
		}
	}
	m.events = slices.DeleteFunc(m.events, back)
	for _, id := range days {
		if now[id] != nil {
			delete(m.entries, now[id].date)
		}
		if before[id] == nil {
			continue
		}
		entry := *before[id]
		entry.slots, entry.version = slices.Clone(entry.slots), highest[id]+1
		m.entries[entry.date] = &entry
		for _, event := range change.before.events {
			if event.entry.id == id {
				one := *event
				one.entry = &entry
				m.events = append(m.events, &one)
			}
		}
	}
	slices.SortFunc(m.events, func(a, b *mirrorEvent) int { return cmp.Compare(a.id, b.id) })
	return 303
}

func (e *mirrorEvent) stillOpen() bool { return e.kind == "arrival" && e.closure == "" }
