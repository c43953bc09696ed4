package models

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
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

// AllChanges returns the sum of [Store.MonthChanges], of each the lower 40 bits, so that no
// numbers are too high for it: as long as it is the same, no total has changed.
func (s *Store) AllChanges(ctx context.Context) (sum int64, err error) {
	err = s.db.WithContext(ctx).Raw("SELECT ifnull(sum(changes & 0xffffffffff), 0) FROM month_changes").Row().Scan(&sum)
	return sum, err
}

// dropOddMonths deletes the counts that no trigger has made: one that is too high would stop
// the triggers, and with them every change of a day of its month. The next change counts
// from 1 again.
func dropOddMonths(db *gorm.DB) error {
	odd := outside("changes") + " OR date(month || '-01') IS NOT month || '-01'"
	var any bool // opening a database writes only if there is something to write
	if err := db.Raw("SELECT EXISTS (SELECT 1 FROM month_changes WHERE " + odd + ")").Row().Scan(&any); err != nil || !any {
		return err
	}
	return db.Exec("DELETE FROM month_changes WHERE " + odd).Error
}
