package pages

import (
	"strconv"

	"worklog/models"
)

// minutesOfStrip is the width of a strip: a day, by its clock.
const minutesOfStrip = 24 * 60

// stripsOf returns, for each date from one to another on which the days have a slot, the
// path of a line along its hours, in minutes since midnight. A night goes on on the next
// morning's date.
func stripsOf(days []models.Day, from, to models.Date) map[models.Date]string {
	paths := map[models.Date][]byte{}
	for _, day := range days {
		for _, slot := range day.Slots {
			start, end := slot.StartAt.In(day.Zone), slot.EndAt.In(day.Zone)
			first, last := models.DateOf(start), models.DateOf(end)
			// a recorded slot may be years long: only the dates shown are walked
			for date := models.Later(first, from); date.DaysUntil(models.Earlier(last, to)) >= 0; date = date.AddDays(1) {
				begin, until := 0, minutesOfStrip
				if date == first {
					begin = start.Hour()*60 + start.Minute()
				}
				if date == last {
					until = end.Hour()*60 + end.Minute()
				}
				if until > begin { // not at midnight, nor where the clock was turned back
					paths[date] = appendLine(paths[date], begin, until)
				}
			}
		}
	}
	strips := make(map[models.Date]string, len(paths))
	for date, path := range paths {
		strips[date] = string(path)
	}
	return strips
}

// appendLine appends a line along the strip to an SVG path.
func appendLine(path []byte, from, to int) []byte {
	path = append(path, 'M')
	path = strconv.AppendInt(path, int64(from), 10)
	path = append(path, " 3h"...)
	return strconv.AppendInt(path, int64(to-from), 10)
}
