package pages

import (
	"fmt"
	"strconv"

	"worklog/models"
	"worklog/views"
)

const minutesOfDay = 24 * 60 // on the clock

// stripOf draws slots to scale on the hours of the wall clock: from 0 to 24, or to 48
// if one ends after midnight. On a day on which the clock changes, a bar runs from
// the time that it shows at the start to the one at the end, as the rows do; only the
// length next to them is of the time that has passed.
func stripOf(day *models.Day, slots []models.TimeSlot) views.Strip {
	hours := 24
	for _, slot := range slots {
		if minutesFrom(day, slot.EndAt) > minutesOfDay {
			hours = 48
		}
	}
	strip := views.Strip{Axes: []views.Axis{axis(24, hours), axis(48, hours)}}
	length := hours * 60
	for _, slot := range slots {
		from, to := max(0, minutesFrom(day, slot.StartAt)), min(length, minutesFrom(day, slot.EndAt))
		if from >= to { // beyond the strip, or before the hour that autumn repeats
			continue
		}
		strip.Bars = append(strip.Bars, views.Bar{X: percentage(from, length), Width: percentage(to-from, length)})
	}
	return strip
}

// minutesFrom returns the minutes on the clock from the beginning of the day's date.
func minutesFrom(day *models.Day, instant models.Instant) int {
	wall := models.WallTimeOf(instant, day.Zone)
	return day.Date.DaysUntil(models.DateOf(instant.In(day.Zone)))*minutesOfDay + wall.Hour*60 + wall.Minute
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
