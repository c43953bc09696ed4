package views

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
	"worklog/views/french"
)

func dateOf(text string) civil.Date {
	date, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return date
}

func day(date string, dayType models.DayType, minutes int) models.Day {
	of := dateOf(date)
	day := models.Day{Zone: time.UTC, WorkEntry: models.WorkEntry{ID: int64(of.Day), Date: of, DayType: dayType}}
	if minutes > 0 {
		start := time.Date(of.Year, of.Month, of.Day, 8, 0, 0, 0, time.UTC)
		day.Slots = []models.TimeSlot{{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(start.Add(time.Duration(minutes) * time.Minute))}}
	}
	return day
}

// hoursOn are the hours as they are shown at noon of a date.
func hoursOn(today string, changes ...func(*report.Rules)) Hours {
	rules := report.Rules{Zone: time.UTC, IsHoliday: func(date civil.Date) bool { return date == dateOf("2026-11-11") },
		Night: report.Night{Start: civil.WallTime{Hour: 21}, End: civil.WallTime{Hour: 6}}}
	for _, change := range changes {
		change(&rules)
	}
	on := dateOf(today)
	return Hours{Rules: rules, Now: civil.NewInstant(time.Date(on.Year, on.Month, on.Day, 12, 0, 0, 0, time.UTC))}
}

// year is the page of a year with some days.
func (h Hours) year(year int, days ...models.Day) Hours {
	h.First, h.Last = civil.DatesOfYear(year)
	h.Days, h.Path = days, HoursPath(year)
	return h
}

// month is the page of November 2026 with some days.
func (h Hours) november(days ...models.Day) Hours {
	h.First, h.Last, h.Days = dateOf("2026-11-01"), dateOf("2026-11-30"), days
	return h
}

func targets(of ...report.Target) func(*report.Rules) {
	return func(r *report.Rules) { r.Targets = of }
}

func balanceFrom(date string, start int64) func(*report.Rules) {
	return func(r *report.Rules) { r.Balance = &report.BalanceRules{From: dateOf(date), Start: start} }
}

var week35 = report.WeekTarget(dateOf("2026-01-01"), 35*60)

func plain(text string) string {
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(text)
}

