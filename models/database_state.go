package models

import "worklog/models/civil"

// DatabaseState is what holds for the database as a whole: its one row has the id 1.
type DatabaseState struct {
	ID     int64
	Number string // random; [Restore] makes another one
	// KeptSince is the horizon of the history: changes made before it are forgotten. It is nil
	// until something is to be forgotten.
	KeptSince *civil.Instant
	// PlanVersion is how often the plan has been changed.
	PlanVersion int64
}

// TableName implements GORM's Tabler.
func (DatabaseState) TableName() string { return "database_state" }
