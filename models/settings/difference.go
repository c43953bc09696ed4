package settings

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Difference is a key whose value differs between two documents.
type Difference struct {
	Key           string // such as balance.start, or targets[2026-01-01].monday
	Before, After string // as in TOML; empty for a key that is absent

	Path    []string // of the key, a row by what tells it from the others; see [Number]
	Was, Is any      // nil for a key that is absent
}

// Differences returns what differs between two documents, in the order of the keys. Rows are known by
// what identifies them, such as their date, not by their order.
func Differences(before, after Tree) []Difference {
	was, is := map[string]leaf{}, map[string]leaf{}
	flatten(was, nil, before)
	flatten(is, nil, after)
	all := maps.Clone(was)
	maps.Copy(all, is)
	var found []Difference
	for _, key := range slices.Sorted(maps.Keys(all)) {
		before, after := Literal(was[key].value), Literal(is[key].value)
		if before != after {
			found = append(found, Difference{key, before, after, all[key].path, was[key].value, is[key].value})
		}
	}
	return found
}

// leaf is a value, or a table that is empty.
type leaf struct {
	path  []string
	value any
}

// flatten adds the leaves of a value by their keys.
func flatten(flat map[string]leaf, path []string, value any) {
	if table, is := value.(Tree); is {
		if len(table) == 0 && (len(path) > 1 || slices.Equal(path, []string{"vehicles"})) { // another empty section says nothing
			flat[KeyName(path...)] = leaf{path, value}
		}
		for name, inner := range table {
			flatten(flat, append(slices.Clone(path), name), inner)
		}
		return
	}
	rows, _ := value.([]any)
	if key := KeyAt(path...); key != nil && key.Kind.Form == Rows && len(rows) > 0 && areTables(rows) {
		flattenRows(flat, path, rows, key.Kind.Identity)
		return
	}
	flat[KeyName(path...)] = leaf{path, value}
}

// flattenRows adds the rows of an array, which these keys tell apart. One with the identity of an
// earlier one also has its number.
func flattenRows(flat map[string]leaf, path []string, rows []any, by []string) {
	count := map[string]int{}
	for _, row := range rows {
		identity := identity(row, by)
		row := maps.Clone(row.(Tree))
		maps.DeleteFunc(row, func(name string, _ any) bool { return identity != "" && slices.Contains(by, name) })
		if count[identity]++; count[identity] > 1 {
			identity += fmt.Sprintf(" #%d", count[identity])
		}
		flatten(flat, append(slices.Clone(path), elementMark+identity), row)
	}
}

// KeyName writes a path as TOML does. Rows are counted from 1, as in "bareme[1].year", or have what
// tells them apart in their brackets.
func KeyName(path ...string) string {
	var name strings.Builder
	for i, part := range path {
		if identity, row := Number(part); row {
			quoted := quote(identity)
			name.WriteString("[" + quoted[1:len(quoted)-1] + "]")
			continue
		}
		if i > 0 {
			name.WriteByte('.')
		}
		name.WriteString(KeyPart(part))
	}
	return name.String()
}

// KeyPart returns a part of a key as TOML writes it.
func KeyPart(name string) string {
	bare := name != "" && strings.IndexFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}) < 0
	if bare {
		return name
	}
	return quote(name)
}

// Literal returns a value as TOML writes it in one line, or nothing for none.
func Literal(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return quote(value)
	case float64:
		return float(value)
	case []any:
		var parts []string
		for _, part := range value {
			parts = append(parts, Literal(part))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Tree:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(value)) {
			parts = append(parts, KeyPart(name)+" = "+Literal(value[name]))
		}
		if len(parts) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	if text, is := value.(interface{ MarshalText() ([]byte, error) }); is { // a date or a time
		if content, err := text.MarshalText(); err == nil {
			return string(content)
		}
	}
	return fmt.Sprint(value) // a whole number or a truth
}

func float(value float64) string {
	text := strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(value, 'g', -1, 64), "+"))
	if !strings.ContainsAny(text, ".en") { // nor "nan" or "inf"
		text += ".0" // 30.0 is not 30
	}
	return text
}

// quote returns a basic string of TOML, all of it printable.
func quote(text string) string {
	var quoted strings.Builder
	quoted.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			quoted.WriteString(`\` + string(r))
		case r == '\n':
			quoted.WriteString(`\n`)
		case r == '\t':
			quoted.WriteString(`\t`)
		case strconv.IsPrint(r):
			quoted.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&quoted, `\U%08X`, r)
		default:
			fmt.Fprintf(&quoted, `\u%04X`, r)
		}
	}
	quoted.WriteByte('"')
	return quoted.String()
}
