package views

import (
	"slices"

	"github.com/a-h/templ"

	"worklog/models"
	"worklog/models/settings"
)

// Settings is the page of what a person sets.
type Settings struct {
	Frame
	Alert    string
	Details  []string // of the alert
	Fault    string   // what is stored cannot be in force
	Sound    string   // the version to go back to then; empty if there is none
	Parts    []SettingsPart
	Versions []SettingsVersion
	Version  models.Stamp // newest one, on which the forms are based
	Password bool         // there is a page of the password
}

// SettingsPart is a part of the page: a form, or parts with one.
type SettingsPart struct {
	ID      string
	Title   string
	What    string // it does to a figure
	Guide   Link   // what the guide says of it
	Summary string
	Open    bool
	Fixed   []SettingsFixed
	Form    *SettingsForm   // nil if all of it is fixed
	Things  []SettingsPart  // counters, vehicles or journeys, without a title of their own
	Hidden  []SettingsFixed // what is stored of what is fixed
}

// SettingsFixed is a section, or a thing of one, that is the configuration file's.
type SettingsFixed struct {
	Key   string // in the file
	Place string
	Facts []Fact
}

// SettingsForm is a form of settings.
type SettingsForm struct {
	Action  string
	Section string
	ThingID string
	Version models.Stamp
	Unsaved bool
	Stored  []Fact // what is stored now, beside what was typed
	Fields  []SettingsField
	Save    string
	Delete  string // label of the button that deletes; may be empty
	Message string // why it was not deleted
}

// Fact is a value that is stored. Without a label, it is one more of the label before.
type Fact struct {
	Label, Text string
	Differs     bool // from what was typed
}

// ofLabel are the first fact and those after it that have no label of their own.
func ofLabel(facts []Fact) []Fact {
	if end := slices.IndexFunc(facts[1:], func(fact Fact) bool { return fact.Label != "" }); end >= 0 {
		return facts[:1+end]
	}
	return facts
}

// SettingsField is a field of a key, a list of rows, or the question from when on changes count.
type SettingsField struct {
	settings.Key
	ID, Name string
	Typed    []string
	Standard string // what holds if nothing is typed
	Message  string
	Focus    bool
	Rows     []SettingsRow
	Since    *SettingsField // the date from which on a change counts, unless the answer is "ever"
}

// Value is what is typed in a field that has one line.
func (f SettingsField) Value() string {
	if len(f.Typed) == 0 {
		return ""
	}
	return f.Typed[0]
}

// choices are those of the field, and what is typed if it is none of them.
func (f SettingsField) choices() []settings.Choice {
	typed := f.Value()
	if typed == "" || slices.ContainsFunc(f.Kind.Choices, func(choice settings.Choice) bool { return choice.Value == typed }) {
		return f.Kind.Choices
	}
	return append(slices.Clone(f.Kind.Choices), settings.Choice{Value: typed, Label: typed})
}

// isRequired reports whether one of the choices must be made, so that all are seen at once.
func (f SettingsField) isRequired() bool {
	return f.Kind.Form == settings.OneOf && f.Kind.Choices[0].Value != ""
}

// inputType is that of a field of one line: one for dates shows no other text.
func (f SettingsField) inputType() string {
	if f.Kind.Form == settings.Date && (f.Message == "" || f.Value() == "") {
		return "date"
	}
	return "text"
}

// isShort reports whether the field has a few characters, under the name of a weekday.
func (f SettingsField) isShort() bool {
	return f.Kind.Form == settings.Duration && len(f.Label) == len("lun.")
}

// SettingsRow is a row of a list; the last one is empty.
type SettingsRow struct {
	Legend string
	Name   string            // begins those of its fields
	Row    string            // its number in what is stored; empty for a new one
	ID     string            // of a new one
	Open   bool              // of a new one, which was asked for or in which something was typed
	Ways   []settings.Choice // of what is asked first; empty for nothing
	How    string            // the chosen one
	Fields []SettingsField
}

// runs cuts fields into those that stand together: folded, or for a way.
func runs(fields []SettingsField) (runs [][]SettingsField) {
	for len(fields) > 0 {
		end := 1
		for end < len(fields) && fields[end].Fold == fields[0].Fold && fields[end].Way == fields[0].Way {
			end++
		}
		runs, fields = append(runs, fields[:end]), fields[end:]
	}
	return runs
}

// isOpen reports whether something in the field is to be seen at once.
func (f SettingsField) isOpen() bool {
	return f.Message != "" || f.Focus || slices.ContainsFunc(f.Rows, func(row SettingsRow) bool {
		return row.Open || slices.ContainsFunc(row.Fields, SettingsField.isOpen)
	})
}

// SettingsVersion is what was stored before or is now.
type SettingsVersion struct {
	ID      string // empty for the present one
	Moment  Moment
	Who     string
	Changed []string
}

// SettingsPreview is what a change would do to figures of the past.
type SettingsPreview struct {
	Frame
	Action  string
	Changes []SettingsChange
	Hidden  []Field
}

// How many changes of the past are shown at once, and at most.
const foldedChanges, mostChanges = 10, 400

// SettingsChange is a figure before and after.
type SettingsChange struct {
	Label, Before, After string
	Lost                 bool // the figure, or the agreement with a digest that was kept
}

// Loses reports whether a change loses something.
func (p SettingsPreview) Loses() bool {
	return slices.ContainsFunc(p.Changes, func(change SettingsChange) bool { return change.Lost })
}

func (p SettingsPreview) save() string {
	if p.Loses() {
		return "Enregistrer quand même"
	}
	return "Enregistrer"
}

func settingsFault(field SettingsField) templ.Attributes {
	attributes := templ.Attributes{"autofocus": field.Focus}
	if field.Message != "" {
		attributes["aria-invalid"] = "true"
		attributes["aria-describedby"] = field.ID + "-error"
	}
	return attributes
}

// Start is the page of one of the first questions.
type Start struct {
	Frame
	Heading string
	Of      string // which one it is, as in "1 sur 4"
	Action  string
	Version models.Stamp // of the settings, on which the form is based
	Alert   string
	Details []string // of the alert
	Fields  []SettingsField
}
