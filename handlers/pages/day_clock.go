package pages

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"worklog/models"
)

// dayClock counts elapsed minutes around a date for the script, from where
// midnight would be on the clock of the day before.
type dayClock struct {
	zone     *time.Location
	midnight int64 // seconds since 1970
	offset   int   // seconds ahead of UTC that midnight is computed with
}

func clockOf(day *models.Day) dayClock {
	shown := time.Date(day.Date.Year, day.Date.Month, day.Date.Day, 0, 0, 0, 0, time.UTC)
	_, offset := shown.Add(-24 * time.Hour).In(day.Zone).Zone()
	return dayClock{day.Zone, shown.Unix() - int64(offset), offset}
}

// moment returns the number of the minute that the clock shows at an instant.
func (c dayClock) moment(instant models.Instant) string {
	return strconv.FormatInt((instant.StartOfMinute(c.zone).Unix()-c.midnight)/60, 10)
}

// clockDays is how many days the script is told of: as long as a slot may last,
// and the days on which it starts and ends.
const clockDays = 9

// clockStep is how far apart the offset is looked at, in minutes: no zone has
// changed it twice within.
const clockStep = 6 * 60

// stretches tells how the clock runs: for each stretch between two changes of
// it the minute it begins at, and how many minutes it is then ahead of the
// first.
//
// The offset is looked at minute by minute of our own counting, for
// [time.Time.ZoneBounds] may return an end that is not later than the instant
// asked for.
func (c dayClock) stretches() string {
	const from, to = -24 * 60, clockDays * 24 * 60
	last := c.offsetAt(from)
	stretches := [][2]int{{math.MinInt32, (last - c.offset) / 60}}
	for at := from + clockStep; at <= to; at += clockStep {
		if offset := c.offsetAt(at); offset != last {
			stretches = append(stretches, [2]int{c.firstMinuteWith(offset, at-clockStep, at), (offset - c.offset) / 60})
			last = offset
		}
	}
	text, _ := json.Marshal(stretches) // numbers
	return string(text)
}

// firstMinuteWith returns the minute after before, at most after, from which the
// offset is in force that the latter has.
func (c dayClock) firstMinuteWith(offset, before, after int) int {
	for after-before > 1 {
		middle := (before + after) / 2
		if c.offsetAt(middle) == offset {
			after = middle
		} else {
			before = middle
		}
	}
	return after
}

// offsetAt returns how many seconds the clock is ahead of UTC in a minute.
func (c dayClock) offsetAt(minute int) int {
	_, offset := time.Unix(c.midnight+int64(minute)*60, 0).In(c.zone).Zone()
	return offset
}
