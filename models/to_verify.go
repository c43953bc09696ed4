package models

import (
	"strings"

	"worklog/models/civil"
)

// ToVerify is a date that a figure leaves out or doubts, and why.
type ToVerify struct {
	Date civil.Date `json:"date"`
	Why  string     `json:"why"`
}

// WhyToVerify returns the cells of a table's column to_verify.
func WhyToVerify(all []ToVerify) map[civil.Date]string {
	cells := map[civil.Date]string{}
	for _, one := range all {
		cells[one.Date] = strings.TrimPrefix(cells[one.Date]+", "+one.Why, ", ")
	}
	return cells
}
