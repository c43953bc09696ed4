package models

import (
	"slices"
	"time"
)

// WallTime is what a clock on the wall shows, to the minute.
type WallTime struct{ Hour, Minute int }

// WallTimeOf returns the wall time that an instant has in a zone.
func WallTimeOf(instant Instant, zone *time.Location) WallTime {
	local := instant.In(zone)
	return WallTime{local.Hour(), local.Minute()}
}

// StartOfMinute returns the instant at which the minute begins that the clock of
// the zone shows. Where the zone is not whole minutes ahead of UTC, as
// Africa/Monrovia was until 1972, it is not a minute of UTC.
func (i Instant) StartOfMinute(zone *time.Location) Instant {
	local := i.In(zone)
	shown := time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	return Instant{i.Add(-shown)}
}

// InstantsAt returns the instants at which the clock of the zone shows the time
// on the date, the earliest first: one as a rule, none in the hour that spring
// skips, two in the one that autumn repeats.
func InstantsAt(date Date, wall WallTime, zone *time.Location) []Instant {
	shown := time.Date(date.Year, date.Month, date.Day, wall.Hour, wall.Minute, 0, 0, time.UTC)
	var instants []Instant
	// the offsets in force around that time are all that the zone can have then
	for _, around := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := shown.Add(around).In(zone).Zone()
		candidate := NewInstant(shown.Add(-time.Duration(offset) * time.Second))
		known := slices.ContainsFunc(instants, func(i Instant) bool { return i.Equal(candidate.Time) })
		if wallClock(candidate, zone).Equal(shown) && !known {
			instants = append(instants, candidate)
		}
	}
	slices.SortFunc(instants, func(a, b Instant) int { return a.Compare(b.Time) })
	return instants
}
