package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// hospital pays as hospitals do, by a base of 36 400 € a year: 20 € an hour.
func hospital(rates ...report.PayRate) report.PayRules {
	return report.PayRules{Law: report.Published(), Hospital: true, Bases: []report.Since[int64]{{Value: 36_400_000}}, Rates: rates}
}

// raised is [hospital] with twice the base from a date on.
func raised(from string) report.PayRules {
	rules := hospital()
	rules.Bases = append(rules.Bases, report.Since[int64]{From: dateOf(from), Value: 72_800_000})
	return rules
}

func payRate(kind report.PayKind, from string, thousandths int64) report.PayRate {
	return report.PayRate{Kind: kind, From: dateOf(from), Thousandths: thousandths}
}

func paid(rates ...report.PayRate) report.PayRules {
	return report.PayRules{Law: report.Published(), Rates: rates}
}

// partTime agrees a total for the week, and has the rules of private companies.
func partTime(hours int64) func(*report.Rules) {
	return func(r *report.Rules) {
		r.Targets = []report.Target{report.WeekTarget(dateOf("2026-01-01"), hours*60)}
		r.Limits = report.ProfileLimits(report.Private)
	}
}

func private(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) }

func wall(hour int) civil.WallTime { return civil.WallTime{Hour: hour} }

// payText writes lines as "night 540 = 3750 (09-03 09-04)", and the total.
func payText(pay report.Pay) string {
	cents := func(cents *int64) string {
		if cents == nil {
			return "null"
		}
		return fmt.Sprint(*cents)
	}
	var texts []string
	for _, line := range pay.Lines {
		var dates []string
		for _, date := range line.Dates() {
			dates = append(dates, date.String()[5:])
		}
		texts = append(texts, fmt.Sprintf("%s %d = %s (%s)", line.Kind, line.Count, cents(line.Cents), strings.Join(dates, " ")))
	}
	return strings.Join(append(texts, cents(pay.Total)), "; ")
}

