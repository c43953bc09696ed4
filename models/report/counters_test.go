package report_test

import (
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
	noTargets := targets()
	threeDays := targets(report.Target{From: dateOf("2026-01-01"), Minutes: [7]int64{0, 420, 420, 0, 420, 0, 0}})
	fourDays := targets(report.Target{From: dateOf("2026-01-01"), Minutes: [7]int64{0, 420, 420, 0, 420, 420, 0}})
	for _, test := range []struct {
		name              string
		days              []models.Day
		change            func(*report.Rules)
		ouvres, ouvrables string
	}{
		{"a week from Monday to Friday, its Saturday included", leave("2026-08-03", "2026-08-07"), nil, "5", "6"},
		{"a week from Monday to Sunday, its Saturday once", leave("2026-08-03", "2026-08-09"), nil, "5", "6"},
		{"a Friday", leave("2026-08-07", "2026-08-07"), nil, "1", "2"},
		{"a Thursday", leave("2026-08-06", "2026-08-06"), nil, "1", "1"},
		{"a week with a public holiday on its Saturday", leave("2026-08-10", "2026-08-14"), nil, "5", "5"},
		{"a week with a public holiday on its Friday", leave("2026-05-04", "2026-05-08"), nil, "4", "5"},
		{"a week with a public holiday in the middle", leave("2026-11-09", "2026-11-13"), nil, "4", "5"},
		{"four days before a public holiday and a weekend", leave("2026-05-04", "2026-05-07"), nil, "4", "5"},
		{"and an entry that says it is one", append(leave("2026-05-04", "2026-05-07"), entry("2026-05-08", "FERIE")), nil, "4", "5"},
		{"a holiday of one's own", append(leave("2026-08-03", "2026-08-06"), entry("2026-08-07", "FERIE")), nil, "4", "5"},
		{"a week of Monday, Tuesday and Thursday", append(leave("2026-08-03", "2026-08-04"), leave("2026-08-06", "2026-08-06")...), threeDays, "3", "6"},
		{"its Tuesday alone reaches to Wednesday", leave("2026-08-04", "2026-08-04"), threeDays, "1", "2"},
		{"one returns for a night", append(leave("2026-08-06", "2026-08-06"), entry("2026-08-08", "GARDE")), threeDays, "1", "2"},
		{"half a day more ends the leave", append(leave("2026-08-06", "2026-08-06"), entry("2026-08-08", "WORK/CONGE")), threeDays, "1", "2.5"},
		{"two weeks, their weekend between", append(leave("2026-08-03", "2026-08-07"), leave("2026-08-17", "2026-08-21")...), nil, "10", "12"},
		{"a Friday before a Saturday that one worked", append(leave("2026-08-07", "2026-08-07"), entry("2026-08-08", "WORK")), nil, "1", "1"},
		{"a Sunday", leave("2026-08-09", "2026-08-09"), nil, "0", "0"},
		{"a Saturday", leave("2026-08-08", "2026-08-08"), nil, "0", "1"},
		{"half a day", []models.Day{entry("2026-08-06", "WORK/CONGE")}, nil, "0.5", "0.5"},
		{"half a Friday has no Saturday", []models.Day{entry("2026-08-07", "WORK/CONGE")}, nil, "0.5", "0.5"},
		{"half a free day", []models.Day{entry("2026-08-06", "WORK/REPOS")}, nil, "0", "0"},
		{"half a day of another type", []models.Day{entry("2026-08-06", "WORK/RTT")}, nil, "0", "0"},
		{"half a day on a public holiday", []models.Day{entry("2026-07-14", "WORK/CONGE")}, nil, "0", "0"},
		{"another type", []models.Day{entry("2026-08-06", "RTT")}, nil, "0", "0"},
		{"a call-out changes nothing", []models.Day{entry("2026-08-06", "CONGE", "10:00-12:00")}, nil, "1", "1"},
		{"a week without targets", leave("2026-08-03", "2026-08-07"), noTargets, "5", "6"},
		{"a weekend without targets", leave("2026-08-08", "2026-08-09"), noTargets, "0", "1"},
		{"a week of four days", leave("2026-08-03", "2026-08-07"), fourDays, "4", "6"},
		{"a week of a roster", leave("2026-08-03", "2026-08-09"), targets(report.WeekTarget(dateOf("2026-01-01"), 2100)), "7", "6"},
		{"a week of forfait jours", leave("2026-08-03", "2026-08-09"), targets(report.DaysTarget(dateOf("2026-01-01"), 218)), "5", "6"},
		{"a week before the first target", leave("2026-08-03", "2026-08-09"), targets(sevenHours("2027-01-01")), "5", "6"},
		{"a week while nothing is to be worked", leave("2026-08-03", "2026-08-07"), targets(report.Target{From: dateOf("2026-01-01")}), "0", "5"},
	} {
		rules := hourRules()
		if test.change != nil {
			test.change(&rules)
		}
		for _, unit := range []struct {
			counter report.Counter
			want    string
		}{{conges(), test.ouvres}, {conges(ouvrables), test.ouvrables}} {
			day := dateOf("2026-12-31")
			if test.days[0].Date.Month < 6 {
				day = dateOf("2026-05-31")
			}
			count := rules.Count(unit.counter, totalsOf(test.days), day, dateOf("2027-06-01"))
			if got := count.Taken.String(); got != unit.want {
				t.Errorf("%s: got %s %s, want %s", test.name, got, unit.counter.Unit, unit.want)
			}
			var listed report.Days
			for _, day := range count.Days {
				listed += day.Days
			}
			if listed != count.Taken {
				t.Errorf("%s: %d half days are listed, %d taken", test.name, listed, count.Taken)
			}
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
		{"days to come are planned, and still left", conges(), "2026-12-31", "2026-11-22", "0 25 0 2 2 23"},
		{"a day that is today is taken", conges(), "2026-12-31", "2026-11-26", "0 25 0 3 1 22"},
		{"after the end of the range too", conges(), "2026-06-30", "2026-12-31", "0 25 0 2 2 23"},
		{"the period before", conges(), "2026-05-31", "2026-11-22", "0 25 0 13 0 12"},
		{"what is left is not carried over", conges(), "2026-06-01", "2026-06-01", "0 25 0 1 3 24"},
		{"all of it is", conges(carries(report.CarryAll, nil)), "2026-12-31", "2026-12-31", "12 25 0 4 0 33"},
		{"as much as allowed is", conges(carries(report.WholeDays(5), nil)), "2026-12-31", "2026-12-31", "5 25 0 4 0 26"},
		{"until it expires", conges(carries(report.WholeDays(5), july)), "2026-07-31", "2026-12-31", "5 25 0 2 2 28"},
		{"then only as far as it was taken", conges(carries(report.WholeDays(5), july)), "2026-08-01", "2026-12-31", "2 25 0 2 2 25"},
		{"what was taken after that does not count", conges(carries(report.WholeDays(5), july)), "2026-12-31", "2026-12-31", "2 25 0 4 0 23"},
		{"what was taken on its last day does", conges(carries(report.WholeDays(5), november)), "2026-12-31", "2026-12-31", "3 25 0 4 0 24"},
		{"no more than what is left", conges(carries(report.WholeDays(20), nil)), "2026-12-31", "2026-12-31", "12 25 0 4 0 33"},
		{"a date before the start of the period is in its second year", conges(carries(report.WholeDays(5), march)), "2027-03-31", "2027-12-31", "5 25 0 4 0 26"},
		{"and then as far as it was taken", conges(carries(report.WholeDays(5), march)), "2027-04-01", "2027-12-31", "4 25 0 4 0 25"},
		{"another allowance from the start of a period on", conges(raisedTo("2026-06-01", 27)), "2026-12-31", "2026-12-31", "0 27 0 4 0 23"},
		{"from a later date on it is of the next period", conges(raisedTo("2026-06-02", 27)), "2026-12-31", "2026-12-31", "0 25 0 4 0 21"},
		{"earned by month, too", conges(monthly, exact, raisedTo("2026-06-01", 27)), "2026-06-30", "2026-12-31", "0 2.25 0 2 2 0.25"},
		{"what is carried over is of its own period", conges(carries(report.CarryAll, nil), raisedTo("2026-06-01", 27)), "2026-12-31", "2026-12-31", "12 27 0 4 0 35"},
		{"an adjustment counts from its date on", conges(adjusted("2026-11-01", report.WholeDays(2))), "2026-10-31", "2026-12-31", "0 25 0 2 2 23"},
		{"and then", conges(adjusted("2026-11-01", report.WholeDays(2))), "2026-11-01", "2026-12-31", "0 25 2 2 2 25"},
		{"in its period only", conges(adjusted("2026-05-31", report.WholeDays(2))), "2026-12-31", "2026-12-31", "0 25 0 4 0 21"},
		{"unless it is carried over", conges(adjusted("2026-05-31", report.HalfDay), carries(report.CarryAll, nil)), "2026-12-31", "2026-12-31", "12.5 25 0 4 0 33.5"},
		{"an adjustment may take away", conges(adjusted("2026-06-01", -report.HalfDay)), "2026-12-31", "2026-12-31", "0 25 -0.5 4 0 20.5"},
		{"a debt is carried over", conges(adjusted("2025-06-01", report.WholeDays(-20)), carries(report.CarryAll, july)), "2026-12-31", "2026-12-31", "-8 25 0 4 0 13"},
		{"an allowance by month begins with nothing", conges(monthly), "2026-06-29", "2026-12-31", "0 0 0 2 2 -2"},
		{"a month earns a twelfth, rounded up", conges(monthly), "2026-06-30", "2026-12-31", "0 3 0 2 2 1"},
		{"six months earn half, rounded up", conges(monthly), "2026-11-30", "2026-12-31", "0 13 0 4 0 9"},
		{"all of it at the end", conges(monthly), "2026-05-31", "2026-12-31", "0 25 0 13 0 12"},
		{"without rounding up, to the hundredth", conges(monthly, exact), "2026-06-30", "2026-12-31", "0 2.08 0 2 2 0.08"},
		{"a half of it upwards", conges(monthly, exact, func(c *report.Counter) { c.Allowances = allowance(report.WholeDays(9) + 30) }), "2026-06-30", "2026-12-31", "0 0.78 0 2 2 -1.22"},
		{"nine days of RTT after ten months", conges(monthly, exact, func(c *report.Counter) { c.Allowances = allowance(report.WholeDays(9)) }), "2027-03-31", "2027-12-31", "0 7.5 0 4 0 3.5"},
		{"which may end in half a day", conges(monthly, func(c *report.Counter) { c.Allowances = allowance(1250) }), "2026-05-31", "2026-12-31", "0 12.5 0 13 0 -0.5"},
		{"no more than until today", conges(monthly), "2027-05-31", "2026-11-22", "0 11 0 2 2 9"},
		{"a year that has not begun", conges(), "2027-06-30", "2026-11-22", "0 25 0 0 0 25"},
	} {
		got := hourRules().Count(test.counter, totalsOf(days), dateOf(test.to), dateOf(test.today))
		said := got.Carried.String() + " " + got.Accrued.String() + " " + got.Adjusted.String() + " " + got.Taken.String() + " " + got.Planned.String() + " " + got.Left.String()
		modelstest.Want(t, said, test.want, test.name)
	}
}

func TestAMonthOfAPeriodEndsOnTheLastDayOfAShortMonth(t *testing.T) {
	counter := conges(monthly, func(c *report.Counter) {
		c.PeriodStart, c.Allowances = report.YearDay{Month: 1, Day: 31}, allowance(report.WholeDays(12))
	})
	for date, want := range map[string]string{"2026-02-26": "0", "2026-02-27": "1", "2026-03-29": "1", "2026-03-30": "2", "2027-01-30": "12"} {
		modelstest.Want(t, hourRules().Count(counter, nil, dateOf(date), dateOf(date)).Accrued.String(), want, date)
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
		modelstest.Want(t, hourRules().Count(test.counter, totalsOf(test.days), dateOf("2026-11-22"), dateOf("2026-11-22")).Carried.String(), test.want, name)
	}
}
