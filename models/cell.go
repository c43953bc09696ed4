package models

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cell returns a text as a cell of a table: with an apostrophe before it if a spreadsheet could
// take it for a formula, or if it begins with one; [CellText] takes it away. It has U+FFFD for
// what would not be text, so that the rest of the table can be read.
func Cell(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
	if marks(text) {
		return "'" + text
	}
	return text
}

// marks reports whether a text is marked. Spreadsheets leave out white space before a
// formula, and some take full-width signs for those of one.
func marks(text string) bool {
	if text == "" {
		return false
	}
	shown := strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) })
	first, _ := utf8.DecodeRuneInString(shown)
	return shown != "" && strings.ContainsRune("=+-@＝＋－＠﹦﹢﹣﹫", first) || strings.ContainsRune("\t\r\n'", rune(text[0]))
}

// CellText returns the text that [Cell] has written.
func CellText(cell string) string {
	if rest, marked := strings.CutPrefix(cell, "'"); marked && marks(rest) {
		return rest
	}
	return cell
}
