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
		if err := checkDate(tx, date, shifts, now); err != nil {
			return models.Change{}, err
		}
		return set(tx, models.PlanRows{Dates: []models.PlannedDate{{Date: date, Shifts: shifts}}}, now)
	})
}

func checkDate(tx *models.Tx, date civil.Date, shifts models.PlannedShifts, now civil.Instant) error {
	if isTooFar(date, tx.Rules.DateOf(now)) {
		return models.ErrPlannedTooFar
	}
	if err := shifts.Check(); err != nil {
		return err
	}
	plan, err := tx.ReadPlan()
	if err != nil {
		return err
	}
	if shifts == nil {
		shifts, _ = models.NewPlan(plan.Cycles(), nil, tx.Rules.Zone).On(date)
	}
	return checkBeside(plan, date, shifts)
}

// checkBeside returns [models.ErrShiftsOverlap] if shifts have time in common with one that is planned
// for the date before or after theirs.
func checkBeside(plan *models.Plan, date civil.Date, shifts []models.PlannedShift) error {
	for _, beside := range []int{-1, 1} {
		others, _ := plan.On(date.AddDays(beside))
		if slices.ContainsFunc(others, func(other models.PlannedShift) bool { return slices.ContainsFunc(shifts, other.Overlaps) }) {
			return models.ErrShiftsOverlap
		}
	}
	return nil
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
		if cycle.Weeks != nil {
			if err := checkCycle(tx, was, cycle, now); err != nil {
				return models.Change{}, err
			}
			rows.Cycles = append(rows.Cycles, cycle)
		}
		return set(tx, rows, now)
	})
}

func checkCycle(tx *models.Tx, was civil.Date, cycle models.Cycle, now civil.Instant) error {
	today := tx.Rules.DateOf(now)
	if isTooFar(cycle.From, today) || cycle.Until != nil && isTooFar(*cycle.Until, today) {
		return models.ErrPlannedTooFar
	}
	if err := cycle.Check(); err != nil {
		return err
	}
	plan, err := tx.ReadPlan()
	if err != nil {
		return err
	}
	taken := func(other models.Cycle) bool { return other.From == cycle.From && other.From != was }
	if slices.ContainsFunc(plan.Cycles(), taken) {
		return models.ErrCycleTaken
	}
	cycles := slices.DeleteFunc(slices.Clone(plan.Cycles()), func(other models.Cycle) bool { return other.From == was })
	cycles = append(cycles, cycle)
	planned := models.NewPlan(cycles, plan.OwnDates(), tx.Rules.Zone)
	var beside []civil.Date
	for _, cycle := range cycles {
		beside = append(beside, cycle.From.AddDays(-1))
	}
	for _, date := range plan.OwnDates() { // of twenty years
		if planned.CycleOn(date.Date) != nil {
			beside = append(beside, date.Date)
		}
	}
	for _, date := range beside {
		shifts, _ := planned.On(date)
		if err := checkBeside(planned, date, shifts); err != nil {
			return err
		}
	}
	return nil
}

func set(tx *models.Tx, rows models.PlanRows, now civil.Instant) (models.Change, error) {
	return tx.Changing(models.ActionPlanned, now, nil, func() error { return tx.SetPlan(rows) })
}
