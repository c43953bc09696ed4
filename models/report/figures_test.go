package report_test

import (
	"flag"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// paris is where the days of these tests are.
var paris = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		panic(err)
	}
	return zone
}()

// dateOf reads a date.
func dateOf(text string) civil.Date {
	date, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return date
}

// at reads a local time, such as "2026-11-20 08:00".
func at(text string) civil.Instant {
	local, err := time.ParseInLocation("2006-01-02 15:04", text, paris)
	if err != nil {
		panic(err)
	}
	return civil.NewInstant(local)
}

// entry returns a day with slots, such as "08:00-12:00"; one that ends on the next morning
// is written "20:00+08:00", and an end on another date in full. A type with a half day of
// absence is written "WORK/RTT".
func entry(date, dayType string, slots ...string) models.Day {
	whole, half, _ := strings.Cut(dayType, "/")
	day := models.Day{Zone: paris, WorkEntry: models.WorkEntry{Date: dateOf(date), DayType: models.DayType(whole), HalfDay: models.HalfDay(half)}}
	for _, slot := range slots {
		end := day.Date
		from, to, nextDay := strings.Cut(slot, "+")
		if nextDay {
			end = end.AddDays(1)
		} else {
			from, to, _ = strings.Cut(slot, "-")
		}
		day.Slots = append(day.Slots, models.TimeSlot{StartAt: at(date + " " + from), EndAt: at(end.String() + " " + to)})
	}
	return day
}

// holidays2026 are those of France that the tests meet.
var holidays2026 = map[civil.Date]bool{
	dateOf("2026-01-01"): true, dateOf("2026-04-06"): true, dateOf("2026-05-01"): true, dateOf("2026-05-08"): true, dateOf("2026-05-14"): true, dateOf("2026-05-25"): true,
	dateOf("2026-07-14"): true, dateOf("2026-08-15"): true, dateOf("2026-11-01"): true, dateOf("2026-11-11"): true, dateOf("2026-12-25"): true,
}

// hourRules are the rules of an ordinary person: 7 hours from Monday to Friday since 2026.
func hourRules(changes ...func(*report.Rules)) report.Rules {
	rules := report.Rules{
		Zone:      paris,
		IsHoliday: func(date civil.Date) bool { return holidays2026[date] },
		Targets:   []report.Target{sevenHours("2026-01-01")},
		Balance:   &report.BalanceRules{From: dateOf("2026-01-01")},
		Night:     report.Night{Start: civil.WallTime{Hour: 21}, End: civil.WallTime{Hour: 6}},
	}
	for _, change := range changes {
		change(&rules)
	}
	return rules
}

func sevenHours(from string) report.Target {
	return report.Target{From: dateOf(from), Minutes: [7]int64{0, 420, 420, 420, 420, 420, 0}}
}

func totalsOf(days []models.Day) (totals []models.DayTotal) {
	for _, day := range days {
		totals = append(totals, day.Total())
	}
	return totals
}

// balanceOf returns the balance at the end of a date that is over.
func balanceOf(rules report.Rules, totals []models.DayTotal, date civil.Date) int64 {
	return *rules.Figures(report.Record{Totals: totals}, date, date, noon(date.AddDays(1))).Balance
}

// countOf returns what a counter shows on a date.
func countOf(rules report.Rules, counter report.Counter, totals []models.DayTotal, date, today civil.Date) report.Count {
	rules.Counters = []report.Counter{counter}
	return rules.Figures(report.Record{Totals: totals}, date, date, noon(today)).Counters[0]
}

func noon(date civil.Date) civil.Instant {
	return civil.InstantAt(date, civil.WallTime{Hour: 12}, paris)
}

