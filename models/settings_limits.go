package models

import (
	"errors"

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
	m := measure{ids: map[key]int{}, keys: []int{0}, rows: map[int]*list{}}
	var parser unstable.Parser
	parser.Reset([]byte(text))
	table := node{}
	for parser.NextExpression() {
		expression := parser.Expression()
		switch expression.Kind {
		case unstable.KeyValue:
			m.pair(table, expression)
		case unstable.ArrayTable:
			table = m.row(m.path(node{}, expression.Key()))
		default:
			table = m.path(node{}, expression.Key())
			m.contain(table)
		}
		if m.outsized {
			return ErrSettingsOutsized
		}
	}
	return parser.Error()
}

// measure counts what the tables and lists of a document have.
type measure struct {
	ids      map[key]int
	keys     []int         // of each table, by its id; the root's is 0
	rows     map[int]*list // by the id of a list
	outsized bool
}

// key is a name in a table.
type key struct {
	table int
	name  string
}

// list has the number of rows of a list of tables, and the last of them.
type list struct {
	count int
	last  node
}

// node is a value, a table or a list, at a depth.
type node struct{ id, depth int }

// path returns the node at a key, whose parts but the last are tables, or the last rows of lists.
func (m *measure) path(at node, parts unstable.Iterator) node {
	for !m.outsized && parts.Next() {
		if list := m.rows[at.id]; list != nil {
			at = list.last
		}
		m.contain(at)
		name := key{at.id, string(parts.Node().Data)}
		id, known := m.ids[name]
		if !known {
			id = m.add()
			m.ids[name] = id
			m.keys[at.id]++
			m.limit(m.keys[at.id], maxKeys)
		}
		at = node{id, at.depth + 1}
	}
	return at
}

// row returns a new row of a list.
func (m *measure) row(of node) node {
	m.contain(of)
	if m.rows[of.id] == nil {
		m.rows[of.id] = &list{}
	}
	rows := m.rows[of.id]
	rows.count++
	rows.last = node{m.add(), of.depth + 1}
	m.limit(rows.count, MaxRows)
	m.contain(rows.last)
	return rows.last
}

func (m *measure) pair(table node, pair *unstable.Node) {
	m.value(m.path(table, pair.Key()), pair.Value())
}

func (m *measure) value(at node, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		m.contain(at)
		for pairs := value.Children(); pairs.Next(); {
			m.pair(at, pairs.Node())
		}
	case unstable.Array:
		m.contain(at)
		for elements := value.Children(); elements.Next(); {
			switch element := elements.Node(); element.Kind {
			case unstable.InlineTable:
				m.value(m.row(at), element)
			case unstable.Array:
				m.value(node{m.add(), at.depth + 1}, element)
			}
		}
	}
}

// add returns the id of another node.
func (m *measure) add() int {
	m.limit(len(m.keys), maxParts)
	m.keys = append(m.keys, 0)
	return len(m.keys) - 1
}

// contain notes that there is a table or a list at a node.
func (m *measure) contain(at node) { m.limit(at.depth, maxDepth) }

func (m *measure) limit(count, most int) { m.outsized = m.outsized || count > most }