func TestThePayslipOfAMonthHasEachKindWithItsDaysAndItsAmount(t *testing.T) {
	const nine = "08:00-17:00"
	five := week("2026-11-09", nine, nine, nine, nine, nine)
	for _, test := range []struct {
		name  string
		rules report.PayRules
		hours report.Rules
		days  []models.Day
		month string
		want  string
	}{
		{"the last night of October", hospital(), hourRules(), []models.Day{entry("2026-10-31", "GARDE", "20:00+08:00")}, "2026-10",
			"night 180 = 1500 (10-31); meal 2 = null (10-31); 1500"},
		{"the rest of it is November's, on a Sunday that is a holiday", hospital(), hourRules(), []models.Day{entry("2026-10-31", "GARDE", "20:00+08:00")}, "2026-11",
			"night 360 = 3000 (11-01); holiday 480 = 6000 (11-01); 9000"},
		{"a raise is paid for the hours from its date on", raised("2026-11-05"), hourRules(), []models.Day{entry("2026-11-04", "GARDE", "20:00+08:00")}, "2026-11",
			"night 540 = 7500 (11-04 11-05); meal 2 = null (11-04); 7500"},
		{"from its Monday on they do", paid(), hourRules(since("2026-11-09", report.ProfileLimits(report.Private)), since("2026-11-10", nil)), five, "2026-11",
			"holiday 540 = null (11-11); overtime_25 480 = null (11-09 11-10 11-11 11-12 11-13); overtime_50 120 = null (11-09 11-10 11-11 11-12 11-13); meal 10 = null (11-09 11-10 11-11 11-12 11-13); null"},
		{"a Sunday of 24 h pays no more than a night", hospital(), hourRules(), []models.Day{entry("2026-11-08", "GARDE", "00:00+00:00")}, "2026-11", "night 540 = 4500 (11-08); sunday 1440 = 6750 (11-08); meal 2 = null (11-08); 11250"},
		{"and 10 h of a night, in all its entries", hospital(), hourRules(), []models.Day{entry("2026-11-07", "GARDE", "20:00+09:00"), entry("2026-11-08", "GARDE", "21:00+00:00")}, "2026-11",
			"night 720 = 6000 (11-07 11-08); sunday 720 = 7500 (11-08); meal 4 = null (11-07 11-08); 13500"},
		{"a Sunday of which half is night has the longest day of a night", hospital(), hourRules(), []models.Day{entry("2026-11-08", "GARDE", "00:00-05:00", "08:00-13:00")}, "2026-11",
			"night 300 = 2500 (11-08); sunday 600 = 7500 (11-08); meal 2 = null (11-08); 10000"},
		{"hours of the night have no longest day", hospital(), hourRules(hospitalRules, func(r *report.Rules) { r.Limits.DayMaxNight = 480 }), []models.Day{entry("2026-11-05", "GARDE", "00:00-06:00", "21:00+00:00")}, "2026-11",
			"night 540 = 4500 (11-05); meal 2 = null (11-05); 4500"},
		{"who works in 12 h is paid for 12", hospital(), hourRules(func(r *report.Rules) { r.Limits = report.Limits{Profile: report.Hospital, TwelveHours: true}.Unset() }), []models.Day{entry("2026-11-08", "GARDE", "07:00-20:00")}, "2026-11",
			"sunday 780 = 9000 (11-08); meal 2 = null (11-08); 9000"},
		{"one's own rate is for each hour", hospital(payRate(report.PaySunday, "2026-01-01", 10_000)), hourRules(), []models.Day{entry("2026-11-08", "GARDE", "07:00-20:00")}, "2026-11",
			"sunday 780 = 13000 (11-08); meal 2 = null (11-08); 13000"},
		{"7 h 30 of a holiday", hospital(), hourRules(), []models.Day{entry("2026-11-11", "TT", "08:00-15:30")}, "2026-11", "holiday 450 = 5625 (11-11); telework 2 = null (11-11); 5625"},
		{"one minute of a Sunday: 12.5 cents, half up", hospital(), hourRules(), []models.Day{entry("2026-11-08", "RTT", "08:00-08:01")}, "2026-11", "sunday 1 = 13 (11-08); 13"},
		{"two of them are 25, not 26", hospital(), hourRules(), []models.Day{entry("2026-11-08", "RTT", "08:00-08:01"), entry("2026-11-22", "RTT", "08:00-08:01")}, "2026-11", "sunday 2 = 25 (11-08 11-22); 25"},
		{"before 2024 the texts were others", hospital(), hourRules(), []models.Day{entry("2023-12-31", "GARDE", "20:00-23:00")}, "2023-12", "night 120 = null (12-31); sunday 180 = null (12-31); meal 2 = null (12-31); null"},
		{"from 2024 on they hold", hospital(), hourRules(), []models.Day{entry("2024-01-07", "GARDE", "20:00-23:00")}, "2024-01", "night 120 = 1000 (01-07); sunday 180 = 2250 (01-07); meal 2 = null (01-07); 3250"},
		{"without the base nights have no amount", report.PayRules{Law: report.Published(), Hospital: true}, hourRules(), []models.Day{entry("2026-11-08", "GARDE", "20:00-23:00")}, "2026-11",
			"night 120 = null (11-08); sunday 180 = 2250 (11-08); meal 2 = null (11-08); 2250"},
		{"a rate replaces the texts from its date on", hospital(payRate(report.PayNight, "2026-11-10", 6000)), hourRules(),
			[]models.Day{entry("2026-11-09", "GARDE", "21:00-23:00"), entry("2026-11-10", "GARDE", "21:00-23:00")}, "2026-11", "night 240 = 2200 (11-09 11-10); meal 4 = null (11-09 11-10); 2200"},
		{"a line is rounded once, whatever rates it met", paid(payRate(report.PayNight, "2026-11-01", 333), payRate(report.PayNight, "2026-11-10", 334)), hourRules(),
			[]models.Day{entry("2026-11-09", "GARDE", "21:00-22:00"), entry("2026-11-10", "GARDE", "21:00-22:00")}, "2026-11", "night 120 = 67 (11-09 11-10); meal 4 = null (11-09 11-10); 67"},
		{"what lies before the first rate has none", paid(payRate(report.PayNight, "2026-11-10", 3000)), hourRules(),
			[]models.Day{entry("2026-11-09", "GARDE", "21:00-22:00"), entry("2026-11-10", "GARDE", "21:00-22:00")}, "2026-11", "night 120 = 300 (11-09 11-10); meal 4 = null (11-09 11-10); 300"},
		{"a rate of nothing is one", paid(payRate(report.PayMeal, "2026-11-01", 0)), hourRules(), []models.Day{entry("2026-11-09", "WORK", nine)}, "2026-11", "meal 2 = 0 (11-09); 0"},
		{"telework by days and halves", paid(payRate(report.PayTelework, "2026-01-01", 2_875)), hourRules(),
			[]models.Day{entry("2026-11-03", "TT"), entry("2026-11-05", "TT/RTT"), entry("2026-12-01", "TT")}, "2026-11", "telework 3 = 431 (11-03 11-05); 431"},
		{"meals where one works with a slot", paid(payRate(report.PayMeal, "2026-01-01", 1_500)), hourRules(),
			[]models.Day{entry("2026-11-02", "WORK", nine), entry("2026-11-03", "WORK"), entry("2026-11-04", "FORMATION", nine), entry("2026-11-05", "RTT", nine), entry("2026-11-06", "WORK/RTT", "08:00-12:00")}, "2026-11",
			"meal 6 = 450 (11-02 11-04 11-06); 450"},
		{"call-outs are the slots of ASTREINTE", paid(payRate(report.PayCallOut, "2026-01-01", 21_500)), hourRules(),
			[]models.Day{entry("2026-11-02", "ASTREINTE", "19:00-19:40", "20:00-20:50"), entry("2026-11-03", "CONGE", "10:00-12:00")}, "2026-11", "call_out 90 = 3225 (11-02); 3225"},
		{"a call-out of the night is of the night, too", paid(), hourRules(), []models.Day{entry("2026-11-30", "ASTREINTE", "23:30+00:30")}, "2026-11", "night 30 = null (11-30); call_out 30 = null (11-30); null"},
		{"and what goes on in the next month is of that month", paid(), hourRules(), []models.Day{entry("2026-11-30", "ASTREINTE", "23:30+00:30")}, "2026-12", "night 30 = null (12-01); call_out 30 = null (12-01); null"},

		{"overtime by its rates, those of its Sunday", paid(payRate(report.PayOvertime25, "2026-11-15", 25_000), payRate(report.PayOvertime25, "2026-11-16", 30_000)), hourRules(private), week("2026-11-09", nine, nine, nine, nine, nine, nine), "2026-11",
			"holiday 540 = null (11-11); overtime_25 480 = 20000 (11-09 11-10 11-11 11-12 11-13 11-14); overtime_50 660 = null (11-09 11-10 11-11 11-12 11-13 11-14); meal 12 = null (11-09 11-10 11-11 11-12 11-13 11-14); 20000"},
		{"a week that ends in the next month is that month's", paid(), hourRules(private), week("2026-08-31", nine, nine, nine, nine, nine), "2026-08", "meal 2 = null (08-31); null"},
		{"with its days of this one", paid(), hourRules(private), week("2026-08-31", nine, nine, nine, nine, nine), "2026-09",
			"overtime_25 480 = null (08-31 09-01 09-02 09-03 09-04); overtime_50 120 = null (08-31 09-01 09-02 09-03 09-04); meal 8 = null (09-01 09-02 09-03 09-04); null"},

		{"part time of 28 h that works 34", paid(), hourRules(partTime(28)), week("2026-09-07", "08:00-16:30", "08:00-16:30", "08:00-16:30", "08:00-16:30"), "2026-09",
			"complementary_10 168 = null (09-07 09-08 09-09 09-10); complementary_25 192 = null (09-07 09-08 09-09 09-10); meal 8 = null (09-07 09-08 09-09 09-10); null"},
		{"part time in a week that is not over", paid(), hourRules(partTime(28)), week("2026-11-16", nine, nine, nine, nine), "2026-11", "meal 8 = null (11-16 11-17 11-18 11-19); null"},
		{"part time beyond 35 h", paid(), hourRules(partTime(28)), five, "2026-11",
			"holiday 540 = null (11-11); overtime_25 480 = null (11-09 11-10 11-11 11-12 11-13); overtime_50 120 = null (11-09 11-10 11-11 11-12 11-13);" +
				" complementary_10 168 = null (11-09 11-10 11-11 11-12 11-13); complementary_25 252 = null (11-09 11-10 11-11 11-12 11-13); meal 10 = null (11-09 11-10 11-11 11-12 11-13); null"},
		{"leave makes overtime, but nothing complementary", paid(), hourRules(partTime(28)), append(leave("2026-09-07", "2026-09-08"), week("2026-09-07", "", "", "08:00-19:00", "08:00-19:00", "08:00-18:00")...), "2026-09",
			"overtime_25 480 = null (09-07 09-08 09-09 09-10 09-11); overtime_50 12 = null (09-07 09-08 09-09 09-10 09-11); meal 6 = null (09-09 09-10 09-11); null"},
		{"what is overtime is not complementary, too", paid(), hourRules(partTime(24)), append(leave("2026-09-07", "2026-09-07"), week("2026-09-07", "", "10:00-20:00", "10:00-20:00", "10:00-20:00", "10:00-12:00")...), "2026-09",
			"overtime_25 108 = null (09-07 09-08 09-09 09-10 09-11); complementary_10 144 = null (09-08 09-09 09-10 09-11); complementary_25 228 = null (09-08 09-09 09-10 09-11); meal 8 = null (09-08 09-09 09-10 09-11); null"},
		{"a threshold above 35 h makes no part time of full time", paid(), hourRules(partTime(36), func(r *report.Rules) { r.Limits.Overtime = 39 * 60 }), week("2026-09-07", "08:00-18:00", "08:00-18:00", "08:00-18:00", "08:00-16:00"), "2026-09",
			"meal 8 = null (09-07 09-08 09-09 09-10); null"},
		{"hospitals pay overtime otherwise", paid(), hourRules(func(r *report.Rules) {
			r.Limits = report.ProfileLimits(report.Hospital)
			r.Limits.Overtime = 35 * 60
		}), week("2026-09-07", nine, nine, nine, nine, nine), "2026-09", "meal 10 = null (09-07 09-08 09-09 09-10 09-11); null"},
		{"time that two slots cover counts once, for the day of the first", paid(), hourRules(private),
			[]models.Day{entry("2026-09-07", "ASTREINTE", "20:00+08:00"), entry("2026-09-08", "WORK", "06:00-20:00", "07:30-09:00"), entry("2026-09-09", "WORK", "08:00-20:00")}, "2026-09",
			"night 540 = null (09-07 09-08); overtime_25 60 = null (09-07 09-08 09-09); call_out 720 = null (09-07 09-08); meal 4 = null (09-08 09-09); null"},
		{"the night of hospitals is that of the text", hospital(), hourRules(func(r *report.Rules) { r.Night = report.Night{Start: wall(22), End: wall(7)} }), []models.Day{entry("2026-11-05", "GARDE", "20:00+08:00")}, "2026-11",
			"night 540 = 4500 (11-05 11-06); meal 2 = null (11-05); 4500"},
		{"nor a week of which some days have a number of days", paid(), hourRules(private, func(r *report.Rules) {
			r.Targets = []report.Target{report.WeekTarget(dateOf("2026-01-01"), 28*60), report.DaysTarget(dateOf("2026-09-10"), 218)}
		}), week("2026-09-07", nine, nine, nine), "2026-09", "meal 6 = null (09-07 09-08 09-09); null"},
		{"the week before one with a number of days has", paid(), hourRules(private, func(r *report.Rules) {
			r.Targets = []report.Target{report.WeekTarget(dateOf("2026-01-01"), 28*60), report.DaysTarget(dateOf("2026-09-14"), 218)}
		}), week("2026-09-07", nine, nine, nine, "08:00-10:00"), "2026-09", "complementary_10 60 = null (09-07 09-08 09-09 09-10); meal 8 = null (09-07 09-08 09-09 09-10); null"},
	} {
		modelstest.Want(t, payText(test.rules.Pay(test.hours, test.days, dateOf(test.month+"-01"), at("2026-11-20 20:00"))), test.want, test.name)
	}
}

