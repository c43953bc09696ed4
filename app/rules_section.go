package app

import (
	"maps"
	"slices"
	"strconv"

	"worklog/models/report"
)

// threshold is a duration of [rules], in minutes.
type threshold struct {
	minutes *int64
	most    int64
}

// thresholdsOf returns the durations of limits by their keys.
func thresholdsOf(limits *report.Limits) map[string]threshold {
	return map[string]threshold{
		string(report.DailyRest):   {&limits.DailyRest, dayMinutes},
		string(report.DayMax):      {&limits.DayMax, dayMinutes},
		"day_max_night":            {&limits.DayMaxNight, dayMinutes},
		string(report.WeeklyRest):  {&limits.WeeklyRest, weekMinutes},
		string(report.WeekMax):     {&limits.WeekMax, weekMinutes},
		string(report.TwelveWeeks): {&limits.TwelveWeeks, weekMinutes},
		string(report.Overtime):    {&limits.Overtime, weekMinutes},
	}
}

// limits returns the thresholds of [rules], or nil without a profile.
func (d *decoder) limits() *report.Limits {
	profile := report.Profile(d.text("rules.profile"))
	if !slices.Contains(report.Profiles, profile) {
		d.rejectSetting("rules.profile", oneOf(report.Profiles))
	}
	limits := report.ProfileLimits(profile)
	changed := limits
	if changed == nil {
		changed = &report.Limits{} // the keys are checked without a profile, too
	}
	table := d.table("rules")
	for key, threshold := range thresholdsOf(changed) {
		if value, found := table[key]; found {
			allowed := "must be a duration of at most " + strconv.FormatInt(threshold.most/60, 10) + ` hours, such as "11h", or "0h" for no threshold`
			*threshold.minutes = d.duration(value, 0, threshold.most, allowed, []string{"rules", key})
		}
	}
	if value, found := table[daysPerYear]; found {
		changed.DaysPerYear = d.days(value, 0, []string{"rules", daysPerYear})
	}
	return limits
}

const daysPerYear = string(report.DaysPerYear)

// thresholdKeys are the keys of [rules] beside the profile.
func thresholdKeys() []string {
	return append(slices.Collect(maps.Keys(thresholdsOf(&report.Limits{}))), daysPerYear)
}
