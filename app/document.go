package app

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"worklog/models/settings"
)

// document is a TOML file: its values and the line of each key. The lines come from
// go-toml's parser, so that all problems can be reported with their lines; its decoder
// stops at the first one.
type document struct {
	file  string // name as given
	root  map[string]any
	lines map[string]int // by settings.Join
	// starts are the offsets of the lines. The parser's own Shape would count lines
	// from the top for every key.
	starts []int
	// alone are the file's values, if settings stand beside them in root.
	alone settings.Tree
	// secrets are those that the environment lacks, by their variables; see [LoadHomeAssistant].
	secrets map[string]secret
}

// with returns the document with the settings beside the file.
func (d *document) with(own settings.Tree) *document {
	both := *d
	both.alone, both.root = d.root, settings.Beside(d.root, own)
	if both.alone == nil {
		both.alone = settings.Tree{}
	}
	return &both
}

// isOwn reports whether a path is of the settings, not of the file.
func (d *document) isOwn(path ...string) bool {
	_, found := d.root[path[0]]
	return d.alone != nil && found && settings.Hider(d.alone, path...) == nil
}

// parseDocument parses a TOML file. The problem is a syntax error, or nil.
func parseDocument(file string, content []byte) (*document, *Problem) {
	if byteOrderMarked(content) {
		return nil, &Problem{Source: file, Line: 1, Allowed: "begins with a byte order mark: save it as UTF-8 without BOM"}
	}
	doc := &document{file: file, root: map[string]any{}, lines: map[string]int{}, starts: []int{0}}
	if err := toml.Unmarshal(content, &doc.root); err != nil {
		problem := Problem{Source: file, Allowed: strings.TrimPrefix(err.Error(), "toml: ")}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			problem.Line, _ = decode.Position()
			problem.Key = strings.Join(decode.Key(), ".")
		}
		return nil, &problem
	}
	for offset, char := range content {
		if char == '\n' {
			doc.starts = append(doc.starts, offset+1)
		}
	}
	var parser unstable.Parser
	parser.Reset(content)
	var table []string
	elements := map[string]int{} // of the arrays of tables so far
	for parser.NextExpression() {
		expression := parser.Expression()
		switch expression.Kind {
		case unstable.KeyValue:
			doc.index(table, expression)
		case unstable.ArrayTable:
			line := doc.lineAt(int(firstKey(expression).Raw.Offset))
			table = doc.mark(nil, expression)
			name := settings.Join(table...)
			table = append(table, settings.Element(elements[name]))
			doc.lines[settings.Join(table...)] = line
			elements[name]++
		default:
			table = doc.mark(nil, expression)
		}
	}
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

// firstKey returns the first part of an expression's key.
func firstKey(expression *unstable.Node) *unstable.Node {
	keys := expression.Key()
	keys.Next()
	return keys.Node()
}

// index records the line of a key and of the keys in its value.
func (d *document) index(table []string, pair *unstable.Node) {
	d.indexValue(d.mark(table, pair), pair.Value())
}

// indexValue records the lines of the keys in an inline table, or in those of an
// array.
func (d *document) indexValue(path []string, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		for children := value.Children(); children.Next(); {
			d.index(path, children.Node())
		}
	case unstable.Array:
		n := 0
		for children := value.Children(); children.Next(); n++ {
			if children.Node().Kind != unstable.InlineTable {
				continue
			}
			item := append(path[:len(path):len(path)], settings.Element(n))
			d.lines[settings.Join(item...)] = d.line(path...) // unless its keys say more
			d.indexValue(item, children.Node())
		}
	}
}

// mark records the line of a key in the table and returns the key's full path.
func (d *document) mark(table []string, node *unstable.Node) []string {
	path := append([]string(nil), table...)
	for keys := node.Key(); keys.Next(); {
		path = append(path, string(keys.Node().Data))
		if _, known := d.lines[settings.Join(path...)]; !known {
			d.lines[settings.Join(path...)] = d.lineAt(int(keys.Node().Raw.Offset))
		}
	}
	return path
}

// lineAt returns the line of an offset.
func (d *document) lineAt(offset int) int { return sort.SearchInts(d.starts, offset+1) }

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
	// Path is where it is in the document of the settings; nil elsewhere.
	Path []string
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
