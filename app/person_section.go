package app

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"worklog/handlers/frame"
	"worklog/models/settings"
)

// person decodes [person].
func (d *decoder) person() frame.Person {
	return frame.Person{Name: d.line("person.name"), Employer: d.line("person.employer")}
}

// line returns a setting that is a short line of text, without the space around it.
func (d *decoder) line(key string) string {
	text := strings.TrimSpace(d.text(key))
	if utf8.RuneCountInString(text) > settings.MaxPerson || !utf8.ValidString(text) || !readable(text) {
		d.rejectSetting(key, "must be at most 80 characters of text, without control characters")
		return ""
	}
	return text
}

// readable reports whether a text has no characters that break the line, change the
// order of its letters or are not seen.
func readable(text string) bool {
	return !strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsGraphic(char) })
}
