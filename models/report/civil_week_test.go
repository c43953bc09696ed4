package report_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// entries returns days from a date on, as "CONGE" or "WORK 08:00-16:00", or "" for none.
func entries(from string, kinds ...string) (days []models.Day) {
	for i, kind := range kinds {
		if words := strings.Fields(kind); len(words) > 0 {
			days = append(days, entry(dateOf(from).AddDays(i).String(), words[0], words[1:]...))
		}
	}
	return days
}

func TestACivilWeekIsCutAtMondayMidnight(t *testing.T) {
	nights := []models.Day{entry("2026-11-09", "WORK", "08:00-20:00"), entry("2026-11-15", "GARDE", "20:00+08:00")}
	day := "08:00-12:00 13:00-17:30"
	long := week("2026-11-02", day, day, day, day, day)
	leave := append(week("2026-11-02", "08:00-16:00", "08:00-16:00", "08:00-16:00", "08:00-16:00"), entry("2026-11-06", "CONGE"))
	leaveAlone := entries("2026-11-02", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE")
	thirtyNine := partTime(39)
	private := func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) }
	for _, test := range []struct {
		name   string
		days   []models.Day
		change func(*report.Rules)
		now    string
		want   string // worked/overtime
	}{
		{"a night goes on in the next week", nights, nil, "2026-12-01 12:00", "0/0 960/0 480/0"},
		{"without limits there is no overtime", long, nil, "2026-12-01 12:00", "2550/0 0/0 0/0"},
		{"with them there is", long, private, "2026-12-01 12:00", "2550/450 0/0 0/0"},
		{"but not before the week is over", long, private, "2026-11-08 23:59", "2550/0 0/0 0/0"},
		{"a week wholly on leave has none, though 39 h are agreed", leaveAlone, thirtyNine, "2026-12-01 12:00", "0/0 0/0 0/0"},
		{"a call-out of an hour has it worked in part", append(entries("2026-11-02", "CONGE 10:00-11:00"), leaveAlone[1:]...), thirtyNine, "2026-12-01 12:00", "60/300 0/0 0/0"},
		{"leave of the next Monday is of its week", append(week("2026-11-02", "08:00-15:00", "08:00-15:00", "08:00-15:00", "08:00-15:00", "08:00-15:00"), entry("2026-11-09", "CONGE")), private, "2026-12-01 12:00", "2100/0 0/0 0/0"},
		{"leave on the Sunday of a roster counts", append(week("2026-11-02", "08:00-15:00", "08:00-15:00", "08:00-15:00", "08:00-15:00", "08:00-15:00"), entry("2026-11-08", "CONGE")), partTime(35), "2026-12-01 12:00", "2100/420 0/0 0/0"},
		{"leave on seven dates is no more than the week", entries("2026-11-02", "CONGE 10:00-11:00", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE"), partTime(35), "2026-12-01 12:00", "60/60 0/0 0/0"},
		{"leave counts", leave, private, "2026-12-01 12:00", "1920/240 0/0 0/0"},
		{"where slots overlap, their time counts once", []models.Day{entry("2026-11-09", "WORK", "08:00-18:00", "17:00-20:00"), entry("2026-11-10", "WORK", "00:00-10:00")}, nil, "2026-12-01 12:00", "0/0 1320/0 0/0"},
	} {
		rules := hourRules()
		if test.change != nil {
			test.change(&rules)
		}
		var got []string
		for i, week := range rules.CivilWeeks(test.days, dateOf("2026-11-04"), dateOf("2026-11-16"), at(test.now)) {
			got = append(got, fmt.Sprintf("%d/%d", week.Worked, week.Overtime))
			modelstest.Want(t, week.Monday, dateOf("2026-11-02").AddDays(7*i), test.name)
		}
		modelstest.Want(t, strings.Join(got, " "), test.want, test.name, got)
	}
}

func TestTheContingentIsWhatWasWorkedBeyondTheWeek(t *testing.T) {
	const eight = "08:00-16:00"
	for _, test := range []struct {
		name   string
		change func(*report.Limits)
		days   []models.Day
		want   string // minutes in so many weeks, and those beyond the contingent
	}{
		{"forty-four weeks of 40 h are the contingent", nil, weeks(44, "2026-01-05", eight, eight, eight, eight, eight), "13200 in 44, 0"},
		{"a minute more owes rest", nil, append(weeks(44, "2026-01-05", eight, eight, eight, eight, eight), week("2026-11-09", eight, eight, eight, eight, "08:00-11:01")...), "13201 in 45, 1"},
		{"40 h are 5 h of it", nil, week("2026-11-09", eight, eight, eight, eight, eight), "300 in 1, 0"},
		{"without a threshold there is none", func(l *report.Limits) { l.Overtime = 0 }, week("2026-11-09", eight, eight, eight, eight, eight), "none"},
		{"without a contingent neither", func(l *report.Limits) { l.Contingent = 0 }, week("2026-11-09", eight, eight, eight, eight, eight), "none"},
	} {
		rules := hourRules(func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) })
		if test.change != nil {
			test.change(rules.Limits)
		}
		got := "none"
		if used := rules.Contingent(report.Record{Days: test.days}, 2026, at("2026-11-22 12:00")); used != nil {
			got = fmt.Sprintf("%d in %d, %d", used.Minutes, len(used.Weeks), used.Beyond())
			modelstest.Want(t, used.From, dateOf("2026-01-05"), test.name)
			modelstest.Want(t, used.To, dateOf("2026-11-15"), test.name)
		}
		modelstest.Want(t, got, test.want, test.name)
	}
	for profile, want := range map[report.Profile]bool{report.Private: true, report.Hospital: false, report.ForfaitJours: false, report.NoProfile: false} {
		rules := report.Rules{Limits: report.ProfileLimits(profile)}
		modelstest.Want(t, rules.CountsContingent(dateOf("2026-01-01"), dateOf("2026-12-31")), want, profile)
	}
}
