package models

import (
	"gorm.io/gorm"
)

// WorkEntry is one work day: the record of a local date.
type WorkEntry struct {
	ID               int64   `json:"id"`
	Date             Date    `json:"date"`
	Timezone         string  `json:"timezone"` // IANA name of the zone that the day was recorded in
	DayType          DayType `json:"day_type"`
	HalfDay          HalfDay `json:"half_day,omitempty"` // empty for none
	JourneyProfileID string  `json:"journey_profile_id"` // empty for none
	MotorVehicleID   string  `json:"motor_vehicle_id"`   // empty for none
	Note             string  `json:"note"`
	Version          int64   `json:"version"` // goes up whenever the day changes, however it does
	CreatedAt        Instant `json:"created_at"`
	UpdatedAt        Instant `json:"updated_at"`
}

// EntryDefaults are the values of an entry that an arrival creates.
type EntryDefaults struct {
	DayType          DayType
	JourneyProfileID string
	MotorVehicleID   string
}

// findEntryByDate returns the entry of a date, or nil when there is none.
func findEntryByDate(tx *gorm.DB, date Date) (*WorkEntry, error) {
	return findOne[WorkEntry](tx.Where("date = ?", date))
}

// touchEntry increments the entry's version.
func touchEntry(tx *gorm.DB, id int64, now Instant) error {
	return tx.Model(&WorkEntry{}).Where("id = ?", id).
		UpdateColumns(map[string]any{"version": gorm.Expr("version + 1"), "updated_at": now}).Error
}
