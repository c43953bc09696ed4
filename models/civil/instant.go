package civil

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Instant is a point in time in UTC, to the nanosecond. It is stored as text of
// fixed width, which sorts and is readable. One that is read from text that another
// program has written may be none: it is then not [Instant.Readable].
type Instant struct {
	time.Time
	unread string // what is stored, if it is no instant
}

// AfterAll sorts after every instant: text that is none may sort after it.
const AfterAll = ":"

// InstantWidth is how many bytes an instant has.
const InstantWidth = len(instantLayout)

const (
	instantLayout = "2006-01-02T15:04:05.000000000Z"
	lastYear      = 9999
)

// NewInstant returns the instant of t.
func NewInstant(t time.Time) Instant {
	return Instant{Time: t.UTC().Round(0)} // Round drops the monotonic reading
}

// Readable reports whether the instant is one. What is stored in the place of one that is
// not is kept, so that a record is written as it was read.
func (i Instant) Readable() bool { return !i.IsZero() }

// String formats the instant as it is stored. West of Greenwich, the last day of
// the year 9999 ends in the year 10000 UTC: those hours are written as 24 and
// above, because a five-digit year would not sort.
func (i Instant) String() string {
	if !i.Readable() {
		return i.unread
	}
	if i.Year() <= lastYear {
		return i.Format(instantLayout)
	}
	return fmt.Sprintf("%d-12-31T%02d%s", lastYear, 24+i.Hour(), i.Format(":04:05.000000000Z"))
}

// ParseInstant parses an instant as [Instant.String] writes it.
func ParseInstant(text string) (Instant, error) {
	instant, err := parseInstant(text)
	if err == nil && instant.String() != text {
		err = fmt.Errorf("instant %q: want %s", text, instant)
	}
	return instant, err
}

// parseInstant parses the output of [Instant.String].
func parseInstant(text string) (Instant, error) {
	layout := instantLayout
	if len(text) == len(instantLayout) && text[len("2006-01-02T15:04:05")] == '.' && text[len(text)-1] == 'Z' {
		layout = time.RFC3339Nano // which package time has a faster parser for
	}
	t, err := time.Parse(layout, text)
	if err == nil {
		return Instant{Time: t}, nil
	}
	const lastDay = "9999-12-31T"
	rest, isLast := strings.CutPrefix(text, lastDay)
	if hour, _ := strconv.Atoi(rest[:min(2, len(rest))]); isLast && hour >= 24 {
		t, err = time.Parse(instantLayout, fmt.Sprintf("%s%02d%s", lastDay, hour-24, rest[2:]))
		t = t.Add(24 * time.Hour)
	}
	if err != nil {
		return Instant{}, fmt.Errorf("instant %q: %w", text, err)
	}
	return Instant{Time: t}, nil
}

// GormDataType declares the column as text: GORM and its driver would otherwise
// treat the struct as a time and store its offset.
func (Instant) GormDataType() string { return "text" }

// MarshalJSON implements [encoding/json.Marshaler]: as it is stored.
func (i Instant) MarshalJSON() ([]byte, error) {
	if !i.Readable() {
		return json.Marshal(i.unread)
	}
	return []byte(strconv.Quote(i.String())), nil
}

// UnmarshalJSON implements [encoding/json.Unmarshaler]. Text that is no instant is no
// error, as for [Instant.Scan].
func (i *Instant) UnmarshalJSON(content []byte) error {
	var text string
	if err := json.Unmarshal(content, &text); err != nil {
		return err
	}
	*i = ReadInstant(text)
	return nil
}

func (i Instant) Value() (driver.Value, error) { return i.String(), nil }

// Scan implements [database/sql.Scanner]. Text that is no instant is no error, or it would
// be one of every day that is read with it: see [Instant.Readable].
func (i *Instant) Scan(source any) error {
	text, ok := source.(string)
	if !ok {
		return fmt.Errorf("instant: stored as %T, want text", source)
	}
	*i = ReadInstant(text)
	return nil
}

// ReadInstant returns the instant of what is stored: it may be none, see [Instant.Readable].
func ReadInstant(text string) Instant {
	instant, err := parseInstant(text)
	if err != nil || !instant.Readable() {
		return Instant{unread: text}
	}
	return instant
}

// Earliest returns the earlier of two instants.
func Earliest(a, b Instant) Instant {
	if b.Before(a.Time) {
		return b
	}
	return a
}

// Latest returns the later of two instants.
func Latest(a, b Instant) Instant {
	if a.Before(b.Time) {
		return b
	}
	return a
}
