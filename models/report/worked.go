package report

import (
	"worklog/models"
	"worklog/models/civil"
)

// worked are minutes of real time by the date on which they lie: by its number, since a
// year asks for some ten thousand.
type worked map[int]struct{ all, night int64 }

// number returns the number of a date, counted from 1970.
func number(date civil.Date) int { return civil.FirstDate.DaysUntil(date) }

// workedOn cuts the slots of days, as far as they lie before now.
func workedOn(days []models.Day, night Night, now civil.Instant) worked {
	on := make(worked, len(days))
	var begun []models.TimeSlot
	for i := range days {
		day := &days[i]
		begun = append(begun[:0], day.Slots...)
		for i := range begun {
			begun[i].EndAt = earliest(begun[i].EndAt, now)
		}
		night.cut(begun, day.Zone, func(p piece) {
			at := number(p.date)
			minutes := on[at]
			minutes.all += p.minutes
			if p.night {
				minutes.night += p.minutes
			}
			on[at] = minutes
		})
	}
	return on
}

// between returns the minutes of so many days from a date on.
func (w worked) between(from civil.Date, days int) (minutes int64) {
	first := number(from)
	for i := range days {
		minutes += w[first+i].all
	}
	return minutes
}

// longest returns the start of the seven days with the most minutes that begin from one
// date to another, a Monday rather than another day.
func (w worked) longest(from, to civil.Date) (start civil.Date, minutes int64) {
	start = from
	for begin := from; begin.DaysUntil(to) >= 0; begin = begin.AddDays(1) {
		if sum := w.between(begin, 7); sum > minutes || sum == minutes && begin == begin.Monday() {
			start, minutes = begin, sum
		}
	}
	return start, minutes
}

// free returns how many of so many days, from a Monday on, are without work, and how many
// of them at most are in a row that has a Sunday.
func (w worked) free(monday civil.Date, days int) (all, withSunday int) {
	row, sunday := 0, false
	first := number(monday)
	for i := range days {
		if w[first+i].all > 0 {
			row, sunday = 0, false
			continue
		}
		all++
		row++
		sunday = sunday || i%7 == 6
		if sunday {
			withSunday = max(withSunday, row)
		}
	}
	return all, withSunday
}
