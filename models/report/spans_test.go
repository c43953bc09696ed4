package report_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

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
		{"nor has one before the targets", targets(sevenHours("2026-11-20")), "2026-11-16", "2026-11-18", "2026-11-30", nil, nil, int64(780), "2.5"},
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
