package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// daysOff are days of a type, from one date to another, with each day of the week but the weekend.
func daysOff(dayType string, spans ...string) (days []models.Day) {
	for _, span := range spans {
		from, to, _ := strings.Cut(span, "…")
		for date := dateOf(from); date.Compare(dateOf(to)) <= 0; date = date.AddDays(1) {
			if !date.IsWeekend() {
				days = append(days, entry(date.String(), dayType))
			}
		}
	}
	return days
}

func TestTheDaysOfAPeriodEarnLeave(t *testing.T) {
	t.Parallel()
	private, hospital, forfait := report.ProfileLimits(report.Private), report.ProfileLimits(report.Hospital), report.ProfileLimits(report.ForfaitJours)
	roster := targets(report.WeekTarget(dateOf("2026-01-01"), 35*60))
	type days = []models.Day
	for _, test := range []struct {
		name    string
		limits  *report.Limits
		days    days
		want    string
		changes []func(*report.Rules)
	}{
		{"two days in winter", private, daysOff("CONGE", "2026-02-03…2026-02-04"), "", nil},
		{"three", private, daysOff("CONGE", "2026-02-03…2026-02-05"), "hors-saison +1 of 3", nil},
		{"five", private, daysOff("CONGE", "2026-02-02…2026-02-05", "2026-11-17…2026-11-17"), "hors-saison +1 of 5", nil},
		{"six, the Saturday of a week among them", private, daysOff("CONGE", "2026-02-02…2026-02-06"), "hors-saison +2 of 6", nil},
		{"days of a forfait, too", forfait, daysOff("CONGE", "2026-02-02…2026-02-06"), "hors-saison +2 of 6", nil},
		{"the fifth week, after four in summer", private, daysOff("CONGE", "2026-02-02…2026-02-06", "2026-08-03…2026-08-28"), "", nil},
		{"three weeks in August, without the 15th, and two in winter: 7 of the 24 are in winter", private, daysOff("CONGE", "2026-02-02…2026-02-13", "2026-08-03…2026-08-21"), "hors-saison +2 of 7", nil},
		{"30 April is out of season, and neither 4 May nor 30 October", hospital,
			daysOff("CONGE", "2026-04-28…2026-04-30", "2026-05-04…2026-05-05", "2026-10-29…2026-10-30"), "hors-saison +1 of 3", nil},
		{"who says no profile earns nothing", nil, daysOff("CONGE", "2026-02-02…2026-02-06"), "", nil},
		{"a hospital counts ouvrés: five", hospital, daysOff("CONGE", "2026-02-02…2026-02-06"), "hors-saison +1 of 5", nil},
		{"and six", hospital, daysOff("CONGE", "2026-02-02…2026-02-09"), "hors-saison +2 of 6", nil},
		{"five and a half are five", hospital, append(daysOff("CONGE", "2026-02-02…2026-02-06"), entry("2026-02-09", "WORK/CONGE")), "hors-saison +1 of 5.5", nil},
		{"a hospital keeps no fifth week apart", hospital, daysOff("CONGE", "2026-02-02…2026-02-06", "2026-08-03…2026-08-28"), "hors-saison +1 of 5", nil},
		{"three weeks of a hospital, each by itself", hospital, daysOff("CONGE", "2026-06-01…2026-06-05", "2026-08-03…2026-08-07", "2026-09-07…2026-09-11"), "trois-fois +1 of 15", nil},
		{"one of them of four days", hospital, daysOff("CONGE", "2026-06-01…2026-06-04", "2026-08-03…2026-08-07", "2026-09-07…2026-09-11"), "", nil},
		{"three weeks in a row are one span", hospital, daysOff("CONGE", "2026-06-01…2026-06-19"), "", nil},
		{"three weeks with a day of work after each", hospital, append(daysOff("CONGE", "2026-06-01…2026-06-05", "2026-06-09…2026-06-15", "2026-06-17…2026-06-23"), daysOff("WORK", "2026-06-24…2026-06-24")...), "trois-fois +1 of 15", nil},
		{"in a roster a free weekday parts nothing", hospital, daysOff("CONGE", "2026-06-01…2026-06-02", "2026-06-04…2026-06-05", "2026-06-08…2026-06-08", "2026-07-01…2026-07-07", "2026-08-05…2026-08-11"),
			"trois-fois +1 of 15", []func(*report.Rules){roster}},
		{"but a night that is worked does", hospital, func() days {
			days := append(daysOff("CONGE", "2026-06-01…2026-06-02", "2026-06-04…2026-06-05", "2026-06-08…2026-06-08", "2026-07-01…2026-07-07", "2026-08-05…2026-08-11"), entry("2026-06-03", "GARDE", "20:00+08:00"))
			slices.SortFunc(days, func(a, b models.Day) int { return a.Date.Compare(b.Date) })
			return days
		}(), "", []func(*report.Rules){roster}},
		{"four weeks ill, to the Sunday", private, daysOff("MALADE", "2026-02-02…2026-02-27"), "arret +2 of 28", nil},
		{"four weeks ill but a day", private, daysOff("MALADE", "2026-02-03…2026-02-27"), "", nil},
		{"five months ill", private, daysOff("MALADE", "2026-01-01…2026-05-31"), "arret +10 of 151", nil},
		{"twelve months ill are at most 24", private, daysOff("MALADE", "2025-12-01…2027-01-31"), "arret +24 of 365", nil},
		{"weeks that do not follow each other", private, daysOff("MALADE", "2026-02-02…2026-02-13", "2026-03-02…2026-03-13"), "arret +2 of 28", nil},
		{"by the profile at the end of the dates", nil, daysOff("MALADE", "2026-02-02…2026-02-27"), "arret +2 of 28", []func(*report.Rules){since("2026-12-31", private)}},
		{"and not by a later one", hospital, daysOff("MALADE", "2026-02-02…2026-02-27"), "", []func(*report.Rules){since("2027-01-01", private)}},
		{"in a hospital illness takes nothing from leave", hospital, daysOff("MALADE", "2026-02-02…2026-02-27"), "", nil},
	} {
		rules := hourRules(append(test.changes, func(r *report.Rules) { r.Limits = test.limits })...)
		var got []string
		for _, right := range rules.Rights(conges(), totalsOf(test.days), dateOf("2026-01-01"), dateOf("2026-12-31")) {
			got = append(got, fmt.Sprintf("%s +%s of %s", right.Kind, right.Earned, right.Counting))
		}
		modelstest.Want(t, strings.Join(got, ", "), test.want, test.name)
	}
}
