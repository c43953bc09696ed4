package french

import (
	"maps"
	"slices"
	"time"

	"worklog/models/civil"
)

// Holidays are the public holidays of France (Code du travail, article L3133-1),
// optionally with those of Alsace-Moselle (article L3134-13) and without the days on which a person
// works all the same.
type Holidays struct {
	days   []holiday
	worked []civil.Date
}

// holiday is a public holiday: on a day of a month or, if there is no month, so many days
// after Easter Sunday.
type holiday struct {
	name  string
	month time.Month
	day   int
}

var (
	france = []holiday{
		{"Nouvel an", time.January, 1},
		{"Lundi de Pâques", 0, 1},
		{"Fête du Travail", time.May, 1},
		{"Fête de la Victoire", time.May, 8},
		{"Ascension", 0, 39},
		{"Lundi de Pentecôte", 0, 50},
		{"Fête Nationale", time.July, 14},
		{"Assomption", time.August, 15},
		{"Toussaint", time.November, 1},
		{"Armistice de 1918", time.November, 11},
		{"Noël", time.December, 25},
	}
	alsaceMoselle = []holiday{
		{"Vendredi saint", 0, -2},
		{"Saint-Étienne", time.December, 26},
	}
)

// NewHolidays returns the holidays of France, optionally with those of
// Alsace-Moselle.
func NewHolidays(withAlsaceMoselle bool) Holidays {
	if withAlsaceMoselle {
		return Holidays{days: append(france[:len(france):len(france)], alsaceMoselle...)}
	}
	return Holidays{days: france}
}

// Without returns the holidays but for some dates, such as journées de solidarité.
func (h Holidays) Without(worked []civil.Date) Holidays { return Holidays{h.days, worked} }

// Holiday returns the name of the public holiday in France on a date, or "".
func Holiday(date civil.Date) string { return NewHolidays(false).Of(date.Year)[date] }

// Between returns the names of the holidays of all the years from one date to
// another, by date.
func (h Holidays) Between(from, to civil.Date) map[civil.Date]string {
	names := h.Of(from.Year)
	for year := from.Year + 1; year <= to.Year; year++ {
		maps.Copy(names, h.Of(year))
	}
	return names
}

// Of returns the names of a year's holidays by date. Of two on one day, as Ascension on
// 1 May 2008, the later in the list names it.
func (h Holidays) Of(year int) map[civil.Date]string {
	names, sunday := make(map[civil.Date]string, len(h.days)), easter(year)
	for _, holiday := range h.days {
		date := civil.Date{Year: year, Month: holiday.month, Day: holiday.day}
		if holiday.month == 0 {
			date = sunday.AddDays(holiday.day)
		}
		names[date] = holiday.name
	}
	for _, date := range h.worked {
		delete(names, date)
	}
	return names
}

// Has reports whether a date is a holiday. A balance asks for every day since it began.
func (h Holidays) Has(date civil.Date) bool {
	sinceEaster := easter(date.Year).DaysUntil(date)
	return !slices.Contains(h.worked, date) && slices.ContainsFunc(h.days, func(of holiday) bool {
		return of.month == date.Month && of.day == date.Day || of.month == 0 && of.day == sinceEaster
	})
}

// easter returns Easter Sunday of a year of the Gregorian calendar, by the anonymous
// computus (Meeus, Astronomical Algorithms, chapter 8). Its letters are those of the
// published table.
func easter(year int) civil.Date {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return civil.Date{Year: year, Month: time.Month(n / 31), Day: n%31 + 1}
}
