package report

import "worklog/models"

// mealCosts are those of meals at the workplace.
type mealCosts struct {
	Days  []*models.Day
	Cents int64
}

// hasMeal reports whether a meal of a day counts.
func (r CostRules) hasMeal(day *models.Day) bool { return r.MealCents > 0 && atWorkplace(day) }

// atWorkplace reports whether a day was worked at the workplace.
func atWorkplace(day *models.Day) bool { return onSite(day.DayType) && len(day.Slots) > 0 }
