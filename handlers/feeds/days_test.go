package feeds_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// rangeOf is the path of days.json.
func rangeOf(secret, from, to string) string {
	return "/feeds/" + secret + "/days.json?from=" + from + "&to=" + to
}

// withTargets has seven hours from Monday to Friday.
const withTargets = "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-11-01\"\nmonday = \"7h\"\ntuesday = \"7h\"\nwednesday = \"7h\"\nthursday = \"7h\"\nfriday = \"7h\"\n"

func TestTheDaysOfARangeAreAsTheContractHasThem(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, withTargets))
	secret := p.RenewDays()
	p.Clock.Advance(3 * time.Minute) // it is 08:03
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Clock.Advance(4*time.Hour + 7*time.Minute)
	p.Leave("2026-11-20T12:10:00+01:00", "out").Want(t, 200)
	p.Clock.Advance(50 * time.Minute)
	p.Arrive("2026-11-20T13:00:00+01:00", "in again").Want(t, 201)
	p.Clock.Advance(4*time.Hour + 21*time.Minute)
	p.Leave("2026-11-20T17:21:00+01:00", "out again").Want(t, 200)
	want := `{"from":"2026-11-20","to":"2026-11-20","days":[{"date":"2026-11-20","type":"WORK","half_day":null,` +
		`"slots":[{"start":"2026-11-20T08:03:00+01:00","end":"2026-11-20T12:10:00+01:00","origin":"live","late_minutes":0},{"start":"2026-11-20T13:00:00+01:00","end":"2026-11-20T17:21:00+01:00","origin":"live","late_minutes":0}],` +
		`"worked_minutes":508,"target_minutes":420,"planned":[],"to_verify":[]}]}`
	modelstest.Want(t, p.Get(rangeOf(secret, "2026-11-20", "2026-11-20")).Body, want)
}

func TestEachDateWithAnEntryOrADoubtIsListed(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, withTargets))
	secret := p.RenewDays()
	p.Day("2026-11-16T08:00:00+01:00", "2026-11-16T12:00:00+01:00", "monday, sent on Friday")
	p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"WORK"}, "half_day": {"MALADE"}, "note": {"private"}, "slot_start": {"8", "9:05"}, "slot_end": {"9", "12"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"MALADE"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-11-23", url.Values{"day_type": {"CONGE"}}).Want(t, 303) // to come
	p.Arrive("2026-11-22T08:00:00+01:00", "ignored").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"3"}}).Want(t, 303)
	got := p.Get(rangeOf(secret, "2026-11-09", "2026-12-31"))
	var answer struct {
		Days []struct {
			Date, Type string
			HalfDay    string `json:"half_day"`
			Slots      []struct {
				Origin string
				Late   int `json:"late_minutes"`
			}
			Worked   int      `json:"worked_minutes"`
			Target   *int     `json:"target_minutes"`
			ToVerify []string `json:"to_verify"`
		}
	}
	modelstest.Must(t, json.Unmarshal([]byte(got.Body), &answer))
	var days []string
	for _, day := range answer.Days {
		days = append(days, fmt.Sprintf("%s %s %s %v %d of %d %v", day.Date, day.Type, day.HalfDay, day.Slots, day.Worked, *day.Target, day.ToVerify))
	}
	want := []string{
		"2026-11-16 WORK  [{late 5760}] 240 of 420 []",
		"2026-11-17   [] 0 of 420 [missing]",
		"2026-11-18 WORK ABSENCE [{typed 0} {typed 0}] 235 of 210 [cut]",
		"2026-11-19 ABSENCE  [] 0 of 0 []",
		"2026-11-22   [] 0 of 0 []",
		"2026-11-23 CONGE  [] 0 of 0 []",
	}
	modelstest.Want(t, strings.Join(days, "\n"), strings.Join(want, "\n"))
	got.WantNone(t, "private")
	shown := apptest.Start(t, func(c *app.Config) { c.Frame.HideIllness = false })
	shown.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"MALADE"}}).Want(t, 303)
	shown.Get(rangeOf(shown.RenewDays(), "2026-11-19", "2026-11-19")).Want(t, 200, `"type":"MALADE"`, `"target_minutes":null`)
}

func TestDoubtsOfWhateverYearAreListed(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, strings.Replace(withTargets, "2026-11-01", "2024-01-01", 1)))
	p.Day("2024-03-04T08:00:00+01:00", "2024-03-04T12:00:00+01:00", "monday")
	p.Day("2024-03-06T08:00:00+01:00", "2024-03-06T08:01:00+01:00", "bounce")
	p.ByHand("2024-03-07", "CONGE")
	p.Submit("/entries/new?date=2026-12-01", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "9:05"}, "slot_end": {"9", "12"}}).Want(t, 303) // to come
	secret := p.RenewDays()
	for _, test := range []struct {
		from, to string
		want     []string // parts of the answer
	}{
		{"2024-03-01", "2024-03-07", []string{`"2024-03-05","type":null`, `"planned":[],"to_verify":["missing"]`, `"2024-03-06","type":null`, `"planned":[],"to_verify":["short"]`}},
		{"2026-12-01", "2026-12-01", []string{`"planned":[],"to_verify":["cut"]`}},
	} {
		p.Get(rangeOf(secret, test.from, test.to)).Want(t, 200, test.want...)
	}
	modelstest.Want(t, strings.Count(p.Get(rangeOf(secret, "2024-03-01", "2024-03-07")).Body, `"date"`), 4)
}

func TestARangeHas1To400Days(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewDays()
	for query, status := range map[string]int{
		"from=2026-11-20&to=2026-11-20": 200,
		"from=2025-10-17&to=2026-11-20": 200, // 400
		"from=2025-10-16&to=2026-11-20": 400,
		"from=1970-01-01&to=1970-01-01": 200,
		"from=9999-12-31&to=9999-12-31": 200,
		"from=1969-12-31&to=1970-01-01": 400,
		"from=2026-11-21&to=2026-11-20": 400,
		"from=2026-11-31&to=2026-12-20": 400,
		"from=2026-11-20":               400,
		"to=2026-11-20":                 400,
		"":                              400,
		"from=&to=":                     400,
		"from=20261120&to=20261120":     400,
		"from=0001-01-01&to=9999-12-31": 400,
	} {
		got := p.Get("/feeds/" + secret + "/days.json?" + query)
		modelstest.Want(t, got.Status == status && (status != 400 || strings.TrimSpace(got.Body) == `{"error":"Période invalide"}`), true, query, got.Status, got.Body, status)
		p.Get("/feeds/wrong/days.json?"+query).WantNoResource(t, query)
	}
}

func TestTheFeedShowsNoTargetBelowNothing(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-11-01\"\nweek = \"35h\"\n"))
	secret := p.RenewFeeds()
	p.Submit("/entries/new?date=2026-11-22", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
	p.Clock.Advance(48 * time.Hour) // Sunday
	got := p.Presence(secret)
	modelstest.Want(t, got["target_today_minutes"] == 0.0 && got["target_week_minutes"] == 1680.0, true, got["target_today_minutes"], got["target_week_minutes"])
	modelstest.WantIn(t, strings.ReplaceAll(p.Get("/months/2026-11/hours").Words(), "\u00a0", " "), "aujourd’hui absence −7 h")
}
