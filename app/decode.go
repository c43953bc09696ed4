package app

import (
	"maps"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/viper"

	"worklog/models/settings"
)

// decoder decodes a document and collects problems. The keys of the machine's sections are taken
// from viper, for which the environment takes precedence over the file and the file over the
// defaults. All others are read from the document, because viper folds the case of ids and splits
// them at dots.
type decoder struct {
	doc        *document
	secrets    secretsMode
	values     settings.Tree   // of the machine's sections
	overridden map[string]bool // keys that the environment sets
	problems   Problems
	known      map[string]bool // sources and keys of the problems
	warnings   []Problem
}

func newDecoder(doc *document, secrets secretsMode) *decoder {
	return &decoder{doc: doc, secrets: secrets, overridden: map[string]bool{}, known: map[string]bool{}}
}

// machine reads the sections of the machine.
func (d *decoder) machine(sections []settings.Key) {
	read := viper.New()
	d.values = settings.Tree{}
	for _, section := range sections {
		value, found := d.doc.root[section.Name]
		table, ok := value.(settings.Tree)
		if found && !ok {
			d.values[section.Name] = value // as is reported
			continue
		}
		merged := settings.Tree{}
		maps.Copy(merged, table)
		for _, key := range section.Kind.Keys {
			path := section.Name + "." + key.Name
			read.SetDefault(path, key.Default)
			if value, found := table[key.Name]; found { // merged by exact key: viper's own reading would ignore case
				_ = read.MergeConfigMap(settings.Tree{section.Name: settings.Tree{key.Name: value}})
			}
			_ = read.BindEnv(path, envName(path)) // fails only without a key
			if merged[key.Name] = read.Get(path); fromEnv(path) {
				merged[key.Name] = fromText(read.GetString(path), key.Kind.Form)
				d.overridden[path] = true
			}
		}
		d.values[section.Name] = merged
	}
	d.take(settings.ReadSections(d.values, sections))
}

// fromText returns what a variable of the environment says, or its text if it does not say a value
// of the form.
func fromText(text string, form settings.Form) any {
	switch form {
	case settings.Whole:
		if number, err := strconv.ParseInt(text, 10, 64); err == nil {
			return number
		}
	case settings.Flag:
		if text == "true" || text == "false" {
			return text == "true"
		}
	case settings.Texts:
		items := []any{}
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, item)
			}
		}
		return items
	}
	return text
}

// envName returns the environment variable that overrides a key.
func envName(key string) string {
	return "WORKLOG_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// fromEnv reports whether the environment has a variable for a key.
func fromEnv(key string) bool { return os.Getenv(envName(key)) != "" }

// take adds what was found in the document.
func (d *decoder) take(found settings.Findings) {
	for _, problem := range found.Problems {
		d.reject(problem)
	}
	for _, warning := range found.Warnings {
		d.warnings = append(d.warnings, d.at(warning))
	}
}

// at returns a problem with its place: in the environment, in the settings or in the file.
func (d *decoder) at(found settings.Problem) Problem {
	problem := Problem{Source: d.doc.file, Line: d.doc.line(found.Path...), Key: settings.KeyName(found.Path...), Value: found.Value, Allowed: found.Allowed}
	switch {
	case d.overridden[problem.Key]:
		problem.Source, problem.Line, problem.Key = environment, 0, envName(problem.Key)
		if problem.Value != "" {
			problem.Value = settings.Quoted(os.Getenv(problem.Key))
		}
	case d.doc.isOwn(found.Path...):
		problem.Source, problem.Line = ownSource, 0
	}
	return problem
}

// reject adds a problem with a key.
func (d *decoder) reject(found settings.Problem) {
	problem := d.at(found)
	if problem.Line == 0 && problem.Source == d.doc.file {
		problem.Line = d.doc.line(found.Path[:len(found.Path)-1]...) // of the section that lacks it
	}
	d.add(problem)
}

// rejectKey adds a problem with a key of the machine.
func (d *decoder) rejectKey(section, name, allowed string) {
	table, _ := d.values[section].(settings.Tree)
	d.reject(settings.Problem{Path: []string{section, name}, Value: settings.Quoted(table[name]), Allowed: allowed})
}

// warn adds a warning about a key of the machine.
func (d *decoder) warn(key, text string) {
	d.warnings = append(d.warnings, d.at(settings.Problem{Path: strings.Split(key, "."), Allowed: text}))
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
