package models

import (
	"context"
	"database/sql"
)

// MonthChanges says how often the totals of a month's days have changed. Triggers of the
// schema count it, so that nobody who writes can forget to.
type MonthChanges struct {
	First   Date // of the month
	Changes int64
}

// MonthChanges returns the months of which a day has ever changed since they are counted,
// in order. Totals that are read afterwards are as new as the counts or newer. A month
// that does not exist, of a date that somebody wrote by hand, is left out.
func (s *Store) MonthChanges(ctx context.Context) ([]MonthChanges, error) {
	var months []MonthChanges
	err := eachRow(s.db.WithContext(ctx).Raw(`
		SELECT month || '-01', changes FROM month_changes
		WHERE month >= '1970-01' AND date(month || '-01') IS NOT NULL ORDER BY month`), func(row *sql.Rows) error {
		var month MonthChanges
		err := row.Scan(&month.First, &month.Changes)
		months = append(months, month)
		return err
	})
	return months, err
}

// AllChanges returns the sum of [Store.MonthChanges]: as long as it is the same, no total
// has changed.
func (s *Store) AllChanges(ctx context.Context) (sum int64, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT ifnull(sum(changes), 0) FROM month_changes").Row().Scan(&sum)
	return sum, err
}
