package civil_test

import (
	"testing"
	"time"

	"worklog/models/civil"
)

func TestInstantsSortAsTextAndKeepTheirNanoseconds(t *testing.T) {
	t.Parallel()
	previous := ""
	for _, want := range []time.Time{
		time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 20, 7, 3, 27, 0, time.UTC),
		time.Date(2026, 11, 20, 7, 3, 27, 1, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(10000, 1, 1, 11, 59, 59, 1, time.UTC),
	} {
		text := civil.NewInstant(want).String()
		if text <= previous {
			t.Errorf("%s does not sort after %s", text, previous)
		}
		previous = text
		var got civil.Instant
		if err := got.Scan(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %v, %v, want %v", text, got.Time, err, want)
		}
	}
	for _, text := range []string{"", "2026-11-20T07:03:27Z", "2026-11-20 07:03:27.000000000Z", "9999-12-31T99:00:00.000000000Z"} {
		var kept civil.Instant
		if err := kept.Scan(text); err != nil || kept.Readable() || kept.String() != text {
			t.Errorf("%q: got %q, readable %t, %v", text, kept, kept.Readable(), err)
		}
	}
}
