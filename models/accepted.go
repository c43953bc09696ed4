package models

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"worklog/models/civil"
)

// AcceptedDoubt is a subject of a kind of doubt that a person has found right.
type AcceptedDoubt struct {
	Date       civil.Date    `json:"date" gorm:"primaryKey"`
	Doubt      string        `json:"doubt" gorm:"primaryKey"`
	Subject    string        `json:"subject" gorm:"primaryKey"`
	AcceptedAt civil.Instant `json:"accepted_at"`
}

// Accept records that a person finds right what is in doubt, as the change of the transaction says
// that is kept. It returns [ErrEntryChanged] if some of it is accepted already.
func (tx *Tx) Accept(right []AcceptedDoubt) error {
	if len(right) == 0 {
		return nil
	}
	tx.did.Accepted = append(tx.did.Accepted, right...)
	return tx.reviewed(right, tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(right, DaysAtOnce))
}

// Doubt undoes [Tx.Accept]. It returns [ErrEntryChanged] if some of it is in doubt already.
func (tx *Tx) Doubt(right []AcceptedDoubt) error {
	tx.did.Doubted = append(tx.did.Doubted, right...)
	for i := range right {
		if err := tx.reviewed(right[i:i+1], tx.Delete(&right[i])); err != nil {
			return err
		}
	}
	return nil
}

// reviewed names the days to what is cached. It returns [ErrEntryChanged] unless each row was written.
func (tx *Tx) reviewed(right []AcceptedDoubt, done *gorm.DB) error {
	if done.Error == nil && done.RowsAffected < int64(len(right)) {
		return ErrEntryChanged
	}
	tx.dates = append(tx.dates, Dates(right)...)
	return done.Error
}
