package report

import (
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Rests is what stands out in a year by the rules about rest and working time, or in that part of it
// in which the same limits are in force.
type Rests struct {
	From, To civil.Date
	// Limits are those in force; of the days of a year, those of the target.
	Limits Limits
	// Rules are those that are checked, also those by which nothing stands out.
	Rules []RuleFindings
	// Overtime is that of the year: of the weeks whose Monday lies in it.
	Overtime OvertimeRates
	Night    NightWork
}

// mostListed is how many findings of a rule in a year have their days: more than there are dates.
// Only breaks are found more often, in a record of very many slots.
const mostListed = 400

// Listed are the findings that have their days.
func (f RuleFindings) Listed() []FindingDays { return f.Findings[:min(len(f.Findings), mostListed)] }

// NightWork is the most that was worked at night in twelve months.
type NightWork struct {
	From, To civil.Date
	Minutes  int64
	Years    []int // in which its entries lie
	// Weeks is how many weeks of the year have two shifts or more with three hours of the night:
	// where that is usual, it makes a night worker (Code du travail, L3122-5).
	Weeks int
}

// nightWeeks returns the [NightWork.Weeks] of a year, up to a date.
func (r Rules) nightWeeks(work []stretch, on worked, from, to civil.Date) (weeks int) {
	const hours = 3 * 60
	shifts, _ := r.Limits.inShifts(work)
	nights := map[civil.Date]int{} // by Monday
	for _, shift := range shifts {
		date := shift[0].startsOn()
		if date.Compare(to) > 0 || !on.hasNight(date, shift[len(shift)-1].endsOn()) {
			continue
		}
		if _, minutes := shift.hours(r.Night); minutes >= hours {
			nights[date.Monday()]++
		}
	}
	for monday, count := range nights {
		if count >= 2 && from.Compare(monday) <= 0 {
			weeks++
		}
	}
	return weeks
}

// Reached reports whether it makes a night worker, if no agreement says who is one (Code du
// travail, L3122-23).
func (n NightWork) Reached() bool { return n.Minutes >= 270*60 }

// nightWork returns the most that was worked at night in twelve months that end from one date
// to another.
func (w worked) nightWork(from, to civil.Date) (most NightWork) {
	var sum int64
	start := yearBefore(from)
	for date := start; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		sum += w[number(date)].night
		if from.DaysUntil(date) < 0 {
			continue
		}
		for begin := yearBefore(date); start.DaysUntil(begin) > 0; start = start.AddDays(1) {
			sum -= w[number(start)].night
		}
		if sum > 0 && sum >= most.Minutes { // of equal ones the last
			most = NightWork{From: start, To: date, Minutes: sum}
		}
	}
	return most
}

// nightYears returns the years from one date to another in which entries have hours of the night.
func (r Rules) nightYears(days []models.Day, from, to civil.Date) (years []int) {
	for year := from.Year; year <= to.Year; year++ {
		first, last := civil.DatesOfYear(year)
		if slices.ContainsFunc(models.Between(days, civil.Later(from, first), civil.Earlier(to, last)), r.hasNight) {
			years = append(years, year)
		}
	}
	return years
}

// hasNight reports whether a day has hours of the night.
func (r Rules) hasNight(day models.Day) (has bool) {
	r.Night.cutDay(day, func(p piece) { has = has || p.night })
	return has
}

// yearBefore returns the first of the twelve months that end with a date.
func yearBefore(date civil.Date) civil.Date {
	return civil.DateOf(time.Date(date.Year-1, date.Month, date.Day, 0, 0, 0, 0, time.UTC)).AddDays(1)
}

// RuleFindings is what a rule finds.
type RuleFindings struct {
	Rule     Rule
	Changed  bool // the threshold is not the profile's
	Findings []FindingDays
}

// FindingDays is a finding with the days behind it.
type FindingDays struct {
	Finding
	// Days are the entries behind the figure, in order; none for what is summed from
	// weeks ([TwelveWeeks], [Contingent]).
	Days []*models.Day
	// Recorded are the minutes of the entries dated from First to Last, nights in full.
	Recorded int64
	// Worked are the minutes worked from First to Last, nights cut. In the overtime of the week,
	// Solidarity is what of them does not count in it, and Leave what leave counts as.
	Worked, Solidarity, Leave int64
}

// Rests returns what stands out in a year, by the limits in force, none for the dates without any. The
// record must be that of the year, from its first date to its last.
func (r Rules) Rests(record Record, year int, now civil.Instant) (all []Rests) {
	from, to := civil.DatesOfYear(year)
	days := withPresence(record.Days, record.Present)
	work := stretches(days, now)
	on := workedOn(work, r.Night)
	recorded := make([]int64, len(days))
	for i := range days {
		recorded[i] = days[i].WorkedMinutes()
	}
	found := r.findings(days, work, on, from, to, now)
	for _, span := range r.byLimits(from, to) {
		rests := span.rests(datedFrom(found, span.from, span.to), days, recorded, on)
		until := civil.Earlier(span.to, civil.DateOf(now.In(r.Zone)))
		rests.Night = on.nightWork(span.from, until)
		rests.Night.Weeks = span.nightWeeks(work, on, span.from, until)
		rests.Night.Years = r.nightYears(record.Days, rests.Night.From, rests.Night.To)
		all = append(all, rests)
	}
	return all
}

