package figures

import (
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// Counters returns what counters show in a year. dayPath is the path of the entry with
// an id on a date, or of a new one for 0.
func Counters(counters []report.CounterYear, rules report.Rules, today civil.Date, dayPath func(civil.Date, int64) string) []views.Counter {
	shown := make([]views.Counter, 0, len(counters))
	for i, in := range counters {
		view := views.Counter{Name: in.Counter.Label, Rule: counterRule(in.Counter, rules, today)}
		for _, count := range in.Periods {
			period := counterPeriod(in.Counter, count, today, dayPath)
			period.ID = CounterID(i, count)
			view.Periods = append(view.Periods, period)
		}
		shown = append(shown, view)
	}
	return shown
}

// counterRule says what a counter counts.
func counterRule(counter report.Counter, rules report.Rules, today civil.Date) string {
	var names []string
	for _, dayType := range counter.Types {
		names = append(names, french.DayTypes[dayType])
	}
	text := strings.Join(names, ", ") + ", en jours ouvrés" + french.NBSP + ": "
	switch {
	case counter.Unit == report.Ouvrables:
		text = strings.Join(names, ", ") + ", en jours ouvrables" + french.NBSP + ": du lundi au samedi, sauf les jours fériés, du premier jour d’absence à la veille du retour, jours non travaillés compris."
	case rules.OnAnyDay(today):
		text += "chaque jour d’absence saisi, sauf les jours fériés, comme pour un planning."
	case len(rules.Targets) > 0:
		text += "ceux qui ont des heures prévues, ou du lundi au vendredi s’il n’y en a pas, sauf les jours fériés."
	default:
		text += "du lundi au vendredi, sauf les jours fériés."
	}
	text += " Par période, " + daysOf(counter.Allowance) + " acquis "
	switch {
	case counter.Accrual != report.Monthly:
		text += "dès le début."
	case counter.RoundUp && slices.Equal(counter.Types, []models.DayType{models.Leave}):
		text += "par douzièmes à la fin de chaque mois, arrondis au jour supérieur (Code du travail, L3141-7)."
	case counter.RoundUp:
		text += "par douzièmes à la fin de chaque mois, arrondis au jour supérieur."
	default:
		text += "par douzièmes à la fin de chaque mois."
	}
	switch counter.CarryOver {
	case 0:
		return text + " Ce qui reste à la fin n’est pas reporté."
	case report.CarryAll:
		return text + " Ce qui reste à la fin est reporté."
	}
	return text + " À la fin, " + daysOf(counter.CarryOver) + " au plus sont reportés."
}

func counterPeriod(counter report.Counter, count report.CounterPeriod, today civil.Date, dayPath func(civil.Date, int64) string) views.CounterPeriod {
	view := views.CounterPeriod{Label: "Du " + dated(count.PeriodStart) + " au " + dated(count.PeriodEnd)}
	switch {
	case count.PeriodEnd.DaysUntil(today) > 0:
		view.State = "terminée"
	case today.DaysUntil(count.PeriodStart) > 0:
		view.State = "à venir"
	default:
		view.State, view.Open = "en cours, au "+dated(today), true
	}
	view.Adjustments = adjustmentsOf(counter, count.Count, today)
	view.Figures = counterFigures(counter, count, len(view.Adjustments) > 0, today)
	for _, list := range []struct {
		label   string
		planned bool
		days    report.Days
	}{{"Journées prises", false, count.Taken}, {"Journées prévues", true, count.Planned}} {
		if list.days > 0 {
			view.Days = append(view.Days, views.CostDays{
				Label: list.label, Figure: daysOf(list.days), Months: countedMonths(count.Days, list.planned, dayPath),
			})
		}
	}
	return view
}

// counterFigures are what a counter shows in a period, from what was carried over to what
// is left.
func counterFigures(counter report.Counter, count report.CounterPeriod, adjusted bool, today civil.Date) (figures []views.CounterFigure) {
	add := func(label, figure, note string) {
		figures = append(figures, views.CounterFigure{Label: label, Figure: figure, Note: note})
	}
	if counter.CarryOver != 0 {
		until := dated(counter.CarriedUntil(count.Count))
		add("Reporté", daysOf(count.Carried+count.Lapsed), "à prendre jusqu’au "+until)
		if count.Lapsed > 0 {
			add("Perdu", daysOf(count.Lapsed), "pas pris au "+until)
		}
	}
	of := ""
	if count.Accrued != count.Allowance {
		of = "sur " + daysOf(count.Allowance)
	}
	add("Acquis", daysOf(count.Accrued), of)
	if adjusted {
		add("Ajusté", signedDays(count.Adjusted), "")
	}
	add("Pris", daysOf(count.Taken), "")
	if today.DaysUntil(count.PeriodEnd) > 0 {
		add("Prévu", daysOf(count.Planned), "")
	}
	add("Reste", daysOf(count.Left), "")
	if count.Planned > 0 {
		add("Après ce qui est prévu", daysOf(count.LeftAtEnd), "au "+dated(count.PeriodEnd)+toBeEarned(counter))
	}
	figures[len(figures)-1].Main = true
	return figures
}

// adjustmentsOf lists those of a period, such as "1er juin 2026 : +2 j, fractionnement".
func adjustmentsOf(counter report.Counter, count report.Count, today civil.Date) (texts []string) {
	for _, adjustment := range counter.Adjustments {
		if adjustment.Date.DaysUntil(count.PeriodStart) > 0 || count.PeriodEnd.DaysUntil(adjustment.Date) > 0 {
			continue
		}
		text := dated(adjustment.Date) + french.NBSP + ": " + signedDays(adjustment.Days)
		if adjustment.Note != "" {
			text += ", " + adjustment.Note
		}
		if today.DaysUntil(adjustment.Date) > 0 {
			text += " (à venir, pas encore compté)"
		}
		texts = append(texts, text)
	}
	return texts
}

// countedMonths are the days of a counter that are planned, or not, by month.
func countedMonths(days []report.CountedDay, planned bool, dayPath func(civil.Date, int64) string) (months []views.CostMonth) {
	var sums []report.Days
	for _, day := range days {
		if day.Planned != planned {
			continue
		}
		name, last := french.MonthName(day.Date), len(months)-1
		if last < 0 || months[last].Name != name {
			months, sums = append(months, views.CostMonth{Name: name}), append(sums, 0)
			last++
		}
		label := french.ShortDate(day.Date)
		if day.Days == report.HalfDay {
			label += french.NBSP + "(½)"
		}
		months[last].Days = append(months[last].Days, views.Link{Path: dayPath(day.Date, day.ID), Label: label})
		sums[last] += day.Days
		months[last].Figure = daysOf(sums[last])
	}
	return months
}

// dated writes "1er juin 2026".
func dated(date civil.Date) string {
	return french.DayOfMonth(date) + " " + strconv.Itoa(date.Year)
}

// signedDays writes "+2 j" or "−0,5 j".
func signedDays(days report.Days) string {
	return signedAmount(days) + french.NBSP + "j"
}

func signedAmount(days report.Days) string {
	if days > 0 {
		return "+" + amount(days)
	}
	return amount(days)
}

// CounterChanges say what days that are about to be entered leave of the counters that they
// change: "Congés : reste 7 j, après cette saisie −1 j".
func CounterChanges(changes []report.CounterChange) (texts []string) {
	for _, change := range changes {
		if change.Before != change.After {
			texts = append(texts, counterLeft(change)+", après cette saisie "+daysOf(change.After))
		}
	}
	return texts
}

// CounterProposal says what is left of a counter, and would be with a day of its type: "Congés :
// reste 7 j, avec cette journée (Congé) 6 j".
func CounterProposal(change report.CounterChange) string {
	text := counterLeft(change)
	if change.Before != change.After {
		text += ", avec cette journée (" + french.DayTypes[change.Counter.Types[0]] + ") " + daysOf(change.After)
	}
	return text
}

func counterLeft(change report.CounterChange) string {
	return change.Counter.Label + french.NBSP + ": reste " + daysOf(change.Before) + " jusqu’au " + dated(change.PeriodEnd) + toBeEarned(change.Counter)
}

// toBeEarned says of what is left at the end of a period that it has what is not earned yet.
func toBeEarned(counter report.Counter) string {
	if counter.Accrual != report.Monthly {
		return ""
	}
	return " (avec ce qui sera acquis)"
}
