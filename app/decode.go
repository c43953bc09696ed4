package app

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/viper"

	"worklog/models/settings"
)

// decoder decodes a document and collects problems. It uses viper for the keys of
// the machine, for which the environment takes precedence over the file and the file over the
// defaults. All others come from go-toml by [table], because viper folds the case of ids
// and splits them at dots.
type decoder struct {
	doc      *document
	secrets  secretsMode
	settings *viper.Viper
	problems Problems
	known    map[string]bool // sources and keys of the problems
	warnings []Problem

	root      *table
	sections  map[string]*table // by name, those that were asked for
	tables    []*table          // all of them
	standards []keyDefault      // of the keys that were asked for
}

// keyDefault is the default of a key, as it is written in the file.
type keyDefault struct {
	path  []string
	value any
}

func newDecoder(doc *document, secrets secretsMode) *decoder {
	d := &decoder{doc: doc, secrets: secrets, settings: viper.New(), known: map[string]bool{}, sections: map[string]*table{}}
	d.root = d.newTable(doc.root)
	for _, machine := range machineSettings {
		section, name, _ := strings.Cut(machine.key, ".")
		d.settings.SetDefault(machine.key, machine.standard)
		if value, found := d.section(section).ask(name); found {
			// set by exact key: viper's own reading would ignore case
			_ = d.settings.MergeConfigMap(map[string]any{section: map[string]any{name: value}})
		}
		_ = d.settings.BindEnv(machine.key, envName(machine.key)) // fails only without a key
	}
	return d
}

// reject adds a problem with the value of a key. A nil value is a missing one.
func (d *decoder) reject(value any, allowed string, path ...string) {
	problem := Problem{Source: d.doc.file, Line: d.doc.line(path...), Key: keyName(path...), Allowed: allowed}
	if value != nil {
		problem.Value = quoted(value)
	}
	if d.doc.isOwn(path...) {
		problem.Source, problem.Line, problem.Path = ownSource, 0, path
		d.add(problem)
		return
	}
	if problem.Line == 0 {
		problem.Line = d.doc.line(path[:len(path)-1]...) // of the section that lacks it
	}
	d.add(problem)
}

// rejectSetting is like reject for a setting, which may come from the environment.
func (d *decoder) rejectSetting(key, allowed string) {
	value := d.settings.Get(key)
	if fromEnv(key) {
		d.add(Problem{Source: environment, Key: envName(key), Value: quoted(value), Allowed: allowed})
		return
	}
	d.reject(value, allowed, strings.Split(key, ".")...)
}

// Sources of values that come from no file.
const (
	environment = "environment"
	ownSource   = "settings" // the person's, in the database
)

// add adds a problem, unless its key has one already.
func (d *decoder) add(problem Problem) {
	if key := settings.Key(problem.Source, problem.Key); !d.known[key] {
		d.known[key] = true
		d.problems = append(d.problems, problem)
	}
}

// rejected reports whether there is a problem with an environment variable.
func (d *decoder) rejected(variable string) bool {
	return d.known[settings.Key(environment, variable)]
}

// text returns a setting that is a string.
func (d *decoder) text(key string) string {
	text, ok := d.settings.Get(key).(string)
	if !ok {
		d.rejectSetting(key, "must be text in quotes")
	}
	return text
}

// number returns a setting that is a whole number of at least 1.
func (d *decoder) number(key string) int {
	number := 0
	switch value := d.settings.Get(key).(type) {
	case int: // the default
		number = value
	case int64:
		number = int(max(math.MinInt32, min(value, math.MaxInt32)))
	case string:
		if parsed, err := strconv.Atoi(value); err == nil && fromEnv(key) {
			number = parsed
		}
	}
	if number < 1 {
		d.rejectSetting(key, "must be a whole number of at least 1")
	}
	return number
}

// flag returns a setting that is true or false.
func (d *decoder) flag(key string) bool {
	value := d.settings.Get(key)
	if text, ok := value.(string); ok && fromEnv(key) && (text == "true" || text == "false") {
		return text == "true"
	}
	flag, ok := value.(bool)
	if !ok {
		d.rejectSetting(key, "must be true or false")
	}
	return flag
}

// list returns a setting that is a list of strings.
func (d *decoder) list(key string) []string {
	switch value := d.settings.Get(key).(type) {
	case []string: // the default
		return value
	case string: // of the environment
		if !fromEnv(key) {
			break
		}
		var items []string
		for item := range strings.SplitSeq(value, ",") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, item)
			}
		}
		return items
	case []any:
		var items []string
		for _, item := range value {
			text, ok := item.(string)
			if !ok {
				d.rejectSetting(key, "must be a list of texts in quotes")
				return nil
			}
			items = append(items, text)
		}
		return items
	}
	d.rejectSetting(key, "must be a list of texts in quotes")
	return nil
}

// keyName formats a path as TOML does. Elements of arrays are counted from 1, as in
// "bareme[1].year".
func keyName(path ...string) string {
	var name strings.Builder
	for i, part := range path {
		if n, found := settings.Number(part); found {
			name.WriteString("[" + n + "]")
			continue
		}
		if i > 0 {
			name.WriteByte('.')
		}
		name.WriteString(quotedID(part))
	}
	return name.String()
}

// quotedID formats an id as TOML does, without quotes if possible.
func quotedID(id string) string {
	bare := func(r rune) bool {
		return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if id != "" && strings.IndexFunc(id, func(r rune) bool { return !bare(r) }) < 0 {
		return id
	}
	return strconv.Quote(id)
}

// quoted formats a value as found.
func quoted(value any) string {
	switch value := value.(type) {
	case string:
		return strconv.Quote(value)
	case []string:
		return fmt.Sprintf("%q", value)
	case []any:
		parts := make([]string, len(value))
		for i, item := range value {
			parts[i] = quoted(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		return "a table"
	case float64:
		if text := strconv.FormatFloat(value, 'g', -1, 64); strings.ContainsAny(text, ".eIN") {
			return text
		}
		return fmt.Sprintf("%.1f", value) // 30.0 is not 30
	}
	return fmt.Sprint(value)
}

// oneOf lists the allowed values.
func oneOf[T ~string](values []T) string {
	if len(values) == 0 {
		return "none is defined"
	}
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = strconv.Quote(string(value))
	}
	return "allowed: " + strings.Join(parts, ", ")
}
