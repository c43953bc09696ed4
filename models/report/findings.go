package report

import (
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// FindingsNeed returns the first and the last date whose days [Rules.Findings] and
// [Rules.Rests] need for what is dated from one date to another: the twelve months before, and
// [daysAfter] after them.
func FindingsNeed(from, to civil.Date) (first, last civil.Date) {
	return from.AddDays(-366), to.AddDays(daysAfter)
}

// daysAfter is how many days after the last date findings need: for seven days that overlap
// others which begin in the last week.
const daysAfter = 3 * 7

// Findings returns what is beyond a limit from one date to another, in order of date, judged by
// what is known now: of weeks only those that are over. The limits are those in force on the date of
// the finding. The days must be those that [FindingsNeed] names, in order.
func (r Rules) Findings(days []models.Day, from, to civil.Date, now civil.Instant) []Finding {
	work := stretches(days, now)
	return r.findings(days, work, workedOn(work, r.Night), from, to, now)
}

// findings is Findings, with what was worked on those days.
func (r Rules) findings(days []models.Day, work []stretch, on worked, from, to civil.Date, now civil.Instant) []Finding {
	today := civil.DateOf(now.In(r.Zone))
	found := datedFrom(r.yearFindings(days, from, to, today), from, to)
	for _, span := range r.byLimits(from, to) {
		found = append(found, datedFrom(span.findings(days, work, on, today), span.from, span.to)...)
	}
	found = append(found, datedFrom(r.contingents(on, from, to, today), from, to)...)
	for i := range found {
		found[i].inZone(r.Zone)
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return a.Date.Compare(b.Date) })
	return found
}

// datedFrom returns the findings that are dated from one date to another.
func datedFrom(found []Finding, from, to civil.Date) []Finding {
	return slices.DeleteFunc(append([]Finding{}, found...), func(f Finding) bool { return f.Date.Compare(from) < 0 || f.Date.Compare(to) > 0 })
}

// findings returns what is beyond the limits of the dates, but for those of a year, and some that are
// dated before them or after.
func (s limitedSpan) findings(days []models.Day, work []stretch, on worked, today civil.Date) []Finding {
	found := s.shiftFindings(work, on)
	if s.Limits.checks(Break) {
		found = append(found, s.Limits.withoutBreak(work)...)
	}
	for start := s.from.Monday(); s.to.DaysUntil(start) <= 0 && start.AddDays(6).DaysUntil(today) > 0; start = start.AddDays(7) {
		if minimum := s.Limits.WeeklyRest; minimum > 0 {
			if finding := weeklyRest(work, start, minimum, s.Zone); finding != nil {
				found = append(found, *finding)
			}
		}
		if s.Limits.checks(SevenDays) && on.free(start, 7) == 0 {
			found = append(found, Finding{Rule: SevenDays, Date: start, First: start, Last: start.AddDays(6), Days: WholeDays(7), LimitDays: WholeDays(6)})
		}
		found = append(found, s.weekFindings(on, days, start, today)...)
	}
	found = append(found, s.rollingWeeks(on, s.from, s.to, today)...)
	return append(found, s.fortnights(on, s.from, s.to, today)...)
}

// inZone sets the ends of a finding that has none to those of its dates, and writes them in a
// zone.
func (f *Finding) inZone(zone *time.Location) {
	if f.From.IsZero() {
		f.From, f.To = midnight(f.First, zone).Time, midnight(f.Last.AddDays(1), zone).Time
	}
	f.From, f.To = f.From.In(zone), f.To.In(zone)
}

// weekFindings returns what is beyond a limit in a week that is over, cut at Monday 00:00.
func (r Rules) weekFindings(on worked, days []models.Day, start, today civil.Date) (found []Finding) {
	week, end := r.civilWeek(on, days, start, today), start.AddDays(6)
	if r.weekInDays(start) {
		return nil
	}
	if limit := r.Limits.WeekMax; limit > 0 && r.Limits.Profile != Hospital && week.Worked > limit {
		found = append(found, Finding{Rule: WeekMax, Date: start, First: start, Last: end, Minutes: week.Worked, Limit: limit})
	}
	if limit := r.Limits.CivilWeekMax; limit > 0 && week.Worked > limit && week.Worked <= r.Limits.WeekMax {
		found = append(found, Finding{Rule: WeekMax, Date: start, First: start, Last: end, Minutes: week.Worked, Limit: limit})
	}
	if week.Overtime > 0 {
		found = append(found, Finding{Rule: Overtime, Date: start, First: start, Last: end, Minutes: week.Base(), Limit: r.Limits.Overtime})
	}
	if limit := r.Limits.TwelveWeeks; limit > 0 {
		const weeks = 12
		first := start.AddDays(-7 * (weeks - 1))
		if sum := on.between(first, 7*weeks); sum > weeks*limit && !r.inDays(first) {
			found = append(found, Finding{Rule: TwelveWeeks, Date: start, First: first, Last: end, Minutes: (sum + weeks - 1) / weeks, Limit: limit})
		}
	}
	return found
}

