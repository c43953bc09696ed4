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

// cut cuts slots, of which none overlap, at every midnight and at the edges of the night. The
// pieces sum to the slots' minutes. They are lengths of real time: in the nights in which the
// clock changes, an hour is missing or comes twice.
func (n Night) cut(slots []models.TimeSlot, zone *time.Location, visit func(piece)) {
	for _, slot := range slots {
		start, end := slot.StartAt.StartOfMinute(zone), slot.EndAt.StartOfMinute(zone)
		first, last := civil.DateOf(start.In(zone)), civil.DateOf(end.In(zone))
		if first == last && offset(start, zone) == offset(end, zone) {
			n.cutClock(first, minuteOfDay(start, zone), minuteOfDay(end, zone), visit)
			continue
		}
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
	nightFirst := n.End.Before(n.Start)
	early, late := n.Start, n.End
	if nightFirst {
		early, late = n.End, n.Start
	}
	until(civil.InstantAt(date, early, zone), nightFirst)
	until(civil.InstantAt(date, late, zone), !nightFirst)
	if civil.DateOf(end.In(zone)) == date { // maybe after the first of two midnights
		until(end, nightFirst)
		return
	}
	until(midnight(date.AddDays(1), zone), nightFirst)
}

// cutClock is cut between two minutes of a date on which the clock does not change.
func (n Night) cutClock(date civil.Date, from, to int64, visit func(piece)) {
	nightFirst := n.End.Before(n.Start)
	early, late := minutes(n.Start), minutes(n.End)
	if nightFirst {
		early, late = late, early
	}
	for _, edge := range []struct {
		minute int64
		night  bool
	}{{early, nightFirst}, {late, !nightFirst}, {24 * 60, nightFirst}} {
		if stop := min(edge.minute, to); stop > from {
			visit(piece{date, stop - from, edge.night})
			from = stop
		}
	}
}

func minutes(wall civil.WallTime) int64 { return int64(wall.Hour*60 + wall.Minute) }

func minuteOfDay(instant civil.Instant, zone *time.Location) int64 {
	return minutes(civil.WallTimeOf(instant, zone))
}

// offset returns the seconds by which the clock of the zone is ahead of UTC.
func offset(instant civil.Instant, zone *time.Location) int {
	_, seconds := instant.In(zone).Zone()
	return seconds
}

// midnight returns the first instant of a date.
func midnight(date civil.Date, zone *time.Location) civil.Instant {
	return civil.InstantAt(date, civil.WallTime{}, zone)
}
