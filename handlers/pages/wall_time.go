package pages

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"worklog/models"
)

// wallTimeForms are the ways in which a time may be typed: 8, 8h, 8h30, 08:30,
// 8.30, 830, 0830.
var wallTimeForms = []*regexp.Regexp{
	regexp.MustCompile(`^(\d{1,2})(?:[hH:.](\d{2})?)?$`),
	regexp.MustCompile(`^(\d{1,2})(\d{2})$`),
}

// parseWallTime reads a time as people type it.
func parseWallTime(text string) (models.WallTime, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	for _, form := range wallTimeForms {
		groups := form.FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		hour, _ := strconv.Atoi(groups[1])
		minute, _ := strconv.Atoi(groups[2]) // 0 where it is left out
		return models.WallTime{Hour: hour, Minute: minute}, hour < 24 && minute < 60
	}
	return models.WallTime{}, false
}

// maxEndDay is more than the days of the years 1970 to 9999: a slot that was
// recorded may last as long. The rule of 7 days is the slot's.
const maxEndDay = 3_000_000

// parseEndDay reads how many days after the entry's date a slot ends; left out,
// it is the same day.
func parseEndDay(text string) (days int, ok bool) {
	if text == "" {
		return 0, true
	}
	days, err := strconv.Atoi(text)
	return days, err == nil && days >= -maxEndDay && days <= maxEndDay
}
