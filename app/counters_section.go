package app

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/report"
)

// counters returns the counters of [counters], in the order of the file.
func (d *decoder) counters() []report.Counter {
	var counters []report.Counter
	for _, t := range d.ids("counters") {
		counters = append(counters, counter(t))
	}
	return counters
}

func counter(t *table) report.Counter {
	counter := report.Counter{
		Name:        t.id(),
		Label:       cmp.Or(optional(t, "label", aNote, ""), t.id()),
		Types:       required(t, "types", dayTypes),
		Unit:        optional(t, "unit", textAmong(report.Units, ""), report.Units[0]),
		Allowance:   required(t, "allowance", inHalves(0, "must be a number of days from 0 to 366, such as 25 or 12.5")),
		PeriodStart: optional(t, "period_start", yearDay, report.YearDay{Month: time.January, Day: 1}),
		Accrual:     optional(t, "accrual", textAmong(report.Accruals, ""), report.Accruals[0]),
		CarryOver:   optional(t, "carry_over", carryOver, 0),
	}
	if strings.TrimSpace(counter.Label) == "" {
		t.reject("label", `must not be blank; without it, or with "", pages show the name`)
	}
	counter.RoundUp = optional(t, "round_up", aFlag, slices.Equal(counter.Types, []models.DayType{models.Leave}))
	if text := optional(t, "carry_expires", anyText, ""); text != "" {
		expires := required(t, "carry_expires", yearDay)
		counter.CarryExpires = &expires
	}
	for _, row := range t.rows("adjustments") {
		counter.Adjustments = append(counter.Adjustments, report.Adjustment{
			Date: required(row, "date", aDate),
			Days: required(row, "days", inHalves(-2*maxYearDays, "must be a number of days from -366 to 366, such as 2 or -0.5")),
			Note: optional(row, "note", aNote, ""),
		})
	}
	return counter
}

// dayTypes is a list of day types.
var dayTypes = reading("must be a list of day types, each once; "+oneOf(models.DayTypes), func(value any) (types []models.DayType, ok bool) {
	items, _ := value.([]any)
	for _, item := range items {
		text, _ := item.(string)
		if dayType := models.DayType(text); dayType.Valid() && !slices.Contains(types, dayType) {
			types = append(types, dayType)
		}
	}
	return types, len(types) > 0 && len(types) == len(items)
})

// inHalves is a number of days in halves, up to a year's.
func inHalves(least float64, allowed string) kind[report.Days] {
	return reading(allowed, func(value any) (report.Days, bool) {
		halves := math.NaN()
		switch value := value.(type) {
		case int64:
			halves = 2 * float64(value)
		case float64:
			halves = 2 * value
		}
		if !(halves >= least && halves <= 2*maxYearDays) || halves != float64(int64(halves)) {
			return 0, false
		}
		return report.Days(halves) * report.HalfDay, true
	})
}

// carryOver is what is carried over to the next period.
func carryOver(value any) (report.Days, string) {
	switch value {
	case "none":
		return 0, ""
	case "all":
		return report.CarryAll, ""
	}
	return inHalves(0, `must be "none", "all" or a number of days, such as 5 or 2.5`)(value)
}

// yearDay is a date of every year, written MM-DD.
var yearDay = inText(`must be a month and a day that every year has, such as "06-01"`, func(text string) (report.YearDay, bool) {
	date, err := time.Parse(time.DateOnly, "2001-"+text) // no leap year
	if err != nil || len(text) != len("MM-DD") || strings.ContainsAny(text, " +") {
		return report.YearDay{Month: time.January, Day: 1}, false
	}
	return report.YearDay{Month: date.Month(), Day: date.Day()}, true
})
