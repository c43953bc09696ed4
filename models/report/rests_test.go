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

// behind writes the findings of a rule with the dates of the days behind each.
func behind(rests report.Rests, rule report.Rule) string {
	var texts []string
	for _, of := range rests.Rules {
		for _, finding := range of.Findings {
			if of.Rule != rule {
				continue
			}
			var dates []string
			for _, day := range finding.Days {
				dates = append(dates, day.Date.String()[5:])
			}
			texts = append(texts, fmt.Sprintf("%s: %s, %d recorded, %d worked, %d leave", said([]report.Finding{finding.Finding}), strings.Join(dates, " "), finding.Recorded, finding.Worked, finding.Leave))
		}
	}
	return strings.Join(texts, "; ")
}

func TestEachFindingHasTheDaysBehindIt(t *testing.T) {
	const nine = "08:00-17:00"
	for _, test := range []struct {
		name    string
		rule    report.Rule
		profile report.Profile
		days    []models.Day
		want    string
	}{
		{"the night before and the day after a short rest", report.DailyRest, report.Private,
			[]models.Day{entry("2026-11-10", "GARDE", "20:00+02:00"), entry("2026-11-11", "WORK", "14:00-22:00"), entry("2026-11-12", "WORK", "06:00-12:00"), entry("2026-11-13", "WORK", "09:00-12:00")},
			"2026-11-12 480/660: 11-11 11-12, 840 recorded, 960 worked, 0 leave"},
		{"a day also has the night that ends on it", report.DayMax, report.Private,
			[]models.Day{entry("2026-11-10", "GARDE", "20:00+08:00"), entry("2026-11-11", "WORK", "20:00-23:00")},
			"2026-11-11 660/600: 11-10 11-11, 180 recorded, 660 worked, 0 leave"},
		{"a night that ends at midnight is not of the next day", report.DayMax, report.Private,
			[]models.Day{entry("2026-11-10", "WORK", "22:00+00:00"), entry("2026-11-11", "WORK", "08:00-19:00")},
			"2026-11-11 660/600: 11-11, 660 recorded, 660 worked, 0 leave"},
		{"a week has Sunday's night up to Monday", report.WeekMax, report.Private,
			append(week("2026-11-09", nine, nine, nine, nine, nine), entry("2026-11-15", "GARDE", "20:00+08:00")),
			"2026-11-09 2940/2880: 11-09 11-10 11-11 11-12 11-13 11-15, 3420 recorded, 2940 worked, 0 leave"},
		{"overtime has the days of leave, too", report.Overtime, report.Private,
			append(leave("2026-11-02", "2026-11-03"), week("2026-11-02", "", "", "08:00-16:30", "08:00-16:30", "08:00-16:30", "")...),
			"2026-11-02 2370/2100: 11-02 11-03 11-04 11-05 11-06, 1530 recorded, 1530 worked, 840 leave"},
		{"seven days are where they lie", report.WeekMax, report.Hospital,
			append(week("2026-11-02", "", "", "", nine, nine, nine, nine), week("2026-11-09", nine, nine, "", "", "")...),
			"2026-11-02 3240/2880: 11-05 11-06 11-07 11-08 11-09 11-10, 3240 recorded, 3240 worked, 0 leave"},
		{"twelve weeks have too many days to list", report.TwelveWeeks, report.Private, weeks(12, "2026-08-24", nine, nine, nine, nine, nine),
			"2026-11-09 2700/2640: , 32400 recorded, 32400 worked, 0 leave"},
	} {
		rules := hourRules(profile(test.profile))
		record := report.Record{Totals: totalsOf(test.days), Days: test.days}
		modelstest.Want(t, behind(rules.Rests(record, 2026, at("2026-11-20 20:00"))[0], test.rule), test.want, test.name)
	}
}

func TestOnlySoManyFindingsOfARuleHaveTheirDays(t *testing.T) {
	rules := hourRules(private, func(r *report.Rules) { r.Limits.Break, r.Limits.BreakAfter = 20, 120 })
	days := weeks(41, "2026-01-05", slices.Repeat([]string{"08:00-12:00 13:00-17:00"}, 5)...) // of which each has two
	for _, of := range rules.Rests(report.Record{Days: days}, 2026, at("2026-11-20 20:00"))[0].Rules {
		if of.Rule == report.Break {
			modelstest.Want(t, fmt.Sprint(len(of.Findings), len(of.Listed()), len(of.Findings[399].Days), len(of.Findings[400].Days)), "410 400 1 0")
		}
	}
}

