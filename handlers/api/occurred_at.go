package api

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// occurredAtForms are the accepted forms of ISO 8601: extended, in which a space may
// replace the T, and basic. Both have the same groups: date, hours and minutes,
// seconds, fraction, offset, without which a timestamp is refused for that alone.
var occurredAtForms = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$`),
		regexp.MustCompile(`^(\d{8})T(\d{4})(?:(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$`),
	}
})

// maxOffset is how far a zone may be from UTC (Pacific/Kiritimati is).
const maxOffset = 14 * time.Hour

// parseOccurredAt parses a timestamp with an offset, to the nanosecond. It returns
// a refusal for any other text.
func parseOccurredAt(text string) (time.Time, error) {
	for _, form := range occurredAtForms() {
		groups := form.FindStringSubmatch(text)
		switch {
		case groups == nil:
			continue
		case groups[5] == "":
			return time.Time{}, refusal{outcome: models.RefusedWithoutOffset}
		}
		return instantOf(groups[1], groups[2], groups[3], groups[4], groups[5])
	}
	return time.Time{}, refusal{outcome: models.RefusedTimeForm}
}

// OccurredAt returns when the event of a line of the journal occurred, as its request said. It
// reports false if that cannot be read.
func OccurredAt(line models.JournalLine) (at civil.Instant, readable bool) {
	t, err := parseOccurredAt(line.OccurredAtSent)
	return civil.NewInstant(t), err == nil
}

var marks = strings.NewReplacer("-", "", ":", "")

// instantOf parses the parts of a timestamp; seconds and fraction may be empty.
// time.Parse rejects dates and times that do not exist.
func instantOf(date, minutes, seconds, fraction, offset string) (time.Time, error) {
	if seconds == "" {
		seconds = "00"
	}
	digits := marks.Replace(date + minutes + seconds)
	t, err := time.Parse("20060102150405", digits)
	if err != nil {
		return time.Time{}, refusal{outcome: models.RefusedImpossibleTime}
	}
	ahead, err := offsetOf(offset)
	if err != nil {
		return time.Time{}, err
	}
	nanoseconds, _ := strconv.Atoi((fraction + "000000000")[:9]) // digits by its form
	return t.Add(time.Duration(nanoseconds) - ahead), nil
}

// offsetOf parses Z, ±hh, ±hhmm or ±hh:mm as the offset from UTC.
func offsetOf(text string) (time.Duration, error) {
	if text == "Z" {
		return 0, nil
	}
	digits := strings.Replace(text[1:], ":", "", 1) + "00"
	hours, _ := strconv.Atoi(digits[:2]) // digits by its form
	minutes, _ := strconv.Atoi(digits[2:4])
	offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if minutes > 59 || offset > maxOffset {
		return 0, refusal{outcome: models.RefusedImpossibleOffset}
	}
	if text[0] == '-' {
		return -offset, nil
	}
	return offset, nil
}
