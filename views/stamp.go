package views

import (
	"strconv"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

// Stamp is that of a version or of a change, as a form carries it.
type Stamp struct {
	Number string
	At     string // empty to carry the number alone
}

// StampOf returns a stamp as a form carries it.
func StampOf(stamp models.Stamp) Stamp {
	carried := Stamp{Number: strconv.FormatInt(stamp.Number, 10)}
	if stamp.At.Readable() {
		carried.At = stamp.At.String()
	}
	return carried
}

// Moment is an instant for people and for programs.
type Moment struct {
	Day     string
	Time    string
	Machine string // RFC 3339
}

// MomentOf returns an instant in a zone, its time of day in a layout of [time.Time.Format].
func MomentOf(instant civil.Instant, zone *time.Location, layout string) Moment {
	if !instant.Readable() {
		return Moment{Time: french.Unreadable}
	}
	local := instant.In(zone)
	return Moment{french.DateInYear(civil.DateOf(local)), local.Format(layout), local.Format(time.RFC3339)}
}
