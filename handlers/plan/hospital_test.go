package plan_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// sixWeeks is the cycle of a hospital: six weeks of nights (N, 19:45 to 7:15) and days (D, 6:45 to 14:15).
var sixWeeks = []string{"NN--NNN", "--NN---", "DDDD-N-", "-DD-DDD", "D--DD--", "--NN--N"}

const (
	nightMinutes = 11*60 + 30
	dayMinutes   = 7*60 + 30
)

// onPlan is a program whose targets are the plan, from Monday 24 August 2026 on.
func onPlan(t *testing.T) *apptest.Program {
	return inParis(t, `[[targets]]
from = "2026-08-24"
plan = true
[balance]
from = "2026-08-24"
`)
}

func inParis(t *testing.T, more ...string) *apptest.Program {
	return apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+strings.Join(more, "")), apptest.NoLimit)
}

// cycleForm is the form of the sixWeeks, on two rounds of it.
func cycleForm() url.Values {
	form := url.Values{"cycle": {""}, "from": {"2026-08-24"}, "until": {"2026-11-15"}, "weeks": {"6"},
		"cycle_start": {"19:45", "6h45", ""}, "cycle_end": {"7:15", "14:15", ""}, "cycle_type": {"GARDE", "WORK", "WORK"}}
	for week, days := range sixWeeks {
		for day, shift := range days {
			if at := strings.IndexRune("ND", shift); at >= 0 {
				form.Add("on", fmt.Sprintf("%d-%d", at, 7*week+day))
			}
		}
	}
	return form
}

func planDate(p *apptest.Program, date string, more url.Values) apptest.Answer {
	p.T.Helper()
	form := url.Values{"date": {date}}
	maps.Copy(form, more)
	return p.Submit("/plan", form)
}

func reports(t *testing.T, p *apptest.Program) (plan, hours map[string]any) {
	t.Helper()
	request := app.HoursRequest{From: civil.Date{Year: 2026, Month: 8, Day: 24}, To: modelstest.Date(15), Format: app.JSON}
	var text bytes.Buffer
	modelstest.Must(t, app.ReportPlan(t.Context(), p.Config, request, &text))
	modelstest.Must(t, json.Unmarshal(text.Bytes(), &plan))
	text.Reset()
	modelstest.Must(t, app.ReportHours(t.Context(), p.Config, request, p.Clock.Now(), &text))
	modelstest.Must(t, json.Unmarshal(text.Bytes(), &hours))
	return plan, hours
}

