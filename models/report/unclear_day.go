package report

import "worklog/models"

// Reason says why a day is to be looked at.
type Reason string

// The reasons.
const (
	SlotOnAbsence       Reason = "with a slot"
	ArrivalOnTelework   Reason = "with an arrival"
	NoJourney           Reason = "without a journey"
	NoVehicle           Reason = "without a vehicle"
	NoJourneyNorVehicle Reason = "without a journey or a vehicle"
)

// UnclearDay is a day whose costs are to be looked at.
type UnclearDay struct {
	Day    *models.Day
	Reason Reason
}

// Why says what is unclear, such as "RTT with a slot".
func (d UnclearDay) Why() string { return string(d.Day.DayType) + " " + string(d.Reason) }

// unclear says why a day is to be looked at, or "".
func (r CostRules) unclear(day *models.Day) Reason {
	switch {
	case day.DayType == models.Telework && day.Arrived:
		return ArrivalOnTelework
	case day.DayType == models.Telework:
		return ""
	case !onSite(day.DayType) && len(day.Slots) > 0:
		return SlotOnAbsence
	case !onSite(day.DayType), r.Carless && day.MotorVehicleID == "":
		return ""
	case day.JourneyProfileID == "" && day.MotorVehicleID == "":
		return NoJourneyNorVehicle
	case day.JourneyProfileID == "":
		return NoJourney
	case day.MotorVehicleID == "":
		return NoVehicle
	}
	return ""
}
