package app

import (
	"fmt"
	"slices"
	"strconv"

	"worklog/models/report"
)

// costs returns what the configuration says of travel costs: in [journeys], in [vehicles], in
// [[bareme]], in [telework], in [[ten_percent]] and in [meals]. It sets the journeys and vehicles.
func (d *decoder) costs(config *Config) report.CostRules {
	telework := d.section("telework")
	rules := report.CostRules{
		Law:               report.Published().With(d.bareme(), teleworkRates(telework), d.tenPercent()),
		EmployerAllowance: setting(telework, "employer_allowance", aFlag, false),
		MealCents:         setting(d.section("meals"), "per_day", inCents(maxMealCents, "must be an amount in euros from 0 to 100, with two decimals at most"), 0),
	}
	config.Journeys, config.Vehicles = nil, nil
	for _, t := range d.ids("journeys") {
		journey := Journey{ID: t.id(), Label: t.label(), Hidden: optional(t, "hidden", aFlag, false)}
		of := report.Journey{
			ID:                journey.ID,
			Label:             journey.Label,
			Beyond40Justified: optional(t, "beyond_40_km_justified", aFlag, false),
			RoundTrips:        optional(t, "round_trips", aNumber(1, maxRoundTrips, "must be 1 or 2"), 1),
		}
		if _, found := t.ask("distance_km"); found {
			metres := required(t, "distance_km", inMetres)
			journey.DistanceKM, of.Distances = float64(metres)/1000, []report.Distance{{Metres: metres}}
		}
		of.Distances = distances(t, of.Distances)
		config.Journeys, rules.Journeys = append(config.Journeys, journey), append(rules.Journeys, of)
	}
	vehicles := d.section("vehicles")
	for _, t := range d.ids("vehicles") {
		vehicle := Vehicle{ID: t.id(), Label: t.label(), Type: optional(t, "type", anyText, ""), Hidden: optional(t, "hidden", aFlag, false)}
		config.Vehicles = append(config.Vehicles, vehicle)
		rules.Vehicles = append(rules.Vehicles, report.Vehicle{
			ID:         vehicle.ID,
			Label:      vehicle.Label,
			Power:      optional(t, "power_cv", aNumber(1, maxPower, "must be the number of fiscal horsepower (CV), from 1 to 500"), 0),
			Electric:   optional(t, "electric", aFlag, false),
			Deductible: optional(t, "deductible", aFlag, true),
			Category:   optional(t, "category", among(report.Categories), ""),
		})
	}
	rules.Carless = vehicles.values != nil && len(config.Vehicles) == 0
	return rules
}

// Bounds, beyond which a figure is a typing mistake.
const (
	maxRoundTrips   = 2          // a day, that the administration knows
	maxDistance     = 20_000_000 // half of the way around the Earth, in metres
	maxPower        = 500        // beyond any vehicle's, in CV
	firstIncomeYear = 2000
	lastIncomeYear  = 9999
	maxRate         = 10_000  // thousandths of a euro for a kilometre
	maxConstant     = 100_000 // euros
	maxAllowance    = 100_000 // euros
	maxMealCents    = 100_00
)

// inMetres is a distance that is written in kilometres.
var inMetres = inThousandths(maxDistance, "must be a number of kilometres from 0 to 20000, with three decimals at most")

// distances returns the distances of a journey, ascending by the dates from which they
// count; first is that without a date, if there is one.
func distances(t *table, first []report.Distance) []report.Distance {
	all := first
	for _, row := range t.rows("distances") {
		distance := report.Distance{From: required(row, "from", aDate), Metres: required(row, "distance_km", inMetres)}
		if slices.ContainsFunc(all, func(other report.Distance) bool { return other.From == distance.From && distance.From.Year > 0 }) {
			row.reject("from", "must be a date that no other distance of the journey has")
		}
		all = append(all, distance)
	}
	slices.SortFunc(all, func(a, b report.Distance) int { return b.From.DaysUntil(a.From) })
	return all
}

