package exchange

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"worklog/models"
	"worklog/models/civil"
)

// A day's slots lie within what a calendar says of the day's zone when they start on
// the day and end within this many days; others are written in UTC.
const coveredDays = 9

// startOf and endOf are the span of time that is covered for a date, wherever its
// zone is: no zone is a whole day from UTC.
func startOf(date civil.Date) time.Time { return midnight(date.AddDays(-1)) }
func endOf(date civil.Date) time.Time   { return midnight(date.AddDays(coveredDays)) }

func midnight(date civil.Date) time.Time {
	return time.Date(date.Year, date.Month, date.Day, 0, 0, 0, 0, time.UTC)
}

// coveredZone is a zone and the span in which a calendar says what its clock does.
type coveredZone struct {
	location *time.Location
	from, to time.Time
}

// zonesOf returns the zones in which slots are written, by their names, each with
// the span of its days.
func zonesOf(days []models.Day) []coveredZone {
	byName := map[string]coveredZone{}
	for _, day := range days { // in order of their dates
		name := day.Zone.String()
		if name == time.UTC.String() || len(day.Slots) == 0 {
			continue
		}
		zone, known := byName[name]
		if !known {
			zone = coveredZone{location: day.Zone, from: startOf(day.Date)}
		}
		zone.to = endOf(day.Date)
		byName[name] = zone
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b coveredZone) int { return strings.Compare(a.location.String(), b.location.String()) })
}

// component writes the zone as a list of all the changes of its clock in the span:
// no rule that would have to be guessed, and true where rules have changed.
func (z coveredZone) component() *ics.VTimezone {
	zone := ics.NewTimezone(z.location.String())
	before, at := z.from, z.from
	for {
		zone.Components = append(zone.Components, observance(before.In(z.location), at.In(z.location)))
		next, changes := z.nextChange(at)
		if !changes {
			return zone
		}
		before, at = next.Add(-time.Second), next
	}
}

// nextChange returns the first instant after another at which the offset or the name
// of the zone is another, if there is one in the span. It looks day by day: a change
// that is taken back within a day is none. ([time.Time.ZoneBounds] may return an end
// that is not later.)
func (z coveredZone) nextChange(after time.Time) (time.Time, bool) {
	const day = 24 * time.Hour
	for from := after; from.Before(z.to); from = from.Add(day) {
		if z.same(after, from.Add(day)) {
			continue
		}
		seconds := sort.Search(int(day/time.Second), func(n int) bool { return !z.same(after, from.Add(time.Duration(n)*time.Second)) })
		return from.Add(time.Duration(seconds) * time.Second), true
	}
	return time.Time{}, false
}

func (z coveredZone) same(a, b time.Time) bool {
	aName, aOffset := a.In(z.location).Zone()
	bName, bOffset := b.In(z.location).Zone()
	return aName == bName && aOffset == bOffset
}

// observance says that the clock shows what it shows at the second time from then
// on, and what it showed before.
func observance(before, at time.Time) ics.Component {
	_, from := before.Zone()
	name, to := at.Zone()
	var properties ics.ComponentBase
	properties.AddProperty(ics.ComponentPropertyDtStart, at.UTC().Add(time.Duration(from)*time.Second).Format(calendarLocal))
	properties.AddProperty(ics.ComponentProperty(ics.PropertyTzoffsetfrom), offsetText(from))
	properties.AddProperty(ics.ComponentProperty(ics.PropertyTzoffsetto), offsetText(to))
	properties.AddProperty(ics.ComponentProperty(ics.PropertyTzname), name)
	if at.IsDST() {
		return &ics.Daylight{ComponentBase: properties}
	}
	return &ics.Standard{ComponentBase: properties}
}

// offsetText writes an offset in seconds as "+0100", with seconds where it has some.
func offsetText(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		text += fmt.Sprintf("%02d", seconds%60)
	}
	return text
}
