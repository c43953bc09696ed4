package views

import (
	"encoding/json"
	"math"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

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
