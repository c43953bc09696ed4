package report

import (
	"slices"
	"time"

	"worklog/models/civil"
)

// Rule is the name of a rule about rest and working time.
type Rule string

// The rules.
const (
	DailyRest   Rule = "daily_rest"
	Amplitude   Rule = "amplitude" // how long a shift lasts
	Split       Rule = "split"     // a shift in two
	DayMax      Rule = "day_max"
	WeeklyRest  Rule = "weekly_rest"
	SevenDays   Rule = "seven_days" // dates of a civil week with work
	WeekMax     Rule = "week_max"
	Overtime    Rule = "overtime"
	TwelveWeeks Rule = "twelve_weeks"
	DaysPerYear Rule = "days_per_year"
	RestDays    Rule = "rest_days"   // free days of two weeks
	RestSunday  Rule = "rest_sunday" // free days in a row of two weeks, one of them a Sunday
	Contingent  Rule = "contingent"  // overtime of a year
	Break       Rule = "break"       // work without a break
)

// allRules lists every rule, in the order in which pages show them.
var allRules = []Rule{DailyRest, Amplitude, Split, WeeklyRest, SevenDays, RestDays, RestSunday, Break, DayMax, WeekMax, TwelveWeeks, Overtime, Contingent, DaysPerYear}

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
	Profile Profile
	// NightWorker says that one works at night by the Code du travail (L3122-5), which has
	// limits of its own for it.
	NightWorker bool
	// TwelveHours says that a hospital works in 12 hours, by the derogation of article 7.
	TwelveHours bool
	DailyRest   int64 // between two shifts
	WeeklyRest  int64
	DayMax      int64
	DayMaxNight int64 // of a shift half of whose hours or more are of the night; 0 for DayMax
	WeekMax     int64
	// CivilWeekMax is of hospitals, without overtime, which a record does not tell apart. It is
	// checked with WeekMax.
	CivilWeekMax int64
	TwelveWeeks  int64 // mean of a week
	Overtime     int64 // hours of a week above which they are overtime
	Contingent   int64 // overtime of a year
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
			WeekMax: 48 * hour, CivilWeekMax: 44 * hour, BreakAfter: 6 * hour, RestDays: 4, RestSunday: 2}
	case ForfaitJours:
		return &Limits{Profile: profile, DailyRest: 11 * hour, WeeklyRest: 35 * hour, BreakAfter: 6 * hour, DaysPerYear: 218}
	}
	return nil
}

// Unset returns the limits of the profile as they are where no threshold is set, or nil for [NoProfile]: those
// who work at night (Code du travail, L3122-6 and L3122-7) or in 12 hours (décret 2002-9, article 7) have their own.
func (l Limits) Unset() *Limits {
	limits := ProfileLimits(l.Profile)
	switch {
	case l.NightWorker && l.Profile == Private:
		limits.NightWorker, limits.DayMaxNight, limits.TwelveWeeks = true, 8*60, 40*60
	case l.TwelveHours && l.Profile == Hospital:
		limits.TwelveHours, limits.DayMax, limits.DayMaxNight = true, 12*60, 0
	}
	return limits
}

// AsOf returns the rules whose limits are those in force on a date: of a week, its Monday; of a shift,
// the date on which it starts.
func (r Rules) AsOf(date civil.Date) Rules {
	if limits, dated := InForce(r.LimitsFrom, date); dated {
		r.Limits = limits
	}
	r.LimitsFrom = nil
	return r
}

func (r Rules) withoutLimits() Rules {
	r.Limits, r.LimitsFrom = nil, nil
	return r
}

// HasLimits reports whether anything is checked on any date.
func (r Rules) HasLimits() bool {
	return r.Limits != nil || slices.ContainsFunc(r.LimitsFrom, func(of Since[*Limits]) bool { return of.Value != nil })
}

// limitedSpan is the dates from one to another on which the same limits are in force.
type limitedSpan struct {
	Rules    // as of these dates
	from, to civil.Date
}

// byLimits parts the dates from one to another where the limits change, without those that have none.
func (r Rules) byLimits(from, to civil.Date) (spans []limitedSpan) {
	for from.Compare(to) <= 0 {
		span := limitedSpan{r.AsOf(from), from, to}
		if next := slices.IndexFunc(r.LimitsFrom, func(of Since[*Limits]) bool { return of.From.Compare(from) > 0 }); next >= 0 {
			span.to = civil.Earlier(to, r.LimitsFrom[next].From.AddDays(-1))
		}
		if span.Limits != nil {
			spans = append(spans, span)
		}
		from = span.to.AddDays(1)
	}
	return spans
}

// Finding is a figure beyond the limit of a rule.
type Finding struct {
	Rule Rule
	// Date is that on which the rest ends, the day itself, the day on which a shift or work
	// without a break begins, the week's Monday, the first Monday of two, the last Monday of
	// twelve, the Monday of the first week beyond the overtime of a year, or the first day
	// beyond the days of a year.
	Date civil.Date
	// First and Last are the dates of the days behind the figure.
	First, Last civil.Date
	// From and To are the ends of what the figure measures: of the rest, the shift or the
	// period, in the zone of the rules. To is the first instant after it.
	From, To time.Time
	// OfShift tells that it is about a shift, not about rest or whole days.
	OfShift bool
	// Minutes is the figure and Limit its threshold; 0 for days.
	Minutes, Limit int64
	// Days is the figure in days and LimitDays its threshold; 0 for minutes.
	Days, LimitDays Days
}

// PaysOvertime reports whether overtime is known and paid by the rates of the Code du travail.
// Hospitals have others.
func (l *Limits) PaysOvertime() bool {
	return l != nil && l.Overtime > 0 && l.Profile != Hospital
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
