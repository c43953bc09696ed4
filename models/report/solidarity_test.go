package report_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// solidarity makes dates journées de solidarité.
func solidarity(dates ...string) func(*report.Rules) {
	return func(r *report.Rules) {
		for _, date := range dates {
			r.Solidarity = append(r.Solidarity, dateOf(date))
		}
	}
}

// Whit Monday, 25 May 2026, is a public holiday.
func TestTheJourneeDeSolidariteIsADayOfWorkThatNobodyPays(t *testing.T) {
	const monday, saturday = "2026-05-25", "2026-05-30"
	for _, test := range []struct {
		name   string
		change []func(*report.Rules)
		days   []models.Day
		want   string // of its date: target and hours of a holiday; of its week: overtime; of the pay
	}{
		{"7 h are neither of a holiday nor extra", nil, entries(monday, "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00"), "420 0 0 | meal 10 = null (05-25 05-26 05-27 05-28 05-29); null"},
		{"beyond 7 h they are", nil, entries(monday, "WORK 08:00-16:30"), "420 90 0 | holiday 90 = null (05-25); meal 2 = null (05-25); null"},
		{"no overtime within them", nil, entries(monday, "WORK 08:00-15:00", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00"), "420 0 60 | overtime_25 60 = null (05-25 05-26 05-27 05-28 05-29); meal 10 = null (05-25 05-26 05-27 05-28 05-29); null"},
		{"leave on it is none either", nil, entries(monday, "CONGE", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00"), "0 0 60 | overtime_25 60 = null (05-26 05-27 05-28 05-29); meal 8 = null (05-26 05-27 05-28 05-29); null"},
		{"but for what is worked of it", nil, entries(monday, "CONGE 08:00-11:00", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00"), "0 0 240 | overtime_25 240 = null (05-25 05-26 05-27 05-28 05-29); meal 8 = null (05-26 05-27 05-28 05-29); null"},
		{"half of each", nil, entries(monday, "WORK/CONGE 08:00-11:30", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00", "WORK 08:00-17:00"), "210 0 60 | overtime_25 60 = null (05-25 05-26 05-27 05-28 05-29); meal 10 = null (05-25 05-26 05-27 05-28 05-29); null"},
		{"28 h: 5 h 36, and no complementary hours", []func(*report.Rules){partTime(28)}, entries(monday, "WORK 08:00-13:36", "", "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00"), "336 0 0 | meal 10 = null (05-25 05-27 05-28 05-29 05-30); null"},
		{"a minute more is both", []func(*report.Rules){partTime(28)}, entries(monday, "WORK 08:00-13:37", "", "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00", "WORK 08:00-15:00"), "336 1 0 | holiday 1 = null (05-25); complementary_10 1 = null (05-25 05-27 05-28 05-29 05-30); meal 10 = null (05-25 05-27 05-28 05-29 05-30); null"},
		{"before targets it has 7 h, and nothing to work", []func(*report.Rules){targets()}, entries(monday, "WORK 08:00-16:00"), "0 60 0 | holiday 60 = null (05-25); meal 2 = null (05-25); null"},
		{"so has a forfait", []func(*report.Rules){targets(report.DaysTarget(dateOf("2026-01-01"), 218))}, entries(monday, "WORK 08:00-16:00"), "0 60 0 | holiday 60 = null (05-25); meal 2 = null (05-25); null"},
		{"its first hours are those of the night before it", nil, entries("2026-05-24", "GARDE 20:00+06:00", "GARDE 20:00+06:00"), "420 180 0 | night 1080 = null (05-24 05-25 05-26); sunday 240 = null (05-24); holiday 180 = null (05-25); meal 4 = null (05-24 05-25); null"},
	} {
		rules := hourRules(append([]func(*report.Rules){private}, append(test.change, solidarity(monday))...)...)
		date := dateOf(monday)
		span := rules.Spans(test.days, []civil.Date{date.AddDays(-6)}, date, at("2026-06-20 12:00"))[0]
		week := rules.CivilWeeks(test.days, date, date, at("2026-06-20 12:00"))[0]
		got := fmt.Sprint(rules.TargetOf(totalsOf(test.days), date, date), span.Hours.Holiday, week.Overtime, " | ", payText(paid().Pay(rules, test.days, dateOf("2026-05-01"), at("2026-06-20 12:00"))))
		modelstest.Want(t, got, test.want, test.name)
	}
	for name, test := range map[string]struct {
		change func(*report.Rules)
		days   []models.Day
		want   int64
	}{
		"28 h in four days: 5 h 36": {targets(report.Target{From: dateOf("2026-01-01"), Minutes: [7]int64{1: 420, 2: 420, 4: 420, 5: 420}}), nil, 336},
		"a roster too":              {roster, nil, 420},
	} {
		rules := hourRules(test.change, solidarity(saturday))
		modelstest.Want(t, rules.TargetOf(totalsOf(test.days), dateOf(saturday), dateOf(saturday)), test.want, name)
	}
	counted := countOf(hourRules(solidarity(monday)), conges(), totalsOf(leave(monday, monday)), dateOf("2026-05-31"), dateOf("2026-06-20"))
	modelstest.Want(t, counted.Taken, report.WholeDays(1))
}

// The night from Sunday 24 May has 6 of the 7 own hours of Whit Monday.
func TestTheOwnHoursOfTheJourneeDeSolidariteAreThoseWhereverARangeBegins(t *testing.T) {
	days := []models.Day{entry("2026-05-24", "GARDE", "22:00+06:00"), entry("2026-05-25", "WORK", "08:00-18:00")}
	rules := hourRules(targets(), solidarity("2026-05-25"))
	now := at("2026-06-20 12:00")
	for _, test := range []struct {
		from, to string
		want     int64
	}{{"2026-05-01", "2026-05-31", 540}, {"2026-05-24", "2026-05-24", 0}, {"2026-05-25", "2026-05-25", 540}, {"2026-05-25", "2026-05-31", 540}, {"2026-06-01", "2026-06-30", 0}} {
		from, to := dateOf(test.from), dateOf(test.to)
		record := report.Record{Days: days, Totals: totalsOf(days)}
		got := []int64{rules.Hours(days, from, to).Holiday, rules.Figures(record, from, to, now).Hours.Holiday, rules.Spans(days, []civil.Date{from}, to, now)[0].Hours.Holiday, 0}
		for _, row := range rules.DayRows(record, from, to, now) {
			got[3] += row.Hours.Holiday
		}
		modelstest.WantList(t, got, []int64{test.want, test.want, test.want, test.want}, test.from)
	}
	modelstest.Want(t, rules.HoursNeed(dateOf("2026-05-25")), dateOf("2026-05-18"))
	modelstest.Want(t, rules.HoursNeed(dateOf("2026-05-19")), dateOf("2026-05-12"))
	modelstest.Want(t, rules.HoursNeed(dateOf("2026-05-18")), dateOf("2026-05-18"))
	modelstest.Want(t, rules.HoursNeed(dateOf("2026-05-26")), dateOf("2026-05-26"))
}

func TestTheContingentLeavesTheJourneeDeSolidariteOut(t *testing.T) {
	days := weeks(22, "2026-01-05", "08:00-17:00", "08:00-17:00", "08:00-17:00", "08:00-17:00", "08:00-17:00") // 220 h
	days = append(days, week("2026-06-08", "08:00-17:00", "08:00-17:00", "08:00-17:00", "08:00-16:01")...)
	for _, test := range []struct {
		change func(*report.Rules)
		want   string
	}{{solidarity(), "2026-06-08 13201/13200"}, {solidarity("2026-06-08"), ""}} {
		rules := hourRules(profile(report.Private), test.change)
		var found []report.Finding
		for _, finding := range rules.Findings(days, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-11-20 20:00")) {
			if finding.Rule == report.Contingent {
				found = append(found, finding)
			}
		}
		modelstest.Want(t, said(found), test.want)
	}
}