func TestTheFiguresForProgramsHaveTheNamesOfTheContract(t *testing.T) {
	rules := hourRules(func(r *report.Rules) {
		r.Limits = report.ProfileLimits(report.Private)
		r.Counters = []report.Counter{{Name: "conges", Types: []models.DayType{models.Leave}, Unit: report.Ouvres, Allowances: []report.Since[report.Days]{{Value: report.WholeDays(25)}},
			PeriodStart: report.YearDay{Month: 6, Day: 1}, Accrual: report.Upfront},
			{Name: "recup", Unit: report.InHours, PeriodStart: report.YearDay{Month: 1, Day: 1}, Adjustments: []report.Adjustment{
				{Date: dateOf("2026-05-04"), Days: 510}, {Date: dateOf("2026-06-02"), Days: -185}, {Date: dateOf("2026-06-05"), Days: -60}}}}
	})
	days := []models.Day{
		entry("2026-06-01", "CONGE"),
		entry("2026-06-02", "WORK/CONGE", "08:00-12:00"),
		entry("2026-06-03", "WORK", "08:00-22:00"),
	}
	figures := rules.Figures(report.Record{Totals: totalsOf(days), Days: days}, dateOf("2026-06-01"), dateOf("2026-06-05"), at("2026-06-04 12:00"))
	got := asJSON(figures)
	const none = `{"days":0,"half_days":0,"minutes":0}`
	want := `{"from":"2026-06-01","to":"2026-06-05","worked_minutes":1080,"night_minutes":60,"sunday_minutes":0,"holiday_minutes":0,` +
		`"by_type":{"ASTREINTE":` + none + `,"CONGE":{"days":1,"half_days":1,"minutes":0},"FERIE":` + none + `,"FORMATION":` + none + `,"GARDE":` + none +
		`,"MALADE":` + none + `,"RTT":` + none + `,"TT":` + none + `,"WORK":{"days":1,"half_days":1,"minutes":1080}},` +
		`"target_minutes":630,"balance_minutes":-41970,` +
		`"counters":{"conges":{"period_start":"2026-06-01","allowance":25,"carried":0,"adjusted":0,"taken":1.5,"planned":0,"left":23.5},` +
		`"recup":{"period_start":"2026-01-01","allowance":0,"carried":0,"adjusted":325,"taken":0,"planned":0,"left":325}},"adjusted_minutes":0,` +
		`"findings":[{"rule":"amplitude","date":"2026-06-03","minutes":840,"limit":780,"from":"2026-06-03T08:00:00+02:00","to":"2026-06-03T22:00:00+02:00"},` +
		`{"rule":"day_max","date":"2026-06-03","minutes":840,"limit":600,"from":"2026-06-03T00:00:00+02:00","to":"2026-06-04T00:00:00+02:00"}],"to_verify":[]}`
	modelstest.Want(t, got, want)
}

func TestWhatIsNotConfiguredIsNull(t *testing.T) {
	rules := report.Rules{Zone: paris, IsHoliday: func(civil.Date) bool { return false }, Night: report.Night{Start: civil.WallTime{Hour: 21}, End: civil.WallTime{Hour: 6}}}
	figures := rules.Figures(report.Record{}, dateOf("2026-06-01"), dateOf("2026-06-05"), at("2026-06-04 12:00"))
	got := asJSON(figures)
	if want := `"target_minutes":null,"balance_minutes":null,"counters":null,"adjusted_minutes":null,"findings":null,"to_verify":[]}`; !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want %s at its end", got, want)
	}
	rules.Limits = report.ProfileLimits(report.Private)
	if got := rules.Figures(report.Record{}, dateOf("2026-06-01"), dateOf("2026-06-05"), at("2026-06-04 12:00")).Findings; got == nil || len(got) > 0 {
		t.Errorf("got findings %v, want an empty list", got)
	}
}

func TestThePresenceUnderWayCountsForRestsOnly(t *testing.T) {
	rules := hourRules(func(r *report.Rules) { r.Limits = report.ProfileLimits(report.Private) })
	days := []models.Day{entry("2026-06-02", "WORK", "14:00-22:00"), entry("2026-06-03", "WORK")}
	days[1].ID = 7
	present := models.TimeSlot{WorkEntryID: 7, StartAt: at("2026-06-03 05:00"), EndAt: at("2026-06-03 09:00")}
	record := report.Record{Totals: totalsOf(days), Days: days, Present: &present}
	figures := rules.Figures(record, dateOf("2026-06-01"), dateOf("2026-06-30"), at("2026-06-03 09:00"))
	if got := inFull(figures.Findings); figures.Hours.Worked != 480 || got != "daily_rest 420/660, 06-02 22:00 → 06-03 05:00" {
		t.Errorf("got %d minutes and %v", figures.Hours.Worked, figures.Findings)
	}
	if len(days[1].Slots) > 0 {
		t.Error("the day was changed")
	}
}

// spanOf is the only span from one date to another.
func spanOf(rules report.Rules, days []models.Day, from, to, now string) report.Span {
	return rules.Spans(days, []civil.Date{dateOf(from)}, dateOf(to), at(now+" 12:00"))[0]
}

func minutesOf(number *int64) any {
	if number == nil {
		return nil
	}
	return *number
}

