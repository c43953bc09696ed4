package forms

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"worklog/models/civil"
)

// wallTimeForms are the accepted forms of a time: 8, 8h, 8h30, 08:30, 8.30, 830, 0830.
var wallTimeForms = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^(\d{1,2})(?:[hH:.](\d{2})?)?$`),
		regexp.MustCompile(`^(\d{1,2})(\d{2})$`),
	}
})

// ParseWallTime parses a typed time.
func ParseWallTime(text string) (civil.WallTime, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	for _, form := range wallTimeForms() {
		groups := form.FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		hour, _ := strconv.Atoi(groups[1])
		minute, _ := strconv.Atoi(groups[2]) // 0 if omitted
		return civil.WallTime{Hour: hour, Minute: minute}, hour < 24 && minute < 60
	}
	return civil.WallTime{}, false
}

// maxEndDay exceeds the number of days from 1970 to 9999, because a recorded slot may
// have any length. The limit of 7 days is checked in models.
const maxEndDay = 3_000_000

// parseEndDay parses how many days after the entry's date a slot ends.
func parseEndDay(text string) (days int, ok bool) {
	days, err := strconv.Atoi(text)
	return days, err == nil && days >= -maxEndDay && days <= maxEndDay
}
