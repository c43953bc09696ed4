package settings

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"worklog/models/civil"
	"worklog/models/report"
)

// Findings are what was found while a configuration was read.
type Findings struct {
	Problems []Problem
	Warnings []Problem // whose value is in force, or whose key this program does not know
}

// Problem is what is wrong with a value.
type Problem struct {
	Path    []string // rows are as [Element] has them
	Value   string   // as found; empty if there is none
	Allowed string   // what is wrong, or allowed instead
}

// reader reads tables by the declarations of their keys.
type reader struct {
	line func(path ...string) int // of the file; 0 for what is not in it
	Findings
}

// table is a table as it is read. One that is missing is empty.
type table struct {
	*reader
	path   []string
	values Tree
	keys   []Key
}

// read reads the values of the keys of a table, in their order, then checks them together.
func (r *reader) read(path []string, values Tree, keys []Key, check func(table)) {
	t := table{r, path, values, keys}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if named(t.keys, name) == nil {
			r.Warnings = append(r.Warnings, Problem{Path: t.at(name), Allowed: "unknown key, ignored"})
		}
	}
	for i := range keys {
		t.readKey(&keys[i])
	}
	if check != nil {
		check(t)
	}
}

func (t table) readKey(key *Key) {
	value, found := t.values[key.Name]
	if key.Kind.below != nil {
		key.Kind.below(t.reader, t.at(key.Name), value)
		return
	}
	if !found && key.Default == nil && !key.Required {
		return
	}
	if !found {
		value = key.Default
	}
	wrong := key.Kind.read(value)
	if wrong != "" && value == nil {
		wrong = "is required; " + wrong
	}
	if wrong != "" {
		t.reject(key.Name, wrong)
	}
}

func (t table) at(name string) []string { return append(slices.Clone(t.path), name) }

func (t table) has(name string) bool { return t.values[name] != nil }

// require rejects those of the keys that are missing.
func (t table) require(names ...string) {
	for _, name := range names {
		if !t.has(name) {
			t.reject(name, "is required; "+named(t.keys, name).Kind.read(nil))
		}
	}
}

// exclude rejects those of the keys that are there.
func (t table) exclude(why string, names ...string) {
	for _, name := range names {
		if t.has(name) {
			t.reject(name, why)
		}
	}
}

// reject adds a problem with the value of a key, or with its default.
func (t table) reject(name, allowed string) {
	value := t.values[name]
	if key := named(t.keys, name); value == nil && key != nil {
		value = key.Default
	}
	t.reader.reject(t.at(name), value, allowed)
}

// reject adds a problem. A nil value is a missing one.
func (r *reader) reject(path []string, value any, allowed string) {
	r.Problems = append(r.Problems, Problem{path, Quoted(value), allowed})
}

// ReadSections reads the sections that are declared, of a configuration that has no others.
func ReadSections(configuration Tree, sections []Key) Findings {
	r := &reader{}
	r.read(nil, configuration, sections, nil)
	return r.Findings
}

// SectionOf is a table with a name.
func SectionOf(name string, keys ...Key) Key { return section(name, nil, keys...) }

// section is a table with a name, whose keys are checked together.
func section(name string, check func(table), keys ...Key) Key {
	return Key{Name: name, Kind: Kind{Form: Section, Keys: keys, below: func(r *reader, path []string, value any) {
		r.read(path, r.sectionOf(path, value), keys, check)
	}}}
}

// sectionOf returns the table that a value must be, if there is one.
func (r *reader) sectionOf(path []string, value any) Tree {
	values, ok := value.(Tree)
	if value != nil && !ok {
		r.reject(path, value, "must be a section, as in ["+KeyName(path...)+"]")
	}
	return values
}

