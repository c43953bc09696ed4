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

// conges is the counter of an ordinary person.
func conges(changes ...func(*report.Counter)) report.Counter {
	counter := report.Counter{Name: "conges", Types: []models.DayType{models.Leave}, Unit: report.Ouvres, Allowances: allowance(report.WholeDays(25)),
		PeriodStart: report.YearDay{Month: 6, Day: 1}, Accrual: report.Upfront}
	for _, change := range changes {
		change(&counter)
	}
	return counter
}

// allowance is one without a date.
func allowance(days report.Days) []report.Since[report.Days] {
	return []report.Since[report.Days]{{Value: days}}
}

func raisedTo(from string, days int64) func(*report.Counter) {
	return func(c *report.Counter) {
		c.Allowances = append(c.Allowances, report.Since[report.Days]{From: dateOf(from), Value: report.WholeDays(days)})
	}
}

func ouvrables(c *report.Counter) {
	c.Unit, c.Allowances = report.Ouvrables, allowance(report.WholeDays(30))
}
func monthly(c *report.Counter) { c.Accrual, c.RoundUp = report.Monthly, true }
func exact(c *report.Counter)   { c.RoundUp = false }
func carries(days report.Days, expires *report.YearDay) func(*report.Counter) {
	return func(c *report.Counter) { c.CarryOver, c.CarryExpires = days, expires }
}
func adjusted(date string, days report.Days) func(*report.Counter) {
	return func(c *report.Counter) {
		c.Adjustments = append(c.Adjustments, report.Adjustment{Date: dateOf(date), Days: days})
	}
}

// leave returns days of leave on every date from one to another.
func leave(from, to string) (days []models.Day) {
	for date := dateOf(from); date.DaysUntil(dateOf(to)) >= 0; date = date.AddDays(1) {
		days = append(days, entry(date.String(), "CONGE"))
	}
	return days
}

func TestDaysOfLeaveCountInTheirUnit(t *testing.T) {
	threeDays := targets(report.Target{From: dateOf("2026-01-01"), Minutes: [7]int64{0, 420, 420, 0, 420, 0, 0}})
	for _, test := range []struct {
		name              string
		days              []models.Day
		change            func(*report.Rules)
		ouvres, ouvrables string
	}{
		{"a week from Monday to Friday, its Saturday included", leave("2026-08-03", "2026-08-07"), nil, "5", "6"},
		{"a week with a public holiday on its Friday", leave("2026-05-04", "2026-05-08"), nil, "4", "5"},
		{"four days before a public holiday and a weekend", leave("2026-05-04", "2026-05-07"), nil, "4", "5"},
		{"and an entry that says it is one", append(leave("2026-05-04", "2026-05-07"), entry("2026-05-08", "FERIE")), nil, "4", "5"},
		{"a holiday of one's own", append(leave("2026-08-03", "2026-08-06"), entry("2026-08-07", "FERIE")), nil, "4", "5"},
		{"a week of Monday, Tuesday and Thursday", append(leave("2026-08-03", "2026-08-04"), leave("2026-08-06", "2026-08-06")...), threeDays, "3", "6"},
		{"a Sunday", leave("2026-08-09", "2026-08-09"), nil, "0", "0"},
		{"half a day", []models.Day{entry("2026-08-06", "WORK/CONGE")}, nil, "0.5", "0.5"},
		{"half a Friday has no Saturday", []models.Day{entry("2026-08-07", "WORK/CONGE")}, nil, "0.5", "0.5"},
		{"half a free day", []models.Day{entry("2026-08-06", "WORK/REPOS")}, nil, "0", "0"},
		{"half a day of another type", []models.Day{entry("2026-08-06", "WORK/RTT")}, nil, "0", "0"},
		{"half a day on a public holiday", []models.Day{entry("2026-07-14", "WORK/CONGE")}, nil, "0", "0"},
		{"another type", []models.Day{entry("2026-08-06", "RTT")}, nil, "0", "0"},
		{"a week of a roster", leave("2026-08-03", "2026-08-09"), targets(report.WeekTarget(dateOf("2026-01-01"), 2100)), "7", "6"},
		{"a week of forfait jours", leave("2026-08-03", "2026-08-09"), targets(report.DaysTarget(dateOf("2026-01-01"), 218)), "5", "6"},
	} {
		rules := hourRules()
		if test.change != nil {
			test.change(&rules)
		}
		for _, unit := range []struct {
			counter report.Counter
			want    string
		}{{conges(), test.ouvres}, {conges(ouvrables), test.ouvrables}} {
			day := "2026-12-31"
			if test.days[0].Date.Month < 6 {
				day = "2026-05-31"
			}
			count := countOf(rules, unit.counter, totalsOf(test.days), dateOf(day), dateOf("2027-06-01"))
			modelstest.Want(t, count.Taken.String(), unit.want, test.name, unit.counter.Unit)
			var listed report.Days
			for _, day := range count.Days {
				listed += day.Days
			}
			modelstest.Want(t, listed, count.Taken, test.name)
		}
	}
}

