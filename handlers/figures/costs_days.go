package figures

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// travelDays is days with their distances.
func (c CostsPage) travelDays(label string, travelled []report.TravelDay) views.CostDays {
	days := make([]*models.Day, len(travelled))
	metres := map[civil.Date]int64{}
	for i, day := range travelled {
		days[i], metres[day.Date] = day.Day, day.Metres
	}
	view := c.days(label, days, withDistance(metres))
	view.Parts, _ = distancesOf(travelled)
	return view
}

// allDays lists every day that the total counts: those of the terms of [costSum].
func (c CostsPage) allDays() views.CostDays {
	days := slices.Clone(c.Meals.Days)
	if c.Telework.Cents > 0 {
		days = append(days, c.Telework.Days...)
	}
	for _, vehicle := range c.Vehicles {
		if *vehicle.Cents == 0 {
			continue
		}
		for _, day := range vehicle.Days {
			days = append(days, day.Day)
		}
	}
	slices.SortFunc(days, func(a, b *models.Day) int { return a.Date.Compare(b.Date) })
	return c.days("", slices.Compact(days), daysCounted)
}

// days is days of a year in order of time, by month, with the figure of each. Telework is
// marked where it stands among other days.
func (c CostsPage) days(label string, days []*models.Day, figure func([]*models.Day) string) views.CostDays {
	view := views.CostDays{Label: label, Figure: figure(days)}
	telework := func(day *models.Day) bool { return day.DayType == models.Telework }
	marked := slices.ContainsFunc(days, telework) && slices.ContainsFunc(days, func(day *models.Day) bool { return !telework(day) })
	if marked {
		view.Legend = "TT" + french.NBSP + ": télétravail"
	}
	for len(days) > 0 {
		month, length := days[0].Date.Month, 1
		for length < len(days) && days[length].Date.Month == month {
			length++
		}
		row := views.CostMonth{Name: french.Months[month-1], Figure: figure(days[:length]), Days: make([]views.Link, length)}
		for i, day := range days[:length] {
			row.Days[i] = c.link(day)
			if marked && telework(day) {
				row.Days[i].Label += french.NBSP + teleworkMark(day)
			}
		}
		view.Months, days = append(view.Months, row), days[length:]
	}
	return view
}

// teleworkMark writes "TT", or "½ TT" for half a day.
func teleworkMark(day *models.Day) string {
	if day.HalfDay != "" {
		return "½" + french.NBSP + "TT"
	}
	return "TT"
}

// link returns where a day leads to, such as "ven. 20".
func (c CostsPage) link(day *models.Day) views.Link {
	link, known := c.links[day]
	if !known {
		link = views.Link{Path: c.Day(*day), Label: french.ShortDate(day.Date)}
		c.links[day] = link
	}
	return link
}

// daysCounted writes "19 jours".
func daysCounted(days []*models.Day) string { return french.Counted(len(days), "jour") }

// withDistance returns what writes "19 jours · 703 km".
func withDistance(metres map[civil.Date]int64) func([]*models.Day) string {
	return func(days []*models.Day) string {
		var sum int64
		for _, day := range days {
			sum += metres[day.Date]
		}
		return daysCounted(days) + " · " + french.Metres(sum)
	}
}

// teleworkCounted writes "19,5 jours": half a day of absence leaves half a day.
func teleworkCounted(days []*models.Day) string {
	return numberOfDays(report.Days(report.TeleworkHalves(days)) * report.HalfDay)
}

// annex is every day behind the costs, by vehicle and in order of time; at its end those
// without a vehicle.
func (c CostsPage) annex() (groups []views.CostGroup) {
	meals := map[*models.Day]bool{}
	for _, day := range c.Meals.Days {
		meals[day] = true
	}
	row := func(day *models.Day) views.CostRow {
		row := views.CostRow{Date: french.FullDate(day.Date), Type: french.TypeOfDay(day.DayType, day.HalfDay)}
		if meals[day] {
			row.Meal = french.Cents(c.Rules.MealCents)
		}
		return row
	}
	travelled := map[*models.Day]bool{}
	for _, vehicle := range c.Vehicles {
		journeys := map[*models.Day]string{}
		for _, journey := range vehicle.Journeys {
			for _, day := range journey.Days {
				journeys[day.Day] = journey.Label
			}
		}
		group := views.CostGroup{Name: vehicle.Vehicle.Label}
		for _, day := range vehicle.Days {
			travelled[day.Day] = true
			row := row(day.Day)
			row.Journey, row.Distance = journeys[day.Day], french.Metres(day.Metres)
			if !day.Known {
				row.Distance = "?"
			}
			group.Rows = append(group.Rows, row)
		}
		groups = append(groups, group)
	}
	others := slices.Concat(c.Telework.Days, c.Meals.Days)
	slices.SortFunc(others, func(a, b *models.Day) int { return a.Date.Compare(b.Date) })
	group := views.CostGroup{Name: "Sans véhicule"}
	for _, day := range slices.Compact(others) {
		if !travelled[day] {
			group.Rows = append(group.Rows, row(day))
		}
	}
	if len(group.Rows) > 0 {
		groups = append(groups, group)
	}
	return groups
}
