package figures

import (
	"slices"
	"time"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
)

// travelDays is days with their distances.
func (c CostsPage) travelDays(label string, travelled []report.TravelDay) views.CostDays {
	days := make([]models.Day, len(travelled))
	metres := map[civil.Date]int64{}
	for i, day := range travelled {
		days[i], metres[day.Date] = day.Day, day.Metres
	}
	view := c.days(label, days, withDistance(metres))
	view.Parts, _ = distancesOf(travelled)
	return view
}

// allDays lists every day that the total counts.
func (c CostsPage) allDays() views.CostDays {
	days := slices.Clone(c.Telework.Days)
	for _, vehicle := range c.Vehicles {
		for _, day := range vehicle.Days {
			days = append(days, day.Day)
		}
	}
	slices.SortFunc(days, func(a, b models.Day) int { return b.Date.DaysUntil(a.Date) })
	return c.days("", days, daysCounted)
}

// days lists days by month, with the figure of each month; they must be in order.
func (c CostsPage) days(label string, days []models.Day, figure func([]models.Day) string) views.CostDays {
	view := views.CostDays{Label: label, Figure: figure(days)}
	byMonth := map[time.Month][]models.Day{}
	for _, day := range days {
		byMonth[day.Date.Month] = append(byMonth[day.Date.Month], day)
	}
	for month := time.January; month <= time.December; month++ {
		of := byMonth[month]
		if len(of) == 0 {
			continue
		}
		row := views.CostMonth{Name: french.Months[month-1], Figure: figure(of)}
		for _, day := range of {
			row.Days = append(row.Days, views.Link{Path: c.Day(day), Label: french.ShortDate(day.Date)})
		}
		view.Months = append(view.Months, row)
	}
	return view
}

// daysCounted writes "19 jours".
func daysCounted(days []models.Day) string { return french.Counted(len(days), "jour") }

// withDistance returns a function that writes "19 jours · 703 km".
func withDistance(metres map[civil.Date]int64) func([]models.Day) string {
	return func(days []models.Day) string {
		var sum int64
		for _, day := range days {
			sum += metres[day.Date]
		}
		return daysCounted(days) + " · " + french.Metres(sum)
	}
}

// teleworkCounted writes "19,5 jours": half a day of absence leaves half a day.
func teleworkCounted(days []models.Day) string {
	halves := report.TeleworkHalves(days)
	text := french.Thousandths(halves*500) + french.NBSP + "jour"
	if halves >= 4 {
		text += "s"
	}
	return text
}

// annex is every day behind the costs, in order of time.
func (c CostsPage) annex() []views.CostRow {
	rows := map[civil.Date]views.CostRow{}
	add := func(day models.Day, vehicle, journey, distance string) {
		rows[day.Date] = views.CostRow{
			Date: french.FullDate(day.Date), Type: french.TypeOfDay(day.DayType, day.HalfDay), Vehicle: vehicle, Journey: journey, Distance: distance,
		}
	}
	for _, vehicle := range c.Vehicles {
		for _, journey := range vehicle.Journeys {
			for _, day := range journey.Days {
				distance := french.Metres(day.Metres)
				if !day.Known {
					distance = "?"
				}
				add(day.Day, vehicle.Vehicle.Label, journey.Label, distance)
			}
		}
	}
	for _, day := range c.Telework.Days {
		add(day, "", "", "")
	}
	dates := make([]civil.Date, 0, len(rows))
	for date := range rows {
		dates = append(dates, date)
	}
	slices.SortFunc(dates, func(a, b civil.Date) int { return b.DaysUntil(a) })
	annex := make([]views.CostRow, len(dates))
	for i, date := range dates {
		annex[i] = rows[date]
	}
	return annex
}
