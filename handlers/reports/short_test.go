package reports_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/exchange"
	"worklog/models/modelstest"
)

// bouncingWeek is a week of five days of work on which a phone's position has jumped four times: once
// on a day of work, and on three others.
func bouncingWeek(t *testing.T) *apptest.Program {
	t.Helper()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[journeys.bureau]
distance_km = 18.5
[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[meals]
per_day = 4
[[targets]]
from = "2026-11-02"
monday = "7h"
tuesday = "7h"
wednesday = "7h"
thursday = "7h"
friday = "7h"
[balance]
from = "2026-11-01"
[rules]
profile = "prive"
`))
	for day := 2; day <= 6; day++ {
		date := fmt.Sprintf("2026-11-%02dT", day)
		p.Day(date+"08:00:00+01:00", date+"15:00:00+01:00", date)
	}
	for _, at := range []string{"2026-11-01T03:00", "2026-11-04T03:00", "2026-11-07T15:30", "2026-11-08T03:00"} {
		p.Day(at+":10+01:00", at+":50+01:00", at)
	}
	for _, day := range []string{"09", "10", "12", "13", "16", "17", "18", "19"} {
		p.ByHand("2026-11-"+day, "RTT")
	}
	return p
}

func wantParts(t *testing.T, name, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(got, part) {
			t.Errorf("%s: got %.600s, want %s in it", name, got, part)
		}
	}
}

func exported(p *apptest.Program, table exchange.Table) string {
	return p.Get("/data/export?of=" + string(table)).Body
}

func TestAWeekOfFiveDaysAndFourBouncesHasFiveDays(t *testing.T) {
	t.Parallel()
	p := bouncingWeek(t)
	const fourOut = "sans 4\u00a0présences très courtes, à vérifier"
	check := func(name string, doubted bool) {
		t.Helper()
		note, verify, inCosts := "", "[]", "[]"
		if doubted {
			note = fourOut
			verify = `[{"date":"2026-11-01","why":"short"},{"date":"2026-11-04","why":"short"},{"date":"2026-11-07","why":"short"},{"date":"2026-11-08","why":"short"}]`
			inCosts = verify
		}
		wantParts(t, name, hoursReport(p, "2026-11-01", "2026-11-08", app.JSON), `"worked_minutes":2100,"night_minutes":0,"sunday_minutes":0,"holiday_minutes":0`, `"WORK":{"days":5,"half_days":0,"minutes":2100}`,
			`"target_minutes":2100,"balance_minutes":0`, `"findings":[],"to_verify":`+verify+"}")
		var costs strings.Builder
		modelstest.Must(t, app.ReportCosts(t.Context(), p.Config, app.CostsRequest{Year: 2026, Format: app.JSON}, p.Clock.Now(), &costs, &costs))
		wantParts(t, name, costs.String(), `{"id":"clio","days":5,"metres":185000,`, `"meals":{"days":5,"cents":2000}`, `"to_verify":`+inCosts+"}")
		var costsTable strings.Builder
		modelstest.Must(t, app.ReportCosts(t.Context(), p.Config, app.CostsRequest{Year: 2026, Format: app.CSV, DecimalComma: true}, p.Clock.Now(), &costsTable, &costs))
		for table, rows := range map[string][3]string{
			hoursReport(p, "2026-11-01", "2026-11-08", app.CSV):               {"2026-11-04,WORK,,420,0,0,0,420,0,", "2026-11-07,,,0,0,0,0,0,0,", "\r\n"},
			strings.ReplaceAll(p.Get("/years/2026/hours.csv").Body, ";", ","): {"2026-11-04,WORK,,420,0,0,0,420,0,", "2026-11-07,,,0,0,0,0,0,0,", "\r\n"},
			costsTable.String():                 {"2026-11-04;WORK;bureau;clio;37000;37;0;", "2026-11-07;;;;0;0;0;", ";2025 provisoire;"},
			p.Get("/years/2026/costs.csv").Body: {"2026-11-04;WORK;bureau;clio;37000;37;0;", "2026-11-07;;;;0;0;0;", ";2025 provisoire;"},
		} {
			if doubted {
				wantParts(t, name, table, rows[0]+"short"+rows[2], rows[1]+"short"+rows[2])
			} else if !strings.Contains(table, rows[0]+rows[2]) || strings.Contains(table, "2026-11-07") {
				t.Errorf("%s: got %s", name, table)
			}
		}
		for path, want := range map[string]string{"/months/2026-11": "35\u00a0h\u00a000", "/years/2026": "35\u00a0h\u00a000", "/years/2026/hours": "", "/months/2026-11/hours": "", "/years/2026/costs": "5 jours · 185\u00a0km",
			"/years/2026/rests": "", "/months/2026-11/pay": "", "/months/2026-11/sheet": "35\u00a0h\u00a000", "/today": ""} {
			page := p.Get(path)
			page.Want(t, 200)
			text := strings.ReplaceAll(page.Body, "5\u00a0jours", "5 jours")
			wantParts(t, name+", "+path, text, want, note)
			if !doubted && strings.Contains(page.Body, "très courte") {
				t.Errorf("%s: %s says so of none", name, path)
			}
		}
		if days := strings.Count(exported(p, exchange.Days), ",WORK,"); doubted && days != 5 {
			t.Errorf("%s: the table of days has %d", name, days)
		}
	}
	check("in doubt", true)
	wantParts(t, "the table of months", exported(p, exchange.Months), "2026-11,13,5,2100,35.00,5,0,0,0,0,8,0,0,0,short")
	wantParts(t, "the table of slots", exported(p, exchange.Slots), "2026-11-07,WORK,bureau,clio,15:30,2026-11-07,15:30,0,0.00,Europe/Paris,,,late,", ",short\r\n")
	_, sheet, _ := strings.Cut(p.Get("/months/2026-11/sheet").Body, `<div class="document">`)
	if strings.Contains(sheet, "15:30") || strings.Contains(sheet, "03:00") {
		t.Errorf("the sheet has a bounce: %s", sheet)
	}
	digest := regexp.MustCompile(`<code>([0-9a-f]{64})</code>`)
	before := digest.FindString(p.Get("/months/2026-11/sheet").Body)

	page := p.Get("/review")
	page.Want(t, 200, "Ignorer les 4", "Tout est juste", `<b class="badge">4</b>`, "samedi 7\u00a0novembre 2026\u00a0: 15:30–15:30")
	all := regexp.MustCompile(`(?s)<form method="post" action="/review/ignore".*?</form>`).FindString(page.Body) // the first is for all
	const stored = "SELECT (SELECT count(*) FROM workplace_presence_events), (SELECT count(*) FROM time_slots)"
	p.WantStored(stored, "18 | 9")
	flash := p.After(p.Submit("/review/ignore", apptest.Answer{Body: all}.Fields()))
	flash.Want(t, 200, "4\u00a0présences ignorées.", "Rien à vérifier", "Annuler")
	check("ignored", false)
	p.WantStored(stored, "18 | 5")
	p.Get("/months/2026-11/sheet").Want(t, 200, "4\u00a0présences ignorées, voir l’annexe")
	if got := digest.FindString(p.Get("/months/2026-11/sheet").Body); got != before {
		t.Errorf("the digest was %s, and is %s", before, got)
	}
	p.Leave("2026-11-07T15:30:50+01:00", "2026-11-07T15:30").Want(t, 409)

	p.PressUndo(flash, "Annuler").WantLocation(t, "/review")
	check("taken back", true)

	right := apptest.Answer{Body: regexp.MustCompile(`(?s)<form method="post" action="/review/ignore".*?</form>`).FindString(p.Get("/review").Body)}.Fields()
	flash = p.After(p.Submit("/review/right", right))
	flash.Want(t, 200, "C’est noté", "Rien à vérifier", "Annuler")
	wantParts(t, "accepted", hoursReport(p, "2026-11-01", "2026-11-08", app.JSON), `"WORK":{"days":8,`, `"to_verify":[]`)
	if got := digest.FindString(p.Get("/months/2026-11/sheet").Body); got == before {
		t.Error("the digest does not have what was accepted")
	}
	flash = p.After(p.PressUndo(flash, "Annuler"))
	check("doubted again", true)
	p.PressUndo(flash, "Rétablir").WantLocation(t, "/review")
	wantParts(t, "accepted again", hoursReport(p, "2026-11-01", "2026-11-08", app.JSON), `"WORK":{"days":8,`)
}

func TestAnIgnoredArrivalCountsInNoFigure(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_day_type = "TT"
[[targets]]
from = "2026-11-16"
week = "35h"
[balance]
from = "2026-11-20"
credit_without_slots = true
`))
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Clock.Advance(24 * time.Hour)
	if got := p.Presence(p.RenewFeeds())["balance_minutes"]; got != -420.0 {
		t.Errorf("balance_minutes: got %v, want -420: a day without an entry is missing", got)
	}
	wantParts(t, "ignored", hoursReport(p, "2026-11-20", "2026-11-20", app.JSON), `"TT":{"days":0,`)
}