func TestASpanSaysWhatIsConfiguredUpToYesterday(t *testing.T) {
	days := []models.Day{entry("2026-11-16", "WORK", "08:00-16:00"), entry("2026-11-17", "WORK/RTT", "08:00-12:00"), entry("2026-11-18", "RTT", "08:00-09:00"), entry("2026-11-30", "TT")}
	forfait := report.DaysTarget(dateOf("2026-01-01"), 218)
	for _, test := range []struct {
		name                        string
		change                      func(*report.Rules)
		from, to, now               string
		target, difference, balance any
		daysWorked                  string
	}{
		{"a week in the past", nil, "2026-11-16", "2026-11-18", "2026-11-19", int64(630), int64(150), int64(150), "2.5"},
		{"today's hours have no target yet", nil, "2026-11-16", "2026-11-18", "2026-11-17", int64(420), int64(60), int64(60), "1.5"},
		{"the week to come has none", nil, "2026-11-23", "2026-11-30", "2026-11-19", nil, nil, nil, "0"},
		{"the difference begins with the targets", targets(sevenHours("2026-11-17")), "2026-11-16", "2026-11-18", "2026-11-30", int64(210), int64(90), int64(570), "2.5"},
		{"days of the year are counted, and not hours", targets(forfait), "2026-11-16", "2026-11-18", "2026-11-30", nil, nil, int64(780), "2.5"},
		{"no balance", func(r *report.Rules) { r.Balance = nil }, "2026-11-16", "2026-11-18", "2026-11-30", int64(630), int64(150), nil, "2.5"},
		{"a balance from the last day on", func(r *report.Rules) { r.Balance.From, r.Balance.Start = dateOf("2026-11-18"), -30 }, "2026-11-16", "2026-11-18", "2026-11-30", int64(630), int64(150), int64(30), "2.5"},
	} {
		rules := hourRules(func(r *report.Rules) { r.Balance.From = dateOf("2026-11-16") })
		if test.change != nil {
			test.change(&rules)
		}
		span := spanOf(rules, days, test.from, test.to, test.now)
		got := []any{minutesOf(span.Target), minutesOf(span.Difference), minutesOf(span.Balance), span.DaysWorked.String()}
		if want := []any{test.target, test.difference, test.balance, test.daysWorked}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v: target, difference, balance, days", test.name, got, want)
		}
	}
}

func TestSpansAddUpToTheFigures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := hourRules(targets(sevenHours("2025-01-01"), report.WeekTarget(dateOf("2026-10-20"), 2000)),
			func(r *report.Rules) { r.Balance.From = dateOf("2026-01-15") })
		days := anyDays(t)
		from := dateOf("2026-01-01").AddDays(rapid.IntRange(0, 300).Draw(t, "from"))
		starts := []civil.Date{from}
		for range rapid.IntRange(0, 5).Draw(t, "cuts") {
			starts = append(starts, starts[len(starts)-1].AddDays(rapid.IntRange(1, 40).Draw(t, "days")))
		}
		to := starts[len(starts)-1].AddDays(rapid.IntRange(0, 40).Draw(t, "last"))
		now := civil.NewInstant(at("2026-01-10 12:00").AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "today")))
		record := report.Record{Totals: totalsOf(days), Days: days}
		want := rules.Figures(record, from, to, now)
		before := rules.Figures(record, from, from.AddDays(-1), now)
		var hours report.Hours
		var target int64
		balance := *before.Balance
		spans := rules.Carried(from, *before.Balance).Spans(days, starts, to, now)
		for _, span := range spans {
			hours.Worked, hours.Night = hours.Worked+span.Hours.Worked, hours.Night+span.Hours.Night
			if span.Target != nil {
				target += *span.Target
			}
			if span.Balance != nil {
				balance = *span.Balance
			}
		}
		got := [4]int64{hours.Worked, hours.Night, target, balance}
		if want := [4]int64{want.Hours.Worked, want.Hours.Night, *want.Target, *want.Balance}; got != want {
			t.Fatalf("got %v, want %v: worked, night, target, balance", got, want)
		}
		whole := rules.Carried(from, *before.Balance).Spans(days, []civil.Date{from}, to, now)[0]
		if got := report.Join(spans, from, to); !reflect.DeepEqual(got, whole) {
			t.Fatalf("got %+v joined, want %+v", got, whole)
		}
		if got := report.Join(spans, spans[0].From, spans[0].To); !reflect.DeepEqual(got, spans[0]) {
			t.Fatalf("got %+v joined, want %+v", got, spans[0])
		}
	})
}

// rounds is how many random cases a test computes: few with the race detector, which computing does
// not concern and which makes it ten times as slow.
func rounds(without int) int {
	if modelstest.RaceDetected {
		return without / 10
	}
	return without
}

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", strconv.Itoa(rounds(100))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
