package app

import (
	"slices"
	"strconv"

	"worklog/models/report"
)

// threshold is a duration of [rules], in minutes.
type threshold struct {
	minutes *int64
	most    int64
}

// allowed says which durations a threshold can be.
func (t threshold) allowed() string {
	bound := "at most " + strconv.FormatInt(t.most/60, 10)
	if t.most%60 > 0 {
		bound = "less than " + strconv.FormatInt(t.most/60+1, 10)
	}
	return "must be a duration of " + bound + ` hours, such as "11h", or "0h" for no threshold`
}

// thresholdsOf returns the durations of limits by their keys.
func thresholdsOf(limits *report.Limits) map[string]threshold {
	return map[string]threshold{
		string(report.DailyRest):   {&limits.DailyRest, dayMinutes - 1}, // one of a whole day would leave no time for a shift
		string(report.DayMax):      {&limits.DayMax, dayMinutes},
		"day_max_night":            {&limits.DayMaxNight, dayMinutes},
		string(report.WeeklyRest):  {&limits.WeeklyRest, weekMinutes},
		string(report.WeekMax):     {&limits.WeekMax, weekMinutes},
		string(report.TwelveWeeks): {&limits.TwelveWeeks, weekMinutes},
		string(report.Overtime):    {&limits.Overtime, weekMinutes},
		string(report.Contingent):  {&limits.Contingent, maxYearDays * dayMinutes},
		string(report.Break):       {&limits.Break, dayMinutes},
		"break_after":              {&limits.BreakAfter, dayMinutes},
	}
}

// countedDays is a number of days of [rules].
type countedDays struct {
	days *int
	most int64
}

// countedDaysOf returns the numbers of days of limits by their keys.
func countedDaysOf(limits *report.Limits) map[string]countedDays {
	return map[string]countedDays{
		string(report.DaysPerYear): {&limits.DaysPerYear, maxYearDays},
		string(report.RestDays):    {&limits.RestDays, 14},
		string(report.RestSunday):  {&limits.RestSunday, 14},
	}
}

// limits returns the thresholds of [rules], or nil without a profile.
func (d *decoder) limits() *report.Limits {
	t := d.section("rules")
	profile := setting(t, "profile", textAmong(report.Profiles, ""), string(report.Profiles[0]))
	limits, known := report.ProfileLimits(profile), slices.Contains(report.Profiles, profile)
	switch atNight := setting(t, "night_worker", aFlag, false); {
	case atNight && profile == report.Private:
		limits = report.NightWorkerLimits()
	case atNight && known:
		t.reject("night_worker", `must be false, unless profile = "prive"`)
	}
	changed := limits
	if changed == nil {
		changed = &report.Limits{} // the keys are checked without a profile, too
	}
	for key, threshold := range thresholdsOf(changed) {
		*threshold.minutes = optional(t, key, inMinutes(0, threshold.most, threshold.allowed()), *threshold.minutes)
	}
	for key, counted := range countedDaysOf(changed) {
		*counted.days = optional(t, key, aNumberOfDays(0, counted.most), *counted.days)
	}
	return limits
}
