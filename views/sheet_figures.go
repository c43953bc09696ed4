package views

import (
	"slices"
	"strconv"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

func (s *sheetPage) groups() (groups []SheetGroup) {
	for _, group := range []SheetGroup{
		{Heading: "Heures", Figures: s.kinds()},
		{Heading: "Journées", Figures: s.types()},
		{Heading: "Cumul", Figures: s.sums()},
		{Heading: "Compteurs au\u00a0" + french.DayOfMonth(civil.Earlier(s.last, s.today)), Figures: s.counters()},
	} {
		if len(group.Figures) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

func (s *sheetPage) kinds() []SheetFigure {
	if s.printed.DaysOnly {
		return nil
	}
	hours, night := s.Figures.Hours, s.Rules.Night
	figures := []SheetFigure{
		{Label: "Total", Figure: french.HoursOf(hours.Worked)},
		{Label: "dont de nuit\u00a0(de\u00a0" + night.Start.String() + " à\u00a0" + night.End.String() + ")", Figure: french.HoursOf(hours.Night)},
		{Label: "dont le dimanche", Figure: french.HoursOf(hours.Sunday)},
		{Label: "dont un jour férié", Figure: french.HoursOf(hours.Holiday)},
	}
	if hours.CalledOut > 0 {
		figures = append(figures, SheetFigure{Label: "dont interventions (astreinte ou absence)", Figure: french.HoursOf(hours.CalledOut)})
	}
	return figures
}

func (s *sheetPage) types() (figures []SheetFigure) {
	worked, byType, planned := s.workedRests(), s.Figures.Hours.ByType, 0
	if s.printed.DaysOnly {
		byType, planned = s.Rules.Hours(s.Counted, s.Month, s.today).ByType, len(models.Between(s.Counted, s.today.AddDays(1), s.last))
	}
	add := func(label string, days report.Days, figure string) {
		if days > 0 {
			figures = append(figures, SheetFigure{Label: label, Days: french.Days(days), Figure: figure})
		}
	}
	var called int64
	for _, dayType := range models.DayTypes {
		of, hours := byType[dayType], ""
		if of.Minutes > 0 && !s.printed.DaysOnly {
			hours = french.HoursOf(of.Minutes)
		}
		add(s.typeWord(dayType), report.WholeDays(int64(of.Days-worked[dayType]))+report.Days(of.HalfDays)*report.HalfDay, hours)
		called += int64(worked[dayType])
	}
	add("Demi-journées de repos", report.Days(byType[models.HalfFree.DayType()].HalfDays)*report.HalfDay, "")
	add("Repos travaillés", report.WholeDays(called), "")
	weekly, holidays := s.restDays()
	add("Jours fériés", report.WholeDays(holidays), "")
	add(weeklyRest, report.WholeDays(weekly), "")
	if planned > 0 {
		figures = append(figures, SheetFigure{Label: "Prévues, pas encore comptées", Days: strconv.Itoa(planned)})
	}
	return figures
}

// workedRests counts the days off on which one was called in, in a sheet of days: they are days
// worked, and no rests.
func (s *sheetPage) workedRests() map[models.DayType]int {
	days := map[models.DayType]int{}
	if !s.printed.DaysOnly {
		return days
	}
	for _, day := range s.begun() {
		if !report.Effects[day.DayType].Works && len(day.Slots) > 0 {
			days[day.DayType]++
		}
	}
	return days
}

// restDays counts the rest days that have no entry, in a sheet of days, and the holidays.
func (s *sheetPage) restDays() (weekly, holidays int64) {
	if !s.printed.DaysOnly {
		return 0, 0
	}
	for _, date := range datesFrom(s.Month, s.last) {
		switch {
		case len(models.Between(s.Counted, date, date)) > 0 || s.isUnreadable(date):
		case s.Holidays[date] != "":
			holidays++
		case s.rest(date) != "":
			weekly++
		}
	}
	return weekly, holidays
}

// sums are the target, the balance and what adds up over the year.
func (s *sheetPage) sums() (figures []SheetFigure) {
	if s.printed.DaysOnly {
		return s.daysWorked()
	}
	at := " au\u00a0" + french.DayOfMonth(s.settled)
	begun := s.Month.DaysUntil(s.settled) >= 0
	if s.Figures.Target != nil && begun && s.Rules.CountsHours(s.Month, s.settled) {
		figure := SheetFigure{Label: "Heures prévues" + at, Figure: french.HoursOf(*s.Figures.Target)}
		if *s.Figures.Target < 0 {
			figure.Figure = TargetText(*s.Figures.Target)
		}
		figures = append(figures, figure)
	}
	if s.Figures.Balance != nil && begun && s.Rules.Balance.From.DaysUntil(s.settled) >= 0 {
		figures = append(figures, SheetFigure{Label: "Solde" + at, Figure: french.Signed(*s.Figures.Balance - s.Rules.Balance.Adjusted(s.settled.AddDays(1), s.last))})
	}
	limits := s.Rules.AsOf(s.last).Limits
	if limits != nil && limits.Overtime > 0 {
		var ofMonth, ofYear int64
		for _, week := range s.Weeks {
			sunday := week.Monday.AddDays(6)
			if sunday.Month == s.Month.Month && sunday.Year == s.Month.Year {
				ofMonth += week.Overtime
			}
			if week.Monday.Year == s.Month.Year && (sunday.DaysUntil(s.last) >= 0 || s.Month.Month == time.December) {
				ofYear += week.Overtime
			}
		}
		threshold := "Au-delà de " + french.ShortDuration(limits.Overtime) + " par semaine, congés compris"
		figures = append(figures, SheetFigure{Label: threshold, Figure: french.HoursOf(ofMonth)},
			SheetFigure{Label: "idem, semaines finies, commencées depuis le 1er\u00a0janvier", Figure: french.HoursOf(ofYear)})
	}
	if limits != nil {
		var worked int64
		for _, day := range s.Year {
			worked += day.WorkedMinutes()
		}
		figures = append(figures, SheetFigure{Label: "Heures depuis le 1er\u00a0janvier", Figure: french.HoursOf(worked)})
	}
	return figures
}

func (s *sheetPage) daysWorked() []SheetFigure {
	return []SheetFigure{
		{Label: "Jours travaillés en\u00a0" + french.MonthName(s.Month), Figure: french.Days(report.DaysWorked(s.begun()))},
		{
			Label:  "Jours travaillés depuis le " + french.DayOfMonth(s.YearFrom),
			Figure: french.Days(report.DaysWorked(s.Year)) + " sur " + strconv.Itoa(s.Rules.DaysToWork(s.last)),
		},
	}
}

// counters are those of the period in which the month ends; none that tells of a hidden
// illness.
func (s *sheetPage) counters() (figures []SheetFigure) {
	for i, count := range s.Figures.Counters {
		if s.HideIllness && slices.Contains(s.Rules.Counters[i].Types, models.SickLeave) {
			continue
		}
		if count.Unit != report.InHours {
			figures = append(figures, SheetFigure{Label: count.Label + ", pris depuis le " + french.ShortDayOfMonth(count.PeriodStart), Figure: french.Days(count.Taken)})
		}
		if count.Planned > 0 {
			figures = append(figures, SheetFigure{Label: count.Label + ", posé après le " + french.ShortDayOfMonth(civil.Earlier(s.last, s.today)), Figure: french.Days(count.Planned)})
		}
		figures = append(figures, SheetFigure{Label: count.Label + ", reste", Figure: CounterAmount(s.Rules.Counters[i], count.Left)})
	}
	return figures
}
