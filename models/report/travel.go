package report

import (
	"math"

	"worklog/models"
	"worklog/models/civil"
)

// Journey is what the configuration says of a journey.
type Journey struct {
	ID        string
	Label     string
	Distances []Since[int64] // metres, one way
	// Beyond40Justified has the whole distance count where it is above the limit.
	Beyond40Justified bool
	RoundTrips        int  // a day
	Hidden            bool // no longer to be chosen
}

// TravelOf returns those of some days, such as a month's, on which a journey counts in
// the costs, in their order.
func (r CostRules) TravelOf(days []models.Day) []TravelDay {
	var travelDays []TravelDay
	for i := range days {
		if day := &days[i]; travelled(day) {
			if travelDays == nil {
				travelDays = make([]TravelDay, 0, len(days)-i)
			}
			metres, known := r.travel(day)
			travelDays = append(travelDays, TravelDay{day, metres, known})
		}
	}
	return travelDays
}

// travel returns how far a day's journey counts in the costs, there and back; false if
// its distance is not known.
func (r CostRules) travel(day *models.Day) (metres int64, known bool) {
	journey := r.journey(day.JourneyProfileID)
	if journey == nil {
		return 0, false
	}
	there, known := InForce(journey.Distances, day.Date)
	return 2 * min(there, r.limit(*journey, day.Date)) * int64(journey.RoundTrips), known
}

// journey returns a journey of the configuration, or nil.
func (r CostRules) journey(id string) *Journey {
	for i, journey := range r.Journeys {
		if journey.ID == id {
			return &r.Journeys[i]
		}
	}
	return nil
}

// limit returns up to which distance a journey counts, one way.
func (r CostRules) limit(journey Journey, on civil.Date) int64 {
	if journey.Beyond40Justified {
		return math.MaxInt64
	}
	return r.oneWayLimit(on)
}

// oneWayLimit returns up to which distance a journey counts that is not justified, one way.
func (r CostRules) oneWayLimit(on civil.Date) int64 {
	return r.Law.of(on.Year).OneWayLimit.Kilometres * 1000
}

// beyondLimit reports whether the journey of a day is longer than what counts of one that is
// not justified, and whether it is justified.
func (r CostRules) beyondLimit(day *models.Day) (beyond, justified bool) {
	journey := r.journey(day.JourneyProfileID)
	if journey == nil {
		return false, false
	}
	there, _ := InForce(journey.Distances, day.Date)
	return there > r.oneWayLimit(day.Date), journey.Beyond40Justified
}

// travelled reports whether a day counts as one of a journey: it has a journey and a
// vehicle, and is a day of work on site, or another one on which the person was called
// in.
func travelled(day *models.Day) bool {
	if day.JourneyProfileID == "" || day.MotorVehicleID == "" || day.DayType == models.Telework {
		return false
	}
	return onSite(day.DayType) || len(day.Slots) > 0
}

// onSite reports whether days of a type are worked at the workplace.
func onSite(dayType models.DayType) bool {
	return dayType == models.Work || dayType == models.Training || dayType == models.Duty
}

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
