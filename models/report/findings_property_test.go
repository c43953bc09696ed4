package report_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// anyShifts are the shifts of twenty weeks over the end of a year.
func anyShifts(t *rapid.T) (days []models.Day) {
	for i := range 20 * 7 {
		shift := rapid.SampledFrom([]string{"", "", "", "07:00-14:42", "08:00-19:00", "20:00+08:00", "08:00-23:00"}).Draw(t, "shift")
		if shift != "" {
			days = append(days, entry(dateOf("2025-10-20").AddDays(i).String(), "GARDE", shift))
		}
	}
	return days
}

// whenFound returns the findings from one date to another as "rule date", from the days
// that they need and no others.
func whenFound(rules report.Rules, days []models.Day, from, to civil.Date) (when []string) {
	first, last := report.FindingsNeed(from, to)
	var needed []models.Day
	for _, day := range days {
		if first.DaysUntil(day.Date) >= 0 && day.Date.DaysUntil(last) >= 0 {
			needed = append(needed, day)
		}
	}
	for _, finding := range rules.Findings(needed, from, to, at("2026-11-20 12:00")) {
		when = append(when, string(finding.Rule)+" "+finding.Date.String())
	}
	return when
}

func TestWhatStandsOutInMonthsStandsOutInTheirYears(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		profile := rapid.SampledFrom([]report.Profile{report.Private, report.Hospital, report.ForfaitJours}).Draw(t, "profile")
		wantSameInYears(t, profile, anyShifts(t))
	})
}

// TestSevenDaysAreChosenAlikeInAMonthAndInItsYear repeats what the property once found: after
// three weeks of too many hours, February chose other seven days than the year.
func TestSevenDaysAreChosenAlikeInAMonthAndInItsYear(t *testing.T) {
	shift := map[rune]string{'j': "07:00-14:42", 'l': "08:00-19:00", 'n': "20:00+08:00", 'w': "08:00-23:00"}
	var days []models.Day
	for i, letter := range "l.lnw..l.l.ww.j.jjjlj.j.jjlw..jn.lw.nnl..w..w" {
		if letter != '.' {
			days = append(days, entry(dateOf("2025-12-27").AddDays(i).String(), "GARDE", shift[letter]))
		}
	}
	wantSameInYears(t, report.Hospital, days)
}

// wantSameInYears compares what stands out in eight months with what does in their years.
func wantSameInYears(t interface{ Fatalf(string, ...any) }, profile report.Profile, days []models.Day) {
	rules := hourRules(func(r *report.Rules) { r.Limits = report.ProfileLimits(profile) })
	rules.Limits.Break, rules.Limits.BreakAfter = 20, 6*60
	var byMonth []string
	for month := range 8 {
		first := civil.DateOf(time.Date(2025, time.Month(10+month), 1, 0, 0, 0, 0, time.UTC))
		last := civil.DateOf(time.Date(2025, time.Month(11+month), 0, 0, 0, 0, 0, time.UTC))
		byMonth = append(byMonth, whenFound(rules, days, first, last)...)
	}
	byYear := append(whenFound(rules, days, dateOf("2025-01-01"), dateOf("2025-12-31")), whenFound(rules, days, dateOf("2026-01-01"), dateOf("2026-12-31"))...)
	slices.Sort(byMonth)
	slices.Sort(byYear)
	if !slices.Equal(byMonth, byYear) {
		t.Fatalf("%s: got %q by month, %q by year", profile, byMonth, byYear)
	}
}