// rollingWeeks returns the seven days in a row with too many hours, wherever they begin:
// the rule of hospitals. Of overlapping ones it returns the longest. Which it finds depends
// on where it begins to look: for every range that is the first Monday of the year, so that
// a month shows what its year shows. Only those of two years may overlap.
func (r Rules) rollingWeeks(on worked, from, to, today civil.Date) (found []Finding) {
	limit := r.Limits.WeekMax
	if limit == 0 || r.Limits.Profile != Hospital {
		return nil
	}
	for year := from.Year; year <= to.Year; year++ {
		// the last seven days of the year, of those that are over
		last := civil.Earlier(firstMonday(year+1).AddDays(-1), today.AddDays(-7))
		end := civil.Earlier(to.Monday().AddDays(6), last)
		for start := firstMonday(year); start.DaysUntil(end) >= 0; start = start.AddDays(1) {
			if on.between(start, 7) <= limit {
				continue
			}
			longest, minutes := on.longest(start, civil.Earlier(start.AddDays(6), last))
			start = longest.AddDays(6)
			found = append(found, Finding{Rule: WeekMax, Date: longest.Monday(), First: longest, Last: start, Minutes: minutes, Limit: limit})
		}
	}
	return found
}

// firstMonday returns the first Monday of a year, with which its weeks begin.
func firstMonday(year int) civil.Date { return civil.Date{Year: year, Month: 1, Day: 7}.Monday() }

// fortnights returns the two weeks that follow each other, from each Monday on, with too few
// free days, or with too few in a row that have a Sunday.
func (r Rules) fortnights(on worked, from, to, today civil.Date) (found []Finding) {
	const days = 14
	for start := from.Monday(); to.DaysUntil(start) <= 0 && start.AddDays(days-1).DaysUntil(today) > 0; start = start.AddDays(7) {
		free, withSunday := on.free(start, days), on.freeWithSunday(start, days)
		finding := Finding{Date: start, First: start, Last: start.AddDays(days - 1)}
		if limit := r.Limits.RestDays; free < limit {
			finding.Rule, finding.Days, finding.LimitDays = RestDays, WholeDays(int64(free)), WholeDays(int64(limit))
			found = append(found, finding)
		}
		if limit := r.Limits.RestSunday; withSunday < limit {
			finding.Rule, finding.Days, finding.LimitDays = RestSunday, WholeDays(int64(withSunday)), WholeDays(int64(limit))
			found = append(found, finding)
		}
	}
	return found
}

// YearOf returns the first and the last date of the twelve months in which a date lies, by what is
// in force on it: those that were agreed for a number of days, or the year.
func (r Rules) YearOf(date civil.Date) (first, last civil.Date) {
	year := Counter{PeriodStart: YearDay{time.January, 1}}
	if target := r.targetFrom(date); target != nil && target.PeriodStart != (YearDay{}) {
		year.PeriodStart = target.PeriodStart
	}
	first = year.periodOf(date)
	return first, year.next(first).AddDays(-1)
}

// yearFindings returns the years in which more days were worked than there are to work.
func (r Rules) yearFindings(days []models.Day, from, to, today civil.Date) (found []Finding) {
	var end civil.Date
	for date := from; date.Compare(to) <= 0; date = end.AddDays(1) {
		var first civil.Date
		first, end = r.YearOf(date)
		finding := Finding{Rule: DaysPerYear, From: midnight(first, r.Zone).Time, To: midnight(end.AddDays(1), r.Zone).Time}
		until := civil.Earlier(civil.Earlier(to, today), end)
		ofYear := days[models.FirstFrom(days, first):]
		for i := range ofYear {
			day := &ofYear[i]
			if until.DaysUntil(day.Date) > 0 {
				break
			}
			finding.Days += dayWorked(day)
			if of := r.AsOf(day.Date); of.Limits == nil || of.Limits.DaysPerYear == 0 {
				continue
			}
			limit := WholeDays(int64(r.DaysToWork(day.Date)))
			if finding.Days > limit && finding.LimitDays == 0 {
				finding.Date, finding.First, finding.Last, finding.LimitDays = day.Date, day.Date, until, limit
			}
		}
		if finding.LimitDays > 0 {
			found = append(found, finding)
		}
	}
	return found
}

// dayWorked returns how much of a day counts as worked: one of a type that works, or
// one with slots.
func dayWorked(day *models.Day) Days {
	if !Effects[day.DayType].Works && len(day.Slots) == 0 {
		return 0
	}
	return Days(halfDays(day)) * HalfDay
}
