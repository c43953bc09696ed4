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
	p.Get("/feeds/"+secret+"/calendar.ics").WantNone(t, "VEVENT")
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 200, "replayed")
}
