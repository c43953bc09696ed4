package report_test

import (
	"fmt"
	"slices"
	"testing"

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
	t.Parallel()
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
	t.Parallel()
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
		"and not before":                                         {report.Contingent, []func(*report.Rules){hospitalRules, since("2026-10-06", &strict)}, ""},
		"the days of a year":                                     {report.DaysPerYear, []func(*report.Rules){since("2026-01-01", &report.Limits{Profile: report.ForfaitJours, DaysPerYear: 150})}, "2026-08-03 200/150"},
		"those before the limit count":                           {report.DaysPerYear, []func(*report.Rules){private, since("2026-09-01", &report.Limits{Profile: report.ForfaitJours, DaysPerYear: 150})}, "2026-09-01 200/150"},
	} {
		found := hourRules(test.changes...).Findings(long, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-12-31 20:00"))
		modelstest.Want(t, said(slices.DeleteFunc(found, func(f report.Finding) bool { return f.Rule != test.rule })), test.want, name)
	}
}

func hospitalRules(r *report.Rules) { r.Limits = report.ProfileLimits(report.Hospital) }

func TestAYearInWhichTheRulesChangeIsShownInItsParts(t *testing.T) {
	t.Parallel()
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
