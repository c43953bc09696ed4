package app

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"worklog/models/modelstest"
)

// hostile is what a request may contain: terminal escape sequences, text that changes
// direction, line breaks, invalid UTF-8.
const hostile = "a\x1b[2J\u009b2J\x7f\u202eb\u2028\n\r\tlevel=ERROR\x00\xffz\ufeff\U000e0001é"

const hostileEscaped = `a\x1b[2J\u009b2J\x7f\u202eb\u2028\n\r\tlevel=ERROR\x00\xffz\ufeff\U000e0001é`

// logged returns the one line that is logged, in both formats.
func logged(log func(*slog.Logger)) map[string]string {
	lines := map[string]string{}
	for name, onTerminal := range map[string]bool{"text": true, "JSON": false} {
		var output strings.Builder
		log(slog.New(newLogHandler(&output, onTerminal)))
		lines[name] = output.String()
	}
	return lines
}

// wantOneSafeLine checks that a log can be read on a terminal.
func wantOneSafeLine(t *testing.T, format, line string) {
	t.Helper()
	text, ended := strings.CutSuffix(line, "\n")
	modelstest.Want(t, ended && utf8.ValidString(line) && !strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsPrint(char) }), true, format, line)
}

func TestWhateverIsLoggedIsEscaped(t *testing.T) {
	for name, log := range map[string]func(*slog.Logger){
		"a text":         func(log *slog.Logger) { log.Info("request", "path", hostile) },
		"an error":       func(log *slog.Logger) { log.Error("failed", "error", errors.New(hostile)) },
		"a list":         func(log *slog.Logger) { log.Info("request", "hosts", []string{hostile}) },
		"in a group":     func(log *slog.Logger) { log.WithGroup("of").With("peer", hostile).Info("request") },
		"the message":    func(log *slog.Logger) { log.Warn(hostile) },
		"net/http's own": func(log *slog.Logger) { slog.NewLogLogger(log.Handler(), slog.LevelWarn).Print(hostile) },
	} {
		for format, line := range logged(log) {
			wantOneSafeLine(t, format+" of "+name, line)
			modelstest.WantIn(t, line, "b", "é", `202e`)
		}
	}
	var line struct{ Path, Level string }
	if err := json.Unmarshal([]byte(logged(func(log *slog.Logger) { log.Info("request", "path", hostile) })["JSON"]), &line); err != nil || line.Path != hostileEscaped || line.Level != "INFO" {
		t.Errorf("got %+v, %v, want %s: what reads the JSON writes it to a terminal", line, err, hostileEscaped)
	}
}

func TestWhateverIsLoggedIsCut(t *testing.T) {
	for name, test := range map[string]struct {
		value any
		most  int // bytes of the line
	}{
		"a path":                   {strings.Repeat("/months", 2000), 400},
		"of other letters":         {strings.Repeat("é", 6000), 400},
		"that is escaped":          {strings.Repeat("\u202e", 6000), 700}, // JSON doubles a backslash
		"an error":                 {errors.New(strings.Repeat("x", 12000)), 400},
		"what is not text at all":  {[]string{strings.Repeat("x", 12000)}, 400},
		"bytes that are no letter": {strings.Repeat("\xff", 12000), 700},
	} {
		for format, line := range logged(func(log *slog.Logger) { log.Info("request", "path", test.value) }) {
			wantOneSafeLine(t, format+" of "+name, line)
			modelstest.WantAtMost(t, len(line), test.most, format, "of", name, line)
			modelstest.WantIn(t, line, "…")
		}
	}
	for _, line := range logged(func(log *slog.Logger) { log.Info("request", "path", strings.Repeat("x", 256), "status", 404) }) {
		modelstest.WantNone(t, line, "…")
		modelstest.WantIn(t, line, "404")
	}
}

func TestAStackKeepsItsLines(t *testing.T) {
	var line struct{ Stack string }
	const stack = "goroutine 1 [running]:\nmain.main()\n\t/src/main.go:1"
	modelstest.Must(t, json.Unmarshal([]byte(logged(func(log *slog.Logger) { log.Error("failed", "stack", stack) })["JSON"]), &line))
	modelstest.Want(t, line.Stack, stack)
}
