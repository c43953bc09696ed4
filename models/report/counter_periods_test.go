package report_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models/modelstest"
	"worklog/models/report"
)

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
			modelstest.Want(t, fmt.Sprint(count.Count), fmt.Sprint(rules.Count(test.counter, all, count.PeriodEnd, today)), test.name)
			modelstest.Want(t, count.LeftAtEnd, rules.Count(test.counter, all, count.PeriodEnd, count.PeriodEnd).Left, test.name)
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
		count := hourRules().Count(counter, nil, dateOf("2026-12-31"), dateOf("2026-12-31"))
		modelstest.Want(t, counter.CarriedUntil(count).String(), test.want, test.name)
	}
}