func TestTheRulesThatAreCheckedAreListedWithWhatIsNotTheProfiles(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*report.Rules)
		want   string
	}{
		"private companies": {func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) },
			"daily_rest amplitude weekly_rest seven_days day_max week_max twelve_weeks overtime contingent"},
		"hospitals": {func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Hospital) },
			"daily_rest amplitude split weekly_rest rest_days rest_sunday day_max week_max"},
		"a forfait": {func(r *report.Rules) { r.Limits = report.ProfileLimits(report.ForfaitJours) }, "daily_rest amplitude weekly_rest seven_days days_per_year"},
		"a threshold that was set": {func(r *report.Rules) {
			r.Limits = report.ProfileLimits(report.Private)
			r.Limits.DayMax, r.Limits.Break, r.Limits.Overtime = 720, 20, 0
		}, "daily_rest amplitude weekly_rest seven_days break* day_max* week_max twelve_weeks"},
		"no shortest break": {func(r *report.Rules) {
			r.Limits = report.ProfileLimits(report.ForfaitJours)
			r.Limits.BreakAfter, r.Limits.DailyRest = 300, 0
		}, "weekly_rest seven_days days_per_year"},
	} {
		var got []string
		for _, rule := range hourRules(test.change).Rests(report.Record{}, 2026, at("2026-11-20 20:00"))[0].Rules {
			text := string(rule.Rule)
			if rule.Changed {
				text += "*"
			}
			got = append(got, text)
		}
		modelstest.Want(t, strings.Join(got, " "), test.want, name, got)
	}
}

func TestTheNightsOfTheTwelveMonthsWithTheMostAreSummed(t *testing.T) {
	nights := func(first string, number int) (days []models.Day) { // of 9 h each
		for i := range number {
			days = append(days, entry(dateOf(first).AddDays(i).String(), "GARDE", "21:00+06:00"))
		}
		return days
	}
	for _, test := range []struct {
		name    string
		days    []models.Day
		want    string
		reached bool
	}{
		{"29 nights", nights("2026-03-01", 29), "2025-11-21 to 2026-11-20: 15600", false}, // one has 8 h
		{"30 nights and an hour", append(nights("2026-04-01", 30), entry("2026-05-10", "WORK", "05:00-06:00")), "2025-11-21 to 2026-11-20: 16260", true},
		{"of two years, as many as lie in twelve months", append(nights("2025-02-15", 25), nights("2026-02-10", 10)...), "2025-02-20 to 2026-02-19: 16200", true},
		{"those to come do not count", nights("2026-11-18", 5), "2025-11-21 to 2026-11-20: 1080", false},
		{"none", week("2026-11-02", "08:00-17:00"), "0000-00-00 to 0000-00-00: 0", false},
	} {
		rules := hourRules(profile("prive"))
		night := rules.Rests(report.Record{Totals: totalsOf(test.days), Days: test.days}, 2026, at("2026-11-20 20:00"))[0].Night
		if got := fmt.Sprintf("%s to %s: %d", night.From, night.To, night.Minutes); got != test.want || night.Reached() != test.reached {
			t.Errorf("%s: got %s, %t, want %s", test.name, got, night.Reached(), test.want)
		}
	}
}

func TestWeeksWithTwoNightsAreCounted(t *testing.T) {
	night, short := []string{"20:00+06:00"}, []string{"20:00-23:59"}
	for _, test := range []struct {
		name string
		year int
		days []models.Day
		want int
	}{
		{"two nights of a week", 2026, []models.Day{entry("2026-11-02", "GARDE", night...), entry("2026-11-05", "GARDE", night...)}, 1},
		{"one night of each of two weeks", 2026, []models.Day{entry("2026-11-08", "GARDE", night...), entry("2026-11-09", "GARDE", night...)}, 0},
		{"one night lies on two dates", 2026, []models.Day{entry("2026-11-02", "GARDE", night...)}, 0},
		{"less than 3 h", 2026, []models.Day{entry("2026-11-02", "GARDE", short...), entry("2026-11-05", "GARDE", short...)}, 0},
		{"3 h", 2026, []models.Day{entry("2026-11-02", "GARDE", "18:00+00:00"), entry("2026-11-05", "GARDE", "03:00-12:00")}, 1},
		{"a night of today", 2026, []models.Day{entry("2026-11-17", "GARDE", night...), entry("2026-11-20", "GARDE", "00:00-06:00")}, 1},
		{"a night after today", 2026, []models.Day{entry("2026-11-17", "GARDE", night...), entry("2026-11-21", "GARDE", night...)}, 0},
		{"the first week of a year, from its first date on", 2024, []models.Day{entry("2024-01-01", "GARDE", night...), entry("2024-01-04", "GARDE", night...)}, 1},
		{"a night after the year", 2025, []models.Day{entry("2025-12-30", "GARDE", night...), entry("2026-01-02", "GARDE", night...)}, 0},
		{"the week of another year", 2026, []models.Day{entry("2025-12-30", "GARDE", night...), entry("2026-01-02", "GARDE", night...)}, 0},
	} {
		rests := hourRules(private).Rests(report.Record{Totals: totalsOf(test.days), Days: test.days}, test.year, at("2026-11-20 20:00"))[0]
		modelstest.Want(t, rests.Night.Weeks, test.want, test.name)
	}
}
