package odd_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const everyFigure = `[presence_integration]
timezone = "Europe/Paris"
[[targets]]
from = "2026-11-01"
week = "35h"
[balance]
from = "2026-11-01"
[counters.conges]
types = ["CONGE"]
allowance = 25
[rules]
profile = "prive"
[[pay.rates]]
kind = "night"
from = "2026-01-01"
euros = 2.50
`

// withSlots is a program with work on the dates of November, whose slots, such as "08:00-12:00",
// are as the automation, or another program, may have stored them.
func withSlots(t *testing.T, slots []string, dates ...string) *apptest.Program {
	t.Helper()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, everyFigure))
	for _, date := range dates {
		p.ByHand(date, "WORK")
		for _, slot := range slots {
			start, end, _ := strings.Cut(slot, "-")
			modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO time_slots (work_entry_id, start_at, end_at) SELECT id, strftime(?1, date || ' ' || ?2, '-1 hour'), strftime(?1, date || ' ' || ?3, '-1 hour') FROM work_entries WHERE date = ?4",
				"%Y-%m-%dT%H:%M:%S.000000000Z", start, end, date)))
		}
	}
	return p
}

var lengths = regexp.MustCompile(`[+−]?\d+ (?:h \d\d|min)`)

var saved = regexp.MustCompile(`Enregistré\. [^.]*\.`)

func totalOn(page apptest.Answer) string {
	_, after, _ := strings.Cut(page.HTML(), "data-total>")
	total, _, _ := strings.Cut(after, "<")
	return total
}

// figuresOf are the figures of the program's days, by where they are shown. Where a page has
// slots too, they are the lengths on it.
func figuresOf(t *testing.T, p *apptest.Program, entries ...int) map[string]string {
	t.Helper()
	figures := map[string]string{}
	for _, path := range []string{"/today", "/counters", "/months/2026-11", "/months/2026-11/sheet", "/months/2026-11/hours", "/months/2026-11/pay", "/years/2026", "/years/2026/hours", "/years/2026/rests", "/years/2026/counters"} {
		page := p.Get(path).Want(t, 200)
		figures[path] = strings.Join(lengths.FindAllString(page.Words(), -1), ", ")
	}
	for _, id := range entries {
		path := fmt.Sprintf("/entries/%d/edit", id)
		figures[path] = totalOn(p.Get(path))
		values := p.Form(path)
		values.Set("note", "x")
		figures[path+" saved"] = saved.FindString(p.After(p.Submit(path, values)).Words())
	}
	figures["days"] = regexp.MustCompile(`(?m)(WORK,[^,]*,[^,]*),\d+,`).ReplaceAllString(p.Get("/data/export?of=days").Body, "$1,") // but for the number of slots
	figures["months"] = regexp.MustCompile(`(?m)(2026-\d\d,\d+),\d+,`).ReplaceAllString(p.Get("/data/export?of=months").Body, "$1,")
	presence := p.Presence(p.RenewFeeds())
	figures["presence"] = fmt.Sprint(presence["today_minutes"], presence["week_minutes"], presence["balance_minutes"])
	now := p.Clock.Now()
	for _, format := range []string{app.JSON, app.CSV} {
		var hours bytes.Buffer
		modelstest.Must(t, app.ReportHours(t.Context(), p.Config, app.HoursRequest{From: modelstest.Date(1), To: modelstest.Date(30), Format: format}, now, &hours))
		figures["report hours "+format] = regexp.MustCompile(`"to_verify":.*|\boverlap\b`).ReplaceAllString(hours.String(), "") // which names the overlap
	}
	var pay bytes.Buffer
	modelstest.Must(t, app.ReportPay(t.Context(), p.Config, "2026-11", now, &pay))
	figures["report pay"] = pay.String()
	return figures
}

