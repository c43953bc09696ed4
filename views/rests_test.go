package views

import (
	"strings"
	"testing"
	"time"

	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestAFindingSaysWhenItWasAndWhatItIs(t *testing.T) {
	t.Parallel()
	date := func(text string) civil.Date {
		parsed, err := civil.ParseDate(text)
		modelstest.Must(t, err)
		return parsed
	}
	finding := func(rule report.Rule, on, first, last string, minutes, limit int64) report.Finding {
		return report.Finding{Rule: rule, Date: date(on), First: date(first), Last: date(last), Minutes: minutes, Limit: limit}
	}
	days := func(rule report.Rule, on, first, last string, number, limit report.Days) report.Finding {
		return report.Finding{Rule: rule, Date: date(on), First: date(first), Last: date(last), Days: number, LimitDays: limit}
	}
	between := func(f report.Finding, from, to string) report.Finding {
		f.From, _ = time.Parse("2006-01-02 15:04", from)
		f.To, _ = time.Parse("2006-01-02 15:04", to)
		return f
	}
	for name, test := range map[string]struct {
		finding report.Finding
		want    string
	}{
		"a rest": {between(finding(report.DailyRest, "2026-06-03", "2026-06-02", "2026-06-03", 710, 720), "2026-06-02 18:50", "2026-06-03 06:40"),
			"2 juin 18:50 → 3 juin 06:40: 11 h 50 de repos, 12 h demandées"},
		"a rest of an hour":          {between(finding(report.DailyRest, "2026-06-02", "2026-06-02", "2026-06-02", 59, 60), "2026-06-02 18:50", "2026-06-02 19:49"), "2 juin 18:50 → 19:49: 59 min de repos, 1 h demandée"},
		"a rest of less than two":    {between(finding(report.DailyRest, "2026-06-02", "2026-06-02", "2026-06-02", 59, 119), "2026-06-02 18:50", "2026-06-02 19:49"), "2 juin 18:50 → 19:49: 59 min de repos, 1 h 59 demandée"},
		"a rest of half an hour":     {between(finding(report.DailyRest, "2026-06-02", "2026-06-02", "2026-06-02", 29, 30), "2026-06-02 18:50", "2026-06-02 19:19"), "2 juin 18:50 → 19:19: 29 min de repos, 30 min demandées"},
		"a rest of an hour in weeks": {between(finding(report.WeeklyRest, "2026-10-26", "2026-10-26", "2026-11-01", 59, 60), "2026-10-28 18:50", "2026-10-28 19:49"), "Semaine 44, 28 octobre 18:50 → 19:49: 59 min de repos, 1 h demandée"},
		"a shift": {between(finding(report.Amplitude, "2026-06-01", "2026-06-01", "2026-06-01", 725, 720), "2026-06-01 06:45", "2026-06-01 18:50"),
			"1er juin 06:45 → 18:50: 12 h 05 du début à la fin, 12 h au plus"},
		"a rest in a week of two months": {between(finding(report.WeeklyRest, "2026-10-26", "2026-10-26", "2026-11-01", 2099, 2100), "2026-10-31 21:01", "2026-11-02 08:00"),
			"Semaine 44, 31 octobre 21:01 → 2 novembre 08:00: 34 h 59 de repos, 35 h demandées"},
		"weeks of two years":    {finding(report.TwelveWeeks, "2026-01-12", "2025-10-27", "2026-01-18", 2641, 2640), "Du 27 octobre 2025 au 18 janvier: 44 h 01 par semaine, 44 h au plus"},
		"seven days of no week": {finding(report.WeekMax, "2026-11-02", "2026-11-05", "2026-11-11", 3240, 2880), "Du 5 au 11 novembre: 54 h 00 de travail, 48 h au plus"},
		"no free Sunday":        {days(report.RestSunday, "2026-11-02", "2026-11-02", "2026-11-15", 0, 200), "Du 2 au 15 novembre: aucun dimanche sans travail, 2 jours de suite à avoir"},
		"half a day":            {days(report.DaysPerYear, "2026-10-01", "2026-10-01", "2026-11-20", 21850, 21800), "Dépassé le 1er octobre: 218,5 jours, 218 au plus"},
		"overtime of a year":    {finding(report.Contingent, "2026-06-08", "2026-06-08", "2026-06-14", 13800, 13200), "Dépassé semaine 24, du 8 au 14 juin: 230 h 00 supplémentaires, 220 h au plus"},
		"overtime at one rate":  {finding(report.Overtime, "2026-06-08", "2026-06-08", "2026-06-14", 2370, 2100), "Semaine 24, du 8 au 14 juin: 4 h 30 à 25 %"},
	} {
		got := findingWhen(test.finding) + ": " + figureText(report.ProfileLimits(report.Private), test.finding)
		if got = strings.ReplaceAll(got, "\u00a0", " "); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
