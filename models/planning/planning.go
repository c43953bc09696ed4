// Package planning changes the plan: what a date has of its own, a cycle, or the dates of a file. A
// person can take back each change.
package planning

import (
	"context"
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/civil"
)

// SetDate sets the shifts of a date, a rest if there are none; for nil, its cycle decides again. It returns
// [models.ErrPlannedTooFar], an error of [models.PlannedShifts.Check], or [models.ErrShiftsOverlap] for one
// that the date before or after has at the same time, unless it had so before.
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
		return set(tx, rows, now)
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
		if cycle.Weeks == nil {
			return set(tx, rows, now)
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
		return set(tx, rows, now)
	})
}

// set replaces rows of the plan. It returns [models.ErrShiftsOverlap] if then shifts of two dates have time in
// common that had none before: a file, and what takes a change back, bring what they have, which stops nobody.
func set(tx *models.Tx, rows models.PlanRows, now civil.Instant) (models.Change, error) {
	was, err := tx.ReadPlan()
	if err != nil {
		return models.Change{}, err
	}
	return tx.Changing(models.ActionPlanned, now, nil, func() error {
		if err := tx.SetPlan(rows); err != nil {
			return err
		}
		plan, err := tx.ReadPlan()
		known := overlaps(was)
		for pair := range overlaps(plan) {
			if !known[pair] {
				return models.ErrShiftsOverlap
			}
		}
		return err
	})
}

// overlaps returns the shifts that overlap another one, where a cycle begins or beside what a date has of its own.
func overlaps(plan *models.Plan) map[[2]models.PlannedShift]bool {
	pairs := map[[2]models.PlannedShift]bool{}
	for _, date := range slices.Concat(models.Dates(plan.Rows().Cycles), models.Dates(plan.Rows().Dates)) { // of twenty years
		shifts := plan.Between(date.AddDays(-1), date.AddDays(1))
		for i, shift := range shifts {
			for _, other := range shifts[i+1:] {
				if shift.Overlaps(other) {
					pairs[[2]models.PlannedShift{shift, other}] = true
				}
			}
		}
	}
	return pairs
}

// Meaning is what an event of a file is: a shift, whose type it names, or one of these.
type Meaning string

// The meanings that are no types.
const (
	Rest   Meaning = "rest"
	Leave  Meaning = "leave" // a rest, which is named so that the person enters the leave
	Ignore Meaning = "ignore"
)

// Meanings lists them all.
var Meanings = []Meaning{Meaning(models.Work), Meaning(models.Duty), Meaning(models.OnCall), Meaning(models.Training), Meaning(models.Telework), Rest, Leave, Ignore}

// Words are the meanings of titles, and of their first words, by their [Folded] text.
type Words map[string]Meaning

var common = Words{
	"work": Meaning(models.Work), "garde": Meaning(models.Duty), "astreinte": Meaning(models.OnCall), "formation": Meaning(models.Training), "tt": Meaning(models.Telework),
	"rh": Rest, "rf": Rest, "rc": Rest, "repos": Rest, "ca": Leave, "conge": Leave, "rtt": Leave,
}

// Folded is a text without what does not tell it from others: its case, and how its words are spaced.
func Folded(text string) string {
	return strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
}

// of returns the meaning of a title: of the whole, or else of its first word; "" if it has none.
func (w Words) of(title string) Meaning {
	whole := Folded(title)
	first, _, _ := strings.Cut(whole, " ")
	for _, words := range []Words{w, common} {
		for _, text := range []string{whole, first} {
			if meaning := words[text]; meaning != "" {
				return meaning
			}
		}
	}
	return ""
}