// bareme returns the rows of [[bareme]].
func (d *decoder) bareme() []report.Row {
	var rows []report.Row
	for _, t := range d.root.rows("bareme") {
		row := baremeRow(t)
		same := func(other report.Row) bool {
			return other.Year == row.Year && other.Category == row.Category && other.Power == row.Power
		}
		if slices.ContainsFunc(rows, same) {
			d.reject(nil, "another row has the same year, category and power_cv", t.path...)
		}
		rows = append(rows, row)
	}
	return rows
}

// incomeYear is the year of the income that figures are for.
var incomeYear = aNumber(firstIncomeYear, lastIncomeYear, "must be the year of the income, such as 2026")

func baremeRow(t *table) report.Row {
	row := report.Row{Category: required(t, "category", among(report.Categories)), Year: required(t, "year", incomeYear)}
	powers := row.Category.Powers()
	power, found := t.ask("power_cv")
	number, _ := power.(int64)
	row.Power = int(number)
	switch {
	case !row.Category.Valid():
	case len(powers) == 0 && found:
		t.reject("power_cv", "must be left out: the power of a "+string(row.Category)+" does not count")
	case len(powers) > 0:
		row.Power = required(t, "power_cv", reading(fmt.Sprintf("must be the lowest power of a class of %q: one of %v", row.Category, powers),
			func(any) (int, bool) { return int(number), slices.Contains(powers, int(number)) }))
	}
	row.Rates = required(t, "rates", three(inThousandths(maxRate, "must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most")))
	row.Constants = required(t, "constants", three(inEuros(maxConstant, "must be three whole numbers of euros from 0 to 100000")))
	return row
}

// inEuros is a whole number of euros.
func inEuros(most int64, allowed string) kind[int64] {
	return func(value any) (int64, string) {
		euros, wrong := aNumber(0, most, allowed)(value)
		return int64(euros), wrong
	}
}

// three is a list of numbers, one for each bracket.
func three(of kind[int64]) kind[[3]int64] {
	return func(value any) (numbers [3]int64, wrong string) {
		list, _ := value.([]any)
		if len(list) != len(numbers) {
			_, wrong = of(nil)
			return numbers, wrong
		}
		for i, item := range list {
			if numbers[i], wrong = of(item); wrong != "" {
				return numbers, wrong
			}
		}
		return numbers, ""
	}
}

// teleworkRates returns the allowances of [[telework.rates]].
func teleworkRates(t *table) []report.TeleworkRates {
	var all []report.TeleworkRates
	amount := inCents(maxAllowance*100, "must be an amount in euros from 0 to 100000, with two decimals at most")
	for _, row := range t.rows("rates") {
		rates := report.TeleworkRates{Year: required(row, "year", incomeYear), DayCents: required(row, "day", amount), MonthCents: required(row, "month", amount), YearCents: required(row, "year_max", amount)}
		if slices.ContainsFunc(all, func(other report.TeleworkRates) bool { return other.Year == rates.Year && rates.Year > 0 }) {
			row.reject("year", "must be a year that no other table of [[telework.rates]] has")
		}
		all = append(all, rates)
	}
	return all
}

// tenPercent returns the limits of [[ten_percent]].
func (d *decoder) tenPercent() []report.DeductionLimits {
	var all []report.DeductionLimits
	amount := inEuros(maxAllowance, "must be a whole number of euros from 0 to 100000")
	for _, row := range d.root.rows("ten_percent") {
		limits := report.DeductionLimits{Year: required(row, "year", incomeYear), MinEuros: required(row, "min", amount), MaxEuros: required(row, "max", amount)}
		if limits.MaxEuros < limits.MinEuros {
			row.reject("max", "must not be less than min")
		}
		if slices.ContainsFunc(all, func(other report.DeductionLimits) bool { return other.Year == limits.Year && limits.Year > 0 }) {
			row.reject("year", "must be a year that no other table of [[ten_percent]] has")
		}
		all = append(all, limits)
	}
	return all
}

// numberText writes a number as it is in the file: the shortest text of a floating-point
// number is the one there, up to 15 digits. It is empty for anything else.
func numberText(value any) string {
	switch value := value.(type) {
	case int: // a default
		return strconv.Itoa(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}
