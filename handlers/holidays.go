package handlers

import (
	"maps"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/fr"

	"worklog/models"
)

// holidays knows the public holidays of France (Code du travail, article
// L3133-1) and, where asked for, those of Alsace-Moselle beside them (article
// L3134-13).
type holidays struct{ days []*cal.Holiday }

// alsaceMoselle are the holidays that the library does not have.
var alsaceMoselle = []*cal.Holiday{
	{Name: "Vendredi saint", Offset: -2, Func: cal.CalcEasterOffset},
	{Name: "Saint-Étienne", Month: time.December, Day: 26, Func: cal.CalcDayOfMonth},
}

func newHolidays(withAlsaceMoselle bool) holidays {
	h := holidays{fr.Holidays}
	if withAlsaceMoselle {
		h.days = append(h.days[:len(h.days):len(h.days)], alsaceMoselle...)
	}
	return h
}

// Holiday gives the name of the public holiday in France on a date, or nothing.
func Holiday(date models.Date) string { return newHolidays(false).of(date.Year)[date] }

// between gives the names of the holidays of all years from one date to
// another, by their dates.
func (h holidays) between(from, to models.Date) map[models.Date]string {
	names := h.of(from.Year)
	for year := from.Year + 1; year <= to.Year; year++ {
		maps.Copy(names, h.of(year))
	}
	return names
}

// of gives the names of a year's holidays by their dates.
func (h holidays) of(year int) map[models.Date]string {
	names := make(map[models.Date]string, len(h.days))
	for _, holiday := range h.days {
		if day, _ := holiday.Calc(year); !day.IsZero() {
			names[models.DateOf(day)] = holiday.Name
		}
	}
	return names
}