// rests returns what of the findings of the dates there is by rule. Recorded has the minutes of each
// day.
func (s limitedSpan) rests(findings []Finding, days []models.Day, recorded []int64, on worked) Rests {
	rests := Rests{From: s.from, To: s.to, Limits: *s.Limits}
	if target := s.targetFrom(s.to); target != nil && target.DaysPerYear > 0 && rests.Limits.DaysPerYear > 0 {
		rests.Limits.DaysPerYear = target.DaysPerYear
	}
	found := map[Rule][]FindingDays{}
	for _, finding := range findings {
		with := FindingDays{Finding: finding, Worked: on.between(finding.First, finding.First.DaysUntil(finding.Last)+1)}
		if finding.Rule == Overtime {
			rates := OvertimeAbove(finding.Minutes, finding.Limit)
			rests.Overtime.At25 += rates.At25
			rests.Overtime.At50 += rates.At50
			with.Solidarity = s.solidarityIn(on, finding.First)
			with.Leave = finding.Minutes - with.Worked + with.Solidarity
		}
		if len(found[finding.Rule]) < mostListed {
			with.addDays(days, recorded)
		}
		found[finding.Rule] = append(found[finding.Rule], with)
	}
	for _, rule := range allRules {
		if rests.Limits.checks(rule) {
			rests.Rules = append(rests.Rules, RuleFindings{rule, s.Limits.changed(rule), found[rule]})
		}
	}
	return rests
}

// addDays adds the entries that the finding is about. Recorded has the minutes of each day.
func (f *FindingDays) addDays(days []models.Day, recorded []int64) {
	from, first, end := models.FirstFrom(days, f.First.AddDays(-longestSlot)), models.FirstFrom(days, f.First), models.FirstFrom(days, f.Last.AddDays(1))
	for i := from; i < end; i++ {
		if i >= first {
			f.Recorded += recorded[i]
		}
		if f.isAbout(&days[i]) {
			f.Days = append(f.Days, &days[i])
		}
	}
}

// isAbout reports whether the finding is about an entry, of those that may touch its dates.
func (f *FindingDays) isAbout(day *models.Day) bool {
	if f.Rule == DailyRest || f.OfShift {
		return f.touches(day)
	}
	inRange := day.Date.Compare(f.First) >= 0
	switch f.Rule {
	case TwelveWeeks, Contingent:
		return false
	case DaysPerYear:
		return inRange && dayWorked(day) > 0
	case Overtime:
		if inRange && (day.DayType == models.Leave || day.HalfDay.DayType() == models.Leave) {
			return true
		}
	}
	return inRange && len(day.Slots) > 0 || lastsOn(day, f.First)
}

// touches reports whether a slot of the day lies between the ends of the finding, or ends or
// starts at one of them.
func (f *FindingDays) touches(day *models.Day) bool {
	return slices.ContainsFunc(day.Slots, func(slot models.TimeSlot) bool {
		return !slot.StartAt.StartOfMinute(day.Zone).After(f.To) && !slot.EndAt.StartOfMinute(day.Zone).Before(f.From)
	})
}

// lastsOn reports whether a slot of the day ends on a date or later, after its midnight.
func lastsOn(day *models.Day, date civil.Date) bool {
	return slices.ContainsFunc(day.Slots, func(slot models.TimeSlot) bool {
		return civil.DateOf(slot.EndAt.Add(-1).In(day.Zone)).Compare(date) >= 0
	})
}

// thresholds returns the thresholds of a rule.
func (l Limits) thresholds(rule Rule) []int64 {
	return map[Rule][]int64{
		DailyRest: {l.DailyRest}, Amplitude: {l.DailyRest}, WeeklyRest: {l.WeeklyRest}, DayMax: {l.DayMax, l.DayMaxNight}, WeekMax: {l.WeekMax},
		TwelveWeeks: {l.TwelveWeeks}, Overtime: {l.Overtime}, Contingent: {l.Contingent}, Break: {l.Break, l.BreakAfter},
		RestDays: {int64(l.RestDays)}, RestSunday: {int64(l.RestSunday)}, DaysPerYear: {int64(l.DaysPerYear)},
	}[rule]
}

// checks reports whether a rule is checked.
func (l Limits) checks(rule Rule) bool {
	switch rule {
	case Split:
		return l.Profile == Hospital && !l.TwelveHours
	case SevenDays:
		return l.Profile == Private || l.Profile == ForfaitJours
	case Break:
		return l.Break > 0 && l.BreakAfter > 0
	case DayMax:
		return l.DayMax > 0 || l.DayMaxNight > 0
	case Contingent:
		return l.Contingent > 0 && l.Overtime > 0
	}
	return l.thresholds(rule)[0] > 0
}

// changed reports whether a threshold of a rule is not that of the profile.
func (l Limits) changed(rule Rule) bool {
	return !slices.Equal(l.thresholds(rule), l.Unset().thresholds(rule))
}

// Found reports whether something is beyond the limit of a rule.
func (r Rests) Found(rule Rule) bool {
	return slices.ContainsFunc(r.Rules, func(of RuleFindings) bool { return of.Rule == rule && len(of.Findings) > 0 })
}
