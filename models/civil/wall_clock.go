package civil

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

// WallTime is the reading of a wall clock, to the minute.
type WallTime struct{ Hour, Minute int }

// String writes the time as "07:05".
func (w WallTime) String() string { return TwoDigits(w.Hour) + ":" + TwoDigits(w.Minute) }

// TwoDigits writes a number below 100. Pages write many.
func TwoDigits(n int) string { return "0123456789"[n/10:n/10+1] + "0123456789"[n%10:n%10+1] }

func (w WallTime) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]: it takes what MarshalText writes.
func (w *WallTime) UnmarshalText(text []byte) (err error) {
	*w, err = ParseWallTime(string(text))
	return err
}

// ParseWallTime parses a time as [WallTime.String] writes it.
func ParseWallTime(text string) (WallTime, error) {
	parsed, err := time.Parse("15:04", text)
	wall := WallTime{parsed.Hour(), parsed.Minute()}
	if err == nil && wall.String() != text { // it takes "9:30" too
		err = fmt.Errorf("time %q is not of the form 07:05", text)
	}
	return wall, err
}

// MinuteOfDay returns how many minutes after midnight a clock shows.
func MinuteOfDay(clock time.Time) int { return clock.Hour()*60 + clock.Minute() }

// WallTimeOf returns the wall time of an instant in a zone.
func WallTimeOf(instant Instant, zone *time.Location) WallTime {
	clock := instant.WallClock(zone)
	return WallTime{clock.Hour(), clock.Minute()}
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
	_, offset := i.In(zone).Zone()
	return i.UTC().Add(time.Duration(offset) * time.Second)
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

// InstantAt returns the first instant of a date at which the clock of the zone shows the time or, if
// it skips that time, the moment of the change.
func InstantAt(date Date, wall WallTime, zone *time.Location) Instant {
	if instants := InstantsAt(date, wall, zone); len(instants) > 0 {
		return instants[0]
	}
	shown := time.Date(date.Year, date.Month, date.Day, wall.Hour, wall.Minute, 0, 0, time.UTC)
	offset := func(t time.Time) int {
		_, seconds := t.In(zone).Zone()
		return seconds
	}
	before, after := offset(shown.AddDate(0, 0, -1)), offset(shown.AddDate(0, 0, 1))
	// the clock was put forward between these two, by less than a day or by a whole one
	skipped := shown.Add(-time.Duration(after) * time.Second)
	seconds := sort.Search(after-before, func(i int) bool { return offset(skipped.Add(time.Duration(i)*time.Second)) == after })
	return NewInstant(skipped.Add(time.Duration(seconds) * time.Second))
}

// errNotIANA is returned for what is not the name of a time zone in the IANA database.
var errNotIANA = errors.New("not an IANA time zone name")

// ianaName matches names of the database. Names are looked up as paths, which could
// otherwise be spelled in many ways.
var ianaName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$`)

// zones are those that were loaded, by their names: reading the file of one for every day of a month takes a fifth of
// the page's time. The database has some six hundred.
var zones sync.Map

// LoadZone loads a zone of the IANA database. It returns [errNotIANA] for other names that
// Go or the host knows: they may mean something else on another machine.
func LoadZone(name string) (*time.Location, error) {
	if zone, loaded := zones.Load(name); loaded {
		return zone.(*time.Location), nil
	}
	switch name {
	case "Local", "Factory", "posixrules", "localtime":
		return nil, errNotIANA
	}
	if strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/") || !ianaName.MatchString(name) {
		return nil, errNotIANA
	}
	zone, err := time.LoadLocation(name)
	if err == nil {
		zones.Store(name, zone)
	}
	return zone, err
}

// ZoneOrUTC returns the zone that [LoadZone] loads, or UTC if there is none.
func ZoneOrUTC(name string) *time.Location {
	if zone, err := LoadZone(name); err == nil {
		return zone
	}
	return time.UTC
}

// IsZone reports whether [LoadZone] loads a zone.
func IsZone(text string) bool {
	_, err := LoadZone(text)
	return err == nil
}
