package machine_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
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
		life.p.WantStored("PRAGMA integrity_check", "ok")
		life.p.WantStored("PRAGMA foreign_key_check")
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

// stored returns everything that must be stored, as the queries of wantSame return it.
func (m *mirror) stored() (entries, slots, events []string) {
	days := m.days()
	slices.SortFunc(days, func(a, b *mirrorEntry) int { return cmp.Compare(a.id, b.id) })
	var all []mirrorSlot
	owner := map[int64]int64{}
	for _, e := range days {
		entries = append(entries, fmt.Sprintf("%d | %s | %s | %s | %s | %s | %d", e.id, e.date, e.dayType, e.journey, e.vehicle, e.note, e.version))
		for _, slot := range e.slots {
			all, owner[slot.id] = append(all, slot), e.id
		}
	}
	slices.SortFunc(all, func(a, b mirrorSlot) int { return cmp.Compare(a.id, b.id) })
	for _, slot := range all {
		slots = append(slots, fmt.Sprintf("%d | %d | %s | %s", slot.id, owner[slot.id], inUTC(slot.start), inUTC(slot.end)))
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

// days returns the entries in order of date.
func (m *mirror) days() []*mirrorEntry {
	var days []*mirrorEntry
	for _, entry := range m.entries {
		days = append(days, entry)
	}
	slices.SortFunc(days, func(a, b *mirrorEntry) int { return cmp.Compare(a.date, b.date) })
	return days
}
