package app

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"unicode"

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
	limit := cmp.Or(maxLoggedOf[attribute.Key], maxLogged)
	text = printable(models.Shortened(text, limit)) // truncated first, to bound the work
	if attribute.Key == "stack" {
		text = lines.Replace(text) // which the handlers escape
	}
	return slog.String(attribute.Key, models.Shortened(text, limit)) // escapes are longer
}

var (
	unquoted = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	lines    = strings.NewReplacer(`\n`, "\n", `\t`, "\t")
)

// printable escapes control and format characters, and bytes that are not UTF-8. It
// does not escape backslashes.
func printable(text string) string {
	if !strings.ContainsFunc(text, func(char rune) bool { return char > unicode.MaxASCII || !unicode.IsPrint(char) }) {
		return text
	}
	quoted := strconv.Quote(text)
	return unquoted.Replace(quoted[1 : len(quoted)-1])
}
