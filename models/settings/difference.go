package settings

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Difference is a key whose value differs between two documents.
type Difference struct {
	Key           string // such as balance.start, or targets[2026-01-01].monday
	Before, After string // as in TOML; empty for a key that is absent
}

// Differences returns what differs between two documents of TOML, in the order of the keys. Rows
// are known by what identifies them, such as their date, not by their order. It returns an error
// for a document that is none.
func Differences(before, after string) ([]Difference, error) {
	was, err := flatten(before)
	if err != nil {
		return nil, err
	}
	is, err := flatten(after)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(was)
	maps.Copy(all, is)
	var found []Difference
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if was[key] != is[key] {
			found = append(found, Difference{key, was[key], is[key]})
		}
	}
	return found, nil
}

// rowIdentities are the keys that tell the rows of an array apart, by its key, or the last two or
// one of its parts.
var rowIdentities = map[string][]string{
	"targets":        {"from"},
	"distances":      {"from"},
	"adjustments":    {"date"},
	"pay.rates":      {"kind", "from"},
	"telework.rates": {"year"},
	"ten_percent":    {"year"},
	"bareme":         {"year", "category", "power_cv"},
}

// flatten returns the values of a document by their keys.
func flatten(document string) (map[string]string, error) {
	var root map[string]any
	if err := toml.Unmarshal([]byte(document), &root); err != nil {
		return nil, err
	}
	flat := map[string]string{}
	for section, value := range root {
		flattenValue(flat, []string{section}, keyPart(section), value)
	}
	return flat, nil
}

// flattenValue adds a value, whose key is also given in its parts.
func flattenValue(flat map[string]string, path []string, key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 && len(path) > 1 { // an empty section says nothing
			flat[key] = literal(value)
		}
		for name, inner := range value {
			flattenValue(flat, append(slices.Clone(path), name), key+"."+keyPart(name), inner)
		}
		return
	case []any:
		if by := identityOf(path); by != nil && isRows(value) {
			flattenRows(flat, path, key, value, by)
			return
		}
	}
	flat[key] = literal(value)
}

// flattenRows adds the rows of an array, which these keys tell apart. One with the identity of an
// earlier one also has its number.
func flattenRows(flat map[string]string, path []string, key string, rows []any, by []string) {
	count := map[string]int{}
	for _, row := range rows {
		row := maps.Clone(row.(map[string]any))
		var identity []string
		for _, name := range by {
			if value, there := row[name]; there {
				identity = append(identity, plain(value))
			}
		}
		named := strings.Join(identity, " ")
		if count[named]++; count[named] > 1 {
			named += fmt.Sprintf(" #%d", count[named])
		}
		maps.DeleteFunc(row, func(name string, _ any) bool { return len(identity) > 0 && slices.Contains(by, name) })
		flattenValue(flat, path, key+"["+named+"]", row)
		if len(row) == 0 {
			flat[key+"["+named+"]"] = literal(row)
		}
	}
}

func identityOf(path []string) []string {
	last := path[len(path)-1]
	if by := rowIdentities[strings.Join(path[max(0, len(path)-2):], ".")]; by != nil {
		return by
	}
	return rowIdentities[last]
}

func isRows(values []any) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(value any) bool {
		_, is := value.(map[string]any)
		return !is
	})
}

// keyPart returns a part of a key as TOML writes it.
func keyPart(name string) string {
	bare := name != "" && strings.IndexFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}) < 0
	if bare {
		return name
	}
	return quote(name)
}

// plain is a value within a key: text without its quotes.
func plain(value any) string {
	text, is := value.(string)
	if !is {
		return literal(value)
	}
	quoted := quote(text)
	return quoted[1 : len(quoted)-1]
}

// literal returns a value as TOML writes it in one line.
func literal(value any) string {
	switch value := value.(type) {
	case string:
		return quote(value)
	case float64:
		return float(value)
	case []any:
		var parts []string
		for _, part := range value {
			parts = append(parts, literal(part))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(value)) {
			parts = append(parts, keyPart(name)+" = "+literal(value[name]))
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
	switch {
	case math.IsNaN(value):
		return "nan"
	case math.IsInf(value, 0):
		return strings.ToLower(strings.TrimPrefix(fmt.Sprint(value), "+"))
	}
	text := strconv.FormatFloat(value, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
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