// written is a part of a page.
func written(t *testing.T, part templ.Component) string {
	t.Helper()
	var page strings.Builder
	ctx := WithRequest(context.Background(), Request{Address: func(path string) string { return path }})
	if err := part.Render(ctx, &page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

var (
	tableRow  = regexp.MustCompile(`(?s)<tr.*?</tr>`)
	tableCell = regexp.MustCompile(`(?s)<t[hd].*?</t[hd]>`)
	tag       = regexp.MustCompile(`<[^>]*>`)
)

// text is a table as lines of cells.
func text(t *testing.T, table templ.Component) (lines []string) {
	t.Helper()
	for _, row := range tableRow.FindAllString(written(t, table), -1) {
		var cells []string
		for _, cell := range tableCell.FindAllString(row, -1) {
			cells = append(cells, strings.TrimSpace(tag.ReplaceAllString(cell, "")))
		}
		lines = append(lines, plain(strings.Join(cells, "|")))
	}
	return lines
}

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	modelstest.Want(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
}

func TestWhatIsNotSetAndWhatIsNothingHasNoColumn(t *testing.T) {
	days := []models.Day{day("2026-11-16", models.Work, 480), day("2026-11-17", models.Leave, 0)}
	month := hoursOn("2026-11-20").november(days...)
	wantLines(t, text(t, dayTable(month, month.spans())), "Jour|Travaillées", "lun. 16 Travail|8 h 00", "mar. 17 Congé|", "Semaine 47, du 16 au 22 nov.|8 h 00", "Novembre 2026|8 h 00")
	year := hoursOn("2026-11-20").year(2026, days...)
	of := year.spans()
	if page := written(t, YearHoursPage(year)); strings.Contains(page, `class="effects"`) || len(of.columns) != 1 || len(year.weekColumns(of.weeks)) != 1 || strings.Count(page, `class="picture"`) != 1 {
		t.Errorf("got %s", page)
	}
	wantLines(t, text(t, typeTable(of.total.Hours)), "Type|Heures|Jours", "Travail|8 h 00|1", "Congé||1")
}

func TestAMonthHasItsDaysAndWholeWeeks(t *testing.T) {
	hours := hoursOn("2026-11-05", targets(week35), balanceFrom("2026-10-30", 60))
	days := []models.Day{
		day("2026-10-29", models.Work, 600), day("2026-10-30", models.Work, 480),
		day("2026-11-01", models.OnCall, 120), day("2026-11-02", models.Work, 450), day("2026-11-05", models.Telework, 240), day("2026-11-06", models.RTT, 0),
	}
	days[3].HalfDay = models.HalfDay(models.RTT)
	page := hours.november(days...)
	of := page.spans()
	wantLines(t, text(t, dayTable(page, of)), "Jour|Travaillées|Dimanche|Interventions|Prévues|Écart|Solde",
		"dim. 1 Astreinte|2 h 00|2 h 00|2 h 00||+2 h 00|",
		"Semaine 44, du 26 oct. au 1er nov.|20 h 00|2 h 00|2 h 00|35 h 00|−15 h 00|+4 h 00",
		"lun. 2 Travail · ½ RTT|7 h 30|||3 h 30|+4 h 00|",
		"mar. 3 à saisir||||7 h 00|−7 h 00|",
		"mer. 4 à saisir||||7 h 00|−7 h 00|",
		"jeu. 5 Télétravail|4 h 00|||||",
		"ven. 6 RTT||||||",
		"Semaine 45, du 2 au 8 nov.|11 h 30|||17 h 30|−10 h 00|−6 h 00",
		"Novembre 2026|13 h 30|2 h 00|2 h 00|17 h 30|−8 h 00|−6 h 00")
	wantLines(t, strings.Split(plain(strings.Join(page.notes(of.columns, of.total), "\n")), "\n"),
		"Interventions : les créneaux d’une journée Astreinte, RTT, Congé, Maladie ou Férié.",
		"Une heure peut être de plusieurs sortes : ces colonnes ne s’additionnent pas.",
		"Une nuit compte en entier à la date où elle commence ; pour le dimanche et les jours fériés, chaque heure compte le jour où elle tombe.",
		"Les heures prévues, l’écart et le solde s’arrêtent à hier, le 4 novembre.")
	html := written(t, MonthHoursPage(page))
	for _, want := range []string{`<tr class="" id="2026-11-02"><th scope="row"><a href="/entries/2/edit">`, `<a href="/entries/new?date=2026-11-03">`,
		"<li>Les semaines sont entières, du lundi au dimanche, même quand le mois commence ou finit au milieu de l’une d’elles.</li>"} {
		modelstest.Want(t, strings.Contains(html, want), true, want, html)
	}
}

func TestHoursThatFollowDaysBeginWithTheirOwnTarget(t *testing.T) {
	hours := hoursOn("2026-11-06", targets(report.DaysTarget(dateOf("2026-02-01"), 218), report.WeekTarget(dateOf("2026-11-04"), 2100)))
	page := hours.year(2026, day("2026-11-04", models.Work, 450))
	of := page.spans()
	if got, want := plain(page.notes(of.columns, of.total)[0]), "Les heures prévues et l’écart commencent le 4 novembre."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAYearOfDaysIsCountedInDays(t *testing.T) {
	hours := hoursOn("2026-03-05", targets(report.DaysTarget(dateOf("2026-01-01"), 218)))
	days := []models.Day{day("2026-02-02", models.Work, 480), day("2026-02-03", models.Telework, 0), day("2026-02-04", models.Work, 240), day("2026-04-01", models.Work, 0)}
	days[2].HalfDay = models.HalfDay(models.Leave)
	page := hours.year(2026, days...)
	of := page.spans()
	modelstest.Want(t, text(t, monthTable(of))[2], "février|12 h 00|2,5")
	if got := plain(tag.ReplaceAllString(written(t, hourTotals(page, of)), "|")); !strings.Contains(got, "Jours travaillés||2,5 sur 218|") {
		t.Errorf("got %s", got)
	}
	got := text(t, hourEffects(page.Rules, of.total))
	wantLines(t, []string{got[0], got[1], got[4]}, "Journée|Créneaux|Jours travaillés", "Travail|comptés|comptée", "Astreinte|comptés, comme interventions|comptée avec un créneau")
	wantLines(t, text(t, typeTable(of.total.Hours)), "Type|Heures|Jours|Demi-journées", "Travail|12 h 00|2|1", "Télétravail||1|", "Congé|||1")
}

func TestTheTableOfTypesIsThatOfTheRules(t *testing.T) {
	lines := func(changes ...func(*report.Rules)) []string {
		page := hoursOn("2026-11-20", changes...).year(2026)
		return text(t, hourEffects(page.Rules, page.spans().total))[1:]
	}
	wantLines(t, lines(targets(week35)), "Travail|celles du jour|comptés", "Télétravail|celles du jour|comptés", "Garde|celles du jour|comptés",
		"Astreinte|celles du jour|comptés, comme interventions", "Formation|celles du jour|comptés", "RTT|aucune|en plus, comme interventions", "Congé|aucune|en plus, comme interventions",
		"Maladie|aucune|en plus, comme interventions", "Férié|aucune|en plus, comme interventions")
	options := func(r *report.Rules) {
		r.Balance = &report.BalanceRules{From: dateOf("2026-01-01"), RTTConsumes: true, CreditWithoutSlots: true}
	}
	got := lines(targets(week35), options)
	wantLines(t, []string{got[1], got[4], got[5]}, "Télétravail|celles du jour, tenues pour faites sans créneau|comptés",
		"Formation|celles du jour, tenues pour faites sans créneau|comptés", "RTT|celles du jour|comptés, comme interventions")
}

func TestAYearWithoutDaysIsEmpty(t *testing.T) {
	if got := written(t, YearHoursPage(hoursOn("2026-11-20").year(2026))); !strings.Contains(plain(got), "Aucune journée n’est enregistrée en 2026. Les heures viendront des créneaux de vos journées.") || strings.Count(got, "Régler ma semaine") != 1 {
		t.Errorf("got %s", got)
	}
	if got := written(t, MonthHoursPage(hoursOn("2026-11-20").november())); !strings.Contains(plain(got), "<p>Aucune journée n’est enregistrée en novembre 2026.") {
		t.Errorf("got %s", got)
	}
	if page := written(t, YearHoursPage(hoursOn("2026-11-20", targets(week35)).year(2026))); strings.Contains(page, `class="nothing"`) || strings.Count(page, `class="picture"`) != 1 ||
		!strings.Contains(page, `href="/settings?open=targets&amp;new=targets#targets-targets-new"`) {
		t.Errorf("days that are missing are nothing: got %s", page)
	}
	if got := written(t, YearHoursPage(hoursOn("2025-11-20", targets(week35)).year(2026))); !strings.Contains(got, `class="nothing"`) {
		t.Error("a year that is to come has figures")
	}
}

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
		{"hours up to the 3rd, and days", hoursOn("2026-11-06", targets(week35, report.DaysTarget(dateOf("2026-11-04"), 218))).Rules, "2026-11-04", []string{"du 1er au 3 novembre 16 h 00 sur 14 h", "écart +2 h 00"}},
		{"and up to yesterday", hoursOn("2026-11-06", targets(week35, report.DaysTarget(dateOf("2026-11-04"), 218))).Rules, "2026-11-06", []string{"du 1er au 3 novembre 16 h 00 sur 14 h", "écart +2 h 00"}},
		{"hours of one date", hoursOn("2026-11-06", targets(report.WeekTarget(dateOf("2026-11-03"), 2100), report.DaysTarget(dateOf("2026-11-04"), 218))).Rules, "2026-11-04", []string{"le 3 novembre 8 h 00 sur 7 h", "écart +1 h 00"}},
		{"only days", hoursOn("2026-11-06", targets(byDays)).Rules, "2026-11-04", nil},
	} {
		from, to := dateOf("2026-11-01"), dateOf(test.to)
		var got []string
		for _, text := range Against(test.rules, totals, from, to, dateOf("2026-11-06")) {
			got = append(got, plain(text))
		}
		modelstest.Want(t, strings.Join(got, "\n"), strings.Join(test.want, "\n"), test.name)
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
	modelstest.Want(t, strings.Join(got, "\n"), strings.Join([]string{"jusqu’à hier 0 h 00 (absence −14 h)", "écart +14 h 00", "absence −7 h", "+7 h 00", "absence −7 h", "+7 h 00"}, "\n"))
}
