package feeds

import (
	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/exchange"
	"worklog/views/french"
)

// calendarDays is how many days the calendar has before today, and after it.
const calendarDays = 366

func (f *Feeds) calendar(c echo.Context) error {
	today := f.Store.Rules().DateOf(f.now())
	days, err := f.Store.Days(c.Request().Context(), today.AddDays(-calendarDays), today.AddDays(calendarDays))
	if err != nil {
		return err
	}
	var planned []models.PlannedShift
	if c.QueryParam("plan") == "1" {
		planned = f.Store.Rules().Plan.Between(today.AddDays(-calendarDays), today.AddDays(calendarDays))
	}
	words := exchange.CalendarWords{Name: "worklog", Title: f.title, Planned: func(of models.DayType) string { return french.DayTypes[of] + " (prévu)" }}
	content, err := exchange.Calendar(models.WithoutIgnored(days), planned, words)
	if err != nil {
		return err
	}
	return whole(c, CalendarName, "text/calendar; charset=utf-8", content)
}

// title is what the calendar calls a day and its slots.
func (f *Feeds) title(day models.Day) string {
	switch {
	case f.hides(day.DayType):
		return "Absence"
	case f.hides(day.HalfDay.DayType()):
		return french.DayTypes[day.DayType] + "\u00a0· ½\u00a0absence" + french.InHalf(day.Half)
	}
	return french.TypeOfDay(day.DayType, day.HalfDay) + french.InHalf(day.Half)
}
