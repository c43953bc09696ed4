package api

import (
	"testing"
)

// These are tested here and not over HTTP because there a time that was not parsed, the
// zero time, would be refused anyway: its year, 1, is out of range.
func TestAnInvalidTimestampIsRefusedByTheParser(t *testing.T) {
	for name, text := range map[string]string{
		"unknown format":               "2026-W47-5T08:00Z",
		"nonexistent date":             "2026-11-31T08:00:00Z",
		"nonexistent time of day":      "20261120T240000Z",
		"offset of more than 14 hours": "2026-11-20T08:00:00-14:01",
		"offset with 60 minutes":       "2026-11-20T08:00:00+01:60",
	} {
		if at, err := parseOccurredAt(text); !isAnswered(err, "Événement invalide") {
			t.Errorf("%s: %q: got %v, %v", name, text, at, err)
		}
	}
}
