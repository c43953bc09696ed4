package civil

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"
)

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
