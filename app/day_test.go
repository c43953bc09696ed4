package app_test

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestTheDayTellsWhatTheAutomationSentAndWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.clock.advance(time.Hour)
	p.arrive("2026-11-20T20:15:30+01:00", "<evening>").want(t, 201)
	page := html.UnescapeString(p.get(editDay).body)
	for _, wanted := range []string{"Arrivée 08:03:27", "créneau 08:03–12:10", "envoyé 2026-11-20T08:03:27.123456789+01:00", "reçu 08:00:00", "clé <code>morning-in</code>",
		"Départ 17:21:59", "créneau 13:00–17:21", "Arrivée 20:15:30", "en cours", "reçu 09:00:00", "<code><evening></code>"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("%q is not told", wanted)
		}
	}
	values := p.form(editDay)
	values["slot_end"][0] = "12:30"
	p.wantSaved(editDay, values, editDay)
	if got := strings.Count(p.get(editDay).body, "créneaux modifiés à la main depuis"); got != 4 {
		t.Errorf("got %d events whose slots were changed, want 4", got)
	}
}

func TestTheDayTellsWhatWasClosedByHand(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	p.submit("/presence/close", map[string][]string{"arrival_id": {"5"}, "end": {"17:20"}}).want(t, 303)
	p.get(thursdayForm).want(t, 200, "close à la main, créneau 08:03–17:20")
	values := p.form(thursdayForm)
	values["slot_end"][0] = "17:30"
	p.wantSaved(thursdayForm, values, thursdayForm)
	p.get(thursdayForm).want(t, 200, "close à la main, créneaux modifiés depuis")
	p.arrive("2026-11-20T07:00:00+01:00", "next").want(t, 201)
	p.submit("/presence/discard", map[string][]string{"arrival_id": {"6"}}).want(t, 303)
	p.get("/entries/4/edit").want(t, 200, "ignorée à la main")
}

func TestTheDayLeadsToTheDaysAroundIt(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.get(editDay).want(t, 200, `href="/entries/new?date=2026-11-19"`, `href="/entries/new?date=2026-11-21"`, `href="/months/2026-11"`)
	last := p.get("/entries/new?date=9999-12-31")
	last.want(t, 200)
	if strings.Contains(last.body, "date=10000") {
		t.Error("a link leads out of the calendar")
	}
}

func TestFlappingIsMergedWhenItIsSavedAndTheEventsStay(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.day("2026-11-20T08:00:10.5+01:00", "2026-11-20T10:00:00+01:00", "a")
	p.day("2026-11-20T10:04:00+01:00", "2026-11-20T10:30:00+01:00", "b")
	p.day("2026-11-20T10:33:00+01:00", "2026-11-20T12:00:20.5+01:00", "c")
	p.day("2026-11-20T13:00:00+01:00", "2026-11-20T17:00:00+01:00", "d")
	values := p.form(editDay)
	values.Set("note", "écrit avant de réunir")
	values.Set("merge", "5")
	setSlot(values, 4, "17:02", "17:30", 0)
	var shown answer
	p.unchanged(func() { shown = p.submit("/entries/1/merge", values) })
	shown.want(t, 200, "il y en a 3 de moins", "Rien n’est encore enregistré", "écrit avant de réunir")
	p.wantSaved(editDay, shown.fields(), editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:00:10.500000000Z | 2026-11-20T11:00:20.500000000Z",
		"2026-11-20T12:00:00.000000000Z | 2026-11-20T16:30:00.000000000Z")
	p.wantStored("SELECT note FROM work_entries", "écrit avant de réunir")
	p.wantStored("SELECT count(*), count(time_slot_id) FROM workplace_presence_events", "8 | 0")

	values = p.form(editDay)
	values.Set("merge", "5")
	p.submit("/entries/1/merge", values).want(t, 200, "Aucun créneau n’est séparé du suivant de moins de 5")
	for _, minutes := range []string{"", "0", "-1", "x", "1441"} {
		values.Set("merge", minutes)
		p.submit("/entries/1/merge", values).want(t, 422, "de 1 à 1440", `name="merge" value="`+cmp.Or(minutes, "10")+`"`)
	}
	values.Set("merge", "5")
	values["slot_end"][0] = "25"
	p.submit("/entries/1/merge", values).want(t, 422, "Écrivez une heure")
}

func TestTheLastDaysOfLeapYearsAreShownAndSaved(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Gaza", "Africa/Casablanca", "America/Nuuk"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, inZone(t, name))
			for i, date := range []string{"2020-12-31", "2024-12-22", "2040-12-31", "2041-01-02", "2044-12-27", "9996-12-31"} {
				path := "/entries/new?date=" + date
				p.get(path).want(t, 200)
				edit := fmt.Sprintf("/entries/%d/edit", i+1)
				p.wantSaved(path, url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"08:00"}, "slot_end_day": {"1"}}, edit)
				p.get(edit).want(t, 200, "12\u00a0h\u00a000")
			}
		})
	}
}
