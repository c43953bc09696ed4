package app

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"worklog/models/civil"
	"worklog/models/report"
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
	for _, row := range d.root.rows("targets") {
		from := required(row, "from", aDate)
		if slices.ContainsFunc(targets, func(other report.Target) bool { return other.From == from && from.Year > 0 }) {
			row.reject("from", "must be a date that no other target has")
		}
		targets = append(targets, target(row, from))
	}
	slices.SortFunc(targets, func(a, b report.Target) int { return b.From.DaysUntil(a.From) })
	return targets
}

func target(row *table, from civil.Date) report.Target {
	target := report.Target{From: from}
	var ways []string // keys that say what is to be worked
	for day, name := range weekdays {
		if _, found := row.ask(name); found {
			ways = []string{name}
			target.Minutes[day] = required(row, name, inMinutes(0, dayMinutes, `must be a duration of at most 24 hours, such as "7h" or "7h30"`))
		}
	}
	if _, found := row.ask("week"); found {
		ways = append(ways, "week")
		target = report.WeekTarget(from, required(row, "week", inMinutes(0, weekMinutes, `must be a duration of at most 168 hours, such as "35h"`)))
	}
	if _, found := row.ask("days_per_year"); found {
		ways = append(ways, "days_per_year")
		target = report.DaysTarget(from, required(row, "days_per_year", aNumberOfDays(1, maxYearDays)))
	}
	if len(ways) > 1 {
		row.reject(ways[len(ways)-1], "must not stand beside "+ways[0]+": a target is days of the week, or week, or days_per_year")
	}
	return target
}

// durationText matches durations, such as "7h", "7h30" or "-3h".
var durationText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(-?)([0-9]{1,6})h([0-5][0-9])?$`) })

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
	t := d.section("balance")
	from := setting(t, "from", anyText, "")
	date, err := civil.ParseDate(from)
	rules := &report.BalanceRules{
		From:               date,
		Start:              setting(t, "start", inMinutesText(wrongHours), "0h"),
		RTTConsumes:        setting(t, "rtt_consumes", aFlag, false),
		CreditWithoutSlots: setting(t, "credit_without_slots", aFlag, false),
		Adjustments:        balanceAdjustments(t, date),
	}
	if from == "" && rules.Start == 0 && !rules.RTTConsumes && !rules.CreditWithoutSlots && len(rules.Adjustments) == 0 {
		return nil
	}
	if err != nil {
		d.reject(from, `must be the date on which the balance begins, such as "2026-01-01"`, "balance", "from")
	}
	return rules
}

const wrongHours = `must be a duration, such as "12h30" or "-3h"`

// inMinutesText is a duration of the balance, which must be text.
func inMinutesText(allowed string) kind[int64] {
	return inText(allowed, func(text string) (int64, bool) {
		minutes, wrong := inMinutes(-balanceMinutes, balanceMinutes, allowed)(text)
		return minutes, wrong == ""
	})
}

// balanceAdjustments returns [[balance.adjustments]] in order of date, none before the date on
// which the balance begins.
func balanceAdjustments(t *table, begins civil.Date) []report.BalanceAdjustment {
	var adjustments []report.BalanceAdjustment
	for _, row := range t.rows("adjustments") {
		date := required(row, "date", aDate)
		if date.Compare(begins) < 0 {
			row.reject("date", "must not be before balance.from, "+begins.String())
		}
		adjustments = append(adjustments, report.BalanceAdjustment{
			Date:    date,
			Minutes: required(row, "hours", inMinutes(-balanceMinutes, balanceMinutes, wrongHours)),
			Note:    optional(row, "note", aNote, ""),
		})
	}
	slices.SortStableFunc(adjustments, func(a, b report.BalanceAdjustment) int { return a.Date.Compare(b.Date) })
	return adjustments
}

// night returns the hours of the night of [hours].
func (d *decoder) night() report.Night {
	t := d.section("hours")
	night := report.Night{Start: setting(t, "night_start", clockTime("21:00"), "21:00"), End: setting(t, "night_end", clockTime("21:00"), "06:00")}
	if night.Start == night.End {
		d.reject(cmp.Or[any](t.values["night_end"], "06:00"), "must be another time than hours.night_start", "hours", "night_end")
	}
	return night
}
