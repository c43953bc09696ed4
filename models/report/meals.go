package report

import (
	"time"

	"worklog/models"
)

// hasVoucher reports whether a day gives a titre-restaurant: its first start and its last end, to
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