func TestACounterShowsItsPeriod(t *testing.T) {
	// 10 days in August 2025, 5 around the end of the period, 2 in November 2026
	days := append(append(leave("2025-08-04", "2025-08-15"), leave("2026-05-27", "2026-06-02")...), leave("2026-11-26", "2026-11-27")...)
	july, march, november := &report.YearDay{Month: 7, Day: 31}, &report.YearDay{Month: 3, Day: 31}, &report.YearDay{Month: 11, Day: 26}
	for _, test := range []struct {
		name      string
		counter   report.Counter
		to, today string
		want      string // carried, accrued, adjusted, taken, planned, left
	}{
		{"of the period in which the range ends", conges(), "2026-12-31", "2026-12-31", "0 25 0 4 0 21"},
		{"a day that is today is taken", conges(), "2026-12-31", "2026-11-26", "0 25 0 3 1 22"},
		{"what is left is not carried over", conges(), "2026-06-01", "2026-06-01", "0 25 0 1 3 24"},
		{"all of it is", conges(carries(report.CarryAll, nil)), "2026-12-31", "2026-12-31", "12 25 0 4 0 33"},
		{"then only as far as it was taken", conges(carries(report.WholeDays(5), july)), "2026-08-01", "2026-12-31", "2 25 0 2 2 25"},
		{"what was taken on its last day does", conges(carries(report.WholeDays(5), november)), "2026-12-31", "2026-12-31", "3 25 0 4 0 24"},
		{"a date before the start of the period is in its second year", conges(carries(report.WholeDays(5), march)), "2027-03-31", "2027-12-31", "5 25 0 4 0 26"},
		{"and then as far as it was taken", conges(carries(report.WholeDays(5), march)), "2027-04-01", "2027-12-31", "4 25 0 4 0 25"},
		{"another allowance from the start of a period on", conges(raisedTo("2026-06-01", 27)), "2026-12-31", "2026-12-31", "0 27 0 4 0 23"},
		{"earned by month, too", conges(monthly, exact, raisedTo("2026-06-01", 27)), "2026-06-30", "2026-12-31", "0 2.25 0 2 2 0.25"},
		{"an adjustment counts from its date on", conges(adjusted("2026-11-01", report.WholeDays(2))), "2026-10-31", "2026-12-31", "0 25 0 2 2 23"},
		{"and then", conges(adjusted("2026-11-01", report.WholeDays(2))), "2026-11-01", "2026-12-31", "0 25 2 2 2 25"},
		{"unless it is carried over", conges(adjusted("2026-05-31", report.HalfDay), carries(report.CarryAll, nil)), "2026-12-31", "2026-12-31", "12.5 25 0 4 0 33.5"},
		{"an adjustment may take away", conges(adjusted("2026-06-01", -report.HalfDay)), "2026-12-31", "2026-12-31", "0 25 -0.5 4 0 20.5"},
		{"a debt is carried over", conges(adjusted("2025-06-01", report.WholeDays(-20)), carries(report.CarryAll, july)), "2026-12-31", "2026-12-31", "-8 25 0 4 0 13"},
		{"an allowance by month begins with nothing", conges(monthly), "2026-06-29", "2026-12-31", "0 0 0 2 2 -2"},
		{"a month earns a twelfth, rounded up", conges(monthly), "2026-06-30", "2026-12-31", "0 3 0 2 2 1"},
		{"all of it at the end", conges(monthly), "2026-05-31", "2026-12-31", "0 25 0 13 0 12"},
		{"a half of it upwards", conges(monthly, exact, func(c *report.Counter) { c.Allowances = allowance(report.WholeDays(9) + 30) }), "2026-06-30", "2026-12-31", "0 0.78 0 2 2 -1.22"},
		{"nine days of RTT after ten months", conges(monthly, exact, func(c *report.Counter) { c.Allowances = allowance(report.WholeDays(9)) }), "2027-03-31", "2027-12-31", "0 7.5 0 4 0 3.5"},
		{"which may end in half a day", conges(monthly, func(c *report.Counter) { c.Allowances = allowance(1250) }), "2026-05-31", "2026-12-31", "0 12.5 0 13 0 -0.5"},
	} {
		got := countOf(hourRules(), test.counter, totalsOf(days), dateOf(test.to), dateOf(test.today))
		said := got.Carried.String() + " " + got.Accrued.String() + " " + got.Adjusted.String() + " " + got.Taken.String() + " " + got.Planned.String() + " " + got.Left.String()
		modelstest.Want(t, said, test.want, test.name)
	}
}

func TestAMonthOfAPeriodEndsOnTheLastDayOfAShortMonth(t *testing.T) {
	counter := conges(monthly, func(c *report.Counter) {
		c.PeriodStart, c.Allowances = report.YearDay{Month: 1, Day: 31}, allowance(report.WholeDays(12))
	})
	for date, want := range map[string]string{"2026-02-26": "0", "2026-02-27": "1", "2026-03-29": "1", "2026-03-30": "2", "2027-01-30": "12"} {
		modelstest.Want(t, countOf(hourRules(), counter, nil, dateOf(date), dateOf(date)).Accrued.String(), want, date)
	}
}

