package figures

import (
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// kind is a kind of hours, with the name that leads to its days.
type kind struct {
	name    string
	column  column
	heading string
	nothing views.Nothing // where its hours come from
	minutes func(report.Hours) int64
}

// newKind returns the kind of the hours that a function picks.
func newKind(name, short, long, heading string, nothing views.Nothing, minutes func(report.Hours) int64) kind {
	return kind{name, column{short, long, func(s report.Span) string { return length(minutes(s.Hours)) }}, heading, nothing, minutes}
}

// kinds lists the kinds of hours, in the order of their columns.
var kinds = []kind{night, sunday, holiday, calledOut}

// The kinds of hours.
var (
	night = newKind("night", "Nuit", "De nuit", "Heures de nuit",
		views.Nothing{Text: "Aucune heure de nuit n’est enregistrée.", Leads: []views.Link{{Path: views.SettingsAt("hours"), Label: "Régler les heures de nuit"}}},
		func(h report.Hours) int64 { return h.Night })
	sunday = newKind("sunday", "Dimanche", "Du dimanche", "Heures du dimanche",
		views.Nothing{Text: "Aucun créneau n’est enregistré un dimanche."},
		func(h report.Hours) int64 { return h.Sunday })
	holiday = newKind("holiday", "Férié", "De jour férié", "Heures de jours fériés",
		views.Nothing{Text: "Aucun créneau n’est enregistré un jour férié.", Leads: []views.Link{{Path: views.SettingsAt("calendar"), Label: "Régler ceux d’Alsace-Moselle"}}},
		func(h report.Hours) int64 { return h.Holiday })
	calledOut = newKind("call-outs", "Interventions", "Interventions", "Interventions",
		views.Nothing{Text: "Aucun créneau n’est enregistré un jour d’astreinte."},
		func(h report.Hours) int64 { return h.CalledOut })
)

// kindOf returns the name of the kind whose hours a column has; "" for another column.
func kindOf(column column) string {
	if at := slices.IndexFunc(kinds, func(kind kind) bool { return kind.column.name == column.name }); at >= 0 {
		return kinds[at].name
	}
	return ""
}

// Kind writes the days with hours of a kind, from one date to another: all but the frame and what
// leads to other pages. It reports false for a name that is none. The days must be in order.
func (h HoursPage) Kind(name string, from, to civil.Date, days []models.Day) (page views.KindHours, ok bool) {
	at := slices.IndexFunc(kinds, func(kind kind) bool { return kind.name == name })
	if at < 0 {
		return page, false
	}
	of := kinds[at]
	var total int64
	var groups [][]views.HourRow
	for first := from; first.DaysUntil(to) >= 0; first = first.LastOfMonth().AddDays(1) {
		rows, minutes := h.rowsOfKind(of, within(days, first, civil.Earlier(to, first.LastOfMonth())))
		total += minutes
		if len(rows) > 0 {
			sum := kindRow(of, french.Capital(french.MonthName(first)), minutes, "")
			sum.Sum = true
			groups = append(groups, append(rows, sum))
		}
	}
	page = views.KindHours{
		Heading: of.heading,
		Totals:  []views.HourTotal{{Label: of.column.long, Value: french.Duration(total)}},
		Days:    table(of.heading, "Jour", []column{of.column, {name: slotsColumn}}, groups...),
		Notes:   h.notes([]column{of.column}, report.Span{From: from, To: to}),
	}
	if total == 0 {
		page.Nothing = &of.nothing
	}
	return page, true
}

// rowsOfKind writes the days with hours of a kind, and sums these.
func (h HoursPage) rowsOfKind(of kind, days []models.Day) (rows []views.HourRow, sum int64) {
	for _, day := range days {
		minutes := of.minutes(h.Rules.Hours([]models.Day{day}))
		if minutes == 0 {
			continue
		}
		row := kindRow(of, french.ShortDate(day.Date), minutes, strings.Join(french.SlotTexts(day), " "))
		row.Link.Path, row.Type, row.Code = h.Paths.Day(day), french.DayTypes[day.DayType], string(day.DayType)
		rows = append(rows, row)
		sum += minutes
	}
	return rows, sum
}

// slotsColumn heads the column of the slots.
const slotsColumn = "Créneaux"

func kindRow(of kind, label string, minutes int64, slots string) views.HourRow {
	return views.HourRow{Link: views.Link{Label: label}, Cells: []views.HourCell{{Label: of.column.name, Text: french.Duration(minutes)}, {Label: slotsColumn, Text: slots}}}
}

// within returns those of the days, in order, that lie from one date to another.
func within(days []models.Day, from, to civil.Date) []models.Day {
	at := func(date civil.Date) int {
		position, _ := slices.BinarySearchFunc(days, date, func(day models.Day, date civil.Date) int { return day.Date.Compare(date) })
		return position
	}
	return days[at(from):at(to.AddDays(1))]
}
