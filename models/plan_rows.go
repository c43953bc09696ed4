package models

import (
	"context"
	"reflect"
	"slices"

	"worklog/models/civil"
)

// PlanRows are rows of the plan, each under its date. A cycle whose weeks are nil, or a date whose
// shifts are, says that there is no such row.
type PlanRows struct {
	Cycles []Cycle       `json:"cycles"`
	Dates  []PlannedDate `json:"dates"`
}

// planChange is what a change did to the plan: the same rows before and after it.
type planChange struct {
	Was PlanRows `json:"was"`
	Is  PlanRows `json:"is"`
}

// ReadPlan returns the plan. It leaves out rows that another program has damaged; `worklog check`
// names them.
func (tx *Tx) ReadPlan() (*Plan, error) {
	var version int64 // 0 if another program has removed the row
	var rows PlanRows
	if err := tx.Raw("SELECT plan_version FROM database_state").Scan(&version).Error; err != nil {
		return nil, err
	}
	if err := tx.Find(&rows.Cycles).Error; err != nil {
		return nil, err
	}
	if err := tx.Find(&rows.Dates).Error; err != nil {
		return nil, err
	}
	rows.Cycles = slices.DeleteFunc(rows.Cycles, func(c Cycle) bool { return c.Check() != nil })
	rows.Dates = slices.DeleteFunc(rows.Dates, func(d PlannedDate) bool { return d.Check() != nil })
	plan := NewPlan(rows, tx.Rules.Zone)
	plan.version = version
	return plan, nil
}

// Plan is [Tx.ReadPlan].
func (s *Store) Plan(ctx context.Context) (*Plan, error) { return s.Read(ctx).ReadPlan() }

// SetPlan replaces rows of the plan, as the change of the transaction says that is kept. It returns
// [ErrUnsound] for a row that [Tx.ReadPlan] would leave out.
func (tx *Tx) SetPlan(rows PlanRows) error {
	if slices.ContainsFunc(rows.Cycles, func(c Cycle) bool { return c.Weeks != nil && c.Check() != nil }) ||
		slices.ContainsFunc(rows.Dates, func(d PlannedDate) bool { return d.Shifts != nil && d.Check() != nil }) {
		return ErrUnsound
	}
	plan, err := tx.ReadPlan()
	if err != nil {
		return err
	}
	if plan.Differing(&rows).Len() == 0 {
		return nil
	}
	tx.did.Plan = &planChange{Was: plan.at(rows), Is: rows}
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
	err := tx.Where(column+" IN (SELECT value FROM json_each(?))", List(Dates(rows))).Delete(new(T)).Error
	written := slices.DeleteFunc(slices.Clone(rows), func(row T) bool { return !isThere(row) })
	if err != nil || len(written) == 0 {
		return err
	}
	return tx.CreateInBatches(written, DaysAtOnce).Error
}

// at returns what the plan has under the dates of some rows, in their order.
func (p *Plan) at(rows PlanRows) (at PlanRows) {
	for _, row := range rows.Cycles {
		at.Cycles = append(at.Cycles, slices.Concat(Between(p.Rows().Cycles, row.From, row.From), []Cycle{{From: row.From}})[0])
	}
	for _, row := range rows.Dates {
		at.Dates = append(at.Dates, slices.Concat(Between(p.Rows().Dates, row.Date, row.Date), []PlannedDate{{Date: row.Date}})[0])
	}
	return at
}

// Differing returns the rows, nil for none, that are not planned so yet.
func (p *Plan) Differing(rows *PlanRows) PlanRows {
	if rows == nil {
		return PlanRows{}
	}
	was := p.at(*rows)
	return PlanRows{differing(rows.Cycles, was.Cycles), differing(rows.Dates, was.Dates)}
}

func differing[T any](rows, planned []T) (others []T) {
	for i, row := range rows {
		if !reflect.DeepEqual(row, planned[i]) {
			others = append(others, row)
		}
	}
	return others
}

// UndoPlan brings the plan back to what it was before a change. It returns [ErrPlanChanged] if it has
// changed since.
func (tx *Tx) UndoPlan(change *planChange) error {
	if change == nil {
		return nil
	}
	plan, err := tx.ReadPlan()
	if err != nil {
		return err
	}
	if plan.Differing(&change.Is).Len() > 0 {
		return ErrPlanChanged
	}
	return tx.SetPlan(change.Was)
}

// Len returns how many rows there are.
func (r PlanRows) Len() int { return len(r.Cycles) + len(r.Dates) }

// dates are those of the rows.
func (r PlanRows) dates() []civil.Date { return append(Dates(r.Cycles), Dates(r.Dates)...) }
