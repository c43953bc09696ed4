package report_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// since has other limits in force from a date on.
func since(date string, limits *report.Limits) func(*report.Rules) {
	return func(r *report.Rules) {
		r.LimitsFrom = append(r.LimitsFrom, report.Since[*report.Limits]{From: dateOf(date), Value: limits})
	}
}

func TestFindingsAreByTheRulesInForceOnTheirDate(t *testing.T) {
	const twelve, night = "08:00-20:00", "21:00+09:00"
	days := append(weeks(24, "2026-03-02", twelve, twelve, "08:00-10:00 12:00-22:30", twelve, twelve, twelve), weeks(10, "2026-08-17", night, night, night, "", night, "06:00-18:00")...)
	from, to, now := dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-12-31 20:00")
	of := func(limits *report.Limits, change ...func(*report.Rules)) []report.Finding {
		rules := hourRules(append([]func(*report.Rules){func(r *report.Rules) { r.Limits = limits }}, change...)...)
		return slices.DeleteFunc(rules.Findings(days, from, to, now), func(f report.Finding) bool { return f.Rule == report.Contingent })
	}
	profile := report.ProfileLimits
	for _, test := range []struct{ before, after report.Profile }{
		{report.Hospital, report.Private}, {report.Private, report.Hospital}, {report.Private, report.Private}, {report.NoProfile, report.Private}, {report.Hospital, report.NoProfile},
	} {
		for _, date := range []string{"2026-06-01", "2026-08-20", "2026-09-09", "2027-01-01"} {
			want := slices.DeleteFunc(of(profile(test.before)), func(f report.Finding) bool { return f.Date.Compare(dateOf(date)) >= 0 })
			want = append(want, slices.DeleteFunc(of(profile(test.after)), func(f report.Finding) bool { return f.Date.Compare(dateOf(date)) < 0 })...)
			got := of(profile(test.before), since(date, profile(test.after)))
			if len(want) == 0 && test.before != report.NoProfile || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, from %s on %s: got %v, want %v", test.before, date, test.after, got, want)
			}
		}
	}
}

func TestWhatIsSummedOverAYearIsJudgedOnTheDateThatExceedsIt(t *testing.T) {
	long := weeks(40, "2026-01-05", "08:00-18:00", "08:00-18:00", "08:00-18:00", "08:00-18:00", "08:00-18:00") // 15 h of overtime each
	strict := *report.ProfileLimits(report.Private)
	strict.Contingent = 60 * 60
	for name, test := range map[string]struct {
		rule    report.Rule
		changes []func(*report.Rules)
		want    string
	}{
		"the contingent":                                         {report.Contingent, []func(*report.Rules){private}, "2026-04-13 36000/13200"},
		"weeks of a hospital have no overtime":                   {report.Contingent, []func(*report.Rules){hospitalRules, since("2026-06-01", report.ProfileLimits(report.Private))}, "2026-09-07 17100/13200"},
		"a lower contingent is exceeded by the week that has it": {report.Contingent, []func(*report.Rules){private, since("2026-03-02", &strict)}, "2026-03-02 36000/3600"},
		"the days of a year":                                     {report.DaysPerYear, []func(*report.Rules){since("2026-01-01", &report.Limits{Profile: report.ForfaitJours, DaysPerYear: 150})}, "2026-08-03 200/150"},
		"those before the limit count":                           {report.DaysPerYear, []func(*report.Rules){private, since("2026-09-01", &report.Limits{Profile: report.ForfaitJours, DaysPerYear: 150})}, "2026-09-01 200/150"},
	} {
		found := hourRules(test.changes...).Findings(long, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-12-31 20:00"))
		modelstest.Want(t, said(slices.DeleteFunc(found, func(f report.Finding) bool { return f.Rule != test.rule })), test.want, name)
	}
}

func hospitalRules(r *report.Rules) { r.Limits = report.ProfileLimits(report.Hospital) }

func TestAYearInWhichTheRulesChangeIsShownInItsParts(t *testing.T) {
	days := append(week("2026-08-31", "08:00-20:00"), week("2026-09-07", "08:00-20:00")...)
	rules := hourRules(hospitalRules, since("2026-09-02", report.ProfileLimits(report.Private)), since("2026-12-01", nil))
	got := ""
	for _, rests := range rules.Rests(report.Record{Totals: totalsOf(days), Days: days}, 2026, at("2026-12-20 20:00")) {
		got += fmt.Sprint(rests.From, " ", rests.To, " ", rests.Limits.Profile, ":", behind(rests, report.DayMax), "; ")
	}
	if want := "2026-01-01 2026-09-01 fph:2026-08-31 720/540: 08-31, 720 recorded, 720 worked, 0 leave; 2026-09-02 2026-11-30 prive:2026-09-07 720/600: 09-07, 720 recorded, 720 worked, 0 leave; "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

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
