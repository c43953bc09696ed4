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
	t := d.section("person")
	return frame.Person{Name: setting(t, "name", aLine, ""), Employer: setting(t, "employer", aLine, "")}
}

// aLine is a short line of text, without the space around it.
var aLine = inText("must be at most 80 characters of text, without control characters", func(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > settings.MaxPerson || !utf8.ValidString(text) || !readable(text) {
		return "", false
	}
	return text, true
})

// readable reports whether a text has no characters that break the line, change the
// order of its letters or are not seen.
func readable(text string) bool {
	return !strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsGraphic(char) })
}
