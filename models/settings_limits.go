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

// SettingsFit reports whether TOML is within the limits, as far as it can be read. It takes time in
// proportion to the text, unlike decoding it: no expression is compared with another.
func SettingsFit(text string) bool {
	var w tomlWalk
	w.walk([]byte(text))
	return !w.outsized
}

// EachTOMLKey calls a function with the path of each key and each row of TOML that has no syntax
// error, and where it first stands in the text. The parts of rows, counted from 1, are what row says.
func EachTOMLKey(text []byte, row func(n int) string, found func(path []string, offset int)) {
	w := tomlWalk{row: row, found: found}
	w.walk(text)
}

// tomlWalk goes through the keys of a document, and counts what its tables and lists have.
type tomlWalk struct {
	parser   unstable.Parser
	parts    int
	outsized bool

	row   func(n int) string
	found func(path []string, offset int) // nil if the document is measured
}

// node is a value, a table or a list.
type node struct {
	depth  int
	path   []string // nil if the document is measured
	offset int
	keys   map[string]*node // of a table
	rows   int              // of a list of tables
	last   *node            // of these; nil for another node
}

func (w *tomlWalk) walk(text []byte) {
	w.parser.Reset(text)
	root := &node{}
	table := root
	for !w.outsized && w.parser.NextExpression() {
		expression := w.parser.Expression()
		switch expression.Kind {
		case unstable.KeyValue:
			w.value(w.at(table, expression.Key()), expression.Value())
		case unstable.ArrayTable:
			first := expression.Key()
			first.Next()
			table = w.newRow(w.at(root, expression.Key()), int(first.Node().Raw.Offset))
		default:
			table = w.at(root, expression.Key())
			w.contain(table)
		}
	}
}

// at returns the node at a key below another, whose parts but the last are tables, or the last rows of
// lists.
func (w *tomlWalk) at(of *node, key unstable.Iterator) *node {
	for !w.outsized && key.Next() {
		if of.last != nil {
			of = of.last
		}
		w.contain(of)
		name := string(key.Node().Data)
		if of.keys[name] == nil {
			if of.keys == nil {
				of.keys = map[string]*node{}
			}
			of.keys[name] = w.add(of, name, int(key.Node().Raw.Offset))
			w.limit(len(of.keys), maxKeys)
		}
		of = of.keys[name]
	}
	return of
}

// newRow returns a new row of a list.
func (w *tomlWalk) newRow(of *node, offset int) *node {
	w.contain(of)
	of.rows++
	w.limit(of.rows, MaxRows)
	name := ""
	if w.row != nil {
		name = w.row(of.rows)
	}
	of.last = w.add(of, name, offset)
	w.contain(of.last)
	return of.last
}

func (w *tomlWalk) value(at *node, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		w.contain(at)
		for pairs := value.Children(); pairs.Next(); {
			w.value(w.at(at, pairs.Node().Key()), pairs.Node().Value())
		}
	case unstable.Array:
		w.contain(at)
		for elements := value.Children(); elements.Next(); {
			switch element := elements.Node(); element.Kind {
			case unstable.InlineTable:
				w.value(w.newRow(at, at.offset), element)
			case unstable.Array:
				w.value(w.add(at, "", at.offset), element)
			}
		}
	}
}

// add returns another node below one.
func (w *tomlWalk) add(below *node, name string, offset int) *node {
	w.parts++
	w.limit(w.parts, maxParts)
	added := &node{depth: below.depth + 1, offset: offset}
	if w.found != nil {
		added.path = append(slices.Clone(below.path), name)
		w.found(added.path, offset)
	}
	return added
}

// contain notes that there is a table or a list at a node.
func (w *tomlWalk) contain(at *node) { w.limit(at.depth, maxDepth) }

func (w *tomlWalk) limit(count, most int) { w.outsized = w.outsized || w.found == nil && count > most }
