package french

import (
	"maps"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/fr"

	"worklog/models"
)

// Holidays are the public holidays of France (Code du travail, article L3133-1),
// optionally with those of Alsace-Moselle (article L3134-13).
type Holidays struct{ days []*cal.Holiday }

// alsaceMoselle are the holidays that the library does not have.
var alsaceMoselle = []*cal.Holiday{
	{Name: "Vendredi saint", Offset: -2, Func: cal.CalcEasterOffset},
	{Name: "Saint-Étienne", Month: time.December, Day: 26, Func: cal.CalcDayOfMonth},
}

// NewHolidays returns the holidays of France, optionally with those of
// Alsace-Moselle.
func NewHolidays(withAlsaceMoselle bool) Holidays {
	h := Holidays{fr.Holidays}
	if withAlsaceMoselle {
		h.days = append(h.days[:len(h.days):len(h.days)], alsaceMoselle...)
	}
	return h
}

// Holiday returns the name of the public holiday in France on a date, or "".
func Holiday(date models.Date) string { return NewHolidays(false).Of(date.Year)[date] }

// Between returns the names of the holidays of all the years from one date to
// another, by date.
func (h Holidays) Between(from, to models.Date) map[models.Date]string {
	names := h.Of(from.Year)
	for year := from.Year + 1; year <= to.Year; year++ {
		maps.Copy(names, h.Of(year))
	}
	return names
}

// Of returns the names of a year's holidays by date.
func (h Holidays) Of(year int) map[models.Date]string {
	names := make(map[models.Date]string, len(h.days))
	for _, holiday := range h.days {
		if day, _ := holiday.Calc(year); !day.IsZero() {
			names[models.DateOf(day)] = holiday.Name
		}
	}
	return names
}
