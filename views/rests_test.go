package views

import (
	"strconv"
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
		"overtime of a year":    {finding(report.Contingent, "2026-06-08", "2026-06-08", "2026-06-14", 13800, 13200), "Dépassé semaine 24, du 8 au 14 juin: 230 h 00 supplémentaires, dont 10 h 00 au-delà de 220 h : 5 h 00 de repos sont dus à 20 salariés au plus, 10 h 00 à plus de 20"},
		"overtime at one rate":  {finding(report.Overtime, "2026-06-08", "2026-06-08", "2026-06-14", 2370, 2100), "Semaine 24, du 8 au 14 juin: 4 h 30 à 25 %"},
	} {
		got := findingWhen(test.finding) + ": " + figureText(report.ProfileLimits(report.Private), test.finding)
		modelstest.Want(t, strings.ReplaceAll(got, "\u00a0", " "), test.want, name)
	}
}

func TestOneLateEveningIsOneRow(t *testing.T) {
	t.Parallel()
	moment := func(text string) time.Time {
		at, err := time.Parse("2006-01-02 15:04", text)
		modelstest.Must(t, err)
		return at
	}
	shift := func(from, to string, minutes int64) report.FindingDays {
		return report.FindingDays{Finding: report.Finding{Rule: report.Amplitude, From: moment(from), To: moment(to), Minutes: minutes, Limit: 720, OfShift: true}}
	}
	rest := report.FindingDays{Finding: report.Finding{Rule: report.DailyRest, From: moment("2026-11-03 23:00"), To: moment("2026-11-04 07:30"), Minutes: 510, Limit: 720}}
	late, other := shift("2026-11-03 08:00", "2026-11-03 23:00", 900), shift("2026-11-10 08:00", "2026-11-10 21:00", 780)
	rows := func(amplitudes ...report.FindingDays) (rows []string) {
		rests := report.Rests{Limits: *report.ProfileLimits(report.Hospital), Rules: []report.RuleFindings{
			{Rule: report.DailyRest, Findings: []report.FindingDays{rest}}, {Rule: report.Amplitude, Findings: amplitudes}}}
		late := eveningsOf(rests)
		for _, of := range rests.Rules {
			of = late.without(rests, of)
			for _, found := range of.Findings {
				found.First, found.Last = civil.DateOf(found.From), civil.DateOf(found.To)
				found.Date = found.Last
				row := strconv.Itoa(len(of.Findings)) + " fois " + findingWhen(found.Finding) + " " + findingParts(&rests.Limits, found, late.late)
				rows = append(rows, strings.ReplaceAll(row, "\u00a0", " "))
			}
		}
		return rows
	}
	named := "1 fois 3 novembre 23:00 → 4 novembre 07:30 Après une journée de travail de 15 h 00 du début à la fin, 12 h au plus."
	if got := rows(late); len(got) != 1 || got[0] != named {
		t.Errorf("got %q, want %q", got, named)
	}
	if got := rows(late, other); len(got) != 2 || got[0] != named || got[1] != "1 fois 10 novembre 08:00 → 21:00 " {
		t.Errorf("got %q", got)
	}
}

func TestNobodyIsSaidToWorkNoNightsWhoDoesTwiceAWeek(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		night  report.NightWork
		worker bool
		want   string
	}{
		{report.NightWork{Minutes: 269 * 60}, false, "Les 270 h qui font un travailleur de nuit à défaut d’accord ne sont pas atteintes."},
		{report.NightWork{Minutes: 100 * 60, Weeks: 3}, false, "Deux fois 3 h de nuit ou plus dans 3 semaines de 2026 : si c’est votre horaire habituel, vous êtes travailleur de nuit. Ses durées maximales ne sont pas examinées."},
		{report.NightWork{Minutes: 100 * 60, Weeks: 1}, true, "Deux fois 3 h de nuit ou plus dans 1 semaine de 2026 : si c’est votre horaire habituel, vous êtes travailleur de nuit."},
		{report.NightWork{Minutes: 270 * 60, Weeks: 3}, true, "Les 270 h qui font un travailleur de nuit à défaut d’accord sont atteintes."},
	} {
		test.night.From, test.night.To = civil.Date{Year: 2026, Month: 1, Day: 1}, civil.Date{Year: 2026, Month: 12, Day: 31}
		rests := report.Rests{To: dateOf("2026-12-31"), Night: test.night, Limits: *report.ProfileLimits(report.Private)}
		rests.Limits.NightWorker = test.worker
		said, _ := nightRemark(rests)
		_, got, _ := strings.Cut(strings.ReplaceAll(said.Text, "\u00a0", " "), ". ")
		modelstest.Want(t, got, test.want, test.night)
	}
}

func TestHandoversOfAServiceInTwelveHoursAreOneRow(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 3, 20, 0, 0, 0, time.UTC)
	night := func(rule report.Rule, day int, minutes int64) report.FindingDays {
		from := start.AddDate(0, 0, day)
		return report.FindingDays{Finding: report.Finding{Rule: rule, From: from, To: from.Add(time.Duration(minutes) * time.Minute), Minutes: minutes, Limit: 720, OfShift: true}}
	}
	rests := report.Rests{Limits: *report.Limits{Profile: report.Hospital, TwelveHours: true}.Unset(), Rules: []report.RuleFindings{
		{Rule: report.Amplitude, Findings: []report.FindingDays{night(report.Amplitude, 0, 735), night(report.Amplitude, 7, 750), night(report.Amplitude, 14, 751)}},
		{Rule: report.DayMax, Findings: []report.FindingDays{night(report.DayMax, 0, 735), night(report.DayMax, 7, 750)}},
	}}
	rows := func() (rows []string) {
		add := func(name string, of report.RuleFindings, when, figure string) {
			rows = append(rows, strings.ReplaceAll(name+" "+strconv.Itoa(len(of.Findings))+" fois: "+when+" "+figure, "\u00a0", " "))
		}
		evenings := eveningsOf(rests)
		for _, of := range rests.Rules {
			of = evenings.without(rests, of)
			listed, handovers := byHandover(&rests.Limits, of.Listed())
			for _, found := range listed {
				found.Date = civil.DateOf(found.From)
				found.First, found.Last = found.Date, found.Date
				add(RuleName(of.Rule), of, findingWhen(found.Finding), figureText(&rests.Limits, found.Finding))
			}
			if len(handovers) > 0 {
				when, figure := handedOver(handovers)
				add(RuleName(of.Rule), of, when, figure)
			}
		}
		return rows
	}
	want := []string{"Amplitude 3 fois: 17 novembre 20:00 → 18 novembre 08:31 12 h 31 du début à la fin, 12 h au plus", "Amplitude 3 fois: Relèves de 30 min au plus : 2 fois 45 min en tout"}
	modelstest.Want(t, strings.Join(rows(), "\n"), strings.Join(want, "\n"))
	rests.Limits = *report.ProfileLimits(report.Hospital)
	modelstest.Want(t, len(rows()), 5, "without 12 hours:")
}
