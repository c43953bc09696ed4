package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// inFull writes findings in lines: "rule figure/threshold, from → to".
func inFull(findings []report.Finding) string {
	var lines []string
	for _, f := range findings {
		const moment = "01-02 15:04"
		lines = append(lines, fmt.Sprintf("%s %d/%d, %s → %s", f.Rule, f.Minutes, f.Limit, f.From.Format(moment), f.To.Format(moment)))
	}
	return strings.Join(lines, "\n")
}

// profile returns a change of rules to those of a profile; "nuit" is that of a night worker in
// a private company, and "douze" that of a hospital in 12 hours.
func profile(name report.Profile) func(*report.Rules) {
	return func(r *report.Rules) {
		if name == "nuit" {
			r.Limits = report.Limits{Profile: report.Private, NightWorker: true}.Unset()
			return
		}
		if name == "douze" {
			r.Limits = report.Limits{Profile: report.Hospital, TwelveHours: true}.Unset()
			return
		}
		r.Limits = report.ProfileLimits(name)
	}
}

// The rows are those of a nurse's, an employee's and a night worker's rosters, with what the
// articles that each finding names say of them.
func TestAShiftIsJudgedAsWhatItIs(t *testing.T) {
	const garde = "GARDE"
	nights := func(number int) (days []models.Day) { // Monday, Tuesday, and Saturday of each other week
		for monday := dateOf("2026-05-04"); len(days) < number; monday = monday.AddDays(7) {
			days = append(days, entry(monday.String(), garde, "20:00+08:00"), entry(monday.AddDays(1).String(), garde, "20:00+08:00"))
			if monday.DaysUntil(dateOf("2026-05-04"))%14 == 0 {
				days = append(days, entry(monday.AddDays(3).String(), garde, "20:00+08:00"))
			}
		}
		return days[:number]
	}
	fortnights := func(number int) (days []models.Day) {
		const seven = "07:00-14:00"
		for i := range number { // Sunday and the Monday after it are free, and two days more
			monday := dateOf("2026-06-01").AddDays(14 * i).String()
			days = append(days, week(monday, "", seven, seven, seven, "", seven, seven, seven, seven, seven, "", seven, seven)...)
		}
		return days
	}
	for _, test := range []struct {
		name    string
		profile report.Profile
		days    []models.Day
		want    []string
	}{
		{"a night of a minute too much before two days off", "fph", []models.Day{entry("2026-11-03", garde, "20:00+08:01")},
			[]string{"amplitude 721/720, 11-03 20:00 → 11-04 08:01", "day_max 721/600, 11-03 20:00 → 11-04 08:01"}},
		{"a long day with a break, then 12 h 10 off", "fph", []models.Day{entry("2026-11-03", "WORK", "06:45-12:00", "12:35-18:50"), entry("2026-11-04", "WORK", "07:00-15:00")},
			[]string{"amplitude 725/720, 11-03 06:45 → 11-03 18:50", "day_max 690/540, 11-03 06:45 → 11-03 18:50"}},
		{"a night of 12 h 15", "fph", []models.Day{entry("2026-11-03", garde, "19:00+07:15")},
			[]string{"amplitude 735/720, 11-03 19:00 → 11-04 07:15", "day_max 735/600, 11-03 19:00 → 11-04 07:15"}},
		{"two nights of 9 h 45 and 9 h, 14 h between", "fph", []models.Day{entry("2026-11-03", garde, "21:00+06:45"), entry("2026-11-04", garde, "20:45+05:45")}, nil},
		{"three shifts in a day, then the morning", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "13:00-17:00", "21:00-23:00"), entry("2026-11-04", "WORK", "07:30-15:00")},
			[]string{"amplitude 900/720, 11-03 08:00 → 11-03 23:00", "day_max 600/540, 11-03 08:00 → 11-03 23:00", "daily_rest 510/720, 11-03 23:00 → 11-04 07:30"}},
		{"an afternoon and the morning after it", "fph", []models.Day{entry("2026-11-03", "WORK", "14:00-21:30"), entry("2026-11-04", "WORK", "06:45-14:30")},
			[]string{"daily_rest 555/720, 11-03 21:30 → 11-04 06:45"}},
		{"a duty over the hour that comes twice", "fph", []models.Day{entry("2026-10-24", garde, "20:00+08:00")},
			[]string{"amplitude 780/720, 10-24 20:00 → 10-25 08:00", "day_max 780/600, 10-24 20:00 → 10-25 08:00"}},
		{"a Sunday and a Monday off in each fortnight and two more days, for 14 weeks", "fph", fortnights(7), nil},
		{"a day in two of 10 h 30", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "14:00-18:30")}, nil},
		{"of a minute more", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "14:00-18:31")}, []string{"split 631/630, 11-03 08:00 → 11-03 18:31"}},
		{"with a part of less than 3 h", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-10:59", "13:00-17:00")}, []string{"split 540/630, 11-03 08:00 → 11-03 17:00"}},
		{"with a break in a part", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "10:00-11:00", "13:00-16:00")}, nil},
		{"of which the last part is short", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "14:00-16:00")}, []string{"split 480/630, 11-03 08:00 → 11-03 16:00"}},
		{"of which the first of three is short", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-08:30", "10:30-13:30", "15:30-18:30")}, []string{"split 630/630, 11-03 08:00 → 11-03 18:30"}},
		{"of 12 h, the longest that a shift may be", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-11:00", "17:00-20:00")}, []string{"split 720/630, 11-03 08:00 → 11-03 20:00"}},
		{"a gap of less than 2 h splits nothing", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "13:59-18:40")}, nil},
		{"in 12 h nothing is split", "douze", []models.Day{entry("2026-11-03", "WORK", "08:00-10:00", "13:00-19:00")}, nil},
		{"29 nights of 12 h, two and three a week", "douze", nights(29), nil},
		{"a night of 12 h 20", "douze", []models.Day{entry("2026-11-03", garde, "20:00+08:20")},
			[]string{"amplitude 740/720, 11-03 20:00 → 11-04 08:20", "day_max 740/720, 11-03 20:00 → 11-04 08:20"}},
		{"9 h by day", "fph", []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "12:30-17:31")},
			[]string{"day_max 541/540, 11-03 08:00 → 11-03 17:31"}},
		{"three long days with 10 h between", "prive", week("2026-11-02", "08:00-12:00 13:00-22:00", "08:00-12:00 13:00-22:00", "08:00-12:00 13:00-22:00"), []string{
			"amplitude 840/780, 11-02 08:00 → 11-02 22:00", "day_max 780/600, 11-02 00:00 → 11-03 00:00", "overtime 2340/2100, 11-02 00:00 → 11-09 00:00",
			"daily_rest 600/660, 11-02 22:00 → 11-03 08:00", "amplitude 840/780, 11-03 08:00 → 11-03 22:00", "day_max 780/600, 11-03 00:00 → 11-04 00:00",
			"daily_rest 600/660, 11-03 22:00 → 11-04 08:00", "amplitude 840/780, 11-04 08:00 → 11-04 22:00", "day_max 780/600, 11-04 00:00 → 11-05 00:00"}},
		{"a long day by itself", "prive", []models.Day{entry("2026-11-03", "WORK", "07:00-12:00", "14:00-21:00")},
			[]string{"amplitude 840/780, 11-03 07:00 → 11-03 21:00", "day_max 720/600, 11-03 00:00 → 11-04 00:00"}},
		{"a night of a private company is of two civil days", "prive", []models.Day{entry("2026-11-03", garde, "20:00+08:00")}, nil},
		{"a night of a night worker", "nuit", []models.Day{entry("2026-11-03", garde, "21:00+05:30")},
			[]string{"day_max 510/480, 11-03 21:00 → 11-04 05:30"}},
		{"which is no civil day's", "nuit", []models.Day{entry("2026-11-03", garde, "22:00+06:00"), entry("2026-11-04", "WORK", "18:00-23:59")}, nil},
		{"a day of a night worker", "nuit", []models.Day{entry("2026-11-03", "WORK", "08:00-18:01")},
			[]string{"day_max 601/600, 11-03 00:00 → 11-04 00:00"}},
		{"a forfait has rests, but no hours", "forfait_jours", []models.Day{entry("2026-11-03", "WORK", "07:00-21:00"), entry("2026-11-04", "WORK", "06:00-12:00")},
			[]string{"amplitude 840/780, 11-03 07:00 → 11-03 21:00", "daily_rest 540/660, 11-03 21:00 → 11-04 06:00"}},
		{"of equal gaps the first parts", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "15:00-16:00", "22:00-23:00")},
			[]string{"daily_rest 360/660, 11-03 09:00 → 11-03 15:00"}},
		{"a run as long as a shift may be is one", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "15:00-21:00")}, nil},
		{"one that goes on after it is two", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "15:00-21:00", "22:00-23:00")}, []string{"daily_rest 360/660, 11-03 09:00 → 11-03 15:00"}},
		{"and one that began before it", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "10:00-16:00", "22:00-23:00")}, []string{"daily_rest 360/660, 11-03 16:00 → 11-03 22:00"}},
		{"time over which slots overlap counts once", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-14:00", "09:00-17:30")}, nil},
		{"slots of no minute are no work", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-18:00"), entry("2026-11-04", "WORK", "00:30-00:30", "08:30-12:00")}, nil},
		{"gaps of less than 6 h part nothing", "prive", []models.Day{entry("2026-11-03", "WORK", "08:00-09:00", "14:59-16:00", "21:59-23:00")},
			[]string{"amplitude 900/780, 11-03 08:00 → 11-03 23:00"}},
	} {
		found := hourRules(profile(test.profile)).Findings(test.days, dateOf("2026-01-01"), dateOf("2026-12-31"), at("2026-11-20 20:00"))
		if got, want := inFull(found), strings.Join(test.want, "\n"); got != want {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", test.profile, test.name, got, want)
		}
	}
}

