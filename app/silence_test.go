package app_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

const silenceShown = "Aucun événement reçu aujourd’hui"

// listening starts a program that expects events until half past ten, on Friday 20
// November 2026 at 08:00.
func listening(t *testing.T, changes ...func(*app.Config)) *program {
	t.Helper()
	config := strings.Replace(string(app.Starter), `# silent_after = "10:30"`, `silent_after = "10:30"`, 1)
	whole := loadConfig(t, config)
	return start(t, append([]func(*app.Config){func(c *app.Config) { *c = whole }}, changes...)...)
}

// wantSilent compares what the feed and the month say.
func (p *program) wantSilent(secret, name string, want bool) {
	p.t.Helper()
	if got := p.presence(secret)["silent"]; got != want {
		p.t.Errorf("%s: the feed says %v, want %t", name, got, want)
	}
	month := p.clock.handlers().Now().In(p.config.Rules.Zone).Format("2006-01")
	page := p.get("/months/" + month).body
	if strings.Contains(page, silenceShown) != want || want && !strings.Contains(page, `href="/journal"`) {
		p.t.Errorf("%s: the month does not say %t, or not where the journal is", name, want)
	}
}

func TestSilenceIsToldOnAWorkingDayWithoutAnEvent(t *testing.T) {
	p := listening(t)
	secret := p.renewFeeds()
	p.wantSilent(secret, "at 08:00", false)
	p.clock.advance(2*time.Hour + 29*time.Minute)
	p.wantSilent(secret, "at 10:29", false)
	p.clock.advance(time.Minute)
	p.wantSilent(secret, "at 10:30", true)
	if got := p.get("/months/2026-10"); strings.Contains(got.body, silenceShown) {
		t.Error("another month tells of today's silence")
	}
	p.arrive("2026-11-20T10:31:00+01:00", "in").want(t, 201)
	p.wantSilent(secret, "an arrival has come", false)
	p.clock.advance(3 * 24 * time.Hour) // Monday at 10:30
	p.wantSilent(secret, "an arrival is under way", false)
	p.leave("2026-11-20T17:00:00+01:00", "out").want(t, 200)
	p.wantSilent(secret, "an event of another day has come today", false)
	p.clock.advance(24 * time.Hour)
	p.wantSilent(secret, "on Tuesday", true)
}

func TestSilenceIsNotToldOnADayThatExplainsIt(t *testing.T) {
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
		p := listening(t)
		secret := p.renewFeeds()
		p.clock.advance(4 * time.Hour)
		p.submit("/entries/new?date="+test.date, test.form).want(t, 303)
		p.wantSilent(secret, name, test.silent)
	}
}

func TestSilenceIsNotToldOnDaysOff(t *testing.T) {
	france := listening(t)
	alsace := listening(t, func(c *app.Config) {
		c.Rules.Holidays = loadConfig(t, strings.Replace(string(app.Starter), "alsace_moselle = false", "alsace_moselle = true", 1)).Rules.Holidays
	})
	inFrance, inAlsace := france.renewFeeds(), alsace.renewFeeds()
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
		for _, p := range []*program{france, alsace} {
			p.clock.advance(time.Duration(test.days-before)*24*time.Hour + 4*time.Hour)
		}
		france.wantSilent(inFrance, test.name, test.silent)
		alsace.wantSilent(inAlsace, test.name+" in Alsace", test.inAlsace)
		for _, p := range []*program{france, alsace} {
			p.clock.advance(-4 * time.Hour)
		}
		before = test.days
	}
}

// What the rules refuse has been sent: the automation is not silent. What is not
// even an event does not count, and is in the journal.
func TestARefusedEventBreaksTheSilence(t *testing.T) {
	p := listening(t)
	secret := p.renewFeeds()
	p.clock.advance(4 * time.Hour)
	p.post(`{"event":"arrival"}`).want(t, 422)
	p.wantSilent(secret, "no event", true)
	p.leave("2026-11-20T11:00:00+01:00", "refused").want(t, 409)
	p.wantSilent(secret, "a departure without an arrival", false)
}

func TestAnEventOfTodayBreaksTheSilenceWheneverItCame(t *testing.T) {
	p := listening(t)
	secret := p.renewFeeds()
	p.clock.setBack(12 * time.Hour) // it is Thursday evening
	p.arrive("2026-11-20T07:00:00+01:00", "of a clock that is ahead").want(t, 201)
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	p.clock.advance(16 * time.Hour)
	p.wantSilent(secret, "an arrival of today that was discarded", false)
}

func TestWithoutTheSettingSilenceIsNotKnown(t *testing.T) {
	p := start(t)
	secret := p.renewFeeds()
	p.clock.advance(4 * time.Hour)
	if got, known := p.presence(secret)["silent"]; got != nil || !known {
		t.Errorf("got %v", got)
	}
	if got := p.get("/months/2026-11"); strings.Contains(got.body, silenceShown) {
		t.Error("the month tells of a silence")
	}
}

func TestTheMonthSaysWhenTheLastEventCame(t *testing.T) {
	p := start(t)
	const line = "Dernier événement reçu\u00a0: "
	if got := p.get("/months/2026-11"); strings.Contains(got.body, line) {
		t.Error("before the first event")
	}
	p.arrive("2026-11-19T08:03:00+01:00", "in").want(t, 201)
	p.leave("2026-11-19T17:40:00+01:00", "out").want(t, 200)
	p.get("/months/2026-11").want(t, 200, line+"départ, hier à 17:40.")
	p.arrive("2026-11-20T07:50:00+01:00", "today").want(t, 201)
	p.get("/months/2026-11").want(t, 200, line+"arrivée, aujourd’hui à 07:50.")
	if got := p.get("/months/2026-12"); strings.Contains(got.body, line) {
		t.Error("another month says it")
	}
	p.clock.advance(3 * 24 * time.Hour)
	p.get("/months/2026-11").want(t, 200, line+"arrivée, vendredi 20\u00a0novembre 2026 à 07:50.")
}

func TestTheHourOfSilenceIsATime(t *testing.T) {
	for text, allowed := range map[string]bool{`"10:30"`: true, `"00:00"`: true, `"23:59"`: true,
		`"9:30"`: false, `"24:00"`: false, `"10h30"`: false, `"10:30:00"`: false, `""`: false, `1030`: false} {
		_, err := app.LoadConfig(writeConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\nsilent_after = "+text+"\n"))
		if allowed != (err == nil) || err != nil && !strings.Contains(err.Error(), "config.toml:3: presence_integration.silent_after = ") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
