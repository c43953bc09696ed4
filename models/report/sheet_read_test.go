package report_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestASheetReadsWhatItNeeds(t *testing.T) {
	store := twoYears(t)
	now := at("2026-11-20 16:00")
	all := modelstest.Got(store.Days(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	allTotals := modelstest.Got(store.DayTotals(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	for name, change := range map[string]func(*report.Rules){
		"nothing is set": func(r *report.Rules) { r.Targets, r.Balance = nil, nil },
		"a balance":      func(*report.Rules) {},
		"a balance of long ago": func(r *report.Rules) {
			r.Targets, r.Balance.From = []report.Target{sevenHours("2020-01-01")}, dateOf("2020-01-01")
		},
		"a counter":                   func(r *report.Rules) { r.Balance, r.Counters = nil, []report.Counter{conges(ouvrables)} },
		"a counter that carries over": func(r *report.Rules) { r.Counters = []report.Counter{conges(carries(report.CarryAll, nil))} },
		"limits":                      func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) },
		"days of a year": func(r *report.Rules) {
			r.Balance, r.Targets = nil, []report.Target{report.DaysTarget(dateOf("2020-01-01"), 218)}
		},
	} {
		rules := hourRules(change)
		plain := rules
		plain.Limits = nil
		for month, last := range map[string]string{"2026-11-01": "2026-11-30", "2026-01-01": "2026-01-31", "2025-12-01": "2025-12-31", "2027-02-01": "2027-02-28"} {
			from, to := dateOf(month), dateOf(last)
			sheet := modelstest.Got(report.NewReader(rules, store).ReadSheet(t.Context(), from, now))(t)
			var of, year []models.Day
			for _, day := range all {
				if from.DaysUntil(day.Date) >= 0 && day.Date.DaysUntil(to) >= 0 {
					of = append(of, day)
				}
				if day.Date.Year == from.Year && day.Date.DaysUntil(to) >= 0 && day.Date.DaysUntil(dateOf("2026-11-20")) >= 0 {
					year = append(year, day)
				}
			}
			if rules.Limits == nil && rules.DaysToWork(to) == 0 {
				year = nil
			}
			if len(sheet.Days) != len(of) || len(sheet.Year) != len(year) || report.DaysWorked(sheet.Year) != report.DaysWorked(year) {
				t.Errorf("%s, %s: got %d days, %d in the year, want %d and %d", name, month, len(sheet.Days), len(sheet.Year), len(of), len(year))
			}
			got := asJSON(sheet.Figures)
			want := asJSON(plain.Figures(report.Record{Totals: allTotals, Days: all}, from, to, now))
			if got != want {
				t.Errorf("%s, %s: got\n%s\nwant\n%s", name, month, got, want)
			}
			start := sheet.Weeks[0].Monday
			for i, week := range rules.CivilWeeks(all, start, to, now) {
				modelstest.Want(t, sheet.Weeks[i], week, name, month)
			}
			if len(year) > 0 && start.DaysUntil(civil.Date{Year: from.Year, Month: 1, Day: 1}) < 0 {
				t.Errorf("%s, %s: the weeks begin on %s", name, month, start)
			}
		}
	}
}

func TestANightGoesOnUntilItEndsAndNotOnTheDateOfAMidnight(t *testing.T) {
	store, _ := modelstest.Open(t)
	for _, night := range []models.Day{entry("2026-10-31", "GARDE", "20:00+08:00"), entry("2026-11-03", "GARDE", "16:00+00:00"), entry("2026-11-05", "GARDE", "16:00+00:01"), entry("2026-11-30", "GARDE", "20:00+08:00")} {
		modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, night.Date, models.EntryChange{DayType: night.DayType, Slots: night.Slots}, at("2026-11-20 16:00"))))
	}
	sheet, err := report.NewReader(hourRules(), store).ReadSheet(t.Context(), dateOf("2026-11-01"), at("2026-11-20 16:00"))
	if got, want := fmt.Sprint(sheet.GoneOn), fmt.Sprint(map[civil.Date]bool{dateOf("2026-11-01"): true, dateOf("2026-11-06"): true}); got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}
