package app

import (
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
	"worklog/views/french"
)

// hours reads the configuration of the hours: in [[targets]], [balance],
// [counters], [hours] and [rules].
func (d *decoder) hours(zone *time.Location, alsaceMoselle bool) report.Rules {
	return report.Rules{
		Zone:      zone,
		IsHoliday: isHoliday(alsaceMoselle),
		Targets:   d.targets(),
		Balance:   d.balance(),
		Counters:  d.counters(),
		Night:     d.night(),
		Limits:    d.limits(),
	}
}

// isHoliday returns a function that reports whether a date is a public holiday. It keeps
// those of every year that it was asked for, as a bit for each day of twelve months: a
// balance asks for every day since it began.
func isHoliday(alsaceMoselle bool) func(civil.Date) bool {
	holidays := french.NewHolidays(alsaceMoselle)
	var years [9999 + 1]atomic.Pointer[[13]uint32]
	return func(date civil.Date) bool {
		if !date.InRange() {
			return false
		}
		months := years[date.Year].Load()
		if months == nil {
			months = new([13]uint32)
			for holiday := range holidays.Of(date.Year) {
				months[holiday.Month] |= 1 << holiday.Day
			}
			years[date.Year].Store(months)
		}
		return months[date.Month]&(1<<date.Day) != 0
	}
}

// weekdays are the keys of a target, in the order of [time.Weekday].
var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// Bounds of durations, in minutes.
const (
	dayMinutes     = 24 * 60
	weekMinutes    = 7 * dayMinutes
	balanceMinutes = 100_000 * 60
)

// maxYearDays is the number of days in a leap year.
const maxYearDays = 366

// targets returns the targets of [[targets]] in the order of their dates.
func (d *decoder) targets() []report.Target {
	var targets []report.Target
	for i, table := range d.tables(d.doc.root["targets"], "[[targets]]", []string{"targets"}) {
		path := []string{"targets", settings.Element(i)}
		d.warnUnknown(table, append([]string{"from", "week", "days_per_year"}, weekdays...), path...)
		from := d.date(table["from"], keyOf(path, "from"))
		if slices.ContainsFunc(targets, func(other report.Target) bool { return other.From == from && from.Year > 0 }) {
			d.reject(table["from"], "must be a date that no other target has", keyOf(path, "from")...)
		}
		targets = append(targets, d.target(table, from, path))
	}
	slices.SortFunc(targets, func(a, b report.Target) int { return b.From.DaysUntil(a.From) })
	return targets
}

func (d *decoder) target(table map[string]any, from civil.Date, path []string) report.Target {
	target := report.Target{From: from}
	var ways []string // keys that say what is to be worked
	for day, name := range weekdays {
		if value, found := table[name]; found {
			ways = []string{name}
			target.Minutes[day] = d.duration(value, 0, dayMinutes, `must be a duration of at most 24 hours, such as "7h" or "7h30"`, keyOf(path, name))
		}
	}
	if value, found := table["week"]; found {
		ways = append(ways, "week")
		target = report.WeekTarget(from, d.duration(value, 0, weekMinutes, `must be a duration of at most 168 hours, such as "35h"`, keyOf(path, "week")))
	}
	if value, found := table["days_per_year"]; found {
		ways = append(ways, "days_per_year")
		target = report.DaysTarget(from, d.days(value, 1, maxYearDays, keyOf(path, "days_per_year")))
	}
	if len(ways) > 1 {
		key := ways[len(ways)-1]
		d.reject(table[key], "must not stand beside "+ways[0]+": a target is days of the week, or week, or days_per_year", keyOf(path, key)...)
	}
	return target
}

