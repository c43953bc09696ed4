package app

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
)

// costs returns what the configuration says of travel costs: in [journeys], in
// [vehicles], in [[bareme]], in [telework], in [[ten_percent]] and in [meals].
func (d *decoder) costs(journeys []Journey, vehicles []Vehicle) report.CostRules {
	_, stated := d.doc.root["vehicles"]
	rules := report.CostRules{
		Carless:           stated && len(vehicles) == 0,
		Law:               report.Published().With(d.bareme(), d.teleworkRates(), d.tenPercent()),
		EmployerAllowance: d.flag("telework.employer_allowance"),
		MealCents:         d.cents("meals.per_day"),
	}
	for _, journey := range journeys {
		rules.Journeys = append(rules.Journeys, d.costsOfJourney(journey))
	}
	for _, vehicle := range vehicles {
		rules.Vehicles = append(rules.Vehicles, d.costsOfVehicle(vehicle))
	}
	return rules
}

// maxRoundTrips is how many round trips a day the administration knows.
const maxRoundTrips = 2

func (d *decoder) costsOfJourney(journey Journey) report.Journey {
	path := []string{"journeys", journey.ID}
	table := d.table("journeys")[journey.ID].(map[string]any)
	return report.Journey{
		ID:                journey.ID,
		Label:             journey.Label,
		Distances:         d.distances(table, path),
		Beyond40Justified: d.optionalFlag(table, false, keyOf(path, "beyond_40_km_justified")),
		RoundTrips:        d.optionalNumber(table, 1, "must be 1 or 2", 1, maxRoundTrips, keyOf(path, "round_trips")),
	}
}

// distances returns the distances of a journey, ascending by the dates from which they
// count.
func (d *decoder) distances(table map[string]any, path []string) []report.Distance {
	var distances []report.Distance
	if value, found := table["distance_km"]; found {
		distances = append(distances, report.Distance{Metres: d.metres(value, keyOf(path, "distance_km")...)})
	}
	path = keyOf(path, "distances")
	for i, dated := range d.tables(table["distances"], "[["+keyName(path...)+"]]", path) {
		at := keyOf(path, settings.Element(i))
		d.warnUnknown(dated, []string{"from", "distance_km"}, at...)
		from := d.date(dated["from"], keyOf(at, "from"))
		if slices.ContainsFunc(distances, func(other report.Distance) bool { return other.From == from && from.Year > 0 }) {
			d.reject(dated["from"], "must be a date that no other distance of the journey has", keyOf(at, "from")...)
		}
		distances = append(distances, report.Distance{From: from, Metres: d.metres(dated["distance_km"], keyOf(at, "distance_km")...)})
	}
	slices.SortFunc(distances, func(a, b report.Distance) int { return b.From.DaysUntil(a.From) })
	return distances
}

// maxPower is beyond any vehicle's, in CV.
const maxPower = 500

func (d *decoder) costsOfVehicle(vehicle Vehicle) report.Vehicle {
	path := []string{"vehicles", vehicle.ID}
	table := d.table("vehicles")[vehicle.ID].(map[string]any)
	of := report.Vehicle{
		ID:         vehicle.ID,
		Label:      vehicle.Label,
		Power:      d.optionalNumber(table, 0, "must be the number of fiscal horsepower (CV), from 1 to 500", 1, maxPower, keyOf(path, "power_cv")),
		Electric:   d.optionalFlag(table, false, keyOf(path, "electric")),
		Deductible: d.optionalFlag(table, true, keyOf(path, "deductible")),
	}
	if value, found := table["category"]; found {
		of.Category = d.category(value, keyOf(path, "category"))
	}
	return of
}

func (d *decoder) category(value any, path []string) report.Category {
	text, _ := value.(string)
	category := report.Category(text)
	if !category.Valid() {
		d.demand(value, oneOf(report.Categories), path)
	}
	return category
}

