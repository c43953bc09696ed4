// Package machine_test plays random sequences of actions against the whole program.
package machine_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// TestWhateverHappensIsAnsweredAndStoredAsTheSpecificationSays plays random
// action sequences against the whole program and its mirror. WORKLOG_CHECKS is their number.
func TestWhateverHappensIsAnsweredAndStoredAsTheSpecificationSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(check *rapid.T) {
		life := newLife(t, check)
		check.Repeat(map[string]func(*rapid.T){
			"":         life.wantSame,
			"arrive":   life.arrive,
			"leave":    life.leave,
			"day":      life.day,
			"send":     life.send,
			"replay":   life.replay,
			"reuse":    life.reuse,
			"save":     life.save,
			"stale":    life.saveStale,
			"asShown":  life.saveAsShown,
			"merge":    life.merge,
			"create":   life.create,
			"remove":   life.remove,
			"fill":     life.fill,
			"close":    life.close,
			"discard":  life.discard,
			"takeBack": life.takeBack,
			"tomorrow": life.tomorrow,
			"restart":  life.restart,
		})
		life.p.WantSound()
	})
}

// life is a program and the mirror of the state that it must have.
type life struct {
	p *apptest.Program
	m *mirror
	// changes are those that can be taken back; seen is the mirror before the last
	// action, and highest the latest version that each entry has had.
	changes []lifeChange
	seen    *mirror
	highest map[int64]int64
}

func newLife(t *testing.T, check *rapid.T) *life {
	p := apptest.Start(shrinkable{t, check}, apptest.NoLimit, apptest.InZone(t, "Europe/Paris"))
	m := &mirror{zone: p.Config.Rules.Zone, now: p.Clock.Now(), entries: map[string]*mirrorEntry{}}
	return &life{p: p, m: m, seen: m.clone(), highest: map[int64]int64{}}
}

// shrinkable is a check of rapid's as a test, for the helpers of this package:
// what fails there fails the check, which is then made smaller.
type shrinkable struct {
	testing.TB
	check *rapid.T
}

func (s shrinkable) Helper()                           { s.check.Helper() }
func (s shrinkable) Cleanup(f func())                  { s.check.Cleanup(f) }
func (s shrinkable) Error(args ...any)                 { s.check.Error(args...) }
func (s shrinkable) Errorf(format string, args ...any) { s.check.Errorf(format, args...) }
func (s shrinkable) Fatal(args ...any)                 { s.check.Fatal(args...) }
func (s shrinkable) Fatalf(format string, args ...any) { s.check.Fatalf(format, args...) }

func (s shrinkable) TempDir() string {
	folder := modelstest.Got(os.MkdirTemp("", "worklog"))(s.check)
	s.check.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// wantSame compares what is stored with the mirror.
func (l *life) wantSame(*rapid.T) {
	l.noteChange()
	entries, slots, events := l.m.stored()
	l.p.WantStored("SELECT id, date, day_type, journey_profile_id, motor_vehicle_id, note, version FROM work_entries ORDER BY id", entries...)
	l.p.WantStored("SELECT id, work_entry_id, start_at, end_at FROM time_slots ORDER BY id", slots...)
	l.p.WantStored("SELECT id, work_entry_id, event, occurred_at, idempotency_key, time_slot_id, closure FROM workplace_presence_events ORDER BY id", events...)
}

func (m *mirror) stored() (entries, slots, events []string) {
	byID := map[int64]string{} // the slots
	for _, e := range slices.SortedFunc(maps.Values(m.entries), func(a, b *mirrorEntry) int { return cmp.Compare(a.id, b.id) }) {
		entries = append(entries, fmt.Sprintf("%d | %s | %s | %s | %s | %s | %d", e.id, e.date, e.dayType, e.journey, e.vehicle, e.note, e.version))
		for _, slot := range e.slots {
			byID[slot.id] = fmt.Sprintf("%d | %d | %s | %s", slot.id, e.id, inUTC(slot.start), inUTC(slot.end))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		slots = append(slots, byID[id])
	}
	for _, e := range m.events {
		events = append(events, fmt.Sprintf("%d | %d | %s | %s | %s | %s | %s", e.id, e.entry.id, e.kind, inUTC(e.at), e.key, orNull(e.slot), cmp.Or(e.closure, "NULL")))
	}
	return entries, slots, events
}

func inUTC(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000000000Z") }

func orNull(id int64) string {
	if id == 0 {
		return "NULL"
	}
	return fmt.Sprint(id)
}

func (m *mirror) days() []*mirrorEntry {
	return slices.SortedFunc(maps.Values(m.entries), func(a, b *mirrorEntry) int { return cmp.Compare(a.date, b.date) })
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }

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
		modelstest.Want(l.p.T, len(l.seen.changedIn(now)) > 0, true, latest)
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
