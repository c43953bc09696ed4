package models

import (
	"context"
	"slices"

	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// KeptSheet is the digest of a month's sheet, as it was when a person kept it.
type KeptSheet struct {
	Month       civil.Date `gorm:"primaryKey"` // its first date
	Format      int        `gorm:"primaryKey"` // of the rows
	Digest      string     `gorm:"primaryKey"`
	HideIllness Flag
	// DayDigests has eight digits for each date of the month: of the digest of its rows.
	DayDigests string
	KeptAt     civil.Instant
}

// KeepSheet keeps the digest of a sheet, unless it is kept already. It returns [ErrMonthNotOver].
func (s *Store) KeepSheet(ctx context.Context, sheet KeptSheet) error {
	if sheet.Month.LastOfMonth().Compare(s.rules.DateOf(sheet.KeptAt)) >= 0 {
		return ErrMonthNotOver
	}
	return s.Write(ctx, func(tx *Tx) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&sheet).Error
	})
}

// KeptSheets returns the digests kept of the sheets from one month to another, by month, the last
// one kept first.
func (s *Store) KeptSheets(ctx context.Context, from, to civil.Date) ([]KeptSheet, error) {
	var sheets []KeptSheet
	err := s.Read(ctx).Where("month BETWEEN ? AND ?", from, to).Order("month, kept_at DESC, format, digest").Find(&sheets).Error
	return slices.DeleteFunc(sheets, func(sheet KeptSheet) bool { return !sheet.Month.InRange() || !sheet.KeptAt.Readable() }), err
}
