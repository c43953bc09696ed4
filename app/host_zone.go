package app

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

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
