package app

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // a host without a zone database serves the same
)

// zone returns a zone of the IANA database. Other names may mean something else on
// another machine.
func (d *decoder) zone(section, key string) *time.Location {
	const allowed = `must be an IANA time zone name, such as "Europe/Paris"`
	name, found := d.optionalText(d.table(section), section, key)
	if !found {
		if _, wrongType := d.table(section)[key]; !wrongType {
			d.reject(nil, "is required; "+allowed, section, key)
		}
		return nil
	}
	zone, err := ianaZone(name)
	if err != nil {
		d.reject(name, allowed, section, key)
		return nil
	}
	return zone
}

var errNotIANA = errors.New("not an IANA time zone name")

// ianaName matches names of the database. Names are looked up as paths, which could
// otherwise be spelled in many ways.
var ianaName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$`)

// ianaZone loads a zone of the IANA database. It returns errNotIANA for other names
// that Go or the host knows.
func ianaZone(name string) (*time.Location, error) {
	switch name {
	case "Local", "Factory", "posixrules", "localtime":
		return nil, errNotIANA
	}
	if strings.HasPrefix(name, "posix/") || strings.HasPrefix(name, "right/") || !ianaName.MatchString(name) {
		return nil, errNotIANA
	}
	return time.LoadLocation(name)
}

// Files that name the host's zone.
const (
	localtime    = "/etc/localtime" // a link into the zone database
	timezoneFile = "/etc/timezone"  // holds a name
)

// maxZoneName exceeds the length of any name of the database, in bytes.
const maxZoneName = 256

// hostZone returns this machine's zone with its IANA name, which days store. If the
// host's setting has no such name, it returns UTC with a warning.
func (d *decoder) hostZone(localtime, timezoneFile string) *time.Location {
	if name := os.Getenv("TZ"); name != "" {
		return d.zoneOr(zoneAt(strings.TrimPrefix(name, ":")), Problem{Source: environment, Key: "TZ", Value: quoted(name)})
	}
	if zone := zoneAt(localtime); zone != nil {
		return zone
	}
	if name, err := readRegular(timezoneFile, maxZoneName); err == nil {
		return d.zoneOr(zoneAt(strings.TrimSpace(string(name))), Problem{Source: timezoneFile, Value: quoted(string(name))})
	}
	if _, err := os.Stat(localtime); err == nil {
		return d.zoneOr(nil, Problem{Source: localtime})
	}
	return time.UTC
}

// zoneOr returns the zone, or UTC with a warning if it is nil.
func (d *decoder) zoneOr(zone *time.Location, unknown Problem) *time.Location {
	if zone != nil {
		return zone
	}
	unknown.Allowed = `names no IANA time zone, such as "Europe/Paris": the pages are in UTC`
	d.warnings = append(d.warnings, unknown)
	return time.UTC
}

// zoneAt returns the zone of a name, or of a file of the zone database, such as
// /usr/share/zoneinfo/Europe/Paris or a link to it, or nil.
func zoneAt(name string) *time.Location {
	if !filepath.IsAbs(name) {
		zone, _ := ianaZone(name)
		return zone
	}
	target, _ := filepath.EvalSymlinks(name) // empty when there is none
	for _, path := range []string{name, target} {
		_, inDatabase, _ := strings.Cut(filepath.ToSlash(path), "/zoneinfo/")
		if zone, err := ianaZone(inDatabase); err == nil {
			return zone
		}
	}
	return nil
}
