package views

import (
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views/french"
)

// Year is the page of a year: twelve small months.
type Year struct {
	Head
	First    civil.Date
	Holidays map[civil.Date]string
	Days     []models.DayTotal // in order
	Totals   []models.DayTotal // the same, from a Monday on
	Against  []string          // as in a month
	Deleted  []history.PastDay // that can come back
}

type yearMonth struct {
	first civil.Date
	days  []models.DayTotal // in order
}

func (y Year) months() (months []yearMonth) {
	for month := time.January; month <= time.December; month++ {
		first := civil.Date{Year: y.First.Year, Month: month, Day: 1}
		months = append(months, yearMonth{first, models.Between(y.Days, first, first.LastOfMonth())})
	}
	return months
}

// on returns the day of a date; its zero value has no id.
func (m yearMonth) on(date civil.Date) models.DayTotal {
	for _, day := range m.days {
		if day.Date == date {
			return day
		}
	}
	return models.DayTotal{}
}

// title writes "vendredi 20 novembre : Travail".
func title(date civil.Date, day models.DayTotal) string {
	title := french.Weekdays[date.Weekday()] + " " + french.DayOfMonth(date)
	if day.ID != 0 {
		title += "\u00a0: " + french.TypeOfDay(day.DayType, day.HalfDay)
	}
	return title
}
