package models

import (
	"sync"
	"time"

	"worklog/models/civil"
)

// zones caches time zones: loading one for every day of a month takes a fifth of
// the page's time.
type zones struct{ byName sync.Map }

// named returns the zone of an IANA name, or UTC if this machine does not know it.
func (z *zones) named(name string) *time.Location {
	if zone, known := z.byName.Load(name); known {
		return zone.(*time.Location)
	}
	zone, err := civil.LoadZone(name)
	if err != nil {
		zone = time.UTC
	}
	z.byName.Store(name, zone)
	return zone
}
