package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Category is what the barème distinguishes of vehicles.
type Category string

// The categories.
const (
	Car     Category = "voiture"
	Moto    Category = "moto"
	Scooter Category = "cyclomoteur" // of at most 50 cm³ or 4 kW
)

// Categories lists every category.
var Categories = []Category{Car, Moto, Scooter}

// Valid reports whether c is one of [Categories].
func (c Category) Valid() bool { return slices.Contains(Categories, c) }

// Powers returns the lowest power of each class of the category, in CV; none where
// the power does not count.
func (c Category) Powers() []int {
	switch c {
	case Car:
		return []int{3, 4, 5, 6, 7} // 3 and less, 7 and more
	case Moto:
		return []int{1, 3, 6}
	}
	return nil
}

// class returns the lowest power of the class that a power belongs to; 0 where the
// power does not count.
func (c Category) class(power int) int {
	class := 0
	for i, lowest := range c.Powers() {
		if i == 0 || power >= lowest {
			class = lowest
		}
	}
	return class
}

// Row is a row of the barème: for a distance of the year, its rate times the distance
// plus its constant, both those of the bracket in which the whole distance lies.
type Row struct {
	Year      int `json:"-"`
	Category  Category
	Power     int      `json:"power_cv"`    // lowest of the class in CV; 0 where it does not count
	Rates     [3]int64 `json:"thousandths"` // of a euro for a kilometre, by bracket
	Constants [3]int64 // euros, by bracket
	Source    string
}

// TeleworkRates are the flat allowances for telework of a year.
type TeleworkRates struct {
	Year       int   `json:"-"`
	DayCents   int64 `json:"day_cents"`
	MonthCents int64 `json:"month_cents"` // at most
	YearCents  int64 `json:"year_cents"`  // at most
	Source     string
}

// DeductionLimits are those of the flat deduction of 10 % of a year.
type DeductionLimits struct {
	Year     int   `json:"-"`
	MinEuros int64 `json:"min_euros"`
	MaxEuros int64 `json:"max_euros"`
	Source   string
}

// Law is the figures of the law, by year. Those without a source are the person's own.
type Law struct {
	years      []figures // ascending
	rows       []Row
	telework   []TeleworkRates
	deductions []DeductionLimits
}

// figures are those of one year, beside the rows of the barème.
type figures struct {
	year     int
	Brackets struct {
		Kilometres map[Category][2]int64 `json:"km"` // up to which the first two brackets go
		Source     string
	}
	OneWayLimit struct {
		Kilometres int64 `json:"km"`
		Source     string
	} `json:"one_way_limit"`
	Electric struct {
		Percent int64 // on top of the amount
		Source  string
	}
	Telework  TeleworkRates
	Deduction DeductionLimits
	// HospitalNight and HospitalSunday are what the fonction publique hospitalière pays for
	// hours of the night, and for those of Sundays and public holidays.
	HospitalNight struct {
		Percent int64 // of an hour's share of the annual pay
		Hours   int64 // of a year, that the annual pay is for
		From    int   `json:"from_hour"`
		To      int   `json:"to_hour"`
		Source  string
	} `json:"hospital_night"`
	HospitalSunday struct {
		Cents  int64
		Hours  int64 // that the cents are for
		Source string
	} `json:"hospital_sunday"`
	Bareme []Row
}

//go:embed law.json
var lawFile []byte

// Published returns the figures that have been published.
var Published = sync.OnceValue(func() Law {
	var law Law
	byYear := map[string]figures{}
	if err := json.Unmarshal(lawFile, &byYear); err != nil {
		panic(err) // it is embedded
	}
	for name, of := range byYear {
		year, err := strconv.Atoi(name)
		if err != nil {
			panic(err)
		}
		of.year, of.Telework.Year, of.Deduction.Year = year, year, year
		law.years = append(law.years, of)
		law.telework, law.deductions = append(law.telework, of.Telework), append(law.deductions, of.Deduction)
		for _, row := range of.Bareme {
			row.Year = year
			law.rows = append(law.rows, row)
		}
	}
	slices.SortFunc(law.years, func(a, b figures) int { return a.year - b.year })
	return law
})

// With returns the law with figures that are added, or replace those of the same year and
// class.
func (l Law) With(rows []Row, telework []TeleworkRates, deductions []DeductionLimits) Law {
	l.rows = slices.Concat(rows, l.rows) // the first one found counts
	l.telework = slices.Concat(telework, l.telework)
	l.deductions = slices.Concat(deductions, l.deductions)
	return l
}

// ofYear returns the figures of a year, or the latest before it; for a year before all of
// them, the earliest; nothing if there are none.
func ofYear[T any](figures []T, year int, yearOf func(T) int) (found T) {
	if len(figures) > 0 {
		found = figures[0]
	}
	for _, other := range figures {
		if nearer(yearOf(other), yearOf(found), year) {
			found = other
		}
	}
	return found
}

// of returns the figures of a year that the configuration does not replace.
func (l Law) of(year int) figures {
	return ofYear(l.years, year, func(of figures) int { return of.year })
}

// teleworkOf returns the allowances of a year.
func (l Law) teleworkOf(year int) TeleworkRates {
	return ofYear(l.telework, year, func(of TeleworkRates) int { return of.Year })
}

// Sources are where the rules are written that hold for every vehicle.
type Sources struct {
	OneWayLimit string
	Electric    string
}

// Sources returns those of a year.
func (l Law) Sources(year int) Sources {
	of := l.of(year)
	return Sources{of.OneWayLimit.Source, of.Electric.Source}
}

// row returns the row for a vehicle in a year, chosen as by [ofYear].
func (l Law) row(category Category, power, year int) Row {
	var rows []Row
	for _, row := range l.rows {
		if row.Category == category && row.Power == category.class(power) {
			rows = append(rows, row)
		}
	}
	return ofYear(rows, year, Row.year)
}

func (r Row) year() int { return r.Year }

// nearer reports whether figures of a year are to be taken before those of another.
func nearer(candidate, other, year int) bool {
	if candidate <= year {
		return other > year || candidate > other
	}
	return other > year && candidate < other
}

// baremeYear returns the year of the latest row up to a year, chosen as by [ofYear].
func (l Law) baremeYear(year int) int { return ofYear(l.rows, year, Row.year).Year }

// Thousandths returns a thousand times a number that is written with digits and at
// most one point, such as "18.5". It returns an error for more than three decimals,
// and for numbers of more than 12 digits before the point.
func Thousandths(text string) (int64, error) {
	const most = 12
	whole, decimals, _ := strings.Cut(text, ".")
	if len(whole) == 0 || len(whole) > most || len(decimals) > 3 {
		return 0, fmt.Errorf("%q has too many digits", text)
	}
	thousandths, err := strconv.ParseUint(whole+(decimals + "000")[:3], 10, 63)
	return int64(thousandths), err
}

// Deduction is the flat deduction of 10 %.
type Deduction struct {
	Euros  int64
	Limits DeductionLimits // that were used
}

// Deduction returns the flat deduction from the salary of a year, in cents.
func (l Law) Deduction(year int, salaryCents int64) Deduction {
	limits := ofYear(l.deductions, year, func(of DeductionLimits) int { return of.Year })
	tenth := min(max(halfUp(salaryCents, 1000), limits.MinEuros), limits.MaxEuros)
	return Deduction{Euros: min(tenth, halfUp(salaryCents, 100)), Limits: limits}
}
