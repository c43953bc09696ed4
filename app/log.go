package app

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"worklog/models"
)

// NewLog returns a structured log: text on a terminal, otherwise JSON. Values are
// escaped and truncated, because they may come from a request.
func NewLog(output io.Writer) *slog.Logger {
	file, ok := output.(*os.File)
	return slog.New(newLogHandler(output, ok && term.IsTerminal(int(file.Fd()))))
}

func newLogHandler(output io.Writer, onTerminal bool) slog.Handler {
	options := &slog.HandlerOptions{ReplaceAttr: sanitize}
	if onTerminal {
		return slog.NewTextHandler(output, options)
	}
	return slog.NewJSONHandler(output, options)
}

// maxLogged is how many bytes of a value are logged.
const maxLogged = 256

// maxLoggedOf has higher limits for attributes that hold mostly our own text.
var maxLoggedOf = map[string]int{
	slog.MessageKey: 1024,
	"error":         1024,
	"warning":       1024,
	"stack":         8192,
}

// sanitize escapes and truncates the text of a value.
func sanitize(_ []string, attribute slog.Attr) slog.Attr {
	var text string
	switch value := attribute.Value; value.Kind() {
	case slog.KindString:
		text = value.String()
	case slog.KindAny:
		if _, level := value.Any().(slog.Level); level || value.Any() == nil {
			return attribute
		}
		text = fmt.Sprint(value.Any())
	default: // numbers and times
		return attribute
	}
	limit, longer := maxLoggedOf[attribute.Key]
	if !longer {
		limit = maxLogged
	}
	keep := ""
	if attribute.Key == "stack" {
		keep = "\n\t" // the handlers escape them
	}
	// truncate first, to bound the work, and again, because escapes are longer
	return slog.String(attribute.Key, models.Shortened(escaped(models.Shortened(text, limit), keep), limit))
}

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
