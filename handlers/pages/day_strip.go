package pages

import (
	"fmt"
	"strconv"

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
	for _, slot := range slots {
		if minutesFrom(day, slot.EndAt) > minutesOfDay {
			hours = 48
		}
	}
	others := barsOf(day, rest)
	if last := len(others) - 1; last >= 0 && others[last][1] > minutesOfDay {
		hours = 48
	}
	strip := views.Strip{Axes: []views.Axis{axis(24, hours), axis(48, hours)}}
	length := hours * 60
	bar := func(from, to int) {
		from, to = max(0, from), min(length, to)
		if from < to { // not beyond the strip, nor before the hour that autumn repeats
			strip.Bars = append(strip.Bars, views.Bar{X: percentage(from, length), Width: percentage(to-from, length)})
		}
	}
	for _, slot := range slots {
		bar(minutesFrom(day, slot.StartAt), minutesFrom(day, slot.EndAt))
	}
	for _, minutes := range others {
		bar(minutes[0], minutes[1])
	}
	return strip
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

// axis returns an axis with eight labelled steps.
func axis(hours, shown int) views.Axis {
	axis := views.Axis{Hours: strconv.Itoa(hours), Shown: hours == shown}
	step := hours / 8
	for hour := 0; hour <= hours; hour += step {
		tick := views.Tick{X: percentage(hour, hours), Anchor: "middle", Label: strconv.Itoa(hour % 24)}
		switch hour {
		case 0:
			tick.Anchor = "start"
		case hours:
			tick.Anchor, tick.Label = "end", "24"
		}
		axis.Ticks = append(axis.Ticks, tick)
	}
	return axis
}

// percentage returns a part of a length, to a thousandth of a percent.
func percentage(part, length int) string {
	thousandths := part * 100_000 / length
	return fmt.Sprintf("%d.%03d%%", thousandths/1000, thousandths%1000)
}
