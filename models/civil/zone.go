package civil

import (
	"errors"
	"regexp"
	"strings"
	"time"
)

// errNotIANA is returned for what is not the name of a time zone in the IANA database.
var errNotIANA = errors.New("not an IANA time zone name")

// ianaName matches names of the database. Names are looked up as paths, which could
// otherwise be spelled in many ways.
var ianaName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$`)

// LoadZone loads a zone of the IANA database. It returns [errNotIANA] for other names that
// Go or the host knows: they may mean something else on another machine.
func LoadZone(name string) (*time.Location, error) {
	switch name {
	case "Local", "Factory", "posixrules", "localtime":
		return nil, errNotIANA
	}
	if strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/") || !ianaName.MatchString(name) {
		return nil, errNotIANA
	}
	return time.LoadLocation(name)
}

// IsZone reports whether [LoadZone] loads a zone.
func IsZone(text string) bool {
	_, err := LoadZone(text)
	return err == nil
}
