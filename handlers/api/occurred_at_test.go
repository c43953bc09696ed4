package api

import (
	"errors"
	"testing"
)

// The year 1, which the zero time shows, would be refused for its range: what
// the parser refuses is seen only here.
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
