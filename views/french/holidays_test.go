package french

import (
	"testing"

	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestPublicHolidaysAreThoseOfFrance(t *testing.T) {
	france, alsace := NewHolidays(false).Of(2026), NewHolidays(true).Of(2026)
	for date, want := range map[string]string{
		"2026-01-01": "Nouvel an", "2026-04-06": "Lundi de Pâques", "2026-05-01": "Fête du Travail", "2026-05-08": "Fête de la Victoire",
		"2026-05-14": "Ascension", "2026-05-25": "Lundi de Pentecôte", "2026-07-14": "Fête Nationale", "2026-08-15": "Assomption",
		"2026-11-01": "Toussaint", "2026-11-11": "Armistice de 1918", "2026-12-25": "Noël", "2026-12-26": "", "2026-04-03": "", "2026-11-12": "",
	} {
		day, err := civil.ParseDate(date)
		modelstest.Must(t, err)
		modelstest.Want(t, france[day], want, date)
	}
	for date, want := range map[string]string{"2026-04-03": "Vendredi saint", "2026-12-26": "Saint-Étienne", "2026-12-25": "Noël"} {
		day, _ := civil.ParseDate(date)
		modelstest.Want(t, alsace[day], want, date)
	}
	modelstest.Want(t, len(france) == 11 && len(alsace) == 13, true, len(france), len(alsace))
}

func TestEasterIsWhereItIsPublished(t *testing.T) {
	for year, want := range map[int]string{ // the earliest and the latest that there are among them
		1976: "1976-04-18", 1981: "1981-04-19", 2000: "2000-04-23", 2008: "2008-03-23", 2026: "2026-04-05", 2038: "2038-04-25", 2285: "2285-03-22",
	} {
		modelstest.Want(t, easter(year).String(), want, year)
	}
}

func TestADateIsAHolidayIfItsYearNamesIt(t *testing.T) {
	t.Parallel()
	worked := []civil.Date{{Year: 2026, Month: 5, Day: 25}}
	for _, holidays := range []Holidays{NewHolidays(false), NewHolidays(true), NewHolidays(true).Without(worked)} {
		for date := (civil.Date{Year: 2000, Month: 1, Day: 1}); date.Year < 2060; date = date.AddDays(1) {
			if got, want := holidays.Has(date), holidays.Of(date.Year)[date] != ""; got != want {
				t.Errorf("%s: got %v, want %v", date, got, want)
			}
		}
	}
}
