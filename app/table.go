package app

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
)

// table is a table of the configuration: the root, a section, what is below an id, or a row. One that is
// missing is empty. The keys that nobody asks it for are unknown.
type table struct {
	d      *decoder
	path   []string
	values map[string]any
	asked  map[string]bool
}

func (d *decoder) newTable(values map[string]any, path ...string) *table {
	t := &table{d, path, values, map[string]bool{}}
	d.tables = append(d.tables, t)
	return t
}

// ask returns the value of a key, which is then known.
func (t *table) ask(key string) (value any, found bool) {
	t.asked[key] = true
	value, found = t.values[key]
	return value, found
}

// id returns the name of the table below those around it.
func (t *table) id() string { return t.path[len(t.path)-1] }

func (t *table) at(key string) []string { return keyOf(t.path, key) }

// reject adds a problem with the value of a key, which may be missing.
func (t *table) reject(key, allowed string) { t.d.reject(t.values[key], allowed, t.at(key)...) }

// below returns the table of a key, which may be missing; form says how it is written.
func (t *table) below(key, form string) *table {
	value, found := t.ask(key)
	values, ok := value.(map[string]any)
	if found && !ok {
		t.reject(key, "must be a "+form+"]")
	}
	return t.d.newTable(values, t.at(key)...)
}

// section returns a section of the file, the same one each time.
func (d *decoder) section(name string) *table {
	if d.sections[name] == nil {
		d.sections[name] = d.root.below(name, "section, as in ["+name)
	}
	return d.sections[name]
}

// ids returns what is below the valid ids of a section, in the order of the file.
func (d *decoder) ids(section string) (all []*table) {
	t := d.section(section)
	line := func(id string) uint { return uint(d.doc.line(section, id)) - 1 } // those of the settings have none, and follow
	for _, id := range slices.SortedFunc(maps.Keys(t.values), func(a, b string) int {
		return cmp.Or(cmp.Compare(line(a), line(b)), strings.Compare(a, b))
	}) {
		value, _ := t.ask(id)
		switch values, ok := value.(map[string]any); {
		case strings.TrimSpace(id) == "":
			d.reject(nil, "an id must not be blank", section, id)
		case strings.ContainsFunc(id, isControl):
			d.reject(nil, "an id must not have control characters", section, id)
		case !ok:
			t.reject(id, "must be a table, as in ["+section+"."+quotedID(id)+"]")
		default:
			all = append(all, d.newTable(values, section, id))
		}
	}
	return all
}

// rows returns the tables of a list, as in [[bareme]]; none if it is missing.
func (t *table) rows(key string) (rows []*table) {
	value, found := t.ask(key)
	list, ok := value.([]any)
	for i, item := range list {
		values, isTable := item.(map[string]any)
		if ok = ok && isTable; !ok {
			break
		}
		rows = append(rows, t.d.newTable(values, append(t.at(key), settings.Element(i))...))
	}
	if found && !ok {
		t.reject(key, "must be a list of tables, as in [["+keyName(t.at(key)...)+"]]")
		return nil
	}
	return rows
}

// unknown are warnings of keys that nobody has asked for.
func (d *decoder) unknown() (warnings []Problem) {
	for _, t := range d.tables {
		for _, key := range slices.Sorted(maps.Keys(t.values)) {
			if t.asked[key] {
				continue
			}
			path := t.at(key)
			problem := Problem{Source: d.doc.file, Line: d.doc.line(path...), Key: keyName(path...), Allowed: "unknown key, ignored"}
			if d.doc.isOwn(path...) {
				problem.Source, problem.Path = ownSource, path
			}
			warnings = append(warnings, problem)
		}
	}
	return warnings
}

// kind reads a value of TOML as a value of a Go type, or says what is wrong with it.
type kind[T any] func(value any) (read T, wrong string)

// setting returns the value of a key, or its default, which is written as in the file.
func setting[T any](t *table, key string, of kind[T], standard any) T {
	t.d.standards = append(t.d.standards, keyDefault{t.at(key), standard})
	value, found := t.ask(key)
	if !found {
		value = standard
	}
	read, wrong := of(value)
	if wrong != "" {
		t.d.reject(value, wrong, t.at(key)...)
	}
	return read
}

