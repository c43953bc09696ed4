package views

import (
	"fmt"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// JourneyText names a journey, with the distance that it has without a date.
func JourneyText(journey report.Journey) string {
	if metres, _ := report.InForce(journey.Distances, civil.Date{}); metres > 0 {
		return journey.Label + " (" + french.Metres(metres) + ")"
	}
	return journey.Label
}

// journeys says how far the journeys of some days, in order of their dates, count in the
// travel costs until today, there and back, such as "Trajets comptés en frais réels :
// 8 × 37 km = 296 km", or "" if no distance is known.
func journeys(rules report.CostRules, days []models.Day, today civil.Date) string {
	counted, planned := report.UntilToday(days, today)
	travelled := rules.TravelOf(counted)
	distances, unknown := distancesOf(travelled)
	if distances == "" {
		return ""
	}
	var metres int64
	withoutSlots := 0
	for _, day := range travelled {
		metres += day.Metres
		if len(day.Slots) == 0 {
			withoutSlots++
		}
	}
	text := "Trajets comptés en frais réels\u00a0: " + distances + " = " + french.Metres(metres)
	if unknown > 0 {
		text += fmt.Sprintf(", et %d\u00a0j sans distance connue", unknown)
	}
	if withoutSlots > 0 {
		text += fmt.Sprintf(" (dont %d\u00a0j sans créneau)", withoutSlots)
	}
	if later := len(rules.TravelOf(planned)); later > 0 {
		text += fmt.Sprintf(", %d\u00a0j %s", later, french.Verb(later, "prévu", "prévus"))
	}
	return text
}

// distancesOf writes how far one travelled, in order of time, such as "130 × 37 km +
// 40 × 44 km", and returns on how many days the distance is not known.
func distancesOf(days []report.TravelDay) (text string, unknown int) {
	times := map[int64]int{} // by metres
	var inOrder []int64
	for _, day := range days {
		if !day.Known {
			unknown++
			continue
		}
		if times[day.Metres] == 0 {
			inOrder = append(inOrder, day.Metres)
		}
		times[day.Metres]++
	}
	terms := make([]string, len(inOrder))
	for i, metres := range inOrder {
		terms[i] = fmt.Sprintf("%d × %s", times[metres], french.Metres(metres))
	}
	return strings.Join(terms, " + "), unknown
}
