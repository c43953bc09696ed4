package models

import "slices"

// DayType says what kind of day an entry is. The codes are those of the
// specification's section 1.
type DayType string

// The day types.
const (
	Work      DayType = "WORK"
	Telework  DayType = "TT"        // télétravail
	Duty      DayType = "GARDE"     // on duty on site, nights included
	OnCall    DayType = "ASTREINTE" // reachable, away from the workplace
	Training  DayType = "FORMATION"
	RTT       DayType = "RTT" // réduction du temps de travail: a day off earned by longer weeks
	Leave     DayType = "CONGE"
	SickLeave DayType = "MALADE"
	Holiday   DayType = "FERIE"
)

// DayTypes lists every day type in the order in which pages show them.
var DayTypes = []DayType{Work, Telework, Duty, OnCall, Training, RTT, Leave, SickLeave, Holiday}

// Valid reports whether d is one of [DayTypes].
func (d DayType) Valid() bool { return slices.Contains(DayTypes, d) }

// travels says for each day type whether one usually travels to work.
var travels = map[DayType]bool{
	Work:      true,
	Telework:  false,
	Duty:      true,
	OnCall:    false, // spent at home; the journey of a call-out is entered by hand
	Training:  true,
	RTT:       false,
	Leave:     false,
	SickLeave: false,
	Holiday:   false,
}

// Travels reports whether a new day of the type takes the usual journey and vehicle.
func (d DayType) Travels() bool { return travels[d] }
