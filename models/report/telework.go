package report

import (
	"time"

	"worklog/models"
)

// teleworkCosts are the flat allowances for days of telework.
type teleworkCosts struct {
	Days     []*models.Day
	HalfDays int64 // two for each whole day
	Cents    int64
	Rates    TeleworkRates
}

// OfOtherYear reports whether the allowance was computed with rates that are not of the year.
func (c teleworkCosts) OfOtherYear(year int) bool { return c.Cents > 0 && c.Rates.Year != year }

// addTelework adds the allowances: those of a month are limited, and so is their sum.
func (r CostRules) addTelework(costs *Costs) {
	rates := r.Law.teleworkOf(costs.Year)
	var byMonth [13]int64 // half days
	for _, day := range costs.Telework.Days {
		byMonth[day.Date.Month] += halfDays(day)
	}
	costs.Telework.HalfDays = TeleworkHalves(costs.Telework.Days)
	costs.Telework.Rates = rates
	if r.EmployerAllowance {
		return
	}
	var halfCents int64
	for _, n := range byMonth {
		halfCents += min(n*rates.DayCents, 2*rates.MonthCents)
	}
	costs.Telework.Cents = halfUp(min(halfCents, 2*rates.YearCents), 2)
}

// TeleworkHalves returns how many half days of telework some of its days are.
func TeleworkHalves(days []*models.Day) (halves int64) {
	for _, day := range days {
		halves += halfDays(day)
	}
	return halves
}

// halfDays returns how many half days of its type a day is.
func halfDays(day *models.Day) int64 {
	if day.HalfDay != "" {
		return 1
	}
	return 2
}

// hasVoucher reports whether a day earns a titre-restaurant: its first start and its last end, to
// the minute, enclose a meal, from 12:00 to 13:00 (Code du travail, R3262-7).
func (r CostRules) hasVoucher(day *models.Day) bool {
	slots := day.WithoutOverlap()
	if len(slots) == 0 || !onSite(day.DayType) && !(r.TeleworkVouchers && day.DayType == models.Telework) {
		return false
	}
	from, to := slots[0].StartAt.StartOfMinute(day.Zone).WallClock(day.Zone), slots[len(slots)-1].EndAt.WallClock(day.Zone)
	noon := time.Date(from.Year(), from.Month(), from.Day(), 12, 0, 0, 0, time.UTC)
	if from.After(noon) {
		noon = noon.AddDate(0, 0, 1)
	}
	return !to.Before(noon.Add(time.Hour))
}

// mealCosts are those of meals at the workplace.
type mealCosts struct {
	Days  []*models.Day
	Cents int64
}

// hasMeal reports whether a meal of a day counts.
func (r CostRules) hasMeal(day *models.Day) bool { return r.MealCents > 0 && atWorkplace(day) }

// atWorkplace reports whether a day was worked at the workplace.
func atWorkplace(day *models.Day) bool { return onSite(day.DayType) && len(day.Slots) > 0 }
