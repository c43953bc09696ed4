package app

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"worklog/models"
	"worklog/models/settings"
)

// document is a TOML file: its values and the line of each key. The lines come from
// go-toml's parser, so that all problems can be reported with their lines; its decoder
// stops at the first one.
type document struct {
	file  string // name as given
	root  map[string]any
	lines map[string]int // by settings.Join
	// alone are the file's values, if settings stand beside them in root.
	alone settings.Tree
	// secrets are those that the environment lacks, by their variables; see [LoadHomeAssistant].
	secrets map[string]secret
}

// with returns the document with the settings beside the file.
func (d *document) with(own settings.Tree) *document {
	both := *d
	both.alone = d.root
	both.root, _ = settings.Beside(d.root, own)
	return &both
}

// isOwn reports whether a path is of the settings, not of the file.
func (d *document) isOwn(path ...string) bool {
	_, found := d.root[path[0]]
	return d.alone != nil && found && settings.Hider(d.alone, path...) == nil
}

// parseDocument parses a TOML file. Its one problem is a syntax error.
func parseDocument(file string, content []byte) (*document, Problems) {
	if byteOrderMarked(content) {
		return nil, Problems{{Source: file, Line: 1, Allowed: "begins with a byte order mark: save it as UTF-8 without BOM"}}
	}
	doc := &document{file: file, root: map[string]any{}, lines: map[string]int{}}
	if err := toml.Unmarshal(content, &doc.root); err != nil {
		problem := Problem{Source: file, Allowed: strings.TrimPrefix(err.Error(), "toml: ")}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			problem.Line, _ = decode.Position()
			problem.Key = strings.Join(decode.Key(), ".")
		}
		return nil, Problems{problem}
	}
	starts := []int{0} // of the lines; the parser's own Shape would count them from the top for every key
	for offset, char := range content {
		if char == '\n' {
			starts = append(starts, offset+1)
		}
	}
	models.EachTOMLKey(content, func(n int) string { return settings.Element(n - 1) }, func(path []string, offset int) {
		doc.lines[settings.Join(path...)] = sort.SearchInts(starts, offset+1)
	})
	return doc, nil
}

// byteOrderMarked reports whether text begins with a byte order mark of UTF-8 or
// UTF-16.
func byteOrderMarked(text []byte) bool {
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return true
		}
	}
	return false
}

// line returns the line of a key, or 0.
func (d *document) line(path ...string) int { return d.lines[settings.Join(path...)] }

// place names the file and the line of a key in it, such as "config.toml:12".
func (d *document) place(path ...string) string {
	if line := d.line(path...); line > 0 {
		return d.file + ":" + strconv.Itoa(line)
	}
	return d.file
}

// Problem is an error in the configuration, or a warning about it.
type Problem struct {
	Source  string // a file, the environment, or the settings
	Line    int    // 0 when unknown
	Key     string
	Value   string // as found, quoted; empty if there is none
	Allowed string // what is wrong, or allowed instead
}

func (p Problem) Error() string {
	var text strings.Builder
	text.WriteString(p.Source)
	if p.Line > 0 {
		fmt.Fprintf(&text, ":%d", p.Line)
	}
	if p.Key != "" {
		text.WriteString(": " + p.Key)
	}
	if p.Value != "" {
		text.WriteString(" = " + p.Value)
	}
	text.WriteString(": " + p.Allowed)
	return printable(text.String())
}

// Problems are all errors in a configuration.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Error()
	}
	return strings.Join(lines, "\n")
}