// required returns the value of a key that must be there.
func required[T any](t *table, key string, of kind[T]) T {
	value, found := t.ask(key)
	read, wrong := of(value)
	if wrong != "" && !found {
		wrong = "is required; " + wrong
	}
	if wrong != "" {
		t.reject(key, wrong)
	}
	return read
}

// optional returns the value of a key, or another if it is missing.
func optional[T any](t *table, key string, of kind[T], absent T) T {
	if _, found := t.ask(key); !found {
		return absent
	}
	return required(t, key, of)
}

// inText reads text in quotes.
func inText[T any](allowed string, parse func(string) (T, bool)) kind[T] {
	return func(value any) (read T, wrong string) {
		text, ok := value.(string)
		if !ok {
			return read, "must be text in quotes"
		}
		if read, ok = parse(text); !ok {
			wrong = allowed
		}
		return read, wrong
	}
}

// anyText is any text.
var anyText = inText("", func(text string) (string, bool) { return text, true })

// reading reads what a function makes of a value.
func reading[T any](allowed string, parse func(any) (T, bool)) kind[T] {
	return func(value any) (read T, wrong string) {
		read, ok := parse(value)
		if !ok {
			wrong = allowed
		}
		return read, wrong
	}
}

// aFlag is true or false.
var aFlag = reading("must be true or false", func(value any) (bool, bool) { flag, ok := value.(bool); return flag, ok })

// among is one of several texts.
func among[T ~string](values []T) kind[T] {
	return reading(oneOf(values), func(value any) (T, bool) {
		text, ok := value.(string)
		return T(text), ok && slices.Contains(values, T(text))
	})
}

// aNumber is a whole number within bounds.
func aNumber(least, most int64, allowed string) kind[int] {
	return reading(allowed, func(value any) (int, bool) {
		number, ok := value.(int64)
		if standard, is := value.(int); is {
			number, ok = int64(standard), true
		}
		return int(number), ok && number >= least && number <= most
	})
}

// aNumberOfDays is one within bounds.
func aNumberOfDays(least, most int64) kind[int] {
	return aNumber(least, most, fmt.Sprintf("must be a number of days from %d to %d", least, most))
}

// inThousandths is a number, of which thousandths are read.
func inThousandths(most int64, allowed string) kind[int64] {
	return reading(allowed, func(value any) (int64, bool) {
		number, err := report.Thousandths(numberText(value))
		return number, err == nil && number <= most
	})
}

// inCents is an amount in euros.
func inCents(most int64, allowed string) kind[int64] {
	return reading(allowed, func(value any) (int64, bool) {
		thousandths, err := report.Thousandths(numberText(value))
		return thousandths / 10, err == nil && thousandths%10 == 0 && thousandths <= most*10
	})
}

// aDate is one that TOML can write with or without quotes.
var aDate = reading(`must be a date, such as "2026-07-01"`, func(value any) (civil.Date, bool) {
	text, _ := value.(string)
	if local, ok := value.(toml.LocalDate); ok {
		text = local.String()
	}
	date, err := civil.ParseDate(text)
	return date, err == nil
})

// inMinutes is a duration within bounds, in minutes.
func inMinutes(least, most int64, allowed string) kind[int64] {
	return reading(allowed, func(value any) (int64, bool) {
		minutes, ok := parseDuration(value)
		if !ok || minutes < least || minutes > most {
			return 0, false
		}
		return minutes, true
	})
}

// clockTime is a time of day, such as the example.
func clockTime(example string) kind[civil.WallTime] {
	const layout = "15:04"
	return inText(`must be a time from "00:00" to "23:59", such as "`+example+`"`, func(text string) (civil.WallTime, bool) {
		parsed, err := time.Parse(layout, text)
		return civil.WallTime{Hour: parsed.Hour(), Minute: parsed.Minute()}, err == nil && parsed.Format(layout) == text // it takes "9:30" too
	})
}

// keyOf returns the path of a key below another, without writing to its slice.
func keyOf(path []string, key string) []string { return append(slices.Clone(path), key) }
