// Package planning changes the plan: what a date has of its own, a cycle, or the dates of a file. A
// person can take back each change.
package planning

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// SetDate sets the shifts of a date, a rest if there are none; for nil, its cycle decides again. It returns
// [models.ErrPlannedTooFar], an error of [models.PlannedShifts.Check], or [models.ErrShiftsOverlap] for a
// shift that the date before or after has at the same time.
func SetDate(ctx context.Context, s *models.Store, date civil.Date, shifts models.PlannedShifts, now civil.Instant) (models.Change, error) {
	shifts = slices.Clone(shifts)
	slices.SortFunc(shifts, models.ShiftsInOrder)
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		if isTooFar(date, tx.Rules.DateOf(now)) {
			return models.Change{}, models.ErrPlannedTooFar
		}
		if err := shifts.Check(); err != nil {
			return models.Change{}, err
		}
		rows := models.PlanRows{Dates: []models.PlannedDate{{Date: date, Shifts: shifts}}}
		return set(tx, rows, now, func(*models.Plan) []civil.Date { return []civil.Date{date} })
	})
}

// isTooFar reports whether nothing can be planned on a date.
func isTooFar(date, today civil.Date) bool {
	first, last := today, today
	first.Year, last.Year = first.Year-models.MaxPlanYears, last.Year+models.MaxPlanYears
	return date.Compare(first) < 0 || date.Compare(last) > 0
}

// SetCycle sets a cycle, in place of the one that began on a date unless that is the zero date; without
// weeks, it removes that one. It returns [models.ErrPlannedTooFar], [models.ErrCycleTaken],
// [models.ErrShiftsOverlap] for a shift of another cycle or of a date that has its own, or an error of
// [models.Cycle.Check].
func SetCycle(ctx context.Context, s *models.Store, was civil.Date, cycle models.Cycle, now civil.Instant) (models.Change, error) {
	return s.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		var rows models.PlanRows
		if was != (civil.Date{}) && (was != cycle.From || cycle.Weeks == nil) {
			rows.Cycles = append(rows.Cycles, models.Cycle{From: was})
		}
		beside := func(plan *models.Plan) []civil.Date { return besideCycle(plan, was, cycle.From) }
		if cycle.Weeks == nil {
			return set(tx, rows, now, beside)
		}
		today := tx.Rules.DateOf(now)
		if isTooFar(cycle.From, today) || cycle.Until != nil && isTooFar(*cycle.Until, today) {
			return models.Change{}, models.ErrPlannedTooFar
		}
		if err := cycle.Check(); err != nil {
			return models.Change{}, err
		}
		plan, err := tx.ReadPlan()
		if err != nil {
			return models.Change{}, err
		}
		if cycle.From != was && slices.Contains(models.Dates(plan.Rows().Cycles), cycle.From) {
			return models.Change{}, models.ErrCycleTaken
		}
		rows.Cycles = append(rows.Cycles, cycle)
		return set(tx, rows, now, beside)
	})
}

// besideCycle returns the dates whose shifts may lie beside those of another cycle, or of a date of its own: of
// the cycle from a date on, and, where it was before, of the one that now reaches over that place.
func besideCycle(plan *models.Plan, was, from civil.Date) (dates []civil.Date) {
	rows, grown := plan.Rows(), plan.CycleOn(was)
	for _, cycle := range rows.Cycles {
		dates = append(dates, cycle.From.AddDays(-1), cycle.From)
	}
	for _, own := range rows.Dates { // of twenty years
		dates = append(dates, own.Date.AddDays(-1), own.Date.AddDays(1))
	}
	return slices.DeleteFunc(dates, func(date civil.Date) bool {
		cycle, hasOwn := plan.CycleOn(date), len(models.Between(rows.Dates, date, date)) > 0
		hasGrown := grown != nil && cycle == grown && date.Compare(was.AddDays(-1)) >= 0
		return cycle == nil || hasOwn || cycle.From != from && !hasGrown
	})
}

// set replaces rows of the plan. It returns [models.ErrShiftsOverlap] if then a shift of some dates has time
// in common with one that is planned for the date before or after. A file, and what takes a change back, bring
// what they have: it is not compared with what lies beside it.
func set(tx *models.Tx, rows models.PlanRows, now civil.Instant, dates func(*models.Plan) []civil.Date) (models.Change, error) {
	return tx.Changing(models.ActionPlanned, now, nil, func() error {
		if err := tx.SetPlan(rows); err != nil {
			return err
		}
		plan, err := tx.ReadPlan()
		if err != nil {
			return err
		}
		for _, date := range dates(plan) {
			shifts, _ := plan.On(date)
			for _, beside := range []int{-1, 1} {
				others, _ := plan.On(date.AddDays(beside))
				if slices.ContainsFunc(others, func(other models.PlannedShift) bool { return slices.ContainsFunc(shifts, other.Overlaps) }) {
					return models.ErrShiftsOverlap
				}
			}
		}
		return nil
	})
}
