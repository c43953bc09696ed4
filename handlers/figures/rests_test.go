package figures_test

import (
	"strings"
	"testing"

	"worklog/handlers/figures"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

func TestAFindingSaysWhenItWasAndWhatItIs(t *testing.T) {
	t.Parallel()
	date := func(text string) civil.Date {
		parsed, err := civil.ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	finding := func(rule report.Rule, on, first, last string, minutes int64, halves report.Halves) report.Finding {
		return report.Finding{Rule: rule, Date: date(on), First: date(first), Last: date(last), Minutes: minutes, Days: halves, Limit: 2100}
	}
	for name, test := range map[string]struct {
		finding report.Finding
		want    string
	}{
		"no rest":               {finding(report.DailyRest, "2026-11-19", "2026-11-18", "2026-11-19", 0, 0), "jeudi 19 novembre: aucun repos"},
		"a week of two months":  {finding(report.WeeklyRest, "2026-10-26", "2026-10-26", "2026-11-01", 2099, 0), "Semaine 44, du 26 octobre au 1er novembre: 34 h 59 de repos"},
		"weeks of two years":    {finding(report.TwelveWeeks, "2026-01-12", "2025-10-27", "2026-01-18", 2641, 0), "Du 27 octobre 2025 au 18 janvier: 44 h 01 par semaine"},
		"seven days of no week": {finding(report.WeekMax, "2026-11-02", "2026-11-05", "2026-11-11", 3240, 0), "Du 5 au 11 novembre: 54 h 00"},
		"no free Sunday":        {finding(report.RestSunday, "2026-11-02", "2026-11-02", "2026-11-15", 0, 0), "Du 2 au 15 novembre: aucun dimanche sans travail"},
		"half a day":            {finding(report.DaysPerYear, "2026-10-01", "2026-10-01", "2026-11-20", 0, 437), "Dépassé le 1er octobre: 218,5 jours"},
		"overtime of a year":    {finding(report.Contingent, "2026-06-08", "2026-06-08", "2026-06-14", 13800, 0), "Dépassé semaine 24, du 8 au 14 juin: 230 h 00"},
		"overtime at one rate":  {finding(report.Overtime, "2026-06-08", "2026-06-08", "2026-06-14", 2370, 0), "Semaine 24, du 8 au 14 juin: 4 h 30 à 25 %"},
	} {
		rests := report.Rests{Rules: []report.RuleFindings{{Rule: test.finding.Rule, Findings: []report.FindingDays{{Finding: test.finding}}}}}
		found := figures.Rests(rests, func(models.Day) string { return "" }).Rules[0].Standouts[0]
		if got := strings.ReplaceAll(found.Label+": "+found.Figure, "\u00a0", " "); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
