// Package settings has what a person sets: the declaration of its keys, one document with its
// versions, in the database, and what differs between two of them.
package settings

import "slices"

// Key is the declaration of a key: what the file, the page, the history and the commands know of it.
// Adding one is adding it to a list of keys here, and to the type in which it is read.
type Key struct {
	Name     string
	Kind     Kind
	Default  any  // as in the file, for a key that is missing; nil if the program has none to write
	Required bool // in its table

	// What the page says, in French.
	Label   string
	Help    string
	Unit    string
	Absent  string // what holds if nothing is typed, unless the default says it
	Refusal string // beside the field, whatever is wrong with it
	InOther string // after the refusal, where the field of another unit stands beside this one
	Dated   string // before the date of a row, unless the label is
	Another string // row, unless it has the label
	Fold    string // names what it is folded in with the keys beside it
	Way     string // one of the list's choices, for which it is typed

	figure func() int64 // what the profile has, of a threshold
}

// Kind is how the value of a key is written, typed and read. Those of values have a place for what
// is read, and know its bounds.
type Kind struct {
	Form     Form
	Most     int      // characters of a [Line]
	Choices  []Choice // of [OneOf] and of [OptionalFlag]
	Keys     []Key    // of a [Section], of each of the [Things], or of a row
	Ways     []Choice // of a row, one of which is asked for first
	Identity []string // keys that tell one of the [Rows] from the others
	Shared   bool     // a file and the settings may each have some of the [Things]
	Keyed    bool     // a table whose keys and values are the cells of the [Rows]
	Dated    bool     // the rows have, from their dates on, the keys beside the list

	read  func(value any) (wrong string)            // a value
	below func(r *reader, path []string, value any) // a table or a list of them; nil if it is missing
}

// Choice is one of the values that a key can have.
type Choice struct{ Value, Label string }

// Form is how a value is typed.
type Form int

// The forms of values, and of what has keys of its own.
const (
	Line         Form = iota // a line of text
	Whole                    // a whole number
	Decimal                  // a number with a comma
	Signed                   // one that may be negative, which the keys for numbers of some phones are not
	Duration                 // "7h30"
	Date                     // "2026-01-01"
	MonthDay                 // typed "01/06", stored "06-01"
	Clock                    // "21:00"
	OneOf                    // of the choices
	Flag                     // true if it is checked
	OptionalFlag             // a flag that may be left to the rules
	DayTypes                 // a set of them
	CarryOver                // "none", "all" or a number
	Numbers                  // three of them
	Texts                    // a list of lines, of the machine alone
	Dates                    // a list of them, typed "25/05/2026 ; 17/05/2027"
	Rows                     // a list of tables
	Section                  // a table
	Things                   // tables by their ids
)

// Sections are the person's sections, in the order of the page. They are read by [Read].
var Sections = new(Personal).sections()

// KeyAt returns the key of a path, whatever its rows and its id; nil if there is none.
func KeyAt(path ...string) (found *Key) {
	keys, isID := Sections, false
	for _, part := range path {
		if _, row := Number(part); row || isID {
			isID = false
			continue
		}
		if found = named(keys, part); found == nil {
			return nil
		}
		keys, isID = found.Kind.Keys, found.Kind.Form == Things
		if found.Kind.Keyed {
			break // any key is one of its rows
		}
	}
	return found
}

// named returns the key of a name, or nil.
func named(keys []Key, name string) *Key {
	at := slices.IndexFunc(keys, func(key Key) bool { return key.Name == name })
	if at < 0 {
		return nil
	}
	return &keys[at]
}
