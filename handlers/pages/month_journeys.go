package pages

import (
	"fmt"
	"math"
	"strings"

	"worklog/handlers/french"
	"worklog/models"
)

// journeysOf says how far the journeys of some days went, there and back, such as
// "Trajets : 8 × 37 km = 296 km", or "" if no distance is known.
func (p *Pages) journeysOf(days []models.Day) string {
	made := map[string]int64{} // days, by journey
	for _, day := range days {
		if day.Travelled() {
			made[day.JourneyProfileID]++
		}
	}
	var terms []string
	var sum, unknown int64 // metres and days
	for _, n := range made {
		unknown += n
	}
	for _, journey := range p.choices.journeys {
		n, there := made[journey.ID], journey.metres()
		if n == 0 || there == 0 {
			continue
		}
		terms = append(terms, fmt.Sprintf("%d × %s", n, french.Metres(2*there)))
		sum += n * 2 * there
		unknown -= n
	}
	if len(terms) == 0 {
		return ""
	}
	text := "Trajets" + nbsp + ": " + strings.Join(terms, " + ") + " = " + french.Metres(sum)
	if unknown > 0 {
		text += fmt.Sprintf(", et %d%sj sans distance connue", unknown, nbsp)
	}
	return text
}

// metres returns the distance of a journey, one way, as a whole number.
func (c Choice) metres() int64 { return int64(math.Round(c.DistanceKM * 1000)) }
