package pages_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
)

// ignored starts the program with a day that has only an ignored arrival.
func ignored(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	return p
}

func TestAnIgnoredArrivalCountsNowhere(t *testing.T) {
	t.Parallel()
	p := ignored(t)
	month := p.Get("/months/2026-11")
	month.Want(t, 200, "Arrivée ignorée", "/entries/1/edit")
	for _, path := range []string{"/months/2026-11", "/years/2026"} {
		if strings.Contains(p.Get(path).Body, "1\u00a0j</span>") {
			t.Errorf("%s: it is counted", path)
		}
	}
	secret := p.RenewFeeds()
	p.Get("/feeds/"+secret+"/presence.json").Want(t, 200, `"day_type":null`)
	if strings.Contains(p.Get("/feeds/"+secret+"/calendar.ics").Body, "VEVENT") {
		t.Error("the calendar has it")
	}
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 200, "replayed")
}

func TestADayWithMoreThanAnIgnoredArrivalCounts(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]func(*apptest.Program){
		"a note": func(p *apptest.Program) {
			edit := p.Form(apptest.EditDay)
			edit.Set("note", "Réunion")
			p.WantSaved(apptest.EditDay, edit, apptest.EditDay)
		},
		"another type": func(p *apptest.Program) {
			edit := p.Form(apptest.EditDay)
			edit.Set("day_type", "TT")
			p.WantSaved(apptest.EditDay, edit, apptest.EditDay)
		},
		"an arrival under way": func(p *apptest.Program) { p.Arrive("2026-11-20T09:00:00+01:00", "l").Want(p.T, 201) },
		"a slot": func(p *apptest.Program) {
			p.Day("2026-11-20T09:00:00+01:00", "2026-11-20T10:00:00+01:00", "l")
		},
	} {
		p := ignored(t)
		more(p)
		if body := p.Get("/months/2026-11").Body; strings.Contains(body, "Arrivée ignorée") || !strings.Contains(body, "1\u00a0j</span>") {
			t.Errorf("%s: it does not count", name)
		}
	}
}