func TestAMinuteOfADayCountsOnceInEveryFigure(t *testing.T) {
	// a public holiday, a Sunday, and a day of this week that is over
	dates := []string{"2026-11-11", "2026-11-15", "2026-11-19"}
	for _, test := range []struct {
		name        string
		slots, once []string
		total       string
	}{
		{"slots that overlap", []string{"08:00:00-12:00:00", "11:00:00-13:00:00"}, []string{"08:00:00-13:00:00"}, "5 h 00"},
		{"a slot within another", []string{"08:00:00-12:00:00", "09:00:00-10:00:00"}, []string{"08:00:00-12:00:00"}, "4 h 00"},
		{"a slot twice", []string{"08:00:00-12:00:00", "08:00:00-12:00:00"}, []string{"08:00:00-12:00:00"}, "4 h 00"},
		{"slots that touch", []string{"08:00:00-12:00:00", "12:00:00-13:00:00"}, []string{"08:00:00-12:00:00", "12:00:00-13:00:00"}, "5 h 00"},
		{"slots of a minute that touch within it", []string{"08:00:00-12:00:40", "12:00:20-13:00:00"}, []string{"08:00:00-12:00:00", "12:00:00-13:00:00"}, "5 h 00"},
		{"stored in another order, and in the night", []string{"22:30:00-23:45:00", "09:00:00-10:00:00", "20:00:00-23:00:00", "08:00:00-12:00:00", "11:00:00-13:30:59"},
			[]string{"08:00:00-13:30:00", "20:00:00-23:45:00"}, "9 h 15"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := figuresOf(t, withSlots(t, test.once, dates...), 1, 2, 3)
			for path, total := range map[string]string{"/entries/1/edit": test.total, "/entries/1/edit saved": "Enregistré. " + test.total + "."} {
				modelstest.Want(t, want[path], total, path)
			}
			for path, got := range figuresOf(t, withSlots(t, test.slots, dates...), 1, 2, 3) {
				modelstest.Want(t, got, want[path], path)
			}
		})
	}
}

func TestThePresenceUnderWayCountsOnceBesideSlots(t *testing.T) {
	for _, test := range []struct {
		name    string
		slot    string
		minutes float64
		goesOn  bool
	}{
		{"beside a slot", "06:00:00-06:45:00", 75, true},
		{"within a slot that is over", "06:00:00-07:45:00", 120, true},
		{"within a slot that is not", "06:00:00-12:00:00", 360, false},
		{"around a slot", "07:40:00-07:50:00", 30, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := withSlots(t, []string{test.slot}, "2026-11-20")
			p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201)
			presence := p.Presence(p.RenewFeeds())
			modelstest.Want[any](t, presence["today_minutes"], test.minutes)
			modelstest.Want[any](t, presence["week_minutes"], test.minutes)
			length := fmt.Sprintf("%d h %02d", int(test.minutes)/60, int(test.minutes)%60)
			if test.minutes < 60 {
				length = fmt.Sprintf("%d min", int(test.minutes))
			}
			for _, path := range []string{"/today", "/months/2026-11"} {
				page := p.Get(path)
				page.WantWords(t, length)
				began := time.Date(2026, 11, 20, 8, 0, 0, 0, time.FixedZone("", 3600)).Add(-time.Duration(test.minutes) * time.Minute).Format(time.RFC3339)
				modelstest.Want(t, strings.Contains(page.Body, `data-since="`+began+`"`), test.goesOn, path)
			}
		})
	}
}

func TestAPresenceOfLastWeekDoesNotGrowThisOne(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, everyFigure))
	p.Clock.Advance(62 * time.Hour)
	p.Arrive("2026-11-22T22:00:00+01:00", "Sunday").Want(t, 201)
	p.Clock.Advance(3 * time.Hour)
	p.Get("/today").WantNone(t, `data-since="2026-11-23T01:00:00+01:00"`)
}

func TestTheTotalOfAFormHasWhatItLeavesOutOnce(t *testing.T) {
	p := crowded(t, 600)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES (1, '2026-11-19T23:00:01.000000000Z', '2026-11-20T00:30:00.000000000Z'), (1, '2026-11-20T00:28:00.000000000Z', '2026-11-20T00:40:00.000000000Z')")))
	// the first has a row, and ends after the second begins, which has none
	for _, query := range []string{"", "?slots=all"} {
		modelstest.Want(t, totalOn(p.Get(apptest.EditDay+query)), "1 h 40", query)
	}
}
