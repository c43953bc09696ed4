package civil_test

import (
	"strings"
	"testing"
	"time"

	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestInstantsAt(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, zone, date string
		wall             civil.WallTime
		want             string
	}{
		{"a time that occurs once", "Europe/Paris", "2026-11-20", civil.WallTime{Hour: 8, Minute: 3}, "2026-11-20T07:03Z"},
		{"midnight", "Europe/Paris", "2026-11-20", civil.WallTime{Hour: 0, Minute: 0}, "2026-11-19T23:00Z"},
		{"a time skipped in spring", "Europe/Paris", "2026-03-29", civil.WallTime{Hour: 2, Minute: 30}, ""},
		{"the first moment after the spring change", "Europe/Paris", "2026-03-29", civil.WallTime{Hour: 3, Minute: 0}, "2026-03-29T01:00Z"},
		{"a time that repeats in autumn", "Europe/Paris", "2026-10-25", civil.WallTime{Hour: 2, Minute: 30}, "2026-10-25T00:30Z 2026-10-25T01:30Z"},
		{"the hour after it", "Europe/Paris", "2026-10-25", civil.WallTime{Hour: 3, Minute: 0}, "2026-10-25T02:00Z"},
		{"a half-hour change", "Australia/Lord_Howe", "2026-04-05", civil.WallTime{Hour: 1, Minute: 45}, "2026-04-04T14:45Z 2026-04-04T15:15Z"},
		{"a skipped day", "Pacific/Apia", "2011-12-30", civil.WallTime{Hour: 12, Minute: 0}, ""},
		{"the day before it", "Pacific/Apia", "2011-12-29", civil.WallTime{Hour: 12, Minute: 0}, "2011-12-29T22:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			zone := modelstest.Got(time.LoadLocation(test.zone))(t)
			date := modelstest.Got(civil.ParseDate(test.date))(t)
			var got []string
			for _, instant := range civil.InstantsAt(date, test.wall, zone) {
				got = append(got, instant.Format("2006-01-02T15:04Z07:00"))
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}

func TestAMinuteStartsWhenTheClockOfTheZoneShowsIt(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ zone, at, want string }{
		{"Europe/Paris", "2026-11-20T07:03:27.5Z", "2026-11-20T07:03:00Z"},
		{"Europe/Paris", "2026-11-20T07:03:00Z", "2026-11-20T07:03:00Z"},
		{"Europe/Paris", "2026-11-20T07:03:00.000000001Z", "2026-11-20T07:03:00Z"},
		{"America/New_York", "1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:00Z"},
		{"Africa/Monrovia", "1971-06-01T12:00:00Z", "1971-06-01T11:59:30Z"}, // 44 min 30 s behind
		{"Africa/Monrovia", "1971-06-01T12:00:30Z", "1971-06-01T12:00:30Z"},
	} {
		zone := modelstest.Got(time.LoadLocation(test.zone))(t)
		const layout = "2006-01-02T15:04:05.999999999Z"
		at := modelstest.Got(time.Parse(layout, test.at))(t)
		start := civil.NewInstant(at).StartOfMinute(zone)
		if got := start.Format(layout); got != test.want || start.Location() != time.UTC {
			t.Errorf("%s in %s: got %s, want %s", test.at, test.zone, got, test.want)
		}
	}
}
