package app

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable escapes control and format characters, and bytes that are not UTF-8. It
// does not escape backslashes.
func printable(text string) string { return escaped(text, "") }

// escaped is like printable, but does not escape the characters in keep.
func escaped(text, keep string) string {
	if !strings.ContainsFunc(text, func(char rune) bool { return char == utf8.RuneError || !unicode.IsPrint(char) }) {
		return text
	}
	var result strings.Builder
	for i := 0; i < len(text); {
		char, size := utf8.DecodeRuneInString(text[i:])
		written := text[i : i+size]
		if i += size; unicode.IsPrint(char) && !(char == utf8.RuneError && size == 1) || strings.ContainsRune(keep, char) {
			result.WriteString(written)
			continue
		}
		quoted := strconv.Quote(written)
		result.WriteString(quoted[1 : len(quoted)-1])
	}
	return result.String()
}

// shortened truncates text to limit bytes, at a character boundary, and marks it.
func shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
