package machine_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"worklog/app/apptest"
)

// Times at which mistakes are likely: around midnight, at night, in the hour that spring
// skips, in the one that autumn repeats, and today, in Paris.
var (
	moments = parsed(
		"2026-03-28T21:59:59.999999999Z", "2026-03-28T23:00:00Z", "2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z", "2026-03-29T05:30:00Z",
		"2026-10-24T20:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z", "2026-10-25T05:00:00Z",
		"2026-11-19T07:03:27.123456789Z", "2026-11-19T16:20:00Z", "2026-11-19T22:59:30Z", "2026-11-19T23:00:00Z", "2026-11-20T05:00:00Z", "2026-11-20T07:00:00Z",
	)
	shifts = []time.Duration{0, 0, 0, 1, -1, 40 * time.Second, time.Minute, time.Hour, -time.Hour}
	stays  = []time.Duration{0, -1, 1, -40 * time.Minute, 40 * time.Second, 5 * time.Minute, time.Hour, time.Hour + 20*time.Second, 4*time.Hour + 20*time.Second, 9 * time.Hour, 24 * time.Hour}

	dates  = rapid.SampledFrom([]string{"2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25", "2026-11-19", "2026-11-20"})
	clocks = rapid.SampledFrom([]string{"00:00", "00:30", "02:00", "02:30", "03:00", "08:00", "08:03", "12:00", "17:20", "22:00", "23:59"})
	keys   = rapid.SampledFrom(strings.Fields("a b c d e f g h i j k l m A é e\u0301"))
	kinds  = rapid.SampledFrom([]string{"arrival", "departure"})
	types  = rapid.SampledFrom([]string{"WORK", "GARDE", "ASTREINTE", "CONGE", "FORMATION", "TT", "RTT", "PAUSE"})
	notes  = rapid.SampledFrom([]string{"", "", "une note"})
)

func parsed(texts ...string) (moments []time.Time) {
	for _, text := range texts {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			panic(err)
		}
		moments = append(moments, at)
	}
	return moments
}

func moment(t *rapid.T) time.Time {
	return rapid.SampledFrom(moments).Draw(t, "moment").Add(rapid.SampledFrom(shifts).Draw(t, "shift"))
}

// written writes an instant with any offset, in one of the forms of ISO 8601.
func written(t *rapid.T, at time.Time) string {
	offset := rapid.SampledFrom([]int{0, 1, 2, -5, 14}).Draw(t, "offset")
	layout := rapid.SampledFrom([]string{time.RFC3339Nano, "20060102T150405.000000000-0700"}).Draw(t, "layout")
	return at.In(time.FixedZone("", offset*3600)).Format(layout)
}

func (l *life) arrive(t *rapid.T) { l.signal(t, "arrival", moment(t), keys.Draw(t, "key")) }

// leave sends a departure, usually one that fits the open arrival.
func (l *life) leave(t *rapid.T) {
	open := l.m.open()
	if open == nil {
		t.Skip("nobody is there")
	}
	l.signal(t, "departure", open.at.Add(rapid.SampledFrom(stays).Draw(t, "stay")), keys.Draw(t, "key"))
}

// day is an arrival and its departure, for days with several slots.
func (l *life) day(t *rapid.T) {
	l.arrive(t)
	if l.m.open() != nil {
		l.leave(t)
	}
}

func (l *life) send(t *rapid.T) {
	l.signal(t, kinds.Draw(t, "kind"), moment(t), keys.Draw(t, "key"))
}

func (l *life) replay(t *rapid.T) {
	known := l.anyEvent(t)
	l.signal(t, known.kind, known.at, known.key)
}

func (l *life) reuse(t *rapid.T) {
	known := l.anyEvent(t)
	l.signal(t, kinds.Draw(t, "kind"), known.at.Add(rapid.SampledFrom(shifts).Draw(t, "shift")), known.key)
}

