package app

import (
	"io"
	"log/slog"
	"os"

	"golang.org/x/term"
)

// NewLog writes structured lines: text on a terminal, JSON otherwise.
func NewLog(output io.Writer) *slog.Logger {
	if file, ok := output.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return slog.New(slog.NewTextHandler(output, nil))
	}
	return slog.New(slog.NewJSONHandler(output, nil))
}
