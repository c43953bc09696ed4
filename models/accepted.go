package models

import (
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
	added := tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(right, DaysAtOnce)
	if added.Error == nil && added.RowsAffected < int64(len(right)) {
		return ErrEntryChanged
	}
	return tx.reviewed(right, added.Error)
}

// Doubt undoes [Tx.Accept]. It returns [ErrEntryChanged] if some of it is in doubt already.
func (tx *Tx) Doubt(right []AcceptedDoubt) error {
	tx.did.Doubted = append(tx.did.Doubted, right...)
	for _, right := range right {
		gone := tx.Delete(&right)
		if gone.Error == nil && gone.RowsAffected == 0 {
			return ErrEntryChanged
		}
		if gone.Error != nil {
			return gone.Error
		}
	}
	return tx.reviewed(right, nil)
}

// reviewed names the days to what is cached.
func (tx *Tx) reviewed(right []AcceptedDoubt, err error) error {
	for _, right := range right {
		tx.dates = append(tx.dates, right.Date)
	}
	return err
}
