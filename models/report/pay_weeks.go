package report

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// complementaryRates are the minutes that part time works beyond its contract in a week, by
// their rates (Code du travail, L3123-29).
type complementaryRates struct {
	At10 int64 // up to a tenth of the contract
	At25 int64
}

// complementaryAbove returns what is complementary of so many minutes of a week.
func complementaryAbove(minutes, contract int64) complementaryRates {
	over := max(0, minutes-contract)
	return complementaryRates{min(over, contract/10), max(0, over-contract/10)}
}

// LegalWeek is the working time of a week (Code du travail, L3121-27): part time agrees less.
const LegalWeek = 35 * 60

// addWeek adds the overtime of a week and, for part time, the hours that are complementary.
// Leave counts in the former alone: the court spoke of nothing else.
func (l payLines) addWeek(hours Rules, of CivilWeek, on worked, worked map[civil.Date][]PayDay, days []models.Day) {
	limit := hours.Limits.Overtime
	var overtime OvertimeRates
	if of.Overtime > 0 {
		overtime = OvertimeAbove(of.Base(), limit)
		week := PayWeek{Monday: of.Monday, Base: of.Base(), Leave: of.Leave, Solidarity: of.Solidarity, Threshold: limit, Days: hours.withLeave(on, inWeek(worked, of.Monday), days, of.Monday)}
		l.ofWeek(PayOvertime25, week, overtime.At25)
		l.ofWeek(PayOvertime50, week, overtime.At50)
	}
	if !hours.IsPartTime(of.Monday) {
		return
	}
	contract := hours.contractOf(of.Monday)
	if complementary := complementaryAbove(of.Worked-of.Solidarity-overtime.Total(), contract); complementary.At10 > 0 {
		week := PayWeek{Monday: of.Monday, Base: of.Worked - of.Solidarity, Solidarity: of.Solidarity, Threshold: contract, Days: inWeek(worked, of.Monday)}
		l.ofWeek(PayComplementary10, week, complementary.At10)
		l.ofWeek(PayComplementary25, week, complementary.At25)
	}
}

// inWeek returns what was worked in a week.
func inWeek(worked map[civil.Date][]PayDay, monday civil.Date) (days []PayDay) {
	for i := range 7 {
		days = append(days, worked[monday.AddDays(i)]...)
	}
	return days
}

// withLeave returns what was worked in a week, with its leave.
func (r Rules) withLeave(on worked, all []PayDay, days []models.Day, monday civil.Date) []PayDay {
	r.eachLeave(on, days, monday, func(day *models.Day, leave int64) { all = withPayDay(all, PayDay{day.Date, leave, day}) })
	slices.SortStableFunc(all, byDate)
	return all
}

// ofWeek adds the minutes of a kind in a week.
func (l payLines) ofWeek(kind PayKind, week PayWeek, minutes int64) {
	if minutes == 0 {
		return
	}
	week.Count = minutes
	line := l.of(kind)
	line.Weeks = append(line.Weeks, week)
	line.Days = append(line.Days, week.Days...)
}

// IsPartTime reports whether fewer hours are agreed for the week from a Monday on than those of
// the law, and than those above which they are overtime.
func (r Rules) IsPartTime(monday civil.Date) bool {
	contract, limits := r.contractOf(monday), r.AsOf(monday).Limits
	return limits != nil && contract > 0 && contract < min(LegalWeek, limits.Overtime)
}

// contractOf returns the minutes that are agreed for a week, public holidays and absences
// included, or 0 if hours are not agreed for all of it.
func (r Rules) contractOf(monday civil.Date) (minutes int64) {
	for i := range 7 {
		date := monday.AddDays(i)
		target := r.targetFrom(date)
		if target == nil || target.Planned || target.DaysPerYear > 0 {
			return 0
		}
		minutes += target.Minutes[date.Weekday()]
	}
	return minutes
}
