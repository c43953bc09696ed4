package report

import (
	"context"

	"worklog/models"
	"worklog/models/civil"
)

// ReadCosts returns the costs of a year of the store, which has at most a day for each
// of its dates, until today.
func (r CostRules) ReadCosts(ctx context.Context, store *models.Store, year int, today civil.Date) (Costs, error) {
	first, last := civil.DatesOfYear(year)
	days, err := store.TravelDays(ctx, first, last)
	if err != nil {
		return Costs{}, err
	}
	return r.Costs(year, days, today), nil
}