// Three months of a hospital's cycle are played by events with noise. The sums are made here, shift by
// shift, from what was sent.
func TestAHospitalsCycleIsPlayedForThreeMonths(t *testing.T) {
	p := onPlan(t)
	p.Submit("/plan", cycleForm()).WantLocation(t, "/plan?month=2026-11")
	night := url.Values{"shift_start": {"19:45"}, "shift_end": {"07:15"}, "shift_type": {"GARDE"}}
	planDate(p, "2026-09-03", url.Values{"rest": {"1"}}).WantLocation(t, "/plan?month=2026-09") // a night swapped
	planDate(p, "2026-09-05", night).WantLocation(t, "/plan?month=2026-09")                     // for another
	planDate(p, "2026-09-16", url.Values{"shift_start": {"6:45"}, "shift_end": {"16:45"}, "shift_type": {"WORK"}}).WantLocation(t, "/plan?month=2026-09")

	zone := modelstest.Rules.Zone
	var planned, worked, beyond, duties int
	var beyondDates []string
	record := func(date, shift string, start, end time.Time, early, late int) {
		from, to := start.Add(-time.Duration(early)*time.Minute), end.Add(time.Duration(late)*time.Minute)
		p.Day(from.Format(time.RFC3339), to.Format(time.RFC3339), date)
		worked += int(to.Sub(from).Minutes())
		if over := early + max(0, late); over > 0 {
			beyond += over
			beyondDates = append(beyondDates, date)
		}
		if shift == "N" {
			duties++
		}
	}
	for n := range 7 * 12 {
		day := time.Date(2026, 8, 24+n, 0, 0, 0, 0, zone)
		date, shift := day.Format(time.DateOnly), sixWeeks[n/7%6][n%7:n%7+1]
		switch date {
		case "2026-09-03":
			shift = "-"
		case "2026-09-05":
			shift = "N"
		case "2026-09-26": // a bounce on a rest: it counts nowhere
			p.Day("2026-09-26T03:00:00+02:00", "2026-09-26T03:00:40+02:00", "bounce")
		case "2026-10-03": // called in on a rest
			p.Day("2026-10-03T09:00:00+02:00", "2026-10-03T12:00:00+02:00", "rest")
			worked, beyond, beyondDates = worked+180, beyond+180, append(beyondDates, date)
		}
		start, end := day.Add(6*time.Hour+45*time.Minute), day.Add(14*time.Hour+15*time.Minute)
		if shift == "N" {
			start, end = day.Add(19*time.Hour+45*time.Minute), time.Date(2026, 8, 25+n, 7, 15, 0, 0, zone)
		}
		if date == "2026-09-16" {
			end = end.Add(150 * time.Minute)
		}
		if date == "2026-10-06" { // a night of leave takes its hours
			p.ByHand(date, "CONGE")
			continue
		}
		if shift == "-" {
			continue
		}
		planned += int(end.Sub(start).Minutes())
		switch date {
		case "2026-09-24": // nothing came: the day is missing
		case "2026-10-20": // half of it is leave
			planned -= dayMinutes / 2
			p.ByHand(date, "WORK", "06:45-10:30")
			path := "/entries/" + p.Stored("SELECT id FROM work_entries WHERE date = '2026-10-20'")[0] + "/edit"
			values := p.Form(path)
			values.Set("half_day", "CONGE")
			p.Submit(path, values).Want(t, 303)
			worked += 225
		default:
			record(date, shift, start, end, []int{0, 3, 12, 0, 7}[n%5], []int{0, 5, -10, 25, 2}[n%5])
		}
	}
	// by hand: 22 nights and 24 days, an hour more on the night that autumn lengthens, and what is named above
	modelstest.Want(t, planned, 22*nightMinutes+24*dayMinutes+60+150-nightMinutes-dayMinutes/2, "the test plans")
	plan, hours := reports(t, p)
	modelstest.Want(t, [3]any{plan["planned_minutes"], plan["worked_minutes"], plan["beyond_minutes"]}, [3]any{float64(planned), float64(worked), float64(beyond)}, "report plan")
	var got []string
	for _, day := range plan["days"].([]any) {
		if day := day.(map[string]any); day["beyond_minutes"].(float64) > 0 {
			got = append(got, day["date"].(string))
		}
	}
	modelstest.WantList(t, got, beyondDates, "beyond")
	modelstest.Want(t, [2]any{hours["target_minutes"], hours["balance_minutes"]}, [2]any{float64(planned), float64(worked - planned)}, "report hours")
	modelstest.Want(t, fmt.Sprint(hours["to_verify"]), "[map[date:2026-09-24 why:missing] map[date:2026-09-26 why:short]]", "to verify")

	// an arrival's day has the default type: the planned one is one press
	review := p.Get("/review")
	review.WantWords(t, fmt.Sprintf("Corriger les %d", duties))
	group := review.Body[strings.Index(review.Body, "/review/type"):]
	group = group[strings.Index(group, `name="doubt" value="`)+len(`name="doubt" value="`):]
	corrected := p.Submit("/review/type", url.Values{"doubt": {group[:strings.IndexByte(group, '"')]}})
	wantDuties := func(want int) {
		t.Helper()
		modelstest.Want(t, p.Stored("SELECT count(*) FROM work_entries WHERE day_type = 'GARDE'")[0], fmt.Sprint(want))
	}
	wantDuties(duties)
	p.PressUndo(p.After(corrected), "Annuler").Want(t, 303)
	wantDuties(0)
	p.WantSound()
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