// rows is a list of tables, as in [[bareme]], which are told apart by some of their keys. These come
// first on the page. If no two rows may have the same, once is said of the last of them.
func rows[T any](to *[]T, by []string, once string, declare func(row *T) ([]Key, func(table))) Kind {
	keys, _ := declare(new(T))
	slices.SortStableFunc(keys, func(a, b Key) int {
		at := func(key Key) uint { return uint(slices.Index(by, key.Name)) } // the greatest for any other
		return cmp.Compare(at(a), at(b))
	})
	return Kind{Form: Rows, Keys: keys, Identity: by, below: func(r *reader, path []string, value any) {
		list, ok := value.([]any)
		if value != nil && (!ok || !areTables(list)) {
			r.reject(path, value, "must be a list of tables, as in [["+KeyName(path...)+"]]")
			return
		}
		seen := map[string]bool{}
		for i, values := range list {
			var row T
			keys, check := declare(&row)
			before := len(r.Problems)
			r.read(append(slices.Clone(path), Element(i)), values.(Tree), keys, func(t table) {
				last := by[len(by)-1]
				isWrong := slices.ContainsFunc(r.Problems[before:], func(problem Problem) bool { return slices.Equal(problem.Path, t.at(last)) })
				if row := identity(values, by); once != "" && !isWrong {
					if seen[row] {
						t.reject(last, once)
					}
					seen[row] = true
				}
				if check != nil {
					check(t)
				}
			})
			*to = append(*to, row)
		}
	}}
}

// sinceDates declares a key and, after it, a list of its values from dates on. The value without a date
// is the one before the first of them.
func sinceDates[T any](to *[]report.Since[T], key func(to *T) Key, list Key, once string) []Key {
	undated := new(T)
	first := key(undated)
	first.Kind = first.Kind.then(func() { *to = append(*to, report.Since[T]{Value: *undated}) })
	list.Kind = rows(to, []string{"from"}, once, func(row *report.Since[T]) ([]Key, func(table)) {
		dated := key(&row.Value)
		dated.Required, dated.Default = true, nil
		return []Key{from(&row.From, "from"), dated}, nil
	})
	list.Kind.Dated = true
	below := list.Kind.below
	list.Kind.below = func(r *reader, path []string, value any) {
		below(r, path, value)
		slices.SortFunc(*to, func(a, b report.Since[T]) int { return a.From.Compare(b.From) })
	}
	return []Key{first, list}
}

// from declares the date from which on a row counts.
func from(to *civil.Date, name string) Key {
	return Key{Name: name, Kind: date(to), Required: true, Label: "À partir du", Refusal: wrongOnceDate}
}

// things are the tables below the valid ids of a section, in the order of the file. Those of the
// settings follow.
func things[T any](to *[]T, declare func(id string, thing *T) ([]Key, func(table))) Kind {
	keys, _ := declare("", new(T))
	return Kind{Form: Things, Keys: keys, below: func(r *reader, path []string, value any) {
		table := r.sectionOf(path, value)
		for _, id := range r.inOrder(path, table) {
			at := append(slices.Clone(path), id)
			values, ok := table[id].(Tree)
			switch {
			case strings.TrimSpace(id) == "":
				r.reject(at, nil, "an id must not be blank")
			case strings.ContainsFunc(id, isControl):
				r.reject(at, nil, "an id must not have control characters")
			case !ok:
				r.reject(at, table[id], "must be a table, as in ["+KeyName(at...)+"]")
			default:
				var thing T
				keys, check := declare(id, &thing)
				r.read(at, values, keys, check)
				*to = append(*to, thing)
			}
		}
	}}
}

// inOrder returns the ids of a section in the order of their lines.
func (r *reader) inOrder(path []string, table Tree) []string {
	line := func(id string) uint { return uint(r.line(append(slices.Clone(path), id)...)) - 1 } // the greatest without one
	return slices.SortedFunc(maps.Keys(table), func(a, b string) int {
		return cmp.Or(cmp.Compare(line(a), line(b)), strings.Compare(a, b))
	})
}

func areTables(values []any) bool {
	return !slices.ContainsFunc(values, func(value any) bool {
		_, is := value.(Tree)
		return !is
	})
}

// isControl reports whether a character breaks its line or changes the order of others.
func isControl(char rune) bool {
	return unicode.In(char, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// Quoted formats a value as found; nothing for none.
func Quoted(value any) string {
	switch value := value.(type) {
	case Tree:
		return "a table"
	case []any:
		parts := make([]string, len(value))
		for i, item := range value {
			parts[i] = Quoted(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return Literal(value)
}
