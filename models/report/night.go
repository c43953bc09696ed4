package report

import (
	"sort"
	"time"

	"worklog/models"
)

// Night is when hours are hours of the night, on the wall clock. It may begin in the
// evening and end in the morning.
type Night struct{ Start, End models.WallTime }

// piece is a part of a slot that lies on one date, and is of the night or not.
type piece struct {
	date    models.Date
	minutes int64
	night   bool
}

// maxCutDays is on how many dates a slot is cut. What lasts longer is a mistake of the
// record: the rest is one piece on the last of them.
const maxCutDays = 366

// cut cuts a slot at every midnight and at the edges of the night. The pieces, in order,
// sum to the slot's minutes. They are lengths of real time: in the nights in which the
// clock changes, an hour is missing or comes twice.
func (n Night) cut(slot models.TimeSlot, zone *time.Location, visit func(piece)) {
	start, end := slot.StartAt.StartOfMinute(zone), slot.EndAt.StartOfMinute(zone)
	first, last := models.DateOf(start.In(zone)), models.DateOf(end.In(zone))
	if first == last && offset(start, zone) == offset(end, zone) {
		n.cutClock(first, minuteOfDay(start, zone), minuteOfDay(end, zone), visit)
		return
	}
	at := start.Unix()
	until := func(edge models.Instant, date models.Date, night bool) {
		if stop := min(edge.Unix(), end.Unix()); stop > at {
			visit(piece{date, (stop - at) / 60, night})
			at = stop
		}
	}
	for i := range min(first.DaysUntil(last)+1, maxCutDays) {
		date := first.AddDays(i)
		nightFirst := n.End.Before(n.Start)
		early, late := n.Start, n.End
		if nightFirst {
			early, late = n.End, n.Start
		}
		until(edge(date, early, zone), date, nightFirst)
		until(edge(date, late, zone), date, !nightFirst)
		until(edge(date.AddDays(1), models.WallTime{}, zone), date, nightFirst)
	}
	until(end, first.AddDays(maxCutDays-1), false)
}

// cutClock is cut between two minutes of a date on which the clock does not change.
func (n Night) cutClock(date models.Date, from, to int64, visit func(piece)) {
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

func minutes(wall models.WallTime) int64 { return int64(wall.Hour*60 + wall.Minute) }

func minuteOfDay(instant models.Instant, zone *time.Location) int64 {
	return minutes(models.WallTimeOf(instant, zone))
}

// offset returns the seconds by which the clock of the zone is ahead of UTC.
func offset(instant models.Instant, zone *time.Location) int {
	_, seconds := instant.In(zone).Zone()
	return seconds
}

// edge returns the first instant of a date at which the clock of the zone shows the time
// or, if it skips that time, a later one.
func edge(date models.Date, wall models.WallTime, zone *time.Location) models.Instant {
	if instants := models.InstantsAt(date, wall, zone); len(instants) > 0 {
		return instants[0]
	}
	shown := time.Date(date.Year, date.Month, date.Day, wall.Hour, wall.Minute, 0, 0, time.UTC)
	before := offset(models.NewInstant(shown.AddDate(0, 0, -1)), zone)
	after := offset(models.NewInstant(shown.AddDate(0, 0, 1)), zone)
	// the clock was put forward between these two, by less than a day or by a whole one
	skipped := shown.Add(-time.Duration(after) * time.Second)
	seconds := sort.Search(after-before, func(i int) bool {
		return offset(models.NewInstant(skipped.Add(time.Duration(i)*time.Second)), zone) == after
	})
	return models.NewInstant(skipped.Add(time.Duration(seconds) * time.Second))
}
