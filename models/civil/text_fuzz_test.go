package civil

import (
	"strings"
	"testing"
	"time"
)

// FuzzInstant writes instants as the store does: each is read back unchanged, and their
// texts sort in order of time.
func FuzzInstant(f *testing.F) {
	last := time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC).Unix()
	f.Add(int64(0), int64(0), int64(1_795_158_207), int64(123_456_789))
	f.Add(last, int64(999_999_999), last+1, int64(0))
	f.Add(last+14*3600, int64(1), last+14*3600, int64(2))
	f.Add(int64(-14*3600), int64(1), int64(-1), int64(999_999_999))
	f.Fuzz(func(t *testing.T, seconds, nanoseconds, otherSeconds, otherNanoseconds int64) {
		a, b := storable(seconds, nanoseconds), storable(otherSeconds, otherNanoseconds)
		for _, instant := range []Instant{a, b} {
			if again, err := parseInstant(instant.String()); err != nil || again != instant {
				t.Fatalf("%s came back as %v, %v", instant, again, err)
			}
		}
		if strings.Compare(a.String(), b.String()) != a.Compare(b.Time) {
			t.Fatalf("%s and %s do not sort in order of time", a, b)
		}
	})
}

// storable returns an instant that is in the years 1970 to 9999 in some zone: at most a day
// outside them in UTC.
func storable(seconds, nanoseconds int64) Instant {
	const day = 24 * 3600
	first := int64(-day)
	span := time.Date(lastYear+1, 1, 2, 0, 0, 0, 0, time.UTC).Unix() - first
	return NewInstant(time.Unix(first+((seconds-first)%span+span)%span, (nanoseconds%1e9+1e9)%1e9))
}

// FuzzTexts reads arbitrary text as an instant and as a date: an accepted date exists and
// is written back unchanged.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{"2026-11-20", "2026-02-29", "1969-12-31", "10000-01-01", "2026-1-1", "", "9999-12-31T37:59:59.999999999Z", "9999-12-31T2", "2026-11-20T07:03:27.123456789Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = parseInstant(text) // must not panic
		date, err := ParseDate(text)
		if err != nil {
			if date != (Date{}) {
				t.Fatalf("%q: got %v beside %v", text, date, err)
			}
			return
		}
		if date.String() != text || !date.InRange() || date.AddDays(0) != date {
			t.Fatalf("%q: got %v", text, date)
		}
	})
}
