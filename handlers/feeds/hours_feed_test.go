package feeds_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
)

func TestTheFeedHasTheTargetsAndTheBalance(t *testing.T) {
	const week = "[[targets]]\nfrom = \"2026-11-01\"\nweek = \"35h\"\n"
	for name, test := range map[string]struct {
		config               string
		today, week, balance any
	}{
		"nothing is configured":               {"", nil, nil, nil},
		"targets":                             {week, 420.0, 1260.0, nil},
		"a balance up to yesterday":           {week + "[balance]\nfrom = \"2026-11-16\"\nstart = \"1h\"\n", 420.0, 1260.0, 60.0 - 3*420 + 480},
		"a balance that began today":          {week + "[balance]\nfrom = \"2026-11-20\"\n", 420.0, 1260.0, 0.0},
		"a balance without targets":           {"[balance]\nfrom = \"2026-11-01\"\n", nil, nil, 480.0},
		"a target that is to come":            {"[[targets]]\nfrom = \"2026-11-21\"\nsaturday = \"5h\"\n", 0.0, 300.0, nil},
		"a day of leave among those to come":  {"[[targets]]\nfrom = \"2026-11-21\"\nsaturday = \"5h\"\nsunday = \"5h\"\n", 0.0, 300.0, nil},
		"days of a year":                      {"[[targets]]\nfrom = \"2026-11-01\"\ndays_per_year = 218\n", nil, nil, nil},
		"a long time before the first record": {week + "[balance]\nfrom = \"1970-01-01\"\n", 420.0, 1260.0, 480.0 - 12*420},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+test.config))
			secret := p.RenewFeeds()
			p.Day("2026-11-16T08:00:00+01:00", "2026-11-16T16:00:00+01:00", "monday")
			p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
			p.Submit("/entries/new?date=2026-11-22", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
			p.Arrive("2026-11-20T07:30:00+01:00", "today").Want(t, 201) // not in the balance
			p.Clock.Advance(time.Hour)
			got := p.Presence(secret)
			for field, want := range map[string]any{"target_today_minutes": test.today, "target_week_minutes": test.week, "balance_minutes": test.balance} {
				if got[field] != want {
					t.Errorf("%s: got %v, want %v", field, got[field], want)
				}
			}
		})
	}
}

func TestTheFeedShowsNoTargetBelowNothing(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-11-01\"\nweek = \"35h\"\n"))
	secret := p.RenewFeeds()
	p.Submit("/entries/new?date=2026-11-22", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
	p.Clock.Advance(48 * time.Hour) // Sunday
	got := p.Presence(secret)
	if got["target_today_minutes"] != 0.0 || got["target_week_minutes"] != 1680.0 {
		t.Errorf("got %v today and %v this week", got["target_today_minutes"], got["target_week_minutes"])
	}
	if words := p.Get("/months/2026-11/hours").Words(); !strings.Contains(strings.ReplaceAll(words, "\u00a0", " "), "aujourd’hui absence −7 h") {
		t.Errorf("the page does not say it: %s", words)
	}
}
