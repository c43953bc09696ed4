package pages

import (
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

const minutesOfDay = 24 * 60 // on the clock

// stripOf draws slots to scale on the hours of the wall clock: from 0 to 24, or to 48
// if one ends after midnight. On a day on which the clock changes, a bar runs from
// the time that it shows at the start to the one at the end, as the rows do; only the
// length next to them is of the time that has passed.
//
// Each slot of a row has a bar; the rest, however many, has one at most for every other
// minute.
func stripOf(day *models.Day, slots, rest []models.TimeSlot) views.Strip {
	hours := 24
	var bars [][2]int
	for _, slot := range slots {
		bars = append(bars, [2]int{minutesFrom(day, slot.StartAt), minutesFrom(day, slot.EndAt)})
		if bars[len(bars)-1][1] > minutesOfDay {
			hours = 48
		}
	}
	others := barsOf(day, rest)
	if last := len(others) - 1; last >= 0 && others[last][1] > minutesOfDay {
		hours = 48
	}
	return views.Strip{Hours: hours, Bars: append(bars, others...)}
}

// barsOf returns the minutes from the beginning of the day's date, up to the end of the
// next, that slots cover: those that touch or overlap as one.
func barsOf(day *models.Day, slots []models.TimeSlot) [][2]int {
	covered := make(coverage, 2*minutesOfDay+1)
	for _, slot := range slots {
		covered.add(minutesFrom(day, slot.StartAt), minutesFrom(day, slot.EndAt))
	}
	return covered.stretches()
}

// minutesFrom returns the minutes on the clock from the beginning of the day's date.
func minutesFrom(day *models.Day, instant civil.Instant) int {
	wall := civil.WallTimeOf(instant, day.Zone)
	return day.Date.DaysUntil(civil.DateOf(instant.In(day.Zone)))*minutesOfDay + wall.Hour*60 + wall.Minute
}
