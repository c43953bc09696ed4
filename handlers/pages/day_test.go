package pages_test

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestTheDayTellsWhatTheAutomationSentAndWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	p.Clock.Advance(time.Hour)
	p.Arrive("2026-11-20T20:15:30+01:00", "<evening>").Want(t, 201)
	page := html.UnescapeString(p.Get(apptest.EditDay).Body)
	for _, wanted := range []string{"Arrivée 08:03:27", "créneau 08:03–12:10", "envoyé 2026-11-20T08:03:27.123456789+01:00", "reçu 08:00:00", "clé <code>morning-in</code>",
		"Départ 17:21:59", "créneau 13:00–17:21", "Arrivée 20:15:30", "en cours", "reçu 09:00:00", "<code><evening></code>"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("%q is not told", wanted)
		}
	}
	p.Edit(func(values url.Values) { values["slot_end"][0] = "12:30" })
	modelstest.Want(t, strings.Count(p.Get(apptest.EditDay).Body, "sans créneau"), 1)
}

func TestTheDayTellsWhatWasClosedByHand(t *testing.T) {
	t.Parallel()
	p := apptest.Thursday(t)
	p.Submit("/presence/close", map[string][]string{"arrival_id": {"5"}, "end": {"17:20"}}).Want(t, 303)
	p.Get(apptest.ThursdayForm).Want(t, 200, "close à la main, créneau 08:03–17:20")
	values := p.Form(apptest.ThursdayForm)
	values["slot_end"][0] = "17:30"
	p.WantSaved(apptest.ThursdayForm, values, apptest.ThursdayForm)
	p.Get(apptest.ThursdayForm).Want(t, 200, "close à la main, créneau 08:03–17:30")
	p.Arrive("2026-11-20T07:00:00+01:00", "next").Want(t, 201)
	p.Submit("/presence/discard", map[string][]string{"arrival_id": {"6"}}).Want(t, 303)
	p.Get("/entries/4/edit").Want(t, 200, "ignorée à la main")
}

func TestTheDayLeadsToTheDaysAroundIt(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	p.Get(apptest.EditDay).Want(t, 200, `href="/entries/new?date=2026-11-19"`, `href="/entries/new?date=2026-11-21"`, `href="/months/2026-11"`)
	last := p.Get("/entries/new?date=9999-12-31")
	last.Want(t, 200)
	last.WantNone(t, "date=10000") // out of the calendar
}

func TestFlappingIsMergedWhenItIsSavedAndTheEventsStay(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T08:00:10.5+01:00", "2026-11-20T10:00:00+01:00", "a")
	p.Day("2026-11-20T10:04:00+01:00", "2026-11-20T10:30:00+01:00", "b")
	p.Day("2026-11-20T10:33:00+01:00", "2026-11-20T12:00:20.5+01:00", "c")
	p.Day("2026-11-20T13:00:00+01:00", "2026-11-20T17:00:00+01:00", "d")
	values := p.Form(apptest.EditDay)
	values.Set("note", "écrit avant de réunir")
	values.Set("merge", "5")
	apptest.SetSlot(values, 4, "17:02", "17:30", 0)
	var shown apptest.Answer
	p.Unchanged(func() { shown = p.Submit("/entries/1/merge", values) })
	shown.Want(t, 200, "il y en a 3 de moins", "Rien n’est encore enregistré", "écrit avant de réunir")
	p.WantSaved(apptest.EditDay, shown.Fields(), apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:00:10.500000000Z | 2026-11-20T11:00:20.500000000Z",
		"2026-11-20T12:00:00.000000000Z | 2026-11-20T16:30:00.000000000Z")
	p.WantStored("SELECT note FROM work_entries", "écrit avant de réunir")
	p.WantStored("SELECT count(*), count(time_slot_id) FROM workplace_presence_events", "8 | 0")

	values = p.Form(apptest.EditDay)
	values.Set("merge", "5")
	p.Submit("/entries/1/merge", values).Want(t, 200, "Aucun créneau n’est séparé du suivant de moins de 5")
	for _, minutes := range []string{"", "0", "-1", "x", "1441"} {
		values.Set("merge", minutes)
		p.Submit("/entries/1/merge", values).Want(t, 422, "de 1 à 1440", `name="merge" value="`+cmp.Or(minutes, "10")+`"`)
	}
	values.Set("merge", "5")
	values["slot_end"][0] = "25"
	p.Submit("/entries/1/merge", values).Want(t, 422, "Écrivez une heure")
}

func TestTheLastDaysOfLeapYearsAreShownAndSaved(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Gaza", "Africa/Casablanca", "America/Nuuk"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := apptest.Start(t, apptest.InZone(t, name))
			for i, date := range []string{"2020-12-31", "2024-12-22", "2040-12-31", "2041-01-02", "2044-12-27", "9996-12-31"} {
				path := "/entries/new?date=" + date
				p.Get(path).Want(t, 200)
				edit := fmt.Sprintf("/entries/%d/edit", i+1)
				p.WantSaved(path, url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"08:00"}, "slot_end_day": {"1"}}, edit)
				p.Get(edit).Want(t, 200, "12\u00a0h\u00a000")
			}
		})
	}
}

func TestBesideADayStandTheDaysAroundIt(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-17", "RTT")
	p.ByHand("2026-11-18", "WORK", "08:00-12:00")
	p.ByHand("2026-11-19", "WORK", "09:00-12:00")
	p.ByHand("2026-11-22", "GARDE", "20:00-08:00")
	page := p.Get("/entries/new?date=2026-11-20")
	page.WantWords(t, "Autour mercredi 18 novembre 2026 mer. 18 18 Travail 08:00–12:00 4 h 00", "jeudi 19", "samedi 21", "dimanche 22", "20:00–08:00")
	if strings.Contains(page.Words(), "RTT mardi 17") || strings.Contains(page.Body, `datetime="2026-11-20"`) || strings.Contains(page.Body, `datetime="2026-11-17"`) {
		t.Errorf("the day itself or one farther away is among those around it: %s", page.Words())
	}
	p.Get("/entries/new?date=1970-01-01").WantWords(t, "Autour vendredi 2 janvier 1970")
	p.Get("/entries/new?date=9999-12-31").WantWords(t, "jeudi 30 décembre 9999")
}