// Shifts must be parted somewhere where their rest is not judged.
func TestWithoutARestToJudgeShiftsArePartedByThatOfTheProfile(t *testing.T) {
	days := []models.Day{entry("2026-11-03", "WORK", "08:00-12:00", "13:00-19:00"), entry("2026-11-04", "WORK", "05:00-11:00"), entry("2026-11-05", "WORK", "08:00-12:00")}
	for _, test := range []struct {
		name string
		rest int64
		want []string
	}{
		{"the profile's", 720, []string{"daily_rest 600/720, 11-03 19:00 → 11-04 05:00", "day_max 600/540, 11-03 08:00 → 11-03 19:00"}},
		{"an agreement's", 540, []string{"day_max 600/540, 11-03 08:00 → 11-03 19:00"}},
		{"none is judged", 0, []string{"day_max 600/540, 11-03 08:00 → 11-03 19:00"}},
	} {
		rules := hourRules(profile("fph"), func(r *report.Rules) { r.Limits.DailyRest = test.rest })
		found := rules.Findings(days, dateOf("2026-11-01"), dateOf("2026-11-08"), at("2026-11-06 20:00"))
		slices.SortFunc(found, func(a, b report.Finding) int { return strings.Compare(string(a.Rule), string(b.Rule)) })
		if got, want := inFull(found), strings.Join(test.want, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		}
	}
}

// Who flies from Paris to New York works one shift, each minute of which lies on the date of its
// own entry.
func TestSlotsOfTwoZonesThatTouchAreOneShift(t *testing.T) {
	newYork := modelstest.Got(time.LoadLocation("America/New_York"))(t)
	flight := entry("2026-11-03", "WORK", "18:00+02:00")
	flight.Slots[0].EndAt = at("2026-11-04 00:00")
	there := models.Day{Zone: newYork, WorkEntry: models.WorkEntry{Date: dateOf("2026-11-03"), DayType: models.Work},
		Slots: []models.TimeSlot{{StartAt: at("2026-11-04 00:00"), EndAt: at("2026-11-04 08:00")}}} // 18:00 to 02:00 there
	rules := hourRules(private)
	var shifts []string
	for _, finding := range rules.Findings([]models.Day{flight, there}, dateOf("2026-11-01"), dateOf("2026-11-08"), at("2026-11-10 20:00")) {
		shifts = append(shifts, fmt.Sprintf("%s %s %d", finding.Rule, finding.Date, finding.Minutes))
	}
	modelstest.Want(t, strings.Join(shifts, ", "), "amplitude 2026-11-03 840, day_max 2026-11-03 720")
}
