package figures

import (
	"slices"
	"strconv"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// HoursPage writes the hours of a year and of a month. Its rules have a balance that begins on
// the first Monday of what is shown, or later ([report.Rules.Carried]).
type HoursPage struct {
	Rules report.Rules
	Now   civil.Instant
	Paths Paths
}

// Paths are the addresses that figures lead to.
type Paths struct {
	Month func(civil.Date) string  // of the hours of its month
	Kind  func(kind string) string // of the days with hours of a kind, among those that are shown
	Day   func(models.Day) string
	New   func(civil.Date) string // where the day of a date is entered
}

// column is figures of the same kind.
type column struct {
	name  string // heads the column
	long  string // names the figure where it stands apart
	value func(report.Span) string
}

// The columns.
var (
	worked = column{"Travaillées", "Travaillées", func(s report.Span) string { return length(s.Hours.Worked) }}
	target = column{"Prévues", "Prévues", func(s report.Span) string {
		if s.Target == nil {
			return ""
		}
		return length(*s.Target)
	}}
	difference = column{"Écart", "Écart", func(s report.Span) string {
		if s.Difference == nil || *s.Target == 0 && s.Hours.Worked == 0 {
			return ""
		}
		return french.Signed(*s.Difference)
	}}
	adjusted = column{"Ajusté", "Ajustements du solde", func(s report.Span) string {
		if s.Adjusted == 0 {
			return ""
		}
		return french.Signed(s.Adjusted)
	}}
	balance = column{"Solde", "Solde", func(s report.Span) string {
		if s.Balance == nil {
			return ""
		}
		return french.Signed(*s.Balance)
	}}
	daysWorked = column{"Jours", "Jours travaillés", func(s report.Span) string {
		if s.DaysWorked == 0 {
			return ""
		}
		return french.Hundredths(s.DaysWorked)
	}}
)

// length writes a length of time; empty for 0 minutes.
func length(minutes int64) string {
	if minutes == 0 {
		return ""
	}
	return french.Duration(minutes)
}

// columns returns the columns in which one of the spans has a figure, the first in any case.
func (h HoursPage) columns(spans []report.Span) []column {
	all := []column{worked}
	for _, kind := range kinds {
		all = append(all, kind.column)
	}
	if h.Rules.DaysToWork(spans[len(spans)-1].To) > 0 {
		all = append(all, daysWorked)
	}
	all = append(all, target, difference, adjusted, balance)
	filled := all[:1:1]
	for _, column := range all[1:] {
		if slices.ContainsFunc(spans, func(span report.Span) bool { return column.value(span) != "" }) {
			filled = append(filled, column)
		}
	}
	return filled
}

// Year writes the hours of a year: all but the frame and what leads to other pages. The
// days are those of the weeks in which it lies ([Weeks]), in order.
func (h HoursPage) Year(year int, days []models.Day) views.YearHours {
	first, last := civil.DatesOfYear(year)
	monday, sunday := Weeks(first, last)
	parts := h.Rules.Spans(days, weeksAndMonths(monday, sunday), sunday, h.Now)
	total := report.Join(parts, first, last)
	weeks := joinWeeks(parts, monday, sunday)
	var months []report.Span
	for _, first := range firsts(year) {
		months = append(months, report.Join(parts, first, first.LastOfMonth()))
	}
	columns := h.columns(append(months, total))
	page := views.YearHours{
		Totals:   h.totals(columns, total),
		Pictures: Pictures(year, weeks),
		Weeks:    h.weekTable(weeks),
		Months:   h.monthTable(columns, months, total),
		Types:    typeTable(total.Hours),
		Effects:  h.effects(total),
		Notes:    h.notes(columns, total),
	}
	if len(h.Rules.Targets) > 0 {
		page.Week = anotherWeek
	}
	if isEmpty(total) {
		page.Nothing = nothingCounted(strconv.Itoa(year), h.Rules)
	}
	return page
}

// Month writes the hours of a month: all but the frame and what leads to other pages. The
// days are those of the weeks in which it lies ([Weeks]), in order.
func (h HoursPage) Month(first civil.Date, days []models.Day) views.MonthHours {
	last := first.LastOfMonth()
	monday, sunday := Weeks(first, last)
	dates := h.Rules.Spans(days, datesFrom(monday, sunday), sunday, h.Now)
	total := report.Join(dates, first, last)
	weeks := joinWeeks(dates, monday, sunday)
	columns := h.columns(append(weeks, total))
	page := views.MonthHours{
		Totals: h.totals(columns, total),
		Days:   h.dayTable(columns, days, dates, weeks, total),
		Notes:  append(h.notes(columns, total), cutWeeks(first, last)...),
	}
	if len(h.Rules.Targets) > 0 {
		page.Week = anotherWeek
	}
	if isEmpty(total) {
		page.Nothing = nothingCounted(french.MonthName(first), h.Rules)
	}
	return page
}

// anotherWeek leads to a new week from a date on.
var anotherWeek = views.Link{Path: views.SettingsNew("targets", "targets"), Label: "+ Semaine"}

// nothingCounted says of a month or a year without hours where they come from.
func nothingCounted(when string, rules report.Rules) *views.Nothing {
	nothing := &views.Nothing{Text: "Aucune journée n’est enregistrée en" + french.NBSP + when + ". Les heures viendront des créneaux de vos journées."}
	if len(rules.Targets) == 0 {
		nothing.Leads = []views.Link{{Path: views.SettingsNew("targets", "targets"), Label: "Régler ma semaine"}}
	}
	return nothing
}

// joinWeeks returns the weeks that parts make up, from a Monday to a Sunday.
func joinWeeks(parts []report.Span, monday, sunday civil.Date) (weeks []report.Span) {
	for ; monday.DaysUntil(sunday) > 0; monday = monday.AddDays(7) {
		weeks = append(weeks, report.Join(parts, monday, monday.AddDays(6)))
	}
	return weeks
}

// isEmpty reports whether there is neither a day nor anything that was to be worked.
func isEmpty(total report.Span) bool {
	return len(total.Hours.ByType) == 0 && (total.Target == nil || *total.Target == 0)
}

func (h HoursPage) totals(columns []column, total report.Span) (totals []views.HourTotal) {
	for _, column := range columns {
		of := views.HourTotal{Label: column.long, Value: column.value(total)}
		switch column.name {
		case worked.name:
			of.Value = french.Duration(total.Hours.Worked)
		case daysWorked.name:
			of.Value = french.Hundredths(total.DaysWorked) + " sur" + french.NBSP + strconv.Itoa(h.Rules.DaysToWork(total.To))
		}
		if name := kindOf(column); name != "" {
			of.Path = h.Paths.Kind(name)
		}
		if of.Value != "" {
			totals = append(totals, of)
		}
	}
	return totals
}

// row writes the figures of a span.
func row(columns []column, span report.Span) views.HourRow {
	row := views.HourRow{Cells: make([]views.HourCell, len(columns))}
	for i, column := range columns {
		row.Cells[i] = views.HourCell{Label: column.name, Text: column.value(span)}
	}
	return row
}

// isFilled reports whether a row has a figure.
func isFilled(row views.HourRow) bool {
	return slices.ContainsFunc(row.Cells, func(cell views.HourCell) bool { return cell.Text != "" })
}

func table(caption, first string, columns []column, rows ...[]views.HourRow) views.HourTable {
	table := views.HourTable{Caption: caption, First: first, Groups: rows}
	for _, column := range columns {
		table.Columns = append(table.Columns, column.name)
	}
	return table
}

func (h HoursPage) monthTable(columns []column, months []report.Span, total report.Span) views.HourTable {
	rows := make([]views.HourRow, len(months))
	for i, month := range months {
		rows[i] = row(columns, month)
		for at, column := range columns {
			if name := kindOf(column); name != "" && rows[i].Cells[at].Text != "" {
				rows[i].Cells[at].Path = h.Paths.Month(month.From) + "/" + name
			}
		}
		rows[i].Link = views.Link{Path: h.Paths.Month(month.From), Label: french.Months[month.From.Month-1]}
	}
	sum := row(columns, total)
	sum.Sum, sum.Link.Label = true, strconv.Itoa(total.From.Year)
	return table("Heures par mois", "Mois", columns, rows, []views.HourRow{sum})
}

// weekTable is what the pictures show: the weeks that have a figure.
func (h HoursPage) weekTable(weeks []report.Span) views.HourTable {
	columns := slices.DeleteFunc(h.columns(weeks), func(c column) bool {
		return !slices.Contains([]string{worked.name, target.name, difference.name, adjusted.name, balance.name}, c.name)
	})
	var rows []views.HourRow
	for _, week := range weeks {
		row := row(columns, week)
		if !isFilled(row) {
			continue
		}
		thursday := week.From.AddDays(3) // whose month and year are those of the week
		row.Link = views.Link{Path: h.Paths.Month(thursday) + "#" + week.From.String(), Label: french.Week(week.From)}
		rows = append(rows, row)
	}
	return table("Heures par semaine", "Semaine", columns, rows)
}

// dayTable is the days of a month that have an entry or a target, by week.
func (h HoursPage) dayTable(columns []column, days []models.Day, dates, weeks []report.Span, total report.Span) views.HourTable {
	var groups [][]views.HourRow
	for i, week := range weeks {
		var group []views.HourRow
		for _, span := range dates[7*i : 7*i+7] {
			if span.From.Month != total.From.Month {
				continue
			}
			span.Balance = nil // that of the week is enough
			row := row(columns, span)
			if h.name(&row, span, days) {
				group = append(group, row)
			}
		}
		sum := row(columns, week)
		sum.Sum, sum.Link.Label = true, french.Week(week.From)
		if len(group) > 0 || isFilled(sum) {
			group = append(group, sum)
			group[0].ID = week.From.String()
			groups = append(groups, group)
		}
	}
	sum := row(columns, total)
	sum.Sum, sum.Link.Label = true, french.Capital(french.MonthName(total.From))
	return table("Heures par jour", "Jour", columns, append(groups, []views.HourRow{sum})...)
}

// name names the row of a day, and reports whether it has an entry or a target.
func (h HoursPage) name(row *views.HourRow, span report.Span, days []models.Day) bool {
	row.Link.Label = french.ShortDate(span.From)
	position, found := slices.BinarySearchFunc(days, span.From, func(day models.Day, date civil.Date) int { return date.DaysUntil(day.Date) })
	if !found {
		row.Link.Path, row.Type = h.Paths.New(span.From), "à saisir"
		return span.Target != nil && *span.Target > 0
	}
	day := days[position]
	row.Link.Path, row.Type, row.Code = h.Paths.Day(day), french.TypeOfDay(day.DayType, day.HalfDay), string(day.DayType)
	return true
}

// typeTable is the days and hours by type of day.
func typeTable(hours report.Hours) views.HourTable {
	types := views.HourTable{Caption: "Heures par type de journée", First: "Type", Columns: []string{"Heures", "Jours"}}
	halves := slices.ContainsFunc(models.HalfDays, func(half models.HalfDay) bool { return hours.ByType[half.DayType()].HalfDays > 0 })
	if halves {
		types.Columns = append(types.Columns, "Demi-journées")
	}
	var rows []views.HourRow
	for _, dayType := range models.DayTypes {
		of, found := hours.ByType[dayType]
		if !found {
			continue
		}
		cells := []views.HourCell{{Label: "Heures", Text: length(of.Minutes)}, {Label: "Jours", Text: count(of.Days)}, {Label: "Demi-journées", Text: count(of.HalfDays)}}
		rows = append(rows, views.HourRow{Type: french.DayTypes[dayType], Code: string(dayType), Cells: cells[:len(types.Columns)]})
	}
	types.Groups = [][]views.HourRow{rows}
	return types
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
