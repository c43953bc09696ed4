package app

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable escapes what a terminal might obey or not show: control and format
// characters, and bytes that are not UTF-8. A backslash is left as it is.
func printable(text string) string { return escaped(text, "") }

// escaped is printable, but for the characters to keep.
func escaped(text, keep string) string {
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

// shortened cuts a text to some bytes, at a character, and shows that it did.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
