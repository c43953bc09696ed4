package models

import (
	"database/sql/driver"
	"fmt"
	"slices"
)

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

// HalfDay is the type of the half a day of absence that an entry has beside its work, or
// [HalfFree]; empty for none. It is stored as null when it is empty.
type HalfDay DayType

// HalfFree is half a day without work that is no absence: of days that are counted (forfait
// jours), half a day worked.
const HalfFree HalfDay = "REPOS"

// HalfDays lists every half day in the order in which pages show them.
var HalfDays = []HalfDay{HalfDay(RTT), HalfDay(Leave), HalfDay(SickLeave), HalfFree}

// Half is which half of the day a [HalfDay] is; empty where nobody says it.
type Half string

// The halves of a day.
const (
	Morning   Half = "am"
	Afternoon Half = "pm"
)

// Halves lists the halves.
var Halves = []Half{Morning, Afternoon}

func (h Half) valid() bool { return h == "" || slices.Contains(Halves, h) }

// DayType returns the type of day that it is half of.
func (h HalfDay) DayType() DayType { return DayType(h) }

// check returns [ErrUnknownHalfDay] for a type of which there is no half day, and
// [ErrHalfDayWithoutWork] on a day of another type than work and télétravail.
func (h HalfDay) check(dayType DayType) error {
	if h == "" {
		return nil
	}
	if !slices.Contains(HalfDays, h) {
		return ErrUnknownHalfDay
	}
	if !dayType.TakesHalfDay() {
		return ErrHalfDayWithoutWork
	}
	return nil
}

// TakesHalfDay reports whether a day of the type can have half a day of absence.
func (d DayType) TakesHalfDay() bool { return d == Work || d == Telework }

func (h HalfDay) Value() (driver.Value, error) {
	if h == "" {
		return nil, nil
	}
	return string(h), nil
}

func (h *HalfDay) Scan(source any) error {
	switch source := source.(type) {
	case nil:
		*h = ""
	case string:
		*h = HalfDay(source)
	default:
		return fmt.Errorf("half day: stored as %T, want text", source)
	}
	return nil
}
