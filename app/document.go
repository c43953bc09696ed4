package app

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is a TOML file: its values, and the line on which each key stands.
// The lines come from go-toml's parser, so that every fault can be reported at
// once with its place; the decoder gives a place only to the first fault.
type document struct {
	file  string // as the person named it
	root  map[string]any
	lines map[string]int // by pathKey
	// starts are the offsets at which lines start. The parser counts lines from
	// the top for every key.
	starts []int
}

// parseDocument reads a TOML file. The fault is one of syntax, or nil.
func parseDocument(file string, content []byte) (*document, *Fault) {
	if byteOrderMarked(content) {
		return nil, &Fault{Source: file, Line: 1, Allowed: "begins with a byte order mark: save it as UTF-8 without BOM"}
	}
	doc := &document{file: file, root: map[string]any{}, lines: map[string]int{}, starts: []int{0}}
	if err := toml.Unmarshal(content, &doc.root); err != nil {
		fault := Fault{Source: file, Allowed: strings.TrimPrefix(err.Error(), "toml: ")}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			fault.Line, _ = decode.Position()
			fault.Key = strings.Join(decode.Key(), ".")
		}
		return nil, &fault
	}
	for offset, char := range content {
		if char == '\n' {
			doc.starts = append(doc.starts, offset+1)
		}
	}
	var parser unstable.Parser
	parser.Reset(content)
	var table []string
	for parser.NextExpression() {
		expression := parser.Expression()
		if expression.Kind == unstable.KeyValue {
			doc.index(table, expression)
			continue
		}
		table = doc.mark(nil, expression)
	}
	return doc, nil
}

// index notes the line of a key and of the keys of an inline table behind it.
func (d *document) index(table []string, pair *unstable.Node) {
	path := d.mark(table, pair)
	if pair.Value().Kind != unstable.InlineTable {
		return
	}
	for children := pair.Value().Children(); children.Next(); {
		d.index(path, children.Node())
	}
}

// mark notes the line of a key below the table and returns the key's whole path.
func (d *document) mark(table []string, node *unstable.Node) []string {
	path := append([]string(nil), table...)
	for keys := node.Key(); keys.Next(); {
		path = append(path, string(keys.Node().Data))
		if _, known := d.lines[pathKey(path...)]; !known {
			d.lines[pathKey(path...)] = d.lineAt(int(keys.Node().Raw.Offset))
		}
	}
	return path
}

// lineAt returns the line of an offset.
func (d *document) lineAt(offset int) int { return sort.SearchInts(d.starts, offset+1) }

// line returns the line of a key, or 0.
func (d *document) line(path ...string) int { return d.lines[pathKey(path...)] }

// pathKey joins a path so that ids with dots stay apart.
func pathKey(path ...string) string { return strings.Join(path, "\x00") }

// Fault is one thing wrong with the configuration.
type Fault struct {
	Source  string // a file, or the environment
	Line    int    // 0 when unknown
	Key     string
	Value   string // as found, quoted; empty when there is none
	Allowed string // what may stand there instead
}

func (f Fault) Error() string {
	var text strings.Builder
	text.WriteString(f.Source)
	if f.Line > 0 {
		fmt.Fprintf(&text, ":%d", f.Line)
	}
	if f.Key != "" {
		text.WriteString(": " + f.Key)
	}
	if f.Value != "" {
		text.WriteString(" = " + f.Value)
	}
	text.WriteString(": " + f.Allowed)
	return printable(text.String())
}

// Faults are all that is wrong with a configuration, one line each.
type Faults []Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}
