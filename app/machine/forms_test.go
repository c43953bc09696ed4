package machine_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"worklog/app/apptest"
)

func (l *life) save(t *rapid.T) {
	entry, path := l.anyEntry(t)
	values := l.shown(t, entry, path)
	change(t, values)
	l.p.Submit(path, values).Want(l.p.T, l.m.save(entry, typedIn(values)))
}

func (l *life) saveStale(t *rapid.T) {
	entry, path := l.anyEntry(t)
	values := l.shown(t, entry, path)
	change(t, values)
	values.Set("version", strconv.FormatInt(entry.version+rapid.SampledFrom([]int64{-1, 1}).Draw(t, "off"), 10))
	l.p.Submit(path, values).Want(l.p.T, l.m.save(entry, typedIn(values)))
	values.Del("version")
	l.p.Submit(path, values).Want(l.p.T, 422)
}

func (l *life) saveAsShown(t *rapid.T) {
	_, path := l.anyEntry(t)
	l.p.Submit(path, l.p.Get(path).Fields()).Want(l.p.T, 303) // the mirror does not change
}

func (l *life) merge(t *rapid.T) {
	entry, path := l.anyEntry(t)
	minutes := rapid.SampledFrom([]int{1, 10, 1440}).Draw(t, "minutes")
	values := l.shown(t, entry, path)
	values.Set("merge", strconv.Itoa(minutes))
	got := l.p.Submit(strings.Replace(path, "edit", "merge", 1), values).Want(l.p.T, 200)
	typed := typedIn(got.Fields())
	wantRows(t, typed.rows, l.m.merged(entry, minutes))
	l.p.Submit(path, got.Fields()).Want(l.p.T, l.m.save(entry, typed))
}

func (l *life) create(t *rapid.T) {
	date := dates.Draw(t, "date")
	values := url.Values{"day_type": {types.Draw(t, "type")}, "journey_profile_id": {"annexe"}, "slot_id": {"", ""}}
	for range 2 {
		r := drawRow(t)
		apptest.AddRow(values, r.start, r.end, r.endDay)
	}
	l.p.Submit("/entries/new?date="+date, values).Want(l.p.T, l.m.create(date, typedIn(values)))
}

// shown opens the form of a day, which must show what is stored.
func (l *life) shown(t *rapid.T, entry *mirrorEntry, path string) url.Values {
	values := l.p.Get(path).Want(l.p.T, 200).Fields()
	typed := typedIn(values)
	wantRows(t, typed.rows, l.m.rows(entry))
	typed.rows = nil
	want := dayTyped{entry.version, entry.dayType, entry.journey, entry.vehicle, entry.note, nil}
	if fmt.Sprint(typed) != fmt.Sprint(want) {
		t.Errorf("got form %+v, want %+v", typed, want)
	}
	return values
}

// wantRows compares the rows of a form, which has a blank one at its end.
func wantRows(t *rapid.T, got, want []row) {
	if want = append(want, row{}); !slices.Equal(got, want) {
		t.Errorf("got rows %q, want %q", got, want)
	}
}

func change(t *rapid.T, values url.Values) {
	if rapid.Bool().Draw(t, "ofTheDay") {
		values.Set("day_type", types.Draw(t, "type"))
		values.Set("journey_profile_id", rapid.SampledFrom([]string{"", "bureau", "bureau", "annexe", "annexe", "gone"}).Draw(t, "journey"))
		values.Set("motor_vehicle_id", rapid.SampledFrom([]string{"", "", "clio", "clio", "clio", "velo"}).Draw(t, "vehicle"))
		values.Set("note", notes.Draw(t, "note"))
	}
	last := len(values["slot_id"]) - 1
	for i := range last {
		switch rapid.IntRange(0, 7).Draw(t, "change") {
		case 0:
			values["slot_start"][i], values["slot_end"][i] = "", ""
		case 1:
			values["slot_start"][i] = clocks.Draw(t, "start")
		case 2:
			values["slot_end"][i], values["slot_end_day"][i] = clocks.Draw(t, "end"), rapid.SampledFrom([]string{"", "0", "1"}).Draw(t, "endDay")
		}
	}
	r := drawRow(t)
	if last > 0 {
		switch rapid.IntRange(0, 5).Draw(t, "beside") {
		case 0: // what the row showed, typed again
			r = row{"", values["slot_start"][0], values["slot_end"][0], values["slot_end_day"][0], ""}
			values["slot_start"][0], values["slot_end"][0] = "", ""
		case 1: // as another row ends
			r = row{"", values["slot_end"][0], "23:59", values["slot_end_day"][0], ""}
		}
	}
	values["slot_start"][last], values["slot_end"][last], values["slot_end_day"][last] = r.start, r.end, r.endDay
}

func drawRow(t *rapid.T) row {
	if rapid.Bool().Draw(t, "noRow") {
		return row{}
	}
	return row{"", clocks.Draw(t, "start"), clocks.Draw(t, "end"), rapid.SampledFrom([]string{"", "", "0", "1", "7", "8"}).Draw(t, "endDay"), ""}
}

// typedIn reads a form as it will be sent.
func typedIn(values url.Values) dayTyped {
	typed := dayTyped{dayType: values.Get("day_type"), journey: values.Get("journey_profile_id"), vehicle: values.Get("motor_vehicle_id"), note: values.Get("note")}
	typed.version, _ = strconv.ParseInt(values.Get("version"), 10, 64)
	for i, id := range values["slot_id"] {
		r := row{id, values["slot_start"][i], values["slot_end"][i], values["slot_end_day"][i], ""}
		if i < len(values["slot_end_id"]) {
			r.endID = values["slot_end_id"][i]
		}
		typed.rows = append(typed.rows, r)
	}
	return typed
}
