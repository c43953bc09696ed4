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
