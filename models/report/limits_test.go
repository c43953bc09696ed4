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

// said writes findings in a line: "date figure/threshold", in minutes.
func said(findings []report.Finding) string {
	var texts []string
	for _, f := range findings {
		text := fmt.Sprintf("%s %d/%d", f.Date, f.Minutes, f.Limit)
		if f.LimitDays > 0 {
			text = fmt.Sprintf("%s %s/%s", f.Date, f.Days, f.LimitDays)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// week returns a week of days with the same slots, from Monday on.
func week(monday string, slots ...string) (days []models.Day) {
	for i, slot := range slots {
		if slot != "" {
			days = append(days, entry(dateOf(monday).AddDays(i).String(), "WORK", strings.Fields(slot)...))
		}
	}
	return days
}

func weeks(number int, monday string, slots ...string) (days []models.Day) {
	for i := range number {
		days = append(days, week(dateOf(monday).AddDays(7*i).String(), slots...)...)
	}
	return days
}

func TestWhatStandsOut(t *testing.T) {
	const nine, ten = "08:00-17:00", "08:00-18:00"
	for _, test := range []struct {
		name    string
		rule    report.Rule
		profile report.Profile
		days    []models.Day
		want    string
	}{
		// rest of a day
		{"in spring the clock says 10 h, and the rest is 9 h", report.DailyRest, report.Private,
			[]models.Day{entry("2026-03-28", "WORK", "14:00-22:00"), entry("2026-03-29", "WORK", "08:00-16:00")}, "2026-03-29 540/660"},
		{"in autumn it is 11 h, which is fine", report.DailyRest, report.Private,
			[]models.Day{entry("2026-10-24", "WORK", "14:00-22:00"), entry("2026-10-25", "WORK", "08:00-16:00")}, ""},
		{"the longest of several rests is 10 h", report.DailyRest, report.Private,
			[]models.Day{entry("2026-11-18", "WORK", "08:00-12:00", "14:00-19:00"), entry("2026-11-19", "WORK", "05:00-10:00")}, "2026-11-19 600/660"},
		{"a call-out at 05:00 before the day leaves spans of 9 h and 12 h", report.DailyRest, report.Private,
			[]models.Day{entry("2026-11-18", "WORK", "08:00-17:00"), entry("2026-11-19", "WORK", "05:00-06:00", "08:00-17:00")}, ""},
		{"slots that touch last as long as both", report.Amplitude, report.Private, []models.Day{entry("2026-11-18", "WORK", "07:00-12:00", "12:00-20:01")}, "2026-11-18 781/780"},
		// the longest day
		{"10 h are fine", report.DayMax, report.Private, week("2026-11-16", ten), ""},
		{"more are not", report.DayMax, report.Private, week("2026-11-16", "08:00-12:00 13:00-19:01"), "2026-11-16 601/600"},
		{"and if half of it is", report.DayMax, report.Hospital, []models.Day{entry("2026-11-18", "GARDE", "01:00-11:00")}, ""},
		{"but not if a minute less is", report.DayMax, report.Hospital, []models.Day{entry("2026-11-18", "GARDE", "01:01-11:01")}, "2026-11-18 600/540"},
		// rest of a week
		{"work on six days too", report.WeeklyRest, report.Private, weeks(2, "2026-11-02", nine, nine, nine, nine, nine, nine), ""},
		{"work on seven days is not", report.WeeklyRest, report.Private, week("2026-11-02", nine, nine, nine, nine, nine, nine, nine, nine), "2026-11-02 900/2100"},
		{"35 h of rest", report.WeeklyRest, report.Private, append(week("2026-11-02", nine, nine, nine, nine, nine, "08:00-21:00", ""), week("2026-11-09", nine)...), ""},
		{"34 h 59", report.WeeklyRest, report.Private, append(week("2026-11-02", nine, nine, nine, nine, nine, "08:00-21:01", ""), week("2026-11-09", nine)...), "2026-11-02 2099/2100"},
		{"36 h in a hospital", report.WeeklyRest, report.Hospital, append(week("2026-11-02", nine, nine, nine, nine, nine, "08:00-21:00", ""), week("2026-11-09", nine)...), "2026-11-02 2100/2160"},
		{"in spring a Sunday has 23 h", report.WeeklyRest, report.Private, append(week("2026-03-23", nine, nine, nine, nine, nine, "08:00-20:30", ""), week("2026-03-30", nine)...), "2026-03-23 2070/2100"},
		{"less than 24 h of the rest within the week", report.WeeklyRest, report.Private,
			append(week("2026-11-02", nine, nine, nine, nine, nine, nine, "00:00-02:00"), entry("2026-11-10", "WORK", nine)), "2026-11-02 1320/2100"},
		{"twelve days in a row, each week with its rest", report.WeeklyRest, report.Private,
			append(week("2026-11-02", "", "", nine, nine, nine, nine, nine), week("2026-11-09", nine, nine, nine, nine, nine)...), ""},
		{"before the first day one has rested", report.WeeklyRest, report.Private, append(week("2026-11-02", "", nine, nine, nine, nine, nine, nine), week("2026-11-09", nine)...), ""},
		// the longest week
		{"48 h are fine", report.WeekMax, report.Private, week("2026-11-02", nine, nine, nine, nine, nine, "08:00-11:00"), ""},
		{"more are not", report.WeekMax, report.Private, week("2026-11-02", nine, nine, nine, nine, nine, "08:00-11:01"), "2026-11-02 2881/2880"},
		{"the Sunday's night is cut at Monday", report.WeekMax, report.Private,
			append(week("2026-11-09", nine, nine, nine, nine, "08:00-16:00"), entry("2026-11-15", "GARDE", "20:00+08:00")), ""},
		{"any seven days in a hospital", report.WeekMax, report.Hospital,
			append(week("2026-11-02", "", "", "", nine, nine, nine, nine), week("2026-11-09", nine, nine, "", "", "")...), "2026-11-02 3240/2880"},
		// seven dates of a civil week
		{"work on seven dates", report.SevenDays, report.Private, week("2026-11-02", nine, nine, nine, nine, nine, nine, "08:00-08:30"), "2026-11-02 7/6"},
		{"a night takes the date on which it ends", report.SevenDays, report.ForfaitJours,
			append(week("2026-11-02", nine, nine, nine, nine, nine), entry("2026-11-07", "WORK", "20:00+04:00")), "2026-11-02 7/6"},
		{"a hospital counts by fortnights", report.SevenDays, report.Hospital, week("2026-11-02", nine, nine, nine, nine, nine, nine, nine), ""},
		{"44 h of a civil week of a hospital", report.WeekMax, report.Hospital, week("2026-11-02", nine, nine, nine, nine, "08:00-16:00"), ""},
		{"a minute more is beyond them", report.WeekMax, report.Hospital, week("2026-11-02", nine, nine, nine, nine, "08:00-16:01"), "2026-11-02 2641/2640"},
		{"so are just 48 h", report.WeekMax, report.Hospital, week("2026-11-02", nine, nine, nine, nine, nine, "08:00-11:00"), "2026-11-02 2880/2640"},
		{"and more than 48 h is said once", report.WeekMax, report.Hospital, week("2026-11-02", nine, nine, nine, nine, nine, "08:00-12:00"), "2026-11-02 2940/2880"},
		// free days of two weeks, in a hospital
		{"two weekends are four free days", report.RestDays, report.Hospital, weeks(2, "2026-11-02", nine, nine, nine, nine, nine), ""},
		{"three are not, and a night takes the day on which it ends", report.RestDays, report.Hospital,
			append(week("2026-11-02", nine, nine, nine, nine, nine), append(week("2026-11-09", nine, nine, nine, nine), entry("2026-11-13", "GARDE", "20:00+08:00"))...), "2026-11-02 3/4"},
		{"a Sunday and the Monday after it", report.RestSunday, report.Hospital,
			append(week("2026-11-02", nine, nine, nine, nine, nine, nine), week("2026-11-09", "", nine, nine, nine, nine, nine, nine)...), ""},
		{"four free days without a Sunday", report.RestSunday, report.Hospital,
			append([]models.Day{entry("2026-11-01", "WORK", nine)}, append(week("2026-11-02", "", "", nine, nine, nine, nine, nine), week("2026-11-09", "", "", nine, nine, nine, nine, nine)...)...), "2026-11-02 0/2"},
		{"two Sundays by themselves", report.RestSunday, report.Hospital, weeks(3, "2026-11-02", nine, nine, nine, nine, nine, nine), "2026-11-02 1/2"},
		{"a Monday after the two weeks goes with their last Sunday", report.RestSunday, report.Hospital,
			append(week("2026-11-02", nine, nine, nine, nine, nine, nine, nine), append(week("2026-11-09", nine, nine, nine, nine, nine, nine), week("2026-11-16", "", nine)...)...), ""},
		{"a Sunday before them goes with their first Monday", report.RestSunday, report.Hospital,
			append(week("2026-11-02", "", nine, nine, nine, nine, nine, nine), week("2026-11-09", nine, nine, nine, nine, nine, nine, nine)...), ""},
		// break
		{"6 h without a break are reached", report.Break, report.Private, week("2026-11-02", "08:00-14:00"), "2026-11-02 360/360"},
		{"which is not more, in a hospital", report.Break, report.Hospital, week("2026-11-02", "08:00-14:00"), ""},
		{"a minute more is", report.Break, report.Hospital, week("2026-11-02", "08:00-14:01"), "2026-11-02 361/360"},
		{"20 minutes part them", report.Break, report.Private, week("2026-11-02", "08:00-12:00 12:20-17:00"), ""},
		{"19 do not, and are not work", report.Break, report.Private, week("2026-11-02", "08:00-12:00 12:19-14:30"), "2026-11-02 371/360"},
		// overtime of a year
		{"220 h are fine", report.Contingent, report.Private, weeks(22, "2026-01-05", nine, nine, nine, nine, nine), ""},
		{"a minute more is not", report.Contingent, report.Private,
			append(weeks(22, "2026-01-05", nine, nine, nine, nine, nine), week("2026-06-08", nine, nine, nine, "08:00-16:01")...), "2026-06-08 13201/13200"},
		{"leave is no work", report.Contingent, report.Private, func() (days []models.Day) {
			for i := range 24 {
				monday := dateOf("2026-01-05").AddDays(7 * i)
				days = append(days, append(leave(monday.String(), monday.AddDays(1).String()), week(monday.String(), "", "", "08:00-16:30", "08:00-16:30", "08:00-16:30")...)...)
			}
			return days
		}(), ""},
		// overtime
		{"2 days of leave and 25.5 h are 39.5 h", report.Overtime, report.Private,
			append(leave("2026-11-02", "2026-11-03"), week("2026-11-02", "", "", "08:00-16:30", "08:00-16:30", "08:00-16:30")...), "2026-11-02 2370/2100"},
		{"half a day of leave is half", report.Overtime, report.Private,
			append([]models.Day{entry("2026-11-02", "WORK/CONGE")}, week("2026-11-02", "", nine, nine, nine, nine)...), "2026-11-02 2370/2100"},
		{"RTT, illness and holidays do not count", report.Overtime, report.Private,
			append([]models.Day{entry("2026-11-02", "RTT"), entry("2026-11-03", "MALADE"), entry("2026-11-04", "FERIE")}, week("2026-11-02", "", "", "", nine, nine)...), ""},
		// twelve weeks
		{"a mean of 44 h is fine", report.TwelveWeeks, report.Private, weeks(12, "2026-08-24", nine, nine, nine, nine, "08:00-16:00"), ""},
		{"a minute more is not", report.TwelveWeeks, report.Private,
			append(weeks(11, "2026-08-24", nine, nine, nine, nine, "08:00-16:00"), week("2026-11-09", nine, nine, nine, nine, "08:00-16:01")...), "2026-11-09 2641/2640"},
		{"thirteen weeks have two dozens", report.TwelveWeeks, report.Private, weeks(13, "2026-08-17", nine, nine, nine, nine, nine), "2026-11-02 2700/2640, 2026-11-09 2700/2640"},
	} {
		rules := hourRules(profile(test.profile), func(r *report.Rules) { r.Limits.Break = 20 })
		found := rules.Findings(test.days, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-11-20 20:00"))
		found = slices.DeleteFunc(found, func(f report.Finding) bool { return f.Rule != test.rule })
		modelstest.Want(t, said(found), test.want, test.name)
	}
}

func TestADayAndAWeekHaveTheirHoursOfRealTime(t *testing.T) {
	rules := hourRules(func(r *report.Rules) { r.Limits = &report.Limits{Profile: report.Private, DayMax: 1, WeekMax: 1} })
	for _, test := range []struct{ name, date, want string }{
		{"a duty on 24 October: 4 h and 9 h", "2026-10-24", "2026-10-19 780/1, 2026-10-24 240/1, 2026-10-25 540/1"},
		{"a duty on 28 March: 4 h and 7 h", "2026-03-28", "2026-03-23 660/1, 2026-03-28 240/1, 2026-03-29 420/1"},
		{"a Sunday: 4 h in week 46, 8 h in week 47", "2026-11-15", "2026-11-09 240/1, 2026-11-15 240/1, 2026-11-16 480/1, 2026-11-16 480/1"},
	} {
		days := []models.Day{entry(test.date, "GARDE", "20:00+08:00")}
		modelstest.Want(t, said(rules.Findings(days, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-11-30 20:00"))), test.want, test.name)
	}
}

func TestLeaveWithoutATargetCountsAFifthOfTheWeek(t *testing.T) {
	days := leave("2026-11-02", "2026-11-08")
	for name, test := range map[string]struct {
		change func(*report.Rules)
		called string // with a call-out
	}{
		"no targets":     {targets(), "2026-11-02 2160/2100"},
		"days of a year": {targets(report.DaysTarget(dateOf("2026-01-01"), 218)), ""},
	} {
		rules := hourRules(test.change, profile(report.Private))
		modelstest.Want(t, said(rules.Findings(days, dateOf("2026-11-01"), dateOf("2026-11-30"), at("2026-11-20 20:00"))), "", name)
		called := append([]models.Day{entry("2026-11-02", "CONGE", "08:00-09:00")}, days[1:]...)
		modelstest.Want(t, said(rules.Findings(called, dateOf("2026-11-01"), dateOf("2026-11-30"), at("2026-11-20 20:00"))), test.called, name)
	}
}

// Who is to work a number of days has no limits of hours (Code du travail, L3121-62), from the
// date on on which that is agreed.
func TestTheLimitsOfHoursEndWhereDaysAreAgreed(t *testing.T) {
	const eleven = "07:00-18:00"
	days := append(week("2026-09-21", eleven, eleven, eleven, eleven, eleven), week("2026-10-05", eleven, eleven, eleven, eleven, eleven)...)
	rules := hourRules(targets(report.WeekTarget(dateOf("2026-01-01"), 35*60), report.DaysTarget(dateOf("2026-10-01"), 218)))
	for profile, want := range map[report.Profile]string{
		report.Private:  "2026-09-21 660/600, 2026-09-21 3300/2880, 2026-09-21 3300/2100, 2026-09-22 660/600, 2026-09-23 660/600, 2026-09-24 660/600, 2026-09-25 660/600",
		report.Hospital: "2026-09-21 660/540, 2026-09-21 3300/2880, 2026-09-22 660/540, 2026-09-23 660/540, 2026-09-24 660/540, 2026-09-25 660/540, 2026-10-05 660/540, 2026-10-05 3300/2880, 2026-10-06 660/540, 2026-10-07 660/540, 2026-10-08 660/540, 2026-10-09 660/540",
	} {
		rules.Limits = report.ProfileLimits(profile)
		found := rules.Findings(days, dateOf("2026-09-01"), dateOf("2026-10-31"), at("2026-11-20 20:00"))
		found = slices.DeleteFunc(found, func(f report.Finding) bool { return f.Minutes == 0 })
		modelstest.Want(t, said(found), want, profile)
	}
	rules.Limits = report.Limits{Profile: report.Private, NightWorker: true}.Unset()
	nights := []models.Day{entry("2026-09-22", "GARDE", "21:00+05:30"), entry("2026-10-06", "GARDE", "21:00+05:30")}
	modelstest.Want(t, said(rules.Findings(nights, dateOf("2026-09-01"), dateOf("2026-10-31"), at("2026-11-20 20:00"))), "2026-09-22 510/480")
	rules.Limits = report.ProfileLimits(report.Private)
	modelstest.WantNone(t, payText(paid().Pay(rules, days, dateOf("2026-10-01"), at("2026-11-20 20:00"))), "overtime")
}

func TestDaysOfAYearAreCounted(t *testing.T) {
	forfait := func(from string, number int) (days []models.Day) {
		for i := range number {
			days = append(days, entry(dateOf(from).AddDays(i).String(), "WORK"))
		}
		return days
	}
	year := func(number int, more ...models.Day) []models.Day {
		return append(forfait("2026-01-01", number), more...)
	}
	agreed := func(r *report.Rules) {
		target := report.DaysTarget(dateOf("2025-01-01"), 218)
		target.PeriodStart = report.YearDay{Month: 6, Day: 1}
		r.Targets = []report.Target{target}
	}
	for _, test := range []struct {
		name   string
		days   []models.Day
		change func(*report.Rules)
		want   string
	}{
		{"218 are fine", year(218), nil, ""},
		{"219 are not", year(219), nil, "2026-08-07 219/218"},
		{"all of them are counted", year(225), nil, "2026-08-07 225/218"},
		{"half a free day is half a day worked", year(217, entry("2026-09-30", "WORK/REPOS"), entry("2026-10-01", "TT/REPOS"), entry("2026-10-02", "TT/REPOS")), nil, "2026-10-02 218.5/218"},
		{"absences are not worked", year(218, entry("2026-10-01", "CONGE"), entry("2026-10-02", "ASTREINTE"), entry("2026-10-05", "FERIE")), nil, ""},
		{"unless one was called out", year(218, entry("2026-10-01", "CONGE", "08:00-09:00")), nil, "2026-10-01 219/218"},
		{"today is", year(218, entry("2026-11-20", "WORK")), nil, "2026-11-20 219/218"},
		{"the target says how many", year(201), targets(report.DaysTarget(dateOf("2026-01-01"), 200)), "2026-07-20 201/200"},
		{"the twelve months that were agreed", append(forfait("2025-06-01", 218), forfait("2026-06-01", 100)...), agreed, ""},
		{"and a day more in them", append(forfait("2025-06-01", 219), forfait("2026-06-01", 100)...), agreed, "2026-01-05 219/218"},
	} {
		rules := hourRules(profile(report.ForfaitJours))
		if test.change != nil {
			test.change(&rules)
		}
		modelstest.Want(t, said(rules.Findings(test.days, dateOf("2025-01-01"), dateOf("2026-12-31"), at("2026-11-20 20:00"))), test.want, test.name)
	}
}

func TestFindingsAreThoseDatedInTheRange(t *testing.T) {
	rules := hourRules(func(r *report.Rules) { r.Limits = &report.Limits{Profile: report.Private, DayMax: 60, WeekMax: 60} })
	days := week("2026-11-02", "08:00-10:00", "", "08:00-11:00")
	for span, want := range map[[2]string]string{
		{"2026-11-02", "2026-11-04"}: "2026-11-02 120/60, 2026-11-02 300/60, 2026-11-04 180/60",
		{"2026-11-03", "2026-11-04"}: "2026-11-04 180/60",
		{"2026-11-02", "2026-11-02"}: "2026-11-02 120/60, 2026-11-02 300/60",
		{"2026-10-01", "2026-11-01"}: "",
	} {
		modelstest.Want(t, said(rules.Findings(days, dateOf(span[0]), dateOf(span[1]), at("2026-11-20 20:00"))), want, span)
	}
}

func TestSevenDaysOverTheEndOfAYearAreFoundInOneOfTheYears(t *testing.T) {
	const twelve = "08:00-20:00"
	rules := hourRules(func(r *report.Rules) { r.Limits = &report.Limits{Profile: report.Hospital, WeekMax: 48 * 60} })
	for name, days := range map[string][]models.Day{
		"60 h from Friday, 1 January 2027": {
			entry("2027-01-01", "WORK", twelve), entry("2027-01-02", "WORK", twelve), entry("2027-01-03", "WORK", twelve),
			entry("2027-01-06", "WORK", twelve), entry("2027-01-07", "WORK", twelve),
		},
		"60 h from Wednesday, 30 December 2026": {
			entry("2026-12-30", "WORK", twelve), entry("2026-12-31", "WORK", twelve), entry("2027-01-01", "WORK", twelve),
			entry("2027-01-02", "WORK", twelve), entry("2027-01-05", "WORK", twelve),
		},
	} {
		var both []report.Finding
		for _, year := range []string{"2026", "2027"} {
			first, last := dateOf(year+"-01-01"), dateOf(year+"-12-31")
			from, to := report.FindingsNeed(first, last)
			needed := slices.DeleteFunc(slices.Clone(days), func(day models.Day) bool { return day.Date.DaysUntil(from) > 0 || to.DaysUntil(day.Date) > 0 })
			both = append(both, rules.Findings(needed, first, last, at("2027-02-20 20:00"))...)
		}
		modelstest.Want(t, said(both), "2026-12-28 3600/2880", name)
	}
}

func TestWeeksThatEndTodayAreNotJudged(t *testing.T) {
	const seven = "08:00-15:00"
	sunday := dateOf("2026-11-15")
	days := weeks(16, "2026-07-27", seven, seven, seven, seven, seven, seven, seven)
	for _, watched := range []struct {
		profile report.Profile
		rule    report.Rule
	}{
		{report.Private, report.WeeklyRest}, {report.Private, report.WeekMax}, {report.Private, report.Overtime}, {report.Private, report.TwelveWeeks},
		{report.Private, report.Contingent}, {report.Hospital, report.WeekMax}, {report.Hospital, report.RestDays}, {report.Hospital, report.RestSunday},
	} {
		rules := hourRules(profile(watched.profile))
		for now, want := range map[string]bool{"2026-11-15 23:00": false, "2026-11-16 00:00": true} {
			found := rules.Findings(days, dateOf("2026-01-01"), dateOf("2026-12-31"), at(now))
			got := slices.ContainsFunc(found, func(f report.Finding) bool { return f.Rule == watched.rule && f.Last == sunday })
			modelstest.Want(t, got, want, watched.rule, watched.profile, now)
		}
	}
}

func TestTheProfilesHaveTheThresholdsOfTheLaw(t *testing.T) {
	for profile, want := range map[report.Profile]string{
		report.Private:      "{Profile:prive NightWorker:false TwelveHours:false DailyRest:660 WeeklyRest:2100 DayMax:600 DayMaxNight:0 WeekMax:2880 CivilWeekMax:0 TwelveWeeks:2640 Overtime:2100 Contingent:13200 Break:0 BreakAfter:360 RestDays:0 RestSunday:0 DaysPerYear:0}",
		report.Hospital:     "{Profile:fph NightWorker:false TwelveHours:false DailyRest:720 WeeklyRest:2160 DayMax:540 DayMaxNight:600 WeekMax:2880 CivilWeekMax:2640 TwelveWeeks:0 Overtime:0 Contingent:0 Break:0 BreakAfter:360 RestDays:4 RestSunday:2 DaysPerYear:0}",
		report.ForfaitJours: "{Profile:forfait_jours NightWorker:false TwelveHours:false DailyRest:660 WeeklyRest:2100 DayMax:0 DayMaxNight:0 WeekMax:0 CivilWeekMax:0 TwelveWeeks:0 Overtime:0 Contingent:0 Break:0 BreakAfter:360 RestDays:0 RestSunday:0 DaysPerYear:218}",
	} {
		modelstest.Want(t, fmt.Sprintf("%+v", *report.ProfileLimits(profile)), want, profile)
	}
	if report.ProfileLimits(report.NoProfile) != nil {
		t.Error("without a profile nothing is watched")
	}
	modelstest.Want(t, report.ProfileLimits(report.Private).Article(report.DailyRest), "L3131-1")
}
