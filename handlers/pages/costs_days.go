package pages

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/report"
	"worklog/views"
)

// travelDays is days with their distances.
func (p *Pages) travelDays(label string, travelled []report.TravelDay) views.CostDays {
	days := make([]models.Day, len(travelled))
	metres := map[models.Date]int64{}
	byDistance := map[int64]int{}
	var distances []int64 // in order of time
	for i, day := range travelled {
		days[i], metres[day.Date] = day.Day, day.Metres
		if byDistance[day.Metres] == 0 {
			distances = append(distances, day.Metres)
		}
		byDistance[day.Metres]++
	}
	view := p.costDays(label, days, metres)
	var parts []string
	for _, distance := range distances {
		parts = append(parts, fmt.Sprintf("%d × %s", byDistance[distance], french.Metres(distance)))
	}
	view.Parts = strings.Join(parts, " + ")
	return view
}

// costDays is days by month, with their distances if there are any.
func (p *Pages) costDays(label string, days []models.Day, metres map[models.Date]int64) views.CostDays {
	view := views.CostDays{Label: label, Figure: daysAndDistance(days, metres)}
	byMonth := map[time.Month][]models.Day{}
	for _, day := range days {
		byMonth[day.Date.Month] = append(byMonth[day.Date.Month], day)
	}
	for month := time.January; month <= time.December; month++ {
		of := byMonth[month]
		if len(of) == 0 {
			continue
		}
		row := views.CostMonth{Name: french.Months[month-1], Figure: daysAndDistance(of, metres)}
		for _, day := range of {
			row.Days = append(row.Days, views.Link{URL: p.links.To(editPath(day.ID)), Label: french.ShortDate(day.Date)})
		}
		view.Months = append(view.Months, row)
	}
	return view
}

// daysAndDistance writes "19 jours · 703 km".
func daysAndDistance(days []models.Day, metres map[models.Date]int64) string {
	text := french.Counted(len(days), "jour")
	if metres == nil {
		return text
	}
	var sum int64
	for _, day := range days {
		sum += metres[day.Date]
	}
	return text + " · " + french.Metres(sum)
}

// costAnnex is every day behind the costs, in order of time.
func (p *Pages) costAnnex(costs report.Costs) []views.CostRow {
	rows := map[models.Date]views.CostRow{}
	add := func(day models.Day, vehicle, journey, distance string) {
		rows[day.Date] = views.CostRow{
			Date: french.FullDate(day.Date), Type: french.DayTypes[day.DayType], Vehicle: vehicle, Journey: journey, Distance: distance,
		}
	}
	for _, vehicle := range costs.Vehicles {
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
	for _, day := range costs.Telework.Days {
		add(day, "", "", "")
	}
	dates := make([]models.Date, 0, len(rows))
	for date := range rows {
		dates = append(dates, date)
	}
	slices.SortFunc(dates, func(a, b models.Date) int { return b.DaysUntil(a) })
	annex := make([]views.CostRow, len(dates))
	for i, date := range dates {
		annex[i] = rows[date]
	}
	return annex
}
