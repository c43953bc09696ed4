package app

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/viper"

	"worklog/models"
	"worklog/models/settings"
)

// decoder decodes a document and collects problems. It uses viper for the keys of the machine, for
// which the environment takes precedence over the file and the file over the defaults. All others
// are read by [settings.Read], because viper folds the case of ids and splits them at dots.
type decoder struct {
	doc      *document
	secrets  secretsMode
	settings *viper.Viper
	problems Problems
	known    map[string]bool // sources and keys of the problems
	warnings []Problem
}

// newDecoder returns a decoder that has read the sections of the machine.
func newDecoder(doc *document, secrets secretsMode) *decoder {
	d := personalDecoder(doc)
	d.secrets, d.settings = secrets, viper.New()
	for _, machine := range machineSettings {
		d.settings.SetDefault(machine.key, machine.standard)
		_ = d.settings.BindEnv(machine.key, envName(machine.key)) // fails only without a key
	}
	for _, section := range models.MachineSections {
		value, found := doc.root[section]
		table, ok := value.(settings.Tree)
		if found && !ok {
			d.reject(settings.Problem{Path: []string{section}, Value: settings.Quoted(value), Allowed: "must be a section, as in [" + section + "]"})
		}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			known := func(machine machineSetting) bool { return machine.key == section+"."+name }
			switch {
			case slices.ContainsFunc(machineSettings, known):
				// merged by exact key: viper's own reading would ignore case
				_ = d.settings.MergeConfigMap(settings.Tree{section: settings.Tree{name: table[name]}})
			case section != "presence_integration":
				d.take(settings.Findings{Unknown: [][]string{{section, name}}})
			}
		}
	}
	return d
}

// personalDecoder returns a decoder for the person's sections alone.
func personalDecoder(doc *document) *decoder { return &decoder{doc: doc, known: map[string]bool{}} }

// take adds what was found in the document.
func (d *decoder) take(found settings.Findings) {
	for _, problem := range found.Problems {
		d.reject(problem)
	}
	for _, warning := range found.Warnings {
		d.warnings = append(d.warnings, d.at(warning))
	}
	for _, path := range found.Unknown {
		d.warnings = append(d.warnings, d.at(settings.Problem{Path: path, Allowed: "unknown key, ignored"}))
	}
}

// at returns a problem of the document with its place.
func (d *decoder) at(found settings.Problem) Problem {
	problem := Problem{Source: d.doc.file, Line: d.doc.line(found.Path...), Key: settings.KeyName(found.Path...), Value: found.Value, Allowed: found.Allowed}
	if d.doc.isOwn(found.Path...) {
		problem.Source, problem.Line, problem.Path = ownSource, 0, found.Path
	}
	return problem
}

// reject adds a problem with a key.
func (d *decoder) reject(found settings.Problem) {
	problem := d.at(found)
	if problem.Line == 0 && problem.Path == nil {
		problem.Line = d.doc.line(found.Path[:len(found.Path)-1]...) // of the section that lacks it
	}
	d.add(problem)
}

// rejectSetting is like reject for a setting, which may come from the environment.
func (d *decoder) rejectSetting(key, allowed string) {
	value := settings.Quoted(d.settings.Get(key))
	if fromEnv(key) {
		d.add(Problem{Source: environment, Key: envName(key), Value: value, Allowed: allowed})
		return
	}
	d.reject(settings.Problem{Path: strings.Split(key, "."), Value: value, Allowed: allowed})
}

// Sources of values that come from no file.
const (
	environment = "environment"
	ownSource   = "settings" // the person's, in the database
)

// add adds a problem, unless its key has one already.
func (d *decoder) add(problem Problem) {
	if key := settings.Join(problem.Source, problem.Key); !d.known[key] {
		d.known[key] = true
		d.problems = append(d.problems, problem)
	}
}

// rejected reports whether there is a problem with an environment variable.
func (d *decoder) rejected(variable string) bool {
	return d.known[settings.Join(environment, variable)]
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
