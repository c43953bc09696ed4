package figures

import (
	"strings"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
)

// kind is a kind of hours, with the name that leads to its days.
type kind struct {
	name    string
	column  column
	heading string
	minutes func(report.Hours) int64
}

// kinds lists the kinds of hours.
var kinds = []kind{
	{"night", night, "Heures de nuit", func(h report.Hours) int64 { return h.Night }},
	{"sunday", sunday, "Heures du dimanche", func(h report.Hours) int64 { return h.Sunday }},
	{"holiday", holiday, "Heures de jours fériés", func(h report.Hours) int64 { return h.Holiday }},
	{"call-outs", calledOut, "Interventions", func(h report.Hours) int64 { return h.CalledOut }},
}

// kindOf returns the kind of hours that a column has, or nil.
func kindOf(column column) *kind {
	for i := range kinds {
		if kinds[i].column.name == column.name {
			return &kinds[i]
		}
	}
	return nil
}

// Kind writes the days with hours of a kind, from one date to another: all but the frame and what
// leads to other pages. It reports false for a name that is none. The days must be in order.
func (h HoursPage) Kind(name string, from, to civil.Date, days []models.Day) (page views.KindHours, ok bool) {
	for _, of := range kinds {
		if of.name == name {
			return h.daysOfKind(of, from, to, days), true
		}
	}
	return page, false
}

func (h HoursPage) daysOfKind(of kind, from, to civil.Date, days []models.Day) views.KindHours {
	columns := []column{of.column, {name: "Créneaux"}}
	var total, sum int64
	var groups [][]views.HourRow
	var group []views.HourRow
	line := func(label string, minutes int64) views.HourRow {
		return views.HourRow{Link: views.Link{Label: label}, Cells: []views.HourCell{{Label: of.column.name, Text: french.Duration(minutes)}, {Label: columns[1].name}}}
	}
	var month civil.Date // of the group
	close := func() {
		if len(group) > 0 {
			row := line(capital(french.MonthName(month)), sum)
			row.Sum = true
			groups = append(groups, append(group, row))
		}
		group, sum = nil, 0
	}
	for _, day := range days {
		minutes := of.minutes(h.Rules.Hours([]models.Day{day}))
		if minutes == 0 || day.Date.DaysUntil(from) > 0 || to.DaysUntil(day.Date) > 0 {
			continue
		}
		if day.Date.Month != month.Month || day.Date.Year != month.Year {
			close()
			month = day.Date
		}
		row := line(french.ShortDate(day.Date), minutes)
		row.Link.Path, row.Type, row.Code = h.Paths.Day(day), french.DayTypes[day.DayType], string(day.DayType)
		row.Cells[1].Text = strings.Join(french.SlotTexts(day), " ")
		group = append(group, row)
		sum += minutes
		total += minutes
	}
	close()
	page := views.KindHours{
		Heading: of.heading,
		Totals:  []views.HourTotal{{Label: of.column.long, Value: french.Duration(total)}},
		Days:    table(of.heading, "Jour", columns, groups...),
		Notes:   h.notes([]column{of.column}, report.Span{From: from, To: to}),
	}
	if total == 0 {
		page.Empty = "Aucune heure de cette sorte n’est enregistrée."
	}
	return page
}
