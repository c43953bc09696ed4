package report

import (
	"worklog/models"
	"worklog/models/civil"
)

// ComplementaryRates are the minutes that part time works beyond its contract in a week, by
// their rates (Code du travail, L3123-29).
type ComplementaryRates struct {
	At10 int64 // up to a tenth of the contract
	At25 int64
}

// ComplementaryAbove returns what is complementary of so many minutes of a week.
func ComplementaryAbove(minutes, contract int64) ComplementaryRates {
	over := max(0, minutes-contract)
	return ComplementaryRates{min(over, contract/10), max(0, over-contract/10)}
}

// payWeek returns what counts towards the overtime of a week. Its threshold is not set.
func (r Rules) payWeek(worked map[civil.Date][]PayDay, days []models.Day, monday civil.Date) PayWeek {
	week := PayWeek{Monday: monday}
	for i := range 7 {
		date := monday.AddDays(i)
		week.Days = append(week.Days, worked[date]...)
		at := firstFrom(days, date)
		if at == len(days) || days[at].Date != date {
			continue
		}
		if leave := r.leaveOn(&days[at]); leave > 0 {
			week.Leave += leave
			week.Days = withPayDay(week.Days, PayDay{date, leave, &days[at]})
		}
	}
	for _, day := range week.Days {
		week.Base += day.Count
	}
	return week
}

// addWeek adds the overtime of a week and, where fewer hours are agreed than make overtime,
// what is complementary.
func (l payLines) addWeek(hours Rules, week PayWeek) {
	overtime := OvertimeAbove(week.Base, hours.Limits.Overtime)
	l.ofWeek(PayOvertime25, week, overtime.At25, hours.Limits.Overtime)
	l.ofWeek(PayOvertime50, week, overtime.At50, hours.Limits.Overtime)
	if contract := hours.contractOf(week.Monday); contract > 0 {
		complementary := ComplementaryAbove(min(week.Base, hours.Limits.Overtime), contract)
		l.ofWeek(PayComplementary10, week, complementary.At10, contract)
		l.ofWeek(PayComplementary25, week, complementary.At25, contract)
	}
}

// ofWeek adds the minutes of a kind in a week, paid as on its Sunday.
func (l payLines) ofWeek(kind PayKind, week PayWeek, minutes, threshold int64) {
	if minutes == 0 {
		return
	}
	week.Count, week.Threshold = minutes, threshold
	line := l.line(kind, week.Monday.AddDays(6), minutes)
	line.Weeks = append(line.Weeks, week)
	line.Days = append(line.Days, week.Days...)
}

// contractOf returns the minutes that are agreed for a week, public holidays and absences
// included, or 0 if hours are not agreed for all of it.
func (r Rules) contractOf(monday civil.Date) (minutes int64) {
	for i := range 7 {
		date := monday.AddDays(i)
		target := r.targetFrom(date)
		if target == nil || target.DaysPerYear > 0 {
			return 0
		}
		minutes += target.Minutes[date.Weekday()]
	}
	return minutes
}
