package report_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestTheContingentIsWhatWasWorkedBeyondTheWeek(t *testing.T) {
	t.Parallel()
	const eight = "08:00-16:00"
	for _, test := range []struct {
		name   string
		change func(*report.Limits)
		days   []models.Day
		want   string // minutes in so many weeks, and those beyond the contingent
	}{
		{"forty-four weeks of 40 h are the contingent", nil, weeks(44, "2026-01-05", eight, eight, eight, eight, eight), "13200 in 44, 0"},
		{"a minute more owes rest", nil, append(weeks(44, "2026-01-05", eight, eight, eight, eight, eight), week("2026-11-09", eight, eight, eight, eight, "08:00-11:01")...), "13201 in 45, 1"},
		{"35 h are no overtime", nil, week("2026-11-09", eight, eight, eight, eight, "08:00-11:00"), "none"},
		{"leave does not count", nil, append(week("2026-11-09", eight, eight, eight, eight), leave("2026-11-13", "2026-11-13")...), "none"},
		{"a week that is not over neither", nil, week("2026-11-16", eight, eight, eight, eight, eight), "none"},
		{"nor one of last year", nil, week("2025-12-29", eight, eight, eight, eight, eight), "none"},
		{"40 h are 5 h of it", nil, week("2026-11-09", eight, eight, eight, eight, eight), "300 in 1, 0"},
		{"without a threshold there is none", func(l *report.Limits) { l.Overtime = 0 }, week("2026-11-09", eight, eight, eight, eight, eight), "none"},
		{"without a contingent neither", func(l *report.Limits) { l.Contingent = 0 }, week("2026-11-09", eight, eight, eight, eight, eight), "none"},
		{"an agreement has another contingent", func(l *report.Limits) { l.Contingent = 100 }, week("2026-11-09", eight, eight, eight, eight, eight), "300 in 1, 200"},
	} {
		rules := hourRules(func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) })
		if test.change != nil {
			test.change(rules.Limits)
		}
		got := "none"
		if used := rules.Contingent(report.Record{Days: test.days}, 2026, at("2026-11-22 12:00")); used != nil {
			got = fmt.Sprintf("%d in %d, %d", used.Minutes, len(used.Weeks), used.Beyond())
			if used.From != dateOf("2026-01-05") || used.To != dateOf("2026-11-15") {
				t.Errorf("%s: got from %s to %s", test.name, used.From, used.To)
			}
		}
		modelstest.Want(t, got, test.want, test.name)
	}
	for profile, want := range map[report.Profile]bool{report.Private: true, report.Hospital: false, report.ForfaitJours: false, report.NoProfile: false} {
		rules := report.Rules{Limits: report.ProfileLimits(profile)}
		modelstest.Want(t, rules.CountsContingent(dateOf("2026-01-01"), dateOf("2026-12-31")), want, profile)
	}
}
