package app

import (
	"slices"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/report"
	"worklog/models/settings"
)

// counters returns the counters of [counters], in the order of the file.
func (d *decoder) counters() []report.Counter {
	var counters []report.Counter
	for _, name := range d.ids("counters") {
		path := []string{"counters", name}
		counters = append(counters, d.counter(name, d.table("counters")[name].(map[string]any), path))
	}
	return counters
}

// counterKeys are the keys of a counter.
var counterKeys = []string{"label", "round_up", "types", "unit", "allowance", "period_start", "accrual", "carry_over", "carry_expires", "adjustments"}

func (d *decoder) counter(name string, table map[string]any, path []string) report.Counter {
	counter := report.Counter{
		Name:        name,
		Label:       name,
		Types:       d.dayTypes(table["types"], keyOf(path, "types")),
		Unit:        chosen(d, table, report.Units, path, "unit"),
		Allowance:   d.halves(table["allowance"], 0, `must be a number of days from 0 to 366, such as 25 or 12.5`, keyOf(path, "allowance")),
		PeriodStart: report.YearDay{Month: time.January, Day: 1},
		Accrual:     chosen(d, table, report.Accruals, path, "accrual"),
		CarryOver:   d.carryOver(table, path),
		Adjustments: d.adjustments(table, path),
	}
	if label, _ := d.optionalText(table, keyOf(path, "label")...); label != "" {
		d.checkLabel(label, keyOf(path, "label")...)
		if counter.Label = label; strings.TrimSpace(label) == "" {
			d.reject(label, `must not be blank; without it, or with "", pages show the name`, keyOf(path, "label")...)
		}
	}
	counter.RoundUp = d.optionalFlag(table, slices.Equal(counter.Types, []models.DayType{models.Leave}), keyOf(path, "round_up"))
	if text, found := d.optionalText(table, keyOf(path, "period_start")...); found {
		counter.PeriodStart = d.yearDay(text, keyOf(path, "period_start"))
	}
	if text, _ := d.optionalText(table, keyOf(path, "carry_expires")...); text != "" {
		expires := d.yearDay(text, keyOf(path, "carry_expires"))
		counter.CarryExpires = &expires
	}
	return counter
}

// chosen returns a key that is one of several values; the first is the default.
func chosen[T ~string](d *decoder, table map[string]any, values []T, path []string, key string) T {
	text, found := d.optionalText(table, keyOf(path, key)...)
	if !found {
		return values[0]
	}
	if !slices.Contains(values, T(text)) {
		d.reject(text, oneOf(values), keyOf(path, key)...)
	}
	return T(text)
}

// dayTypes returns a list of day types.
func (d *decoder) dayTypes(value any, path []string) []models.DayType {
	items, _ := value.([]any)
	var types []models.DayType
	for _, item := range items {
		text, _ := item.(string)
		if dayType := models.DayType(text); dayType.Valid() && !slices.Contains(types, dayType) {
			types = append(types, dayType)
		}
	}
	if len(types) == 0 || len(types) < len(items) {
		d.demand(value, "must be a list of day types, each once; "+oneOf(models.DayTypes), path)
	}
	return types
}

// halves returns a number of days in halves, up to a year's.
func (d *decoder) halves(value any, least float64, allowed string, path []string) report.Days {
	var halves float64
	switch value := value.(type) {
	case int64:
		halves = 2 * float64(value)
	case float64:
		halves = 2 * value
	default:
		d.demand(value, allowed, path)
		return 0
	}
	if !(halves >= least && halves <= 2*maxYearDays) || halves != float64(int64(halves)) {
		d.reject(value, allowed, path...)
		return 0
	}
	return report.Days(halves) * report.HalfDay
}

func (d *decoder) carryOver(table map[string]any, path []string) report.Days {
	value, found := table["carry_over"]
	switch {
	case !found || value == "none":
		return 0
	case value == "all":
		return report.CarryAll
	}
	return d.halves(value, 0, `must be "none", "all" or a number of days, such as 5 or 2.5`, keyOf(path, "carry_over"))
}

// yearDay returns a date of every year, written MM-DD.
func (d *decoder) yearDay(text string, path []string) report.YearDay {
	date, err := time.Parse(time.DateOnly, "2001-"+text) // no leap year
	if err != nil || len(text) != len("MM-DD") || strings.ContainsAny(text, " +") {
		d.reject(text, `must be a month and a day that every year has, such as "06-01"`, path...)
		return report.YearDay{Month: time.January, Day: 1}
	}
	return report.YearDay{Month: date.Month(), Day: date.Day()}
}

func (d *decoder) adjustments(table map[string]any, path []string) []report.Adjustment {
	var adjustments []report.Adjustment
	path = keyOf(path, "adjustments")
	for i, item := range d.tables(table["adjustments"], "[["+keyName(path...)+"]]", path) {
		at := keyOf(path, settings.Element(i))
		d.warnUnknown(item, []string{"date", "days", "note"}, at...)
		adjustments = append(adjustments, report.Adjustment{
			Date: d.date(item["date"], keyOf(at, "date")),
			Days: d.halves(item["days"], -2*maxYearDays, "must be a number of days from -366 to 366, such as 2 or -0.5", keyOf(at, "days")),
			Note: d.note(item, keyOf(at, "note")),
		})
	}
	return adjustments
}
