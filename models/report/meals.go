package report

import "worklog/models"

// MealCosts are those of meals at the workplace.
type MealCosts struct {
	Days  []*models.Day
	Cents int64
}

// hasMeal reports whether a meal of a day counts: it was worked at the workplace.
func (r CostRules) hasMeal(day *models.Day) bool {
	return r.MealCents > 0 && onSite(day.DayType) && len(day.Slots) > 0
}
