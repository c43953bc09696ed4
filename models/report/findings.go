package report

import (
	"slices"

	"worklog/models"
)

// FindingsNeed returns the first and the last date whose days [Rules.Findings] needs for
// the findings dated from one date to another: twelve weeks before, the year's days, and a
// week after.
func FindingsNeed(from, to models.Date) (first, last models.Date) {
	first = monday(from).AddDays(-12 * 7)
	return earlier(first, models.Date{Year: from.Year, Month: 1, Day: 1}), to.AddDays(2 * 7)
}

// Findings returns what is beyond a limit from one date to another, in order of date, judged by
// what is known now: of weeks only those that are over. [Rules.Limits] must be set, and
// the days must be those that [FindingsNeed] names, in order.
func (r Rules) Findings(days []models.Day, from, to models.Date, now models.Instant) []Finding {
	on := workedOn(days, r.Night, now)
	shifts := shifts(days, now)
	today := models.DateOf(now.In(r.Zone))
	found := append([]Finding{}, r.yearFindings(days, from, to, today)...)
	if minimum := r.Limits.DailyRest; minimum > 0 {
		found = append(found, dailyRests(shifts, minimum)...)
	}
	found = append(found, r.dayFindings(on, from, earlier(to, today))...)
	for start := monday(from); to.DaysUntil(start) <= 0 && start.AddDays(6).DaysUntil(today) > 0; start = start.AddDays(7) {
		if minimum := r.Limits.WeeklyRest; minimum > 0 {
			if finding := weeklyRest(shifts, start, minimum, r.Zone); finding != nil {
				found = append(found, *finding)
			}
		}
		found = append(found, r.weekFindings(on, days, start)...)
	}
	found = append(found, r.rollingWeeks(on, from, to, today)...)
	found = slices.DeleteFunc(found, func(f Finding) bool { return f.Date.DaysUntil(from) > 0 || to.DaysUntil(f.Date) > 0 })
	slices.SortStableFunc(found, func(a, b Finding) int { return b.Date.DaysUntil(a.Date) })
	return found
}

// worked are minutes of real time by the date on which they lie.
type worked map[models.Date]struct{ all, night int64 }

// workedOn cuts the slots of days, as far as they lie before now.
func workedOn(days []models.Day, night Night, now models.Instant) worked {
	on := worked{}
	for _, day := range days {
		for _, slot := range day.Slots {
			slot.EndAt = earliest(slot.EndAt, now)
			night.cut(slot, day.Zone, func(p piece) {
				minutes := on[p.date]
				minutes.all += p.minutes
				if p.night {
					minutes.night += p.minutes
				}
				on[p.date] = minutes
			})
		}
	}
	return on
}

// between returns the minutes of so many days from a date on.
func (w worked) between(from models.Date, days int) (minutes int64) {
	for i := range days {
		minutes += w[from.AddDays(i)].all
	}
	return minutes
}

func (r Rules) dayFindings(on worked, from, to models.Date) (found []Finding) {
	for date, minutes := range on {
		if r.Limits.DayMax == 0 || date.DaysUntil(from) > 0 || to.DaysUntil(date) > 0 {
			continue
		}
		limit := r.Limits.DayMax
		if r.Limits.DayMaxNight > 0 && 2*minutes.night >= minutes.all {
			limit = r.Limits.DayMaxNight
		}
		if minutes.all > limit {
			found = append(found, Finding{Rule: DayMax, Date: date, Minutes: minutes.all, Limit: limit})
		}
	}
	return found
}

// weekFindings returns what is beyond a limit in a week that is over, cut at Monday 00:00.
func (r Rules) weekFindings(on worked, days []models.Day, start models.Date) (found []Finding) {
	minutes := on.between(start, 7)
	if limit := r.Limits.WeekMax; limit > 0 && r.Limits.Profile != Hospital && minutes > limit {
		found = append(found, Finding{Rule: WeekMax, Date: start, Minutes: minutes, Limit: limit})
	}
	if limit := r.Limits.Overtime; limit > 0 {
		if base := minutes + r.leaveIn(days, start); base > limit {
			found = append(found, Finding{Rule: Overtime, Date: start, Minutes: base, Limit: limit})
		}
	}
	if limit := r.Limits.TwelveWeeks; limit > 0 {
		const weeks = 12
		if sum := on.between(start.AddDays(-7*(weeks-1)), 7*weeks); sum > weeks*limit {
			found = append(found, Finding{Rule: TwelveWeeks, Date: start, Minutes: (sum + weeks - 1) / weeks, Limit: limit})
		}
	}
	return found
}

