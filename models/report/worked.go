package report

import "worklog/models/civil"

// worked are minutes of real time by the date on which they lie: by its number, since a
// year asks for some ten thousand.
type worked map[int]struct{ all, night int64 }

// number returns the number of a date, counted from 1970.
func number(date civil.Date) int { return civil.FirstDate.DaysUntil(date) }

// workedOn cuts work, of which nothing overlaps.
func workedOn(work []stretch, night Night) worked {
	on := make(worked, len(work))
	for _, part := range work {
		part.cut(night, on.add)
	}
	return on
}

// add adds a piece to its date.
func (w worked) add(p piece) {
	at := number(p.date)
	minutes := w[at]
	minutes.all += p.minutes
	if p.night {
		minutes.night += p.minutes
	}
	w[at] = minutes
}

// between returns the minutes of so many days from a date on.
func (w worked) between(from civil.Date, days int) (minutes int64) {
	first := number(from)
	for i := range days {
		minutes += w[first+i].all
	}
	return minutes
}

// hasNight reports whether there are minutes of the night on the dates from one to another.
func (w worked) hasNight(from, to civil.Date) bool {
	for date := number(from); date <= number(to); date++ {
		if w[date].night > 0 {
			return true
		}
	}
	return false
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

// free returns how many of so many days, from a date on, are without work.
func (w worked) free(from civil.Date, days int) (free int) {
	first := number(from)
	for i := range days {
		if w[first+i].all == 0 {
			free++
		}
	}
	return free
}

// freeWithSunday returns how many days in a row, one of them a Sunday, are without work at
// most, of rows that touch so many days from a Monday on. What of them lies before these days
// or after counts too, up to as many days again.
func (w worked) freeWithSunday(monday civil.Date, days int) (most int) {
	row, sunday, within := 0, false, false
	first := number(monday)
	for i := -days; i < 2*days; i++ {
		if w[first+i].all > 0 {
			row, sunday, within = 0, false, false
			continue
		}
		row++
		sunday = sunday || (i+days)%7 == 6 // so many days are whole weeks
		within = within || i >= 0 && i < days
		if sunday && within {
			most = max(most, row)
		}
	}
	return most
}
