package app

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"golang.org/x/term"
)

// NewLog writes structured lines: text on a terminal, JSON otherwise. Values are
// escaped and cut, for they may come from a request.
func NewLog(output io.Writer) *slog.Logger {
	file, ok := output.(*os.File)
	return slog.New(newLogHandler(output, ok && term.IsTerminal(int(file.Fd()))))
}

func newLogHandler(output io.Writer, onTerminal bool) slog.Handler {
	options := &slog.HandlerOptions{ReplaceAttr: harmless}
	if onTerminal {
		return slog.NewTextHandler(output, options)
	}
	return slog.NewJSONHandler(output, options)
}

// maxLogged is how many bytes are logged of a value.
const maxLogged = 256

// maxLoggedOf has the attributes that hold more of ours than of a request.
var maxLoggedOf = map[string]int{
	slog.MessageKey: 1024,
	"error":         1024,
	"warning":       1024,
	"stack":         8192,
}

// harmless escapes and cuts the text of a value.
func harmless(_ []string, attribute slog.Attr) slog.Attr {
	var text string
	switch value := attribute.Value; value.Kind() {
	case slog.KindString:
		text = value.String()
	case slog.KindAny:
		if value.Any() == nil {
			return attribute
		}
		text = fmt.Sprint(value.Any())
	default: // numbers and times
		return attribute
	}
	most, longer := maxLoggedOf[attribute.Key]
	if !longer {
		most = maxLogged
	}
	keep := ""
	if attribute.Key == "stack" {
		keep = "\n\t" // the handlers escape them
	}
	// cut before, so that the work is bounded, and after, for escapes are longer
	return slog.String(attribute.Key, shortened(escaped(shortened(text, most), keep), most))
}
