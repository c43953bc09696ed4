package views

import (
	"encoding/json"
	"fmt"

	"worklog/models"
	"worklog/models/civil"
)

const minutesOfDay = 24 * 60 // on the clock

// stripsOf returns, for each date from one to another on which the days have a slot, the
// path of a line along its hours, in minutes since midnight. A night continues on the next
// date. Slots that touch or overlap are one line, and a slot of many years takes no longer
// than another.
func stripsOf(days []models.Day, from, to civil.Date) map[civil.Date]string {
	covered := newCoverage(from, to)
	for _, day := range days {
		covered.add(day.Slots, day)
	}
	strips := map[civil.Date]string{}
	for _, bar := range covered.bars() {
		for begin := bar[0]; begin < bar[1]; {
			date := begin / minutesOfDay
			end := min(bar[1], (date+1)*minutesOfDay)
			strips[from.AddDays(date)] += fmt.Sprintf("M%d 3h%d", begin%minutesOfDay, end-begin)
			begin = end
		}
	}
	return strips
}

// stripOf draws slots to scale on the hours of the wall clock: from 0 to 24, or to 48
// if one ends after midnight. On a day on which the clock changes, a bar runs from
// the time that it shows at the start to the one at the end, as the rows do; only the
// length next to them is of the time that has passed.
//
// Each slot of a row has a bar; the rest, however many, has one at most for every other
// minute.
func stripOf(day *models.Day, slots, rest []models.TimeSlot) Strip {
	strip := Strip{Hours: 24}
	for _, slot := range slots {
		strip.Bars = append(strip.Bars, [2]int{minutesFrom(day.Date, slot.StartAt, *day), minutesFrom(day.Date, slot.EndAt, *day)})
	}
	strip.Bars = append(strip.Bars, barsOf(day, rest)...)
	for _, bar := range strip.Bars {
		if bar[1] > minutesOfDay {
			strip.Hours = 48
		}
	}
	return strip
}

// barsOf returns the minutes from the beginning of the day's date, up to the end of the
// next, that slots cover: those that touch or overlap as one.
func barsOf(day *models.Day, slots []models.TimeSlot) [][2]int {
	covered := newCoverage(day.Date, day.Date.AddDays(1))
	covered.add(slots, *day)
	return covered.bars()
}

// minutesFrom returns the minutes on the clock of a day from the beginning of a date.
func minutesFrom(date civil.Date, instant civil.Instant, day models.Day) int {
	wall := civil.WallTimeOf(instant, day.Zone)
	return date.DaysUntil(civil.DateOf(instant.In(day.Zone)))*minutesOfDay + wall.Hour*60 + wall.Minute
}

// coverage counts, for each minute on the clock from the beginning of a date, the slots that begin
// at it less those that end.
type coverage struct {
	from    civil.Date
	changes []int32
}

func newCoverage(from, to civil.Date) coverage {
	return coverage{from, make([]int32, (from.DaysUntil(to)+1)*minutesOfDay+1)}
}

func (c coverage) add(slots []models.TimeSlot, day models.Day) {
	for _, slot := range slots {
		begin := max(0, minutesFrom(c.from, slot.StartAt, day))
		end := min(len(c.changes)-1, minutesFrom(c.from, slot.EndAt, day))
		if begin < end {
			c.changes[begin]++
			c.changes[end]--
		}
	}
}

// bars returns the minutes that are covered, from one to another, in order.
func (c coverage) bars() [][2]int {
	var bars [][2]int
	var open int32
	for minute, change := range c.changes {
		before := open
		open += change
		switch {
		case before == 0 && open > 0:
			bars = append(bars, [2]int{minute})
		case before > 0 && open == 0:
			bars[len(bars)-1][1] = minute
		}
	}
	return bars
}

// restForScript is what the script adds to the total and to the strip: when the slots that have
// no row begin and end, and where they lie on the strip.
func restForScript(day *models.Day, rest []models.TimeSlot) string {
	clock := clockOf(day)
	spans := [][2]int64{}
	for _, slot := range (models.Day{Slots: rest, Zone: day.Zone}).WithoutOverlap() {
		if slot.Minutes(day.Zone) > 0 {
			spans = append(spans, [2]int64{clock.moment(slot.StartAt), clock.moment(slot.EndAt)})
		}
	}
	text, _ := json.Marshal(struct { // numbers
		Spans [][2]int64 `json:"spans"`
		Bars  [][2]int   `json:"bars"`
	}{spans, barsOf(day, rest)})
	return string(text)
}
