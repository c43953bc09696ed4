package views

import (
	"slices"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

func TestTheDifferenceIsThatOfTheDatesWithATargetInHours(t *testing.T) {
	byDays := report.DaysTarget(dateOf("2026-11-01"), 218)
	days := []models.Day{day("2026-11-02", models.Work, 480), day("2026-11-03", models.Work, 480), day("2026-11-04", models.Work, 450), day("2026-11-06", models.Work, 60)}
	var totals []models.DayTotal
	for _, day := range days {
		totals = append(totals, day.Total())
	}
	for _, test := range []struct {
		name  string
		rules report.Rules
		to    string
		want  []string
	}{
		{"a target since long ago", hoursOn("2026-11-06", targets(week35)).Rules, "2026-11-04", []string{"sur 21 h", "écart +2 h 30"}},
		{"up to yesterday", hoursOn("2026-11-06", targets(week35)).Rules, "2026-11-06", []string{"jusqu’à hier 23 h 30 sur 28 h", "écart −4 h 30"}},
		{"a target from the 3rd on", hoursOn("2026-11-06", targets(report.WeekTarget(dateOf("2026-11-03"), 2100))).Rules, "2026-11-04", []string{"depuis le 3 novembre 15 h 30 sur 14 h", "écart +1 h 30"}},
		{"and up to yesterday", hoursOn("2026-11-06", targets(report.WeekTarget(dateOf("2026-11-03"), 2100))).Rules, "2026-11-06", []string{"du 3 novembre à hier 15 h 30 sur 21 h", "écart −5 h 30"}},
		{"no hours before the target", hoursOn("2026-11-06", targets(report.WeekTarget(dateOf("2026-11-02"), 2100))).Rules, "2026-11-04", []string{"sur 21 h", "écart +2 h 30"}},
		{"days, and hours from the 4th on", hoursOn("2026-11-06", targets(byDays, report.WeekTarget(dateOf("2026-11-04"), 2100))).Rules, "2026-11-04", []string{"depuis le 4 novembre 7 h 30 sur 7 h", "écart +0 h 30"}},
		{"only days", hoursOn("2026-11-06", targets(byDays)).Rules, "2026-11-04", nil},
	} {
		from, to := dateOf("2026-11-01"), dateOf(test.to)
		var got []string
		for _, text := range Against(test.rules, totals, from, to, dateOf("2026-11-06")) {
			got = append(got, plain(text))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		span := test.rules.Spans(days, []civil.Date{from}, to, civil.NewInstant(time.Date(2026, 11, 6, 12, 0, 0, 0, time.UTC)))[0]
		if len(got) > 0 && got[1] != plain("écart "+french.Signed(*span.Difference)) {
			t.Errorf("%s: got %s, and the difference of the hours is %d min", test.name, got[1], *span.Difference)
		}
	}
}

func TestAnAbsenceOnTheWeekendOfARosterIsSaid(t *testing.T) {
	days := []models.Day{day("2026-08-01", models.Leave, 0), day("2026-08-02", models.Leave, 0)} // a Saturday and a Sunday
	hours := hoursOn("2026-08-03", targets(week35))
	var got []string
	for _, text := range Against(hours.Rules, models.Totals(days), dateOf("2026-08-01"), dateOf("2026-08-31"), dateOf("2026-08-03")) {
		got = append(got, plain(text))
	}
	for _, span := range hours.Rules.Spans(days, datesFrom(dateOf("2026-08-01"), dateOf("2026-08-02")), dateOf("2026-08-02"), hours.Now) {
		got = append(got, plain(target.value(span)), plain(difference.value(span)))
	}
	if want := []string{"jusqu’à hier 0 h 00 (absence −14 h)", "écart +14 h 00", "absence −7 h", "+7 h 00", "absence −7 h", "+7 h 00"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