func TestOvertimeIsKnownOnceItsWeekIsOver(t *testing.T) {
	days := week("2026-11-16", "08:00-20:00", "08:00-20:00", "08:00-20:00")
	for now, want := range map[string]string{
		"2026-11-22 23:59": "meal 6 = null (11-16 11-17 11-18); null",
		"2026-11-23 00:00": "overtime_25 60 = null (11-16 11-17 11-18); meal 6 = null (11-16 11-17 11-18); null",
	} {
		modelstest.Want(t, payText(paid().Pay(hourRules(private), days, dateOf("2026-11-01"), at(now))), want, now)
	}
}

func TestAWeekOfOvertimeSaysHowItComesAbout(t *testing.T) {
	days := append([]models.Day{entry("2026-09-06", "GARDE", "22:00+03:00")}, leave("2026-09-07", "2026-09-07")...)
	days = append(days, entry("2026-09-08", "WORK/CONGE", "07:00-17:00"), entry("2026-09-09", "WORK", "07:00-12:00", "13:00-20:00"), entry("2026-09-12", "WORK", "07:00-12:00"))
	pay := paid().Pay(hourRules(partTime(30)), days, dateOf("2026-09-01"), at("2026-11-20 20:00"))
	var got []string
	for _, line := range pay.Lines {
		for _, week := range line.Weeks {
			text := fmt.Sprintf("%s %s: %d of %d, %d of them leave, above %d:", line.Kind, week.Monday, week.Count, week.Base, week.Leave, week.Threshold)
			for _, day := range week.Days {
				text += fmt.Sprintf(" %d of %s on %s", day.Count, day.Day.Date.String()[5:], day.Date.String()[5:])
			}
			got = append(got, text)
		}
	}
	// 3 h of Sunday's night, 6 h and 3 h of leave, 10 h, 12 h and 5 h
	const behind = "180 of 09-06 on 09-07 360 of 09-07 on 09-07 780 of 09-08 on 09-08 720 of 09-09 on 09-09 300 of 09-12 on 09-12"
	want := []string{
		"overtime_25 2026-09-07: 240 of 2340, 540 of them leave, above 2100: " + behind,
	}
	modelstest.WantList(t, got, want, strings.Join(got, "\n"), strings.Join(want, "\n"))
}

