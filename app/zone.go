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

// zone gives a zone of the IANA database. Other names mean something else on
// the next machine.
func (d *decoder) zone(section, key string) *time.Location {
	const allowed = `must be an IANA time zone name, such as "Europe/Paris"`
	name, found := d.optionalText(d.table(section), section, key)
	if !found {
		if _, wrongType := d.table(section)[key]; !wrongType {
			d.fault(nil, "is required; "+allowed, section, key)
		}
		return nil
	}
	zone, err := ianaZone(name)
	if err != nil {
		d.fault(name, allowed, section, key)
		return nil
	}
	return zone
}

var errNotIANA = errors.New("not an IANA time zone name")

// ianaName is how the names of the database are written. A host looks a name
// up as a path, which could be spelled in many ways.
var ianaName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$`)

// ianaZone loads a zone of the IANA database. It returns errNotIANA for the
// names that Go and hosts know beside them.
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

// hostZone gives this machine's zone under its IANA name, for days keep the
// name. Where the host does not tell one, it is UTC.
func hostZone() *time.Location {
	for _, name := range []string{os.Getenv("TZ"), linkedZone("/etc/localtime"), namedZone("/etc/timezone")} {
		if zone, err := ianaZone(strings.TrimPrefix(name, ":")); err == nil {
			return zone
		}
	}
	return time.UTC
}

// linkedZone reads the name from a link such as
// /usr/share/zoneinfo/Europe/Paris.
func linkedZone(link string) string {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return ""
	}
	_, name, _ := strings.Cut(filepath.ToSlash(target), "/zoneinfo/")
	return name
}

// namedZone reads the name from a file that holds it.
func namedZone(file string) string {
	content, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}
