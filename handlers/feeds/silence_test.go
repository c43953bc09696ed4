package feeds_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const silenceShown = "Aucun événement reçu aujourd’hui"

// wantSilent compares what the feed and the month say.
func wantSilent(p *apptest.Program, secret, name string, want bool) {
	p.T.Helper()
	modelstest.Want(p.T, p.Presence(secret)["silent"], any(want), name)
	month := p.Clock.Handlers().Now().In(p.Config.Rules.Zone).Format("2006-01")
	page := p.Get("/months/" + month).Body
	modelstest.Want(p.T, strings.Contains(page, silenceShown) == want && (!want || strings.Contains(page, `href="/journal"`)), true, name, want)
}

func TestSilenceIsToldOnAWorkingDayWithoutAnEvent(t *testing.T) {
	p := apptest.Listening(t)
	secret := p.RenewFeeds()
	wantSilent(p, secret, "at 08:00", false)
	p.Clock.Advance(2*time.Hour + 29*time.Minute)
	wantSilent(p, secret, "at 10:29", false)
	p.Clock.Advance(time.Minute)
	wantSilent(p, secret, "at 10:30", true)
	p.Get("/months/2026-10").WantNone(t, silenceShown)
	p.Arrive("2026-11-20T10:31:00+01:00", "in").Want(t, 201)
	wantSilent(p, secret, "an arrival has come", false)
	p.Clock.Advance(3 * 24 * time.Hour) // Monday at 10:30
	wantSilent(p, secret, "an arrival is under way", false)
	p.Leave("2026-11-20T17:00:00+01:00", "out").Want(t, 200)
	wantSilent(p, secret, "an event of another day has come today", false)
	p.Clock.Advance(24 * time.Hour)
	wantSilent(p, secret, "on Tuesday", true)
}

func TestSilenceIsNotToldBeforeAPlannedShift(t *testing.T) {
	p := apptest.Listening(t)
	secret := p.RenewFeeds()
	p.Submit("/plan", url.Values{"date": {"2026-11-20"}, "shift_start": {"19:45"}, "shift_end": {"07:15"}, "shift_type": {"WORK"}}).Want(t, 303)
	p.Clock.Advance(11*time.Hour + 44*time.Minute)
	wantSilent(p, secret, "at 19:44", false)
	p.Clock.Advance(time.Minute)
	wantSilent(p, secret, "at 19:45", true)
}

func TestSilenceIsNotToldOnADayThatExplainsIt(t *testing.T) {
	p := apptest.Listening(t)
	secret := p.RenewFeeds()
	p.Clock.Advance(4 * time.Hour)
	for name, test := range map[string]struct {
		date   string
		form   url.Values
		silent bool
	}{
		"an empty day of work explains nothing":   {"2026-11-20", url.Values{"day_type": {"WORK"}}, true},
		"a slot by hand":                          {"2026-11-20", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}}, false},
		"telework":                                {"2026-11-20", url.Values{"day_type": {"TT"}}, false},
		"leave":                                   {"2026-11-20", url.Values{"day_type": {"CONGE"}}, false},
		"RTT":                                     {"2026-11-20", url.Values{"day_type": {"RTT"}}, false},
		"illness":                                 {"2026-11-20", url.Values{"day_type": {"MALADE"}}, false},
		"a duty that may begin in the evening":    {"2026-11-20", url.Values{"day_type": {"GARDE"}}, false},
		"a night that ends today":                 {"2026-11-19", url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"8:30"}, "slot_end_day": {"1"}}, false},
		"leave of another day explains nothing":   {"2026-11-19", url.Values{"day_type": {"CONGE"}}, true},
		"a slot of yesterday explains nothing":    {"2026-11-19", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}}, true},
		"nor one that is planned for a later day": {"2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}}, true},
	} {
		p.Submit("/entries/new?date="+test.date, test.form).Want(t, 303)
		wantSilent(p, secret, name, test.silent)
		modelstest.Must(t, modelstest.Only(p.DB.Exec("DELETE FROM time_slots; DELETE FROM work_entries")))
	}
}

func TestSilenceIsNotToldOnDaysOff(t *testing.T) {
	france := apptest.Listening(t)
	alsace := apptest.Listening(t, func(c *app.Config) {
		c.Frame.Hours = apptest.LoadConfig(t, string(app.Starter)+"\n[calendar]\nalsace_moselle = true\n").Frame.Hours
	})
	inFrance, inAlsace := france.RenewFeeds(), alsace.RenewFeeds()
	before := 0
	for _, test := range []struct {
		name             string
		days             int // after Friday 20 November 2026
		silent, inAlsace bool
	}{
		{"Friday", 0, true, true},
		{"Saturday", 1, false, false},
		{"Sunday", 2, false, false},
		{"Monday", 3, true, true},
		{"Christmas", 35, false, false},
		{"the Monday after", 38, true, true},
		{"Good Friday", 126, true, false},
	} {
		for _, p := range []*apptest.Program{france, alsace} {
			p.Clock.Advance(time.Duration(test.days-before)*24*time.Hour + 4*time.Hour)
		}
		wantSilent(france, inFrance, test.name, test.silent)
		wantSilent(alsace, inAlsace, test.name+" in Alsace", test.inAlsace)
		for _, p := range []*apptest.Program{france, alsace} {
			p.Clock.Advance(-4 * time.Hour)
		}
		before = test.days
	}
}

// What the rules refuse has been sent: the automation is not silent. What is not
// even an event does not count, and is in the journal.
func TestARefusedEventBreaksTheSilence(t *testing.T) {
	p := apptest.Listening(t)
	secret := p.RenewFeeds()
	p.Clock.Advance(4 * time.Hour)
	p.Post(`{"event":"arrival"}`).Want(t, 422)
	wantSilent(p, secret, "no event", true)
	p.Leave("2026-11-20T11:00:00+01:00", "refused").Want(t, 409)
	wantSilent(p, secret, "a departure without an arrival", false)
}

func TestAnEventOfTodayBreaksTheSilenceWheneverItCame(t *testing.T) {
	p := apptest.Listening(t)
	secret := p.RenewFeeds()
	p.Clock.SetBack(12 * time.Hour) // it is Thursday evening
	p.Arrive("2026-11-20T07:00:00+01:00", "of a clock that is ahead").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Clock.Advance(16 * time.Hour)
	wantSilent(p, secret, "an arrival of today that was discarded", false)
}

func TestTheMonthSaysWhenTheLastEventCame(t *testing.T) {
	p := apptest.Start(t)
	const line = "Dernier événement reçu\u00a0: "
	p.Get("/months/2026-11").WantNone(t, line)
	p.Arrive("2026-11-19T08:03:00+01:00", "in").Want(t, 201)
	p.Leave("2026-11-19T17:40:00+01:00", "out").Want(t, 200)
	p.Get("/months/2026-11").Want(t, 200, line+"départ, hier à 17:40.")
	p.Arrive("2026-11-20T07:50:00+01:00", "today").Want(t, 201)
	p.Get("/months/2026-11").Want(t, 200, line+"arrivée, aujourd’hui à 07:50.")
	p.Get("/months/2026-12").WantNone(t, line)
	p.Clock.Advance(3 * 24 * time.Hour)
	p.Get("/months/2026-11").WantNone(t, silenceShown) // which is not set
	p.Get("/months/2026-11").Want(t, 200, line+"arrivée, vendredi 20\u00a0novembre 2026 à 07:50.")
}
