package report

import "worklog/models/civil"

// Rule is the name of a rule about rest and working time.
type Rule string

// The rules.
const (
	DailyRest   Rule = "daily_rest"
	DayMax      Rule = "day_max"
	WeeklyRest  Rule = "weekly_rest"
	WeekMax     Rule = "week_max"
	Overtime    Rule = "overtime"
	TwelveWeeks Rule = "twelve_weeks"
	DaysPerYear Rule = "days_per_year"
	RestDays    Rule = "rest_days"   // free days of two weeks
	RestSunday  Rule = "rest_sunday" // free days in a row of two weeks, one of them a Sunday
	Contingent  Rule = "contingent"  // overtime of a year
	Break       Rule = "break"       // work without a break
)

// AllRules lists every rule, in the order in which pages show them.
var AllRules = []Rule{DailyRest, WeeklyRest, RestDays, RestSunday, Break, DayMax, WeekMax, TwelveWeeks, Overtime, Contingent, DaysPerYear}

// Profile is a set of thresholds. Agreements derogate from all of them.
type Profile string

// The profiles.
const (
	NoProfile    Profile = "aucune"
	Private      Profile = "prive"         // Code du travail
	Hospital     Profile = "fph"           // fonction publique hospitalière, décret 2002-9
	ForfaitJours Profile = "forfait_jours" // Code du travail, days counted instead of hours
)

// Profiles lists every profile.
var Profiles = []Profile{NoProfile, Private, Hospital, ForfaitJours}

// Limits are the thresholds of the rules, in minutes but where they are days. A rule whose
// threshold is 0 is not checked.
type Limits struct {
	Profile     Profile
	DailyRest   int64
	WeeklyRest  int64
	DayMax      int64
	DayMaxNight int64 // of a date half of whose hours or more are of the night; 0 for DayMax
	WeekMax     int64
	TwelveWeeks int64 // mean of a week
	Overtime    int64 // hours of a week above which they are overtime
	Contingent  int64 // overtime of a year
	// Break is the shortest break that parts work, and BreakAfter how long one works
	// without. It is 0 in all profiles: slots seldom show breaks.
	Break, BreakAfter int64
	// RestDays are free days of two weeks that follow each other, and RestSunday those of
	// them that are to be in a row, one of them a Sunday.
	RestDays, RestSunday int
	// DaysPerYear is for years whose target does not say how many days are to be worked.
	DaysPerYear int
}

// ProfileLimits returns the thresholds of a profile, or nil for [NoProfile].
func ProfileLimits(profile Profile) *Limits {
	const hour = 60
	switch profile {
	case Private:
		return &Limits{Profile: profile, DailyRest: 11 * hour, WeeklyRest: 35 * hour, DayMax: 10 * hour,
			WeekMax: 48 * hour, TwelveWeeks: 44 * hour, Overtime: 35 * hour, Contingent: 220 * hour, BreakAfter: 6 * hour}
	case Hospital:
		return &Limits{Profile: profile, DailyRest: 12 * hour, WeeklyRest: 36 * hour, DayMax: 9 * hour, DayMaxNight: 10 * hour,
			WeekMax: 48 * hour, BreakAfter: 6 * hour, RestDays: 4, RestSunday: 2}
	case ForfaitJours:
		return &Limits{Profile: profile, DailyRest: 11 * hour, WeeklyRest: 35 * hour, BreakAfter: 6 * hour, DaysPerYear: 218}
	}
	return nil
}

// Article returns where the rule of a profile is written, or "" for one of one's own.
func (p Profile) Article(rule Rule) string {
	if p == Hospital {
		return map[Rule]string{
			DailyRest: "décret 2002-9", WeeklyRest: "décret 2002-9", DayMax: "décret 2002-9", WeekMax: "décret 2002-9",
			RestDays: "décret 2002-9", RestSunday: "décret 2002-9", Break: "décret 2002-9",
		}[rule]
	}
	return map[Rule]string{
		DailyRest: "L3131-1", WeeklyRest: "L3132-2", DayMax: "L3121-18", WeekMax: "L3121-20",
		TwelveWeeks: "L3121-22", Overtime: "L3121-28", DaysPerYear: "L3121-64",
		Contingent: "D3121-24", Break: "L3121-16",
	}[rule]
}

// Finding is a figure beyond the limit of a rule.
type Finding struct {
	Rule Rule
	// Date is that on which the rest ends, the day itself, the day on which work without a
	// break begins, the week's Monday, the first Monday of two, the last Monday of twelve,
	// the Monday of the first week beyond the overtime of a year, or the first day beyond
	// the days of a year.
	Date civil.Date
	// First and Last are the dates that the figure is about.
	First, Last civil.Date
	// Minutes is the figure and Limit its threshold; 0 for days.
	Minutes, Limit int64
	// Days is the figure in days and LimitDays its threshold; 0 for minutes.
	Days, LimitDays Halves
}

// OvertimeRates are the minutes of overtime in a week by their rates (Code du travail,
// L3121-36).
type OvertimeRates struct {
	At25 int64 // the first eight hours
	At50 int64
}

// Total returns the overtime at all rates.
func (o OvertimeRates) Total() int64 { return o.At25 + o.At50 }

// OvertimeAbove returns the overtime of a week with so many minutes.
func OvertimeAbove(minutes, limit int64) OvertimeRates {
	const firstHours = 8 * 60
	over := max(0, minutes-limit)
	return OvertimeRates{min(over, firstHours), max(0, over-firstHours)}
}
