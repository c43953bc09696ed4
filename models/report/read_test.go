package report_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/report"
)

// twoYears is a store with the weekdays of 2025 and 2026, of 9 hours each, some of them
// leave, and an arrival under way on 20 November 2026.
func twoYears(t *testing.T) *models.Store {
	t.Helper()
	store, path := modelstest.Open(t)
	modelstest.Must(t, modelstest.Only(modelstest.SQL(t, path).Exec(`
		WITH RECURSIVE days (day) AS (SELECT '2025-01-01' UNION ALL SELECT date(day, '+1 day') FROM days WHERE day < '2026-12-31')
		INSERT INTO work_entries (date, timezone, day_type, created_at, updated_at)
			SELECT day, 'Europe/Paris', iif(day LIKE '%9' OR day = '2026-07-31', 'CONGE', 'WORK'), day || 'T07:00:00.000000000Z', day || 'T07:00:00.000000000Z'
			FROM days WHERE strftime('%w', day) NOT IN ('0', '6') AND day NOT BETWEEN '2026-11-20' AND '2026-11-30';
		INSERT INTO time_slots (work_entry_id, start_at, end_at)
			SELECT id, date || 'T07:00:00.000000000Z', date || 'T16:00:00.000000000Z' FROM work_entries WHERE day_type = 'WORK'`)))
	signal := models.Signal{Event: models.Arrival, OccurredAt: at("2026-11-20 03:00"), IdempotencyKey: "k"}
	modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), store, signal, at("2026-11-20 03:00"))))
	return store
}

