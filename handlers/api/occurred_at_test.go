package api

import (
	"errors"
	"testing"
)

// These are tested here and not over HTTP because there a time that was not parsed, the
// zero time, would be refused anyway: its year, 1, is out of range.
func TestAnInvalidTimestampIsRefusedByTheParser(t *testing.T) {
	for name, text := range map[string]string{
		"it has no known form":                 "2026-W47-5T08:00Z",
		"its date does not exist":              "2026-11-31T08:00:00Z",
		"its time of day does not exist":       "20261120T240000Z",
		"no zone is so far from UTC":           "2026-11-20T08:00:00-14:01",
		"its offset has more minutes than fit": "2026-11-20T08:00:00+01:60",
	} {
		if at, err := parseOccurredAt(text); !errors.Is(err, errInvalidEvent) {
			t.Errorf("%s: %q: got %v, %v", name, text, at, err)
		}
	}
}