func TestCarryingOverBeginsWithTheRecord(t *testing.T) {
	all := conges(carries(report.CarryAll, nil))
	for name, test := range map[string]struct {
		counter report.Counter
		days    []models.Day
		want    string
	}{
		"nothing is recorded":               {all, nil, "0"},
		"the record begins with the period": {all, leave("2026-06-01", "2026-06-01"), "0"},
		"it began two periods before":       {all, leave("2024-06-03", "2024-06-03"), "49"},
		"an adjustment came before":         {conges(carries(report.CarryAll, nil), adjusted("2025-06-01", report.WholeDays(-25))), nil, "0"},
		"the limit holds in every period":   {conges(carries(report.WholeDays(3), nil)), leave("2020-06-03", "2020-06-03"), "3"},
	} {
		modelstest.Want(t, countOf(hourRules(), test.counter, totalsOf(test.days), dateOf("2026-11-22"), dateOf("2026-11-22")).Carried.String(), test.want, name)
	}
}

func TestTheCountersOfAYearAreThoseOfItsPeriods(t *testing.T) {
	store := twoYears(t) // days of leave are the 9th, 19th and 29th, and 31 July 2026
	all := modelstest.Got(store.DayTotals(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	calendar := func(c *report.Counter) { c.Name, c.PeriodStart = "calendar", report.YearDay{Month: 1, Day: 1} }
	for _, test := range []struct {
		name    string
		counter report.Counter
		year    int
		want    string
	}{
		{"of a calendar year there is one", conges(calendar), 2026, "2026-01-01–2026-12-31"},
		{"of another there are two", conges(), 2026, "2025-06-01–2026-05-31 2026-06-01–2027-05-31"},
		{"in ouvrables, with a Saturday before the period", conges(ouvrables, func(c *report.Counter) { c.PeriodStart = report.YearDay{Month: 8, Day: 1} }), 2026, "2025-08-01–2026-07-31 2026-08-01–2027-07-31"},
		{"carried over", conges(carries(report.CarryAll, nil)), 2026, "2025-06-01–2026-05-31 2026-06-01–2027-05-31"},
		{"by month", conges(monthly), 2027, "2026-06-01–2027-05-31 2027-06-01–2028-05-31"},
		{"at the beginning of the calendar", conges(), 1970, "1969-06-01–1970-05-31 1970-06-01–1971-05-31"},
		{"at its end", conges(), 9999, "9998-06-01–9999-05-31 9999-06-01–10000-05-31"},
	} {
		rules := hourRules(func(r *report.Rules) { r.Counters = []report.Counter{test.counter} })
		now, today := at("2026-11-20 16:00"), dateOf("2026-11-20")
		counters, err := report.NewReader(rules, store).ReadCounters(t.Context(), test.year, now)
		if err != nil || len(counters) != 1 {
			t.Fatalf("%s: got %d counters, %v", test.name, len(counters), err)
		}
		var spans []string
		for _, count := range counters[0].Periods {
			spans = append(spans, count.PeriodStart.String()+"–"+count.PeriodEnd.String())
			modelstest.Want(t, fmt.Sprint(count.Count), fmt.Sprint(countOf(rules, test.counter, all, count.PeriodEnd, today)), test.name)
			modelstest.Want(t, count.LeftAtEnd, countOf(rules, test.counter, all, count.PeriodEnd, count.PeriodEnd).Left, test.name)
		}
		modelstest.Want(t, strings.Join(spans, " "), test.want, test.name)
	}
}

func TestWhatIsCarriedOverCanBeTakenUntilADate(t *testing.T) {
	for _, test := range []struct {
		name    string
		expires *report.YearDay
		want    string
	}{
		{"the end of the period", nil, "2027-05-31"},
		{"a date in its first year", &report.YearDay{Month: 8, Day: 31}, "2026-08-31"},
		{"its own first date", &report.YearDay{Month: 6, Day: 1}, "2027-05-31"},
		{"a date in its second year", &report.YearDay{Month: 3, Day: 31}, "2027-03-31"},
	} {
		counter := conges(carries(report.CarryAll, test.expires))
		count := countOf(hourRules(), counter, nil, dateOf("2026-12-31"), dateOf("2026-12-31"))
		modelstest.Want(t, counter.CarriedUntil(count).String(), test.want, test.name)
	}
}

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
		{"a hospital keeps no fifth week apart", hospital, daysOff("CONGE", "2026-02-02…2026-02-06", "2026-08-03…2026-08-28"), "hors-saison +1 of 5", nil},
		{"three weeks of a hospital, each by itself", hospital, daysOff("CONGE", "2026-06-01…2026-06-05", "2026-08-03…2026-08-07", "2026-09-07…2026-09-11"), "trois-fois +1 of 15", nil},
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