func (l *life) signal(t *rapid.T, kind string, at time.Time, key string) {
	last := l.m.lastEvent
	status, recorded := l.m.signal(kind, at, key)
	got := l.p.Post(apptest.Event(kind, written(t, at), key))
	switch status {
	case 409:
		got.WantError(l.p.T, 409, "Conflit métier")
		return
	case 422:
		got.WantError(l.p.T, 422, "Événement invalide")
		return
	}
	said := "created"
	if recorded.id <= last {
		said = "replayed"
	}
	want := fmt.Sprintf(`{"status":%q,"event_id":%d,"entry_id":%d,"time_slot_id":%s,"event_type":%q}`,
		said, recorded.id, recorded.entry.id, strings.ToLower(orNull(recorded.created)), kind)
	if got.Status != status || got.Body != want {
		t.Errorf("%s at %s, key %s: got %d %s, want %d %s", kind, inUTC(at), key, got.Status, got.Body, status, want)
	}
}

func (l *life) remove(t *rapid.T) {
	entry, path := l.anyEntry(t)
	version := entry.version + rapid.SampledFrom([]int64{0, 0, 0, -1, 1}).Draw(t, "off")
	values := url.Values{"version": {strconv.FormatInt(version, 10)}}
	l.p.Submit(strings.Replace(path, "edit", "delete", 1), values).Want(l.p.T, l.m.remove(entry, version))
	if l.m.entries[entry.date] == nil {
		l.p.Get(path).Want(l.p.T, 404)
	}
}

// fill sets the type of three days, after the preview that is required.
func (l *life) fill(t *rapid.T) {
	from, _ := time.Parse(time.DateOnly, dates.Draw(t, "from"))
	var filled []string
	for i := range 3 {
		filled = append(filled, from.AddDate(0, 0, i).Format(time.DateOnly))
	}
	dayType, note := rapid.SampledFrom([]string{"CONGE", "WORK"}).Draw(t, "type"), notes.Draw(t, "note")
	values := url.Values{"from": {filled[0]}, "to": {filled[2]}, "day_type": {dayType}, "note": {note}, "weekday": {"1", "2", "3", "4", "5", "6", "7"}}
	preview := l.p.Submit("/entries/range", values).Want(l.p.T, 200)
	values.Set("do", "save")
	l.p.Submit("/entries/range", values).Want(l.p.T, 409)
	values.Set("plan", preview.Fields().Get("plan"))
	l.m.fill(filled, dayType, note)
	l.p.Submit("/entries/range", values).Want(l.p.T, 303)
}

func (l *life) close(t *rapid.T) {
	r := row{end: clocks.Draw(t, "end"), endDay: rapid.SampledFrom([]string{"", "0", "0", "1", "8"}).Draw(t, "endDay")}
	id := l.arrivalID(t)
	values := url.Values{"arrival_id": {strconv.FormatInt(id, 10)}, "end": {r.end}, "end_day": {r.endDay}}
	l.p.Submit("/presence/close", values).Want(l.p.T, l.m.closeByHand(id, r))
}

func (l *life) discard(t *rapid.T) {
	id := l.arrivalID(t)
	l.p.Submit("/presence/discard", url.Values{"arrival_id": {strconv.FormatInt(id, 10)}}).Want(l.p.T, l.m.discard(id))
}

func (l *life) tomorrow(*rapid.T) {
	l.p.Clock.Advance(24 * time.Hour)
	l.m.now = l.m.now.Add(24 * time.Hour)
}

func (l *life) restart(t *rapid.T) {
	if rapid.IntRange(0, 2).Draw(t, "chance") > 0 {
		t.Skip("not so often")
	}
	l.p.Restart()
}

func (l *life) anyEvent(t *rapid.T) *mirrorEvent {
	if len(l.m.events) == 0 {
		t.Skip("no event is recorded")
	}
	return rapid.SampledFrom(l.m.events).Draw(t, "event")
}

func (l *life) anyEntry(t *rapid.T) (entry *mirrorEntry, editPath string) {
	if len(l.m.entries) == 0 {
		t.Skip("no day is recorded")
	}
	entry = rapid.SampledFrom(l.m.days()).Draw(t, "entry")
	return entry, fmt.Sprintf("/entries/%d/edit", entry.id)
}

// arrivalID returns the arrival that a form names: the open one, or another.
func (l *life) arrivalID(t *rapid.T) int64 {
	if open := l.m.open(); open != nil && rapid.IntRange(0, 4).Draw(t, "named") > 0 {
		return open.id
	}
	return l.m.lastEvent
}
