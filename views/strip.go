package views

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// stripsOf returns, for each date from one to another on which the days have a slot, the
// path of a line along its hours, in minutes since midnight. A night continues on the next
// date. Slots that touch or overlap are one line, and a slot of many years takes no longer
// than another.
func stripsOf(days []models.Day, from, to civil.Date) map[civil.Date]string {
	var bars [][2]int
	for _, day := range days {
		bars = appendBars(bars, from, to, &day, day.Slots)
	}
	strips := map[civil.Date]string{}
	for _, bar := range merged(bars) {
		for begin := bar[0]; begin < bar[1]; {
			date := begin / civil.MinutesOfDay
			end := min(bar[1], (date+1)*civil.MinutesOfDay)
			strips[from.AddDays(date)] += fmt.Sprintf("M%d 3h%d", begin%civil.MinutesOfDay, end-begin)
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
		strip.Bars = append(strip.Bars, [2]int{minutesFrom(day.Date, slot.StartAt, day), minutesFrom(day.Date, slot.EndAt, day)})
	}
	strip.Bars = append(strip.Bars, barsOf(day, rest)...)
	for _, bar := range strip.Bars {
		if bar[1] > civil.MinutesOfDay {
			strip.Hours = 48
		}
	}
	return strip
}

// barsOf returns the minutes from the beginning of the day's date, up to the end of the
// next, that slots cover: those that touch or overlap as one.
func barsOf(day *models.Day, slots []models.TimeSlot) [][2]int {
	return merged(appendBars(nil, day.Date, day.Date.AddDays(1), day, slots))
}

// appendBars appends what of each slot of a day is on the dates from one to another, in minutes since
// the beginning of the first.
func appendBars(bars [][2]int, from, to civil.Date, day *models.Day, slots []models.TimeSlot) [][2]int {
	end := (from.DaysUntil(to) + 1) * civil.MinutesOfDay
	for _, slot := range slots {
		bar := [2]int{max(0, minutesFrom(from, slot.StartAt, day)), min(end, minutesFrom(from, slot.EndAt, day))}
		if bar[0] < bar[1] {
			bars = append(bars, bar)
		}
	}
	return bars
}

// minutesFrom returns the minutes on the clock of a day from the beginning of a date.
func minutesFrom(date civil.Date, instant civil.Instant, day *models.Day) int {
	clock := instant.WallClock(day.Zone)
	return date.DaysUntil(civil.DateOf(clock))*civil.MinutesOfDay + civil.MinuteOfDay(clock)
}

// merged returns bars in order, those that touch or overlap as one.
func merged(bars [][2]int) [][2]int {
	slices.SortFunc(bars, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	apart := bars[:0]
	for _, bar := range bars {
		if last := len(apart) - 1; last >= 0 && bar[0] <= apart[last][1] {
			apart[last][1] = max(apart[last][1], bar[1])
		} else {
			apart = append(apart, bar)
		}
	}
	return apart
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

// dayClock counts elapsed minutes around a date for the script, from midnight
// computed with the offset of the day before.
type dayClock struct {
	zone     *time.Location
	midnight int64 // Unix seconds
	offset   int   // seconds ahead of UTC with which midnight is computed
}

func clockOf(day *models.Day) dayClock {
	shown := time.Date(day.Date.Year, day.Date.Month, day.Date.Day, 0, 0, 0, 0, time.UTC)
	_, offset := shown.Add(-24 * time.Hour).In(day.Zone).Zone()
	return dayClock{day.Zone, shown.Unix() - int64(offset), offset}
}

// moment returns the elapsed minutes at an instant, to the minute shown.
func (c dayClock) moment(instant civil.Instant) int64 {
	return (instant.StartOfMinute(c.zone).Unix() - c.midnight) / 60
}

// clockDays is how many days the script knows: the longest slot, and the days on
// which it starts and ends.
const clockDays = 9

// clockStep is the interval, in minutes, at which the offset is sampled. No zone has
// changed it twice within that time.
const clockStep = 6 * 60

// stretches returns, as JSON, the periods of constant offset: the minute at which
// each begins, and its offset in minutes relative to the first.
//
// It samples the offset instead of calling [time.Time.ZoneBounds], which may return
// an end that is not later than the instant.
func (c dayClock) stretches() string {
	const from, to = -24 * 60, clockDays * 24 * 60
	last := c.offsetAt(from)
	stretches := [][2]int{{math.MinInt32, (last - c.offset) / 60}}
	for at := from + clockStep; at <= to; at += clockStep {
		offset := c.offsetAt(at)
		if offset == last {
			continue
		}
		first := at
		for c.offsetAt(first-1) == offset { // at most clockStep times
			first--
		}
		stretches, last = append(stretches, [2]int{first, (offset - c.offset) / 60}), offset
	}
	text, _ := json.Marshal(stretches) // numbers
	return string(text)
}

func (c dayClock) offsetAt(minute int) int {
	_, offset := time.Unix(c.midnight+int64(minute)*60, 0).In(c.zone).Zone()
	return offset
}
