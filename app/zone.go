package app

import (
	"os"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // a host without a zone database serves the same

	"worklog/models/civil"
	"worklog/models/settings"
)

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
		return d.zoneOr(zoneAt(strings.TrimPrefix(name, ":")), Problem{Source: environment, Key: "TZ", Value: settings.Quoted(name)})
	}
	if zone := zoneAt(localtime); zone != nil {
		return zone
	}
	if name, err := readRegular(timezoneFile, maxZoneName); err == nil {
		return d.zoneOr(zoneAt(strings.TrimSpace(string(name))), Problem{Source: timezoneFile, Value: settings.Quoted(string(name))})
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
		zone, _ := civil.LoadZone(name)
		return zone
	}
	target, _ := filepath.EvalSymlinks(name) // empty when there is none
	for _, path := range []string{name, target} {
		_, inDatabase, _ := strings.Cut(filepath.ToSlash(path), "/zoneinfo/")
		if zone, err := civil.LoadZone(inDatabase); err == nil {
			return zone
		}
	}
	return nil
}
