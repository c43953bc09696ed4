package models

import (
	"errors"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Limits of a document of the settings.
const (
	// maxKeys is how many keys a table may have: the decoder compares each with those before it.
	maxKeys = 1000
	// maxParts is how many keys, tables and rows there may be in all: the decoder compares a heading
	// with all of them.
	maxParts = 10_000
	// MaxRows is how many rows a list of tables may have: a page shows all of them.
	MaxRows = 200
	// maxDepth is how many levels of tables and arrays there may be below the root. Whatever reads a
	// document takes time and stack for each.
	maxDepth = 19
)

// ErrSettingsOutsized is the error of a document that is too much for what reads it.
var ErrSettingsOutsized = errors.New("has more than 1,000 keys in a table, 200 rows in a list, 10,000 of both or 19 levels")

// MeasureSettings returns [ErrSettingsOutsized] for TOML beyond the limits, or its syntax error. It
// takes time in proportion to the text, unlike decoding it: no expression is compared with another.
func MeasureSettings(text string) error {
	w := newTOMLWalk([]byte(text))
	if w.walk(); w.outsized {
		return ErrSettingsOutsized
	}
	return w.parser.Error()
}

// EachTOMLKey calls a function with the path of each key and each row of TOML that has no syntax
// error, and where it first stands in the text. The parts of rows, counted from 1, are what row says.
func EachTOMLKey(text []byte, row func(n int) string, found func(path []string, offset int)) {
	w := newTOMLWalk(text)
	w.row, w.found = row, found
	w.walk()
}

// tomlWalk goes through the keys of a document, and counts what its tables and lists have.
type tomlWalk struct {
	parser   unstable.Parser
	ids      map[key]int
	nodes    []node        // by their ids; the root's is 0
	rows     map[int]*list // by the id of a list
	outsized bool

	row   func(n int) string
	found func(path []string, offset int) // nil if the document is measured
}

// key is a name in a table.
type key struct {
	table int
	name  string
}

// list has the number of rows of a list of tables, and the id of the last of them.
type list struct{ count, last int }

// node is a value, a table or a list, at a depth.
type node struct {
	depth, keys int
	path        []string // nil if the document is measured
	offset      int
}

func newTOMLWalk(text []byte) *tomlWalk {
	w := &tomlWalk{ids: map[key]int{}, nodes: []node{{}}, rows: map[int]*list{}}
	w.parser.Reset(text)
	return w
}

func (w *tomlWalk) walk() {
	table := 0
	for !w.outsized && w.parser.NextExpression() {
		expression := w.parser.Expression()
		switch expression.Kind {
		case unstable.KeyValue:
			w.pair(table, expression)
		case unstable.ArrayTable:
			table = w.newRow(w.path(0, expression.Key()), firstKey(expression))
		default:
			table = w.path(0, expression.Key())
			w.contain(table)
		}
	}
}

// firstKey returns where the first part of an expression's key stands.
func firstKey(expression *unstable.Node) int {
	keys := expression.Key()
	keys.Next()
	return int(keys.Node().Raw.Offset)
}

// path returns the node at a key, whose parts but the last are tables, or the last rows of lists.
func (w *tomlWalk) path(at int, parts unstable.Iterator) int {
	for !w.outsized && parts.Next() {
		if list := w.rows[at]; list != nil {
			at = list.last
		}
		w.contain(at)
		name := key{at, string(parts.Node().Data)}
		id, known := w.ids[name]
		if !known {
			id = w.add(at, name.name, int(parts.Node().Raw.Offset))
			w.ids[name] = id
			w.nodes[at].keys++
			w.limit(w.nodes[at].keys, maxKeys)
		}
		at = id
	}
	return at
}

// newRow returns a new row of a list.
func (w *tomlWalk) newRow(of, offset int) int {
	w.contain(of)
	if w.rows[of] == nil {
		w.rows[of] = &list{}
	}
	rows := w.rows[of]
	rows.count++
	name := ""
	if w.row != nil {
		name = w.row(rows.count)
	}
	rows.last = w.add(of, name, offset)
	w.limit(rows.count, MaxRows)
	w.contain(rows.last)
	return rows.last
}

func (w *tomlWalk) pair(table int, pair *unstable.Node) {
	w.value(w.path(table, pair.Key()), pair.Value())
}

func (w *tomlWalk) value(at int, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		w.contain(at)
		for pairs := value.Children(); pairs.Next(); {
			w.pair(at, pairs.Node())
		}
	case unstable.Array:
		w.contain(at)
		for elements := value.Children(); elements.Next(); {
			switch element := elements.Node(); element.Kind {
			case unstable.InlineTable:
				w.value(w.newRow(at, w.nodes[at].offset), element)
			case unstable.Array:
				w.value(w.add(at, "", w.nodes[at].offset), element)
			}
		}
	}
}

// add returns the id of another node below one.
func (w *tomlWalk) add(below int, name string, offset int) int {
	w.limit(len(w.nodes), maxParts)
	added := node{depth: w.nodes[below].depth + 1, offset: offset}
	if w.found != nil {
		added.path = append(slices.Clone(w.nodes[below].path), name)
		w.found(added.path, offset)
	}
	w.nodes = append(w.nodes, added)
	return len(w.nodes) - 1
}

// contain notes that there is a table or a list at a node.
func (w *tomlWalk) contain(at int) { w.limit(w.nodes[at].depth, maxDepth) }

func (w *tomlWalk) limit(count, most int) { w.outsized = w.outsized || w.found == nil && count > most }