// bareme returns the rows of [[bareme]].
func (d *decoder) bareme() []report.Row {
	var rows []report.Row
	for i, table := range d.tables(d.doc.root["bareme"], "[[bareme]]", []string{"bareme"}) {
		path := []string{"bareme", settings.Element(i)}
		d.warnUnknown(table, []string{"year", "category", "power_cv", "rates", "constants"}, path...)
		row := d.row(table, path)
		same := func(other report.Row) bool {
			return other.Year == row.Year && other.Category == row.Category && other.Power == row.Power
		}
		if slices.ContainsFunc(rows, same) {
			d.reject(nil, "another row has the same year, category and power_cv", path...)
		}
		rows = append(rows, row)
	}
	return rows
}

// Bounds of a row, beyond which a figure is a typing mistake.
const (
	firstIncomeYear = 2000
	lastIncomeYear  = 9999
	maxRate         = 10_000  // thousandths of a euro for a kilometre
	maxConstant     = 100_000 // euros
	maxAllowance    = 100_000 // euros
	maxMealCents    = 100_00
)

// incomeYear returns the year of the income that the figures of a table are for.
func (d *decoder) incomeYear(table map[string]any, path []string) int {
	year, ok := table["year"].(int64)
	if !ok || year < firstIncomeYear || year > lastIncomeYear {
		d.demand(table["year"], "must be the year of the income, such as 2026", keyOf(path, "year"))
	}
	return int(year)
}

func (d *decoder) row(table map[string]any, path []string) report.Row {
	row := report.Row{Category: d.category(table["category"], keyOf(path, "category"))}
	row.Year = d.incomeYear(table, path)
	powers := row.Category.Powers()
	power, found := table["power_cv"]
	number, _ := power.(int64)
	row.Power = int(number)
	switch {
	case !row.Category.Valid():
	case len(powers) == 0 && found:
		d.reject(power, "must be left out: the power of a "+string(row.Category)+" does not count", keyOf(path, "power_cv")...)
	case len(powers) > 0 && !slices.Contains(powers, row.Power):
		d.demand(power, fmt.Sprintf("must be the lowest power of a class of %q: one of %v", row.Category, powers), keyOf(path, "power_cv"))
	}
	d.three(&row.Rates, table["rates"], "must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most", maxRate, thousandths, keyOf(path, "rates"))
	d.three(&row.Constants, table["constants"], "must be three whole numbers of euros from 0 to 100000", maxConstant, whole, keyOf(path, "constants"))
	return row
}

// teleworkRates returns the allowances of [[telework.rates]].
func (d *decoder) teleworkRates() []report.TeleworkRates {
	var all []report.TeleworkRates
	path := []string{"telework", "rates"}
	for i, table := range d.tables(d.table("telework")["rates"], "[[telework.rates]]", path) {
		at := keyOf(path, settings.Element(i))
		d.warnUnknown(table, []string{"year", "day", "month", "year_max"}, at...)
		amount := func(key string) int64 {
			cents, ok := centsIn(numberText(table[key]))
			if !ok || cents > maxAllowance*100 {
				d.demand(table[key], "must be an amount in euros from 0 to 100000, with two decimals at most", keyOf(at, key))
			}
			return cents
		}
		rates := report.TeleworkRates{Year: d.incomeYear(table, at), DayCents: amount("day"), MonthCents: amount("month"), YearCents: amount("year_max")}
		if slices.ContainsFunc(all, func(other report.TeleworkRates) bool { return other.Year == rates.Year && rates.Year > 0 }) {
			d.reject(table["year"], "must be a year that no other table of [[telework.rates]] has", keyOf(at, "year")...)
		}
		all = append(all, rates)
	}
	return all
}

// tenPercent returns the limits of [[ten_percent]].
func (d *decoder) tenPercent() []report.DeductionLimits {
	var all []report.DeductionLimits
	for i, table := range d.tables(d.doc.root["ten_percent"], "[[ten_percent]]", []string{"ten_percent"}) {
		at := []string{"ten_percent", settings.Element(i)}
		d.warnUnknown(table, []string{"year", "min", "max"}, at...)
		amount := func(key string) int64 {
			euros, ok := whole(table[key])
			if !ok || euros < 0 || euros > maxAllowance {
				d.demand(table[key], "must be a whole number of euros from 0 to 100000", keyOf(at, key))
			}
			return euros
		}
		limits := report.DeductionLimits{Year: d.incomeYear(table, at), MinEuros: amount("min"), MaxEuros: amount("max")}
		if limits.MaxEuros < limits.MinEuros {
			d.reject(table["max"], "must not be less than min", keyOf(at, "max")...)
		}
		if slices.ContainsFunc(all, func(other report.DeductionLimits) bool { return other.Year == limits.Year && limits.Year > 0 }) {
			d.reject(table["year"], "must be a year that no other table of [[ten_percent]] has", keyOf(at, "year")...)
		}
		all = append(all, limits)
	}
	return all
}