func TestFiguresReadWhatTheyNeed(t *testing.T) {
	store := twoYears(t)
	now := at("2026-11-20 16:00")
	allTotals := modelstest.Got(store.DayTotals(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	allDays := modelstest.Got(store.Days(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	present := &models.TimeSlot{StartAt: at("2026-11-20 03:00"), EndAt: now}
	for i := range allDays {
		if allDays[i].Date == dateOf("2026-11-20") {
			present.WorkEntryID = allDays[i].ID
		}
	}
	augustOn := func(c *report.Counter) { c.PeriodStart = report.YearDay{Month: 8, Day: 1} } // a Saturday in 2026
	for name, change := range map[string]func(*report.Rules){
		"targets only": func(r *report.Rules) { r.Balance = nil },
		"a balance":    func(*report.Rules) {},
		"a counter in ouvrables, its period begins on a Saturday": func(r *report.Rules) { r.Balance, r.Counters = nil, []report.Counter{conges(ouvrables, augustOn)} },
		"a counter that carries over":                             func(r *report.Rules) { r.Counters = []report.Counter{conges(carries(report.CarryAll, nil))} },
		"limits":                                                  func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private); r.Limits.TwelveWeeks = 35 * 60 },
		"days of a year":                                          profile(report.ForfaitJours),
	} {
		rules := hourRules(change)
		for _, span := range [][2]string{{"2026-08-03", "2026-08-05"}, {"2026-11-16", "2026-11-22"}, {"2026-11-20", "2026-11-20"}, {"2026-01-01", "2026-12-31"}, {"2026-11-05", "2026-11-05"}, {"2026-01-12", "2026-01-18"}, {"2026-12-07", "2026-12-13"}, {"2025-12-29", "2026-01-04"}} {
			from, to := dateOf(span[0]), dateOf(span[1])
			record := modelstest.Got(report.NewReader(rules, store).Read(t.Context(), from, to, now))(t)
			got := asJSON(rules.Figures(record, from, to, now))
			modelstest.Want(t, got, asJSON(rules.Figures(report.Record{Totals: allTotals, Days: allDays, Present: present}, from, to, now)), name, span)
		}
	}
}

func TestFewDaysAreReadForFewFigures(t *testing.T) {
	store := twoYears(t)
	rules := hourRules(func(r *report.Rules) { r.Balance = nil })
	record, err := report.NewReader(rules, store).Read(t.Context(), dateOf("2026-08-03"), dateOf("2026-08-05"), at("2026-11-20 16:00"))
	if err != nil || len(record.Totals) != 3 || len(record.Days) != 3 {
		t.Errorf("got %d totals and %d days, %v, want 3 each", len(record.Totals), len(record.Days), err)
	}
}

func TestASheetReadsWhatItNeeds(t *testing.T) {
	store := twoYears(t)
	now := at("2026-11-20 16:00")
	all := modelstest.Got(store.Days(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	allTotals := modelstest.Got(store.DayTotals(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	for name, change := range map[string]func(*report.Rules){
		"nothing is set": func(r *report.Rules) { r.Targets, r.Balance = nil, nil },
		"a balance":      func(*report.Rules) {},
		"a balance of long ago": func(r *report.Rules) {
			r.Targets, r.Balance.From = []report.Target{sevenHours("2020-01-01")}, dateOf("2020-01-01")
		},
		"a counter":                   func(r *report.Rules) { r.Balance, r.Counters = nil, []report.Counter{conges(ouvrables)} },
		"a counter that carries over": func(r *report.Rules) { r.Counters = []report.Counter{conges(carries(report.CarryAll, nil))} },
		"limits":                      func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) },
		"days of a year": func(r *report.Rules) {
			r.Balance, r.Targets = nil, []report.Target{report.DaysTarget(dateOf("2020-01-01"), 218)}
		},
	} {
		rules := hourRules(change)
		plain := rules
		plain.Limits = nil
		for month, last := range map[string]string{"2026-11-01": "2026-11-30", "2026-01-01": "2026-01-31", "2025-12-01": "2025-12-31", "2027-02-01": "2027-02-28"} {
			from, to := dateOf(month), dateOf(last)
			sheet := modelstest.Got(report.NewReader(rules, store).ReadSheet(t.Context(), from, now))(t)
			var of, year []models.Day
			for _, day := range all {
				if from.DaysUntil(day.Date) >= 0 && day.Date.DaysUntil(to) >= 0 {
					of = append(of, day)
				}
				if day.Date.Year == from.Year && day.Date.DaysUntil(to) >= 0 && day.Date.DaysUntil(dateOf("2026-11-20")) >= 0 {
					year = append(year, day)
				}
			}
			if rules.Limits == nil && rules.DaysToWork(to) == 0 {
				year = nil
			}
			if len(sheet.Days) != len(of) || len(sheet.Year) != len(year) || report.DaysWorked(sheet.Year) != report.DaysWorked(year) {
				t.Errorf("%s, %s: got %d days, %d in the year, want %d and %d", name, month, len(sheet.Days), len(sheet.Year), len(of), len(year))
			}
			modelstest.Want(t, asJSON(sheet.Figures), asJSON(plain.Figures(report.Record{Totals: allTotals, Days: all}, from, to, now)), name, month)
			start := sheet.Weeks[0].Monday
			for i, week := range rules.CivilWeeks(all, start, to, now) {
				modelstest.Want(t, sheet.Weeks[i], week, name, month)
			}
			if len(year) > 0 && start.DaysUntil(civil.Date{Year: from.Year, Month: 1, Day: 1}) < 0 {
				t.Errorf("%s, %s: the weeks begin on %s", name, month, start)
			}
		}
	}
}

func TestANightGoesOnUntilItEndsAndNotOnTheDateOfAMidnight(t *testing.T) {
	store, _ := modelstest.Open(t)
	for _, night := range []models.Day{entry("2026-10-31", "GARDE", "20:00+08:00"), entry("2026-11-03", "GARDE", "16:00+00:00"), entry("2026-11-05", "GARDE", "16:00+00:01"), entry("2026-11-30", "GARDE", "20:00+08:00")} {
		modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, night.Date, models.EntryChange{DayType: night.DayType, Slots: night.Slots}, at("2026-11-20 16:00"))))
	}
	sheet, err := report.NewReader(hourRules(), store).ReadSheet(t.Context(), dateOf("2026-11-01"), at("2026-11-20 16:00"))
	if got, want := fmt.Sprint(sheet.GoneOn), fmt.Sprint(map[civil.Date]bool{dateOf("2026-11-01"): true, dateOf("2026-11-06"): true}); got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}
