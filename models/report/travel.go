package report

import (
	"worklog/models"
)

// Journey is what the configuration says of a journey.
type Journey struct {
	ID    string
	Label string
	// Distances are those of the journey from dates on, ascending.
	Distances []Distance
	// Beyond40Justified has the whole distance count where it is above the limit.
	Beyond40Justified bool
	RoundTrips        int // a day
}

// Distance is the length of a journey, one way, from a date on.
type Distance struct {
	From   models.Date // the zero date for ever
	Metres int64
}

// on returns the distance on a date; false if it is not known.
func (j Journey) on(date models.Date) (metres int64, known bool) {
	for _, distance := range j.Distances {
		if distance.From.DaysUntil(date) >= 0 {
			metres, known = distance.Metres, true
		}
	}
	return metres, known
}

// Travel returns how far a day's journey counts in the costs, there and back; 0 for a
// day on which no journey counts, and false if its distance is not known.
func (r CostRules) Travel(day models.Day) (metres int64, known bool) {
	if !travelled(day) {
		return 0, true
	}
	for _, journey := range r.Journeys {
		if journey.ID != day.JourneyProfileID {
			continue
		}
		there, known := journey.on(day.Date)
		limit := r.Law.of(day.Date.Year).OneWayLimit.Kilometres * 1000
		if !journey.Beyond40Justified {
			there = min(there, limit)
		}
		return 2 * there * int64(journey.RoundTrips), known
	}
	return 0, false
}

// TravelOf returns how far the journeys of some days, such as a month's, count in the
// costs, and on how many of the days the distance is not known.
func (r CostRules) TravelOf(days []models.Day) (metres int64, unknown int) {
	for _, day := range days {
		of, known := r.Travel(day)
		metres += of
		if !known {
			unknown++
		}
	}
	return metres, unknown
}

// travelled reports whether a day counts as one of a journey: it has a journey and a
// vehicle, and is a day of work on site, or another one on which the person was called
// in.
func travelled(day models.Day) bool {
	if day.JourneyProfileID == "" || day.MotorVehicleID == "" || day.DayType == models.Telework {
		return false
	}
	return onSite(day.DayType) || len(day.Slots) > 0
}

// onSite reports whether days of a type are worked at the workplace.
func onSite(dayType models.DayType) bool {
	return dayType == models.Work || dayType == models.Training || dayType == models.Duty
}
