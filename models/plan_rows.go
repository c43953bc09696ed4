package models

import (
	"context"
	"reflect"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// PlanRows are rows of the plan, each under its date. A cycle whose weeks are nil, or a date whose
// shifts are, says that there is no such row.
type PlanRows struct {
	Cycles []Cycle       `json:"cycles"`
	Dates  []PlannedDate `json:"dates"`
}

// PlanChange is what a change did to the plan: the same rows before and after it.
type PlanChange struct {
	Was PlanRows `json:"was"`
	Is  PlanRows `json:"is"`
}

// ReadPlan returns the plan. It leaves out rows that another program has damaged; `worklog check`
// names them.
func (tx *Tx) ReadPlan() (*Plan, error) {
	var version int64 // 0 if another program has removed the row
	if err := tx.Raw("SELECT plan_version FROM database_state").Scan(&version).Error; err != nil {
		return nil, err
	}
	rows, err := readPlanRows(tx.DB, tx.DB)
	plan := NewPlan(rows.Cycles, rows.Dates, tx.Rules.Zone)
	plan.version = version
	return plan, err
}

// Plan is [Tx.ReadPlan].
func (s *Store) Plan(ctx context.Context) (*Plan, error) { return s.Read(ctx).ReadPlan() }

func readPlanRows(cycles, dates *gorm.DB) (rows PlanRows, err error) {
	if err := cycles.Find(&rows.Cycles).Error; err != nil {
		return PlanRows{}, err
	}
	if err := dates.Find(&rows.Dates).Error; err != nil {
		return PlanRows{}, err
	}
	rows.Cycles = slices.DeleteFunc(rows.Cycles, func(c Cycle) bool { return !c.valid() })
	rows.Dates = slices.DeleteFunc(rows.Dates, func(d PlannedDate) bool { return !d.valid() })
	return rows, nil
}

// SetPlan replaces rows of the plan, as the change of the transaction says that is kept. It returns
// [ErrUnsound] for a row that [Tx.ReadPlan] would leave out.
func (tx *Tx) SetPlan(rows PlanRows) error {
	if slices.ContainsFunc(rows.Cycles, func(c Cycle) bool { return c.Weeks != nil && !c.valid() }) ||
		slices.ContainsFunc(rows.Dates, func(d PlannedDate) bool { return d.Shifts != nil && !d.valid() }) {
		return ErrUnsound
	}
	was, err := tx.planAt(rows)
	if err != nil || reflect.DeepEqual(was, rows) {
		return err
	}
	tx.did.Plan = &PlanChange{Was: was, Is: rows}
	if err := setPlanRows(tx, "from_date", rows.Cycles, func(c Cycle) bool { return c.Weeks != nil }); err != nil {
		return err
	}
	if err := setPlanRows(tx, "date", rows.Dates, func(d PlannedDate) bool { return d.Shifts != nil }); err != nil {
		return err
	}
	return tx.Exec("UPDATE database_state SET plan_version = plan_version + 1").Error
}

// setPlanRows writes the rows that there are to be, and deletes the others, by their dates.
func setPlanRows[T dated](tx *Tx, column string, rows []T, isThere func(T) bool) error {
	gone := slices.DeleteFunc(slices.Clone(rows), isThere)
	written := slices.DeleteFunc(slices.Clone(rows), func(row T) bool { return !isThere(row) })
	var none T
	if err := tx.whereDate(column, Dates(gone)).Delete(&none).Error; err != nil || len(written) == 0 {
		return err
	}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(written, DaysAtOnce).Error
}

// whereDate selects the rows of some dates.
func (tx *Tx) whereDate(column string, dates []civil.Date) *gorm.DB {
	return tx.Where(column+" IN (SELECT value FROM json_each(?))", List(dates))
}

// planAt returns what the plan has under the dates of some rows, in their order.
func (tx *Tx) planAt(rows PlanRows) (PlanRows, error) {
	found, err := readPlanRows(tx.whereDate("from_date", Dates(rows.Cycles)), tx.whereDate("date", Dates(rows.Dates)))
	return PlanRows{
		inPlaceOf(rows.Cycles, found.Cycles, func(from civil.Date) Cycle { return Cycle{From: from} }),
		inPlaceOf(rows.Dates, found.Dates, func(date civil.Date) PlannedDate { return PlannedDate{Date: date} }),
	}, err
}

// inPlaceOf returns those that were found of the dates of some rows, in their order, and an empty one
// where none was.
func inPlaceOf[T dated](rows, found []T, empty func(civil.Date) T) (at []T) {
	on := make(map[civil.Date]T, len(found))
	for _, row := range found {
		on[row.On()] = row
	}
	for _, date := range Dates(rows) {
		row, there := on[date]
		if !there {
			row = empty(date)
		}
		at = append(at, row)
	}
	return at
}

// UndoPlan brings the plan back to what it was before a change. It returns [ErrPlanChanged] if it has
// changed since.
func (tx *Tx) UndoPlan(change *PlanChange) error {
	if change == nil {
		return nil
	}
	is, err := tx.planAt(change.Is)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(is, change.Is) {
		return ErrPlanChanged
	}
	return tx.SetPlan(change.Was)
}

// Len returns how many rows there are.
func (r PlanRows) Len() int { return len(r.Cycles) + len(r.Dates) }

// dates are those of the rows.
func (r PlanRows) dates() []civil.Date { return append(Dates(r.Cycles), Dates(r.Dates)...) }
