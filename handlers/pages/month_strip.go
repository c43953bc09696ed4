package pages

import (
	"strconv"

	"worklog/models"
	"worklog/models/civil"
)

// minutesOfStrip is the width of a strip: a day, by its clock.
const minutesOfStrip = 24 * 60

// stripsOf returns, for each date from one to another on which the days have a slot, the
// path of a line along its hours, in minutes since midnight. A night continues on the next
// date. Slots that touch or overlap are one line, and a slot of many years takes no longer
// than another.
func stripsOf(days []models.Day, from, to civil.Date) map[civil.Date]string {
	dates := from.DaysUntil(to) + 1
	worked := make(minutesWorked, dates)
	whole := make(coverage, dates+1) // the dates that slots cover from midnight to midnight
	for _, day := range days {
		for _, slot := range day.Slots {
			start, end := slot.StartAt.In(day.Zone), slot.EndAt.In(day.Zone)
			first, last := from.DaysUntil(civil.DateOf(start)), from.DaysUntil(civil.DateOf(end))
			begin, until := start.Hour()*60+start.Minute(), end.Hour()*60+end.Minute()
			if first == last {
				worked.add(first, begin, until)
			}
			if first < last {
				worked.add(first, begin, minutesOfStrip)
				whole.add(first+1, last)
				worked.add(last, 0, until)
			}
		}
	}
	for _, row := range whole.stretches() {
		for date := row[0]; date < row[1]; date++ {
			worked.add(date, 0, minutesOfStrip)
		}
	}
	strips := map[civil.Date]string{}
	for i, minutes := range worked {
		var path []byte
		for _, stretch := range minutes.stretches() {
			path = appendLine(path, stretch[0], stretch[1])
		}
		if len(path) > 0 {
			strips[from.AddDays(i)] = string(path)
		}
	}
	return strips
}

// minutesWorked are the minutes that slots cover of dates in a row; nil for a date without.
type minutesWorked []coverage

// add adds the minutes of a date from one to another, if it is one of the dates.
func (w minutesWorked) add(date, from, to int) {
	if date < 0 || date >= len(w) {
		return
	}
	if w[date] == nil {
		w[date] = make(coverage, minutesOfStrip+1)
	}
	w[date].add(from, to)
}

// appendLine appends a line along the strip to an SVG path.
func appendLine(path []byte, from, to int) []byte {
	path = append(path, 'M')
	path = strconv.AppendInt(path, int64(from), 10)
	path = append(path, " 3h"...)
	return strconv.AppendInt(path, int64(to-from), 10)
}
