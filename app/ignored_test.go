package app_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// ignored starts the program with a day that has only an ignored arrival.
func ignored(t *testing.T) *program {
	t.Helper()
	p := start(t)
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201)
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	return p
}

func TestAnIgnoredArrivalCountsNowhere(t *testing.T) {
	t.Parallel()
	p := ignored(t)
	month := p.get("/months/2026-11")
	month.want(t, 200, "Arrivée ignorée", "/entries/1/edit")
	for _, path := range []string{"/months/2026-11", "/years/2026"} {
		if strings.Contains(p.get(path).body, "1\u00a0j</span>") {
			t.Errorf("%s: it is counted", path)
		}
	}
	secret := p.renewFeeds()
	p.get("/feeds/"+secret+"/presence.json").want(t, 200, `"day_type":null`)
	if strings.Contains(p.get("/feeds/"+secret+"/calendar.ics").body, "VEVENT") {
		t.Error("the calendar has it")
	}
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 200, "replayed")
}

func TestAnIgnoredArrivalCountsInNoFigure(t *testing.T) {
	t.Parallel()
	config := loadConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_day_type = "TT"
[[targets]]
from = "2026-11-16"
week = "35h"
[balance]
from = "2026-11-20"
credit_without_slots = true
`)
	p := start(t, func(c *app.Config) { *c = config })
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201)
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	p.clock.advance(24 * time.Hour)
	if got := p.presence(p.renewFeeds())["balance_minutes"]; got != -420.0 {
		t.Errorf("balance_minutes: got %v, want -420: a day without an entry is missing", got)
	}
	var report strings.Builder
	request := app.HoursRequest{From: "2026-11-20", To: "2026-11-20", Format: app.JSON}
	if err := app.ReportHours(t.Context(), p.config, request, p.clock.tell(), &report); err != nil {
		t.Fatal(err)
	}
	if want := `"TT":{"days":0,`; !strings.Contains(report.String(), want) {
		t.Errorf("got %s, want %s", report.String(), want)
	}
}

func TestADayWithMoreThanAnIgnoredArrivalCounts(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]func(*program){
		"a note": func(p *program) {
			edit := p.form(editDay)
			edit.Set("note", "Réunion")
			p.wantSaved(editDay, edit, editDay)
		},
		"another type": func(p *program) {
			edit := p.form(editDay)
			edit.Set("day_type", "TT")
			p.wantSaved(editDay, edit, editDay)
		},
		"an arrival under way": func(p *program) { p.arrive("2026-11-20T09:00:00+01:00", "l").want(p.t, 201) },
		"a slot": func(p *program) {
			p.day("2026-11-20T09:00:00+01:00", "2026-11-20T10:00:00+01:00", "l")
		},
	} {
		p := ignored(t)
		more(p)
		if body := p.get("/months/2026-11").body; strings.Contains(body, "Arrivée ignorée") || !strings.Contains(body, "1\u00a0j</span>") {
			t.Errorf("%s: it does not count", name)
		}
	}
}