// cents returns a setting that is an amount for a day, written in euros.
func (d *decoder) cents(key string) int64 {
	cents, ok := centsIn(numberText(d.settings.Get(key)))
	if !ok || cents > maxMealCents {
		d.rejectSetting(key, "must be an amount in euros from 0 to 100, with two decimals at most")
		return 0
	}
	return cents
}

// centsIn returns the cents of an amount in euros; false if it has more decimals.
func centsIn(text string) (int64, bool) {
	thousandths, err := report.Thousandths(text)
	return thousandths / 10, err == nil && thousandths%10 == 0
}

// three sets the numbers of a row, one for each bracket.
func (d *decoder) three(numbers *[3]int64, value any, allowed string, most int64, read func(any) (int64, bool), path []string) {
	list, _ := value.([]any)
	if len(list) != len(numbers) {
		d.demand(value, allowed, path)
		return
	}
	for i, item := range list {
		number, ok := read(item)
		if !ok || number < 0 || number > most {
			d.reject(value, allowed, path...)
			return
		}
		numbers[i] = number
	}
}

func whole(value any) (int64, bool) { number, ok := value.(int64); return number, ok }

// thousandths returns a thousand times a number of the file, exactly.
func thousandths(value any) (int64, bool) {
	number, err := report.Thousandths(numberText(value))
	return number, err == nil
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

// maxDistance is half of the way around the Earth, in metres.
const maxDistance = 20_000_000

// metres returns a distance that is written in kilometres.
func (d *decoder) metres(value any, path ...string) int64 {
	metres, ok := thousandths(value)
	if !ok || metres > maxDistance {
		d.demand(value, "must be a number of kilometres from 0 to 20000, with three decimals at most", path)
	}
	return metres
}

// date returns a date, which TOML can write with or without quotes.
func (d *decoder) date(value any, path []string) civil.Date {
	text, _ := value.(string)
	if local, ok := value.(toml.LocalDate); ok {
		text = local.String()
	}
	date, err := civil.ParseDate(text)
	if err != nil {
		d.demand(value, `must be a date, such as "2026-07-01"`, path)
	}
	return date
}

// tables returns the tables of an array, as in [[bareme]]; none if it is absent.
func (d *decoder) tables(value any, form string, path []string) []map[string]any {
	list, ok := value.([]any)
	if value != nil && !ok {
		d.reject(value, "must be a list of tables, as in "+form, path...)
	}
	var tables []map[string]any
	for _, item := range list {
		table, ok := item.(map[string]any)
		if !ok {
			d.reject(value, "must be a list of tables, as in "+form, path...)
			return nil
		}
		tables = append(tables, table)
	}
	return tables
}

// optionalFlag returns a key of a table that is true or false.
func (d *decoder) optionalFlag(table map[string]any, standard bool, path []string) bool {
	value, found := table[path[len(path)-1]]
	if !found {
		return standard
	}
	flag, ok := value.(bool)
	if !ok {
		d.reject(value, "must be true or false", path...)
	}
	return flag
}

// optionalNumber returns a key of a table that is a whole number within bounds.
func (d *decoder) optionalNumber(table map[string]any, standard int, allowed string, least, most int64, path []string) int {
	value, found := table[path[len(path)-1]]
	if !found {
		return standard
	}
	number, ok := value.(int64)
	if !ok || number < least || number > most {
		d.reject(value, allowed, path...)
	}
	return int(number)
}

// demand is like reject for a key that is required.
func (d *decoder) demand(value any, allowed string, path []string) {
	if value == nil {
		allowed = "is required; " + allowed
	}
	d.reject(value, allowed, path...)
}

// keyOf returns the path of a key below another, without writing to its slice.
func keyOf(path []string, key string) []string { return append(slices.Clone(path), key) }
