package app_test

import (
	"net/url"
	"strings"
	"testing"
)

// ignored is a day on which nothing happened but an arrival that was ignored.
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
		if strings.Contains(p.get(path).body, "1\u00a0j") {
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
		if body := p.get("/months/2026-11").body; strings.Contains(body, "Arrivée ignorée") || !strings.Contains(body, "1\u00a0j") {
			t.Errorf("%s: it does not count", name)
		}
	}
}
