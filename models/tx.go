package models

import (
	"encoding/json"
	"errors"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// Tx is the record as an operation reads and writes it: its methods are the steps that
// operations are made of. Within [Store.Write] it is a transaction, and the steps are safe
// only there; of [Store.Read], each query sees what is stored when it runs.
type Tx struct {
	*gorm.DB
	Rules Rules
	dates []civil.Date // of the days that the transaction may have changed
	did   doneBeside   // by what is not of days
}

// FindOne returns the first record of a query, or nil if there is none.
func FindOne[T any](query *gorm.DB) (*T, error) {
	var record T
	err := query.Take(&record).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &record, nil
}

// List returns numbers, dates or texts as JSON, for json_each: there may be more of them than a
// statement has variables.
func List[T any](values []T) string {
	text, _ := json.Marshal(values)
	return string(text)
}

// DaysAtOnce is how many days are read at a time, so that any number of them can be
// read in the memory of these.
const DaysAtOnce = 100