func TestThePayForProgramsHasTheNamesOfTheContract(t *testing.T) {
	rules := hospital()
	rules.Delay = 2
	days := []models.Day{entry("2026-09-02", "TT/RTT", "08:00-12:00"), entry("2026-09-03", "GARDE", "20:00+08:00")}
	for month, want := range map[string]string{
		"2026-11-01": `{"month":"2026-11","of":"2026-09","lines":[{"kind":"night","minutes":540,"cents":4500,"dates":["2026-09-03","2026-09-04"]},` +
			`{"kind":"telework","days":0.5,"cents":null,"dates":["2026-09-02"]},{"kind":"meal","days":1,"cents":null,"dates":["2026-09-03"]}],"total_cents":4500}`,
		"2026-10-01": `{"month":"2026-10","of":"2026-08","lines":[],"total_cents":null}`,
	} {
		got := modelstest.Got(json.Marshal(rules.Pay(hourRules(), days, dateOf(month), at("2026-11-20 20:00"))))(t)
		modelstest.Want(t, string(got), want, month)
	}
}

// Of what is paid, the page names the source: a text, or the configuration.
func TestEveryRateHasItsSource(t *testing.T) {
	days := []models.Day{entry("2026-11-08", "GARDE", "20:00-23:00"), entry("2026-11-09", "GARDE", "21:00-22:00"), entry("2026-11-11", "TT", "20:00-21:00")}
	rules := hospital(payRate(report.PayMeal, "2026-01-01", 1), payRate(report.PayHoliday, "2026-01-01", 8_000))
	var got []string
	for _, line := range rules.Pay(hourRules(), days, dateOf("2026-11-01"), at("2026-11-20 20:00")).Lines {
		for _, part := range line.Parts {
			if part.Rate != nil {
				got = append(got, fmt.Sprintf("%s: %+v", line.Kind, *part.Rate))
			}
		}
	}
	want := []string{
		"night: {Thousandths:36400000 For:109200 Percent:25 Source:décret n° 2023-1238 Year:0 Text:2023-1238/}",
		"sunday: {Thousandths:60000 For:480 Percent:100 Source:arrêté du 22 décembre 2023, d’après agents-chu-angers.fr Year:2025 Text:}",
		"holiday: {Thousandths:8000 For:60 Percent:100 Source: Year:0 Text:}",
		"meal: {Thousandths:1 For:2 Percent:100 Source: Year:0 Text:}",
	}
	modelstest.WantList(t, got, want, strings.Join(got, "\n"), strings.Join(want, "\n"))
}