// leaveIn returns the minutes that leave counts as in the overtime of a week (Cour de
// cassation, 10 September 2025, 23-14.455): the targets of its days or, where hours have
// no target, a fifth of the threshold from Monday to Friday.
func (r Rules) leaveIn(days []models.Day, start models.Date) (minutes int64) {
	first := firstFrom(days, start)
	for _, day := range days[first:] {
		if start.AddDays(6).DaysUntil(day.Date) > 0 {
			break
		}
		due := r.weekdayTarget(day.Date)
		if target := r.targetFrom(day.Date); (target == nil || target.DaysPerYear > 0) && r.countsOn(Ouvres, day.Date) {
			due = r.Limits.Overtime / 5
		}
		switch models.Leave {
		case day.DayType:
			minutes += due
		case day.HalfDay.DayType():
			minutes += due / 2
		}
	}
	return minutes
}

// rollingWeeks returns the seven days in a row with too many hours, wherever they begin:
// the rule of hospitals. Of overlapping ones it returns the longest.
func (r Rules) rollingWeeks(on worked, from, to, today models.Date) (found []Finding) {
	limit := r.Limits.WeekMax
	if limit == 0 || r.Limits.Profile != Hospital {
		return nil
	}
	for start := monday(from); to.DaysUntil(start) <= 0 && start.AddDays(6).DaysUntil(today) > 0; start = start.AddDays(1) {
		if on.between(start, 7) <= limit {
			continue
		}
		longest, minutes := start, int64(0)
		for i := range 7 {
			begin := start.AddDays(i)
			sum := on.between(begin, 7)
			if begin.AddDays(6).DaysUntil(today) > 0 && (sum > minutes || sum == minutes && begin == monday(begin)) {
				longest, minutes = begin, sum
			}
		}
		found = append(found, Finding{Rule: WeekMax, Date: monday(longest), Minutes: minutes, Limit: limit})
		start = longest.AddDays(6)
	}
	return found
}

// yearFindings returns the years in which more days were worked than there are to work.
func (r Rules) yearFindings(days []models.Day, from, to, today models.Date) (found []Finding) {
	if r.Limits.DaysPerYear == 0 {
		return nil
	}
	for year := from.Year; year <= to.Year; year++ {
		finding := Finding{Rule: DaysPerYear}
		until := earlier(earlier(to, today), models.Date{Year: year, Month: 12, Day: 31})
		for _, day := range days[firstFrom(days, models.Date{Year: year, Month: 1, Day: 1}):] {
			if until.DaysUntil(day.Date) > 0 {
				break
			}
			finding.Days += worksHalves(day)
			limit := WholeDays(int64(r.DaysToWork(day.Date)))
			if finding.Days > limit && finding.LimitDays == 0 {
				finding.Date, finding.LimitDays = day.Date, limit
			}
		}
		if finding.LimitDays > 0 {
			found = append(found, finding)
		}
	}
	return found
}

// worksHalves returns how much of a day counts as worked: one of a type that works, or
// one with slots.
func worksHalves(day models.Day) Halves {
	if !Effects[day.DayType].Works && len(day.Slots) == 0 {
		return 0
	}
	if day.HalfDay != "" {
		return 1
	}
	return 2
}

// firstFrom returns the position of the first day on a date or later.
func firstFrom(days []models.Day, date models.Date) int {
	position, _ := slices.BinarySearchFunc(days, date, func(day models.Day, date models.Date) int { return date.DaysUntil(day.Date) })
	return position
}

// monday returns the Monday of a date's week.
func monday(date models.Date) models.Date { return date.AddDays(-date.DaysSinceMonday()) }
