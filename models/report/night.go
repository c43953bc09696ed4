package report

import (
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Night is when hours are hours of the night, on the wall clock. It may begin in the
// evening and end in the morning.
type Night struct{ Start, End civil.WallTime }

// piece is a part of a slot that lies on one date, and is of the night or not.
type piece struct {
	date    civil.Date
	minutes int64
	night   bool
}

// maxCutDays is on how many dates a slot is cut. What lasts longer is a mistake of the
// record: the rest is one piece on the last of them.
const maxCutDays = 366

// cut cuts the time from the minute of an instant to that of a later one at every midnight and at the
// edges of the night. The pieces sum to its minutes. They are lengths of real time: in the nights in
// which the clock changes, an hour is missing or comes twice.
func (n Night) cut(start, end civil.Instant, zone *time.Location, visit func(piece)) {
	from, to := start.WallClock(zone), end.WallClock(zone)
	first, last := civil.DateOf(from), civil.DateOf(to)
	if first == last && to.Sub(from) == end.Sub(start.Time) {
		n.cutClock(first, civil.MinuteOfDay(from), civil.MinuteOfDay(to), visit)
		return
	}
	start, end = start.StartOfMinute(zone), end.StartOfMinute(zone)
	dates := max(1, first.DaysUntil(last)+1) // the clock may be put back over midnight
	for i := range min(dates, maxCutDays) {
		date := first.AddDays(i)
		n.cutDate(date, civil.Latest(start, midnight(date, zone)), end, zone, visit)
	}
	if dates > maxCutDays {
		beyond := first.AddDays(maxCutDays)
		visit(piece{beyond.AddDays(-1), minutesUntil(midnight(beyond, zone), end), false})
	}
}

// cutDay cuts the slots that count of a day.
func (n Night) cutDay(day models.Day, visit func(piece)) {
	for _, slot := range day.WithoutOverlap() {
		n.cut(slot.StartAt, slot.EndAt, day.Zone, visit)
	}
}

// edge is where the night begins or ends on a date, and whether what is before it is of the night.
type edge struct {
	at    civil.WallTime
	night bool
}

// edges returns both, in the order of the clock. What is after them is as what is before.
func (n Night) edges() [2]edge {
	if n.End.Before(n.Start) {
		return [2]edge{{n.End, true}, {n.Start, false}}
	}
	return [2]edge{{n.Start, false}, {n.End, true}}
}

// cutDate is cut for what lies on a date of the time from an instant on it to another.
func (n Night) cutDate(date civil.Date, start, end civil.Instant, zone *time.Location, visit func(piece)) {
	at := start
	until := func(edge civil.Instant, night bool) {
		if stop := civil.Earliest(edge, end); stop.After(at.Time) {
			visit(piece{date, minutesUntil(at, stop), night})
			at = stop
		}
	}
	edges := n.edges()
	for _, edge := range edges {
		until(civil.InstantAt(date, edge.at, zone), edge.night)
	}
	if civil.DateOf(end.In(zone)) == date { // maybe after the first of two midnights
		until(end, edges[0].night)
		return
	}
	until(midnight(date.AddDays(1), zone), edges[0].night)
}

// cutClock is cut between two minutes of a date on which the clock does not change.
func (n Night) cutClock(date civil.Date, from, to int, visit func(piece)) {
	edges := n.edges()
	for _, edge := range edges {
		if stop := min(edge.at.Minutes(), to); stop > from {
			visit(piece{date, int64(stop - from), edge.night})
			from = stop
		}
	}
	if to > from {
		visit(piece{date, int64(to - from), edges[0].night})
	}
}

// midnight returns the first instant of a date.
func midnight(date civil.Date, zone *time.Location) civil.Instant {
	return civil.InstantAt(date, civil.WallTime{}, zone)
}

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
