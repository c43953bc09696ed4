package civil

import (
	"slices"
	"time"
)

// WallTime is the reading of a wall clock, to the minute.
type WallTime struct{ Hour, Minute int }

// WallTimeOf returns the wall time of an instant in a zone.
func WallTimeOf(instant Instant, zone *time.Location) WallTime {
	local := instant.In(zone)
	return WallTime{local.Hour(), local.Minute()}
}

// Before reports whether w is earlier on the clock than other.
func (w WallTime) Before(other WallTime) bool {
	return w.Hour < other.Hour || w.Hour == other.Hour && w.Minute < other.Minute
}

// MinutesOfDay are those of a day on the clock.
const MinutesOfDay = 24 * 60

// Minutes returns the minutes on the clock since midnight.
func (w WallTime) Minutes() int { return w.Hour*60 + w.Minute }

// WallClock returns what the clock of a zone shows at the instant, as a time in UTC, so that
// readings can be compared whatever their offsets.
func (i Instant) WallClock(zone *time.Location) time.Time {
	local := i.In(zone)
	year, month, day := local.Date()
	return time.Date(year, month, day, local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
}

// StartOfMinute returns the start of the minute that the clock of the zone shows.
// It is not the start of a minute in UTC if the zone's offset has seconds, as that
// of Africa/Monrovia had until 1972.
func (i Instant) StartOfMinute(zone *time.Location) Instant {
	_, offset := i.In(zone).Zone()
	seconds := (i.Unix() + int64(offset)) % 60
	if seconds < 0 { // before 1970
		seconds += 60
	}
	if seconds == 0 && i.Nanosecond() == 0 && i.Location() == time.UTC {
		return i
	}
	return NewInstant(i.Add(-time.Duration(seconds)*time.Second - time.Duration(i.Nanosecond())))
}

// OffsetOf returns the offset from UTC of an instant in a zone: "+01:00".
func OffsetOf(instant Instant, zone *time.Location) string {
	return instant.In(zone).Format("-07:00")
}

// InstantsAt returns the instants at which the clock of the zone shows the time on
// the date, earliest first: usually one, none in the hour that is skipped in
// spring, two in the hour that is repeated in autumn.
func InstantsAt(date Date, wall WallTime, zone *time.Location) []Instant {
	shown := time.Date(date.Year, date.Month, date.Day, wall.Hour, wall.Minute, 0, 0, time.UTC)
	var instants []Instant
	// the zone's offset then is one of those in force a day before and after; the one
	// before an hour that is repeated is the larger, so its instant is the earlier
	for _, around := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := shown.Add(around).In(zone).Zone()
		candidate := NewInstant(shown.Add(-time.Duration(offset) * time.Second))
		known := slices.ContainsFunc(instants, func(i Instant) bool { return i.Equal(candidate.Time) })
		if candidate.WallClock(zone).Equal(shown) && !known {
			instants = append(instants, candidate)
		}
	}
	return instants
}