// days returns a number of days within bounds.
func (d *decoder) days(value any, least, most int64, path []string) int {
	number, ok := value.(int64)
	if !ok || number < least || number > most {
		d.reject(value, "must be a number of days from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10), path...)
		return 0
	}
	return int(number)
}

// durationText matches durations, such as "7h", "7h30" or "-3h".
var durationText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(-?)([0-9]{1,6})h([0-5][0-9])?$`) })

// duration returns a duration in minutes, within bounds.
func (d *decoder) duration(value any, least, most int64, allowed string, path []string) int64 {
	minutes, ok := parseDuration(value)
	if !ok || minutes < least || minutes > most {
		d.reject(value, allowed, path...)
		return 0
	}
	return minutes
}

// parseDuration returns the minutes of a duration.
func parseDuration(value any) (minutes int64, ok bool) {
	text, _ := value.(string)
	parts := durationText().FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	hours, _ := strconv.ParseInt(parts[2], 10, 64) // six digits at most
	rest, _ := strconv.ParseInt("0"+parts[3], 10, 64)
	minutes = hours*60 + rest
	if parts[1] != "" {
		minutes = -minutes
	}
	return minutes, true
}

// balance returns the rules of [balance], or nil if it has no date.
func (d *decoder) balance() *report.BalanceRules {
	from := d.text("balance.from")
	start, ok := parseDuration(d.text("balance.start"))
	if !ok || start < -balanceMinutes || start > balanceMinutes {
		d.rejectSetting("balance.start", `must be a duration, such as "12h30" or "-3h"`)
	}
	date, err := civil.ParseDate(from)
	rules := &report.BalanceRules{
		From:               date,
		Start:              start,
		RTTConsumes:        d.flag("balance.rtt_consumes"),
		CreditWithoutSlots: d.flag("balance.credit_without_slots"),
		Adjustments:        d.balanceAdjustments(date),
	}
	if from == "" && start == 0 && !rules.RTTConsumes && !rules.CreditWithoutSlots && len(rules.Adjustments) == 0 {
		return nil
	}
	if err != nil {
		d.rejectSetting("balance.from", `must be the date on which the balance begins, such as "2026-01-01"`)
	}
	return rules
}

// balanceAdjustments returns [[balance.adjustments]] in order of date, none before the date on
// which the balance begins.
func (d *decoder) balanceAdjustments(begins civil.Date) []report.BalanceAdjustment {
	var adjustments []report.BalanceAdjustment
	path := []string{"balance", "adjustments"}
	for i, item := range d.tables(d.table("balance")["adjustments"], "[[balance.adjustments]]", path) {
		at := keyOf(path, settings.Element(i))
		d.warnUnknown(item, []string{"date", "hours", "note"}, at...)
		date := d.date(item["date"], keyOf(at, "date"))
		if date.Compare(begins) < 0 {
			d.reject(item["date"], "must not be before balance.from, "+begins.String(), keyOf(at, "date")...)
		}
		adjustments = append(adjustments, report.BalanceAdjustment{
			Date:    date,
			Minutes: d.duration(item["hours"], -balanceMinutes, balanceMinutes, `must be a duration, such as "12h30" or "-3h"`, keyOf(at, "hours")),
			Note:    d.note(item, keyOf(at, "note")),
		})
	}
	slices.SortStableFunc(adjustments, func(a, b report.BalanceAdjustment) int { return a.Date.Compare(b.Date) })
	return adjustments
}

// night returns the hours of the night of [hours].
func (d *decoder) night() report.Night {
	night := report.Night{Start: d.clockTime("hours.night_start"), End: d.clockTime("hours.night_end")}
	if night.Start == night.End {
		d.rejectSetting("hours.night_end", "must be another time than hours.night_start")
	}
	return night
}

// clockTime returns a setting that is a time of day.
func (d *decoder) clockTime(key string) civil.WallTime {
	const layout = "15:04"
	text := d.text(key)
	parsed, err := time.Parse(layout, text)
	if err != nil || parsed.Format(layout) != text { // it takes "9:30" too
		d.rejectSetting(key, `must be a time from "00:00" to "23:59", such as "21:00"`)
	}
	return civil.WallTime{Hour: parsed.Hour(), Minute: parsed.Minute()}
}
