package handlers

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"worklog/models"
)

// dayClock counts the minutes of the world around a date for the script, from
// where midnight would be on the clock of the day before.
type dayClock struct {
	zone     *time.Location
	midnight time.Time
	offset   int // seconds ahead of UTC that midnight is reckoned with
}

func clockOf(day *models.Day) dayClock {
	shown := time.Date(day.Date.Year, day.Date.Month, day.Date.Day, 0, 0, 0, 0, time.UTC)
	_, offset := shown.Add(-24 * time.Hour).In(day.Zone).Zone()
	return dayClock{day.Zone, shown.Add(-time.Duration(offset) * time.Second), offset}
}

// moment gives the minute of the world that an instant lies in.
func (c dayClock) moment(instant models.Instant) string {
	return strconv.Itoa(int(instant.Truncate(time.Minute).Sub(c.midnight).Minutes()))
}

// clockDays is how many days the script is told of: as long as a slot may last,
// and the days on which it starts and ends.
const clockDays = 9

// stretches tells how the clock runs: for each stretch between two changes of
// it the minute it begins at, and how many minutes it is then ahead of the
// first.
func (c dayClock) stretches() string {
	stretches := [][2]int{{math.MinInt32, 0}}
	for at := c.midnight.Add(-24 * time.Hour).In(c.zone); ; {
		_, at = at.ZoneBounds()
		if at.IsZero() || at.Sub(c.midnight) > clockDays*24*time.Hour {
			break
		}
		_, offset := at.Zone()
		stretches = append(stretches, [2]int{int(at.Sub(c.midnight).Minutes()), (offset - c.offset) / 60})
	}
	text, _ := json.Marshal(stretches) // numbers
	return string(text)
}
