package preferences

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"worklog/models"
	"worklog/models/settings"
	"worklog/views/french"
)

// parse returns what was typed as the settings store it, or nil for nothing. What cannot be
// understood is returned as it is: the rules of the configuration refuse it.
func parse(key settings.Key, typed []string) any {
	if key.Kind.Form == settings.DayTypes && len(typed) > 0 {
		return listOf(typed, func(code string) any { return code })
	}
	first := ""
	if len(typed) > 0 {
		first = strings.TrimSpace(typed[0])
	}
	if checked := first != ""; key.Kind.Form == settings.Flag && checked != (key.Default == true) {
		return checked
	}
	if first == "" {
		return nil
	}
	switch key.Kind.Form {
	case settings.Flag: // as it is by default
		return nil
	case settings.Whole, settings.Decimal, settings.Signed:
		return number(first)
	case settings.Duration:
		return durationTyped(first)
	case settings.Date:
		return dateTyped(first)
	case settings.MonthDay:
		return rewritten(first, "2/1", "01-02") // as "1/6" is "06-01"
	case settings.OptionalFlag:
		return first == "true"
	case settings.CarryOver:
		switch strings.ToLower(first) {
		case "rien", "none":
			return nil
		case "tout", "all":
			return "all"
		}
		return number(first)
	case settings.Numbers:
		return listOf(listed(first), number)
	case settings.Dates:
		return listOf(listed(first), func(text string) any { return dateTyped(text) })
	}
	return first
}

// listed are the parts of a list that is typed in one field.
func listed(typed string) []string {
	return strings.FieldsFunc(typed, func(r rune) bool { return r == ';' || r == ' ' || r == '\u00a0' })
}

func listOf(texts []string, value func(string) any) (all []any) {
	for _, text := range texts {
		all = append(all, value(text))
	}
	return all
}

// typedAs returns how a stored value is typed.
func typedAs(key settings.Key, value any) []string {
	switch form := key.Kind.Form; {
	case form == settings.Flag && (value == true || value == nil && key.Default == true):
		return []string{"true"}
	case form == settings.Flag || value == nil:
		return nil
	}
	switch key.Kind.Form {
	case settings.DayTypes:
		return allWritten(value)
	case settings.MonthDay:
		if month, day, found := strings.Cut(written(value), "-"); found {
			return []string{day + "/" + month}
		}
	case settings.OneOf:
		if value == key.Default { // whose choice is that of nothing
			return nil
		}
	case settings.CarryOver:
		switch value {
		case "all":
			return []string{"tout"}
		case "none":
			return nil
		}
	case settings.Numbers, settings.Dates:
		all := allWritten(value)
		for i, text := range all {
			all[i] = rewritten(text, time.DateOnly, "02/01/2006")
		}
		return []string{strings.Join(all, " ; ")}
	}
	return []string{written(value)}
}

// words say a stored value, such as "oui" or "Travail, Garde".
func words(key settings.Key, value any) string {
	typed := typedAs(key, value)
	shown := strings.Join(typed, ", ")
	switch key.Kind.Form {
	case settings.Flag, settings.OptionalFlag:
		switch {
		case value == nil && key.Kind.Form == settings.OptionalFlag:
			return "selon les types"
		case shown == "true":
			return "oui"
		}
		return "non"
	case settings.DayTypes:
		for i, code := range typed {
			typed[i] = cmp.Or(french.DayTypes[models.DayType(code)], code)
		}
		return strings.Join(typed, ", ")
	case settings.Date:
		if shown != "" {
			return dateWords(shown)
		}
	case settings.Duration:
		if hours, minutes, found := strings.Cut(cmp.Or(shown, standard(key)), "h"); found {
			return strings.TrimSuffix(strings.Replace(hours, "-", "−", 1)+nbsp+"h"+nbsp+minutes, nbsp)
		}
	}
	for _, choice := range key.Kind.Choices {
		if choice.Value == shown {
			return choice.Label
		}
	}
	if shown = cmp.Or(shown, standard(key)); shown != "" && key.Unit != "" {
		shown += nbsp + key.Unit
	}
	return shown
}

// standard is what holds if the field is left empty.
func standard(key settings.Key) string { return cmp.Or(key.Absent, written(key.Default)) }

func allWritten(list any) (all []string) {
	values, _ := list.([]any)
	for _, value := range values {
		all = append(all, written(value))
	}
	return all
}

// written writes a value of TOML as it is typed: a number with a comma.
func written(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strings.Replace(strconv.FormatFloat(value, 'f', -1, 64), ".", ",", 1)
	case bool:
		return strconv.FormatBool(value)
	case toml.LocalDate:
		return value.String()
	}
	return ""
}

// plainNumber leaves out what is typed in a number for the eye alone.
var plainNumber = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "−", "-", "+", "")

// number returns a typed number, whole if it is one.
func number(typed string) any {
	plain := strings.ReplaceAll(plainNumber.Replace(typed), ",", ".")
	if n, err := strconv.ParseInt(plain, 10, 64); err == nil {
		return n
	}
	if strings.Trim(plain, "-.0123456789") != "" { // nor "NaN", "1e5" or "0x1p2"
		return typed
	}
	if n, err := strconv.ParseFloat(plain, 64); err == nil {
		return n
	}
	return typed
}

// durationTyped writes "7 h 30", "7:30" and "7" as "7h30" and "7h".
func durationTyped(typed string) string {
	plain := strings.NewReplacer(":", "h", "H", "h").Replace(plainNumber.Replace(typed))
	if _, err := strconv.Atoi(plain); err == nil {
		return plain + "h"
	}
	if hours, minutes, found := strings.Cut(plain, "h"); found && minutes == "00" {
		return hours + "h"
	}
	return plain
}

// dateTyped writes "1/2/2026" as "2026-02-01".
func dateTyped(typed string) string { return rewritten(typed, "2/1/2006", time.DateOnly) }

// rewritten writes a date of one layout by another; anything else stays as it is.
func rewritten(typed, layout, other string) string {
	date, err := time.Parse(layout, strings.ReplaceAll(typed, " ", ""))
	if err != nil {
		return typed
	}
	return date.Format(other)
}

// rowsIn returns the rows of a list, or of a table whose keys and values are their cells.
func rowsIn(list settings.Key, value any) []any {
	rows, _ := value.([]any)
	table := asTree(value)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		rows = append(rows, settings.Tree{list.Kind.Keys[0].Name: name, list.Kind.Keys[1].Name: table[name]})
	}
	return rows
}

// get returns the value at a path of a tree, or nil.
func get(tree settings.Tree, path ...string) any {
	var value any = tree
	for _, name := range path {
		table, _ := value.(settings.Tree)
		value = table[name]
	}
	return value
}

// set sets the value at a path, or removes it if it is nil, with the tables that it leaves empty.
func set(tree settings.Tree, value any, path ...string) {
	if len(path) == 1 {
		if value == nil {
			delete(tree, path[0])
		} else {
			tree[path[0]] = value
		}
		return
	}
	below, ok := tree[path[0]].(settings.Tree)
	if !ok {
		if value == nil {
			return
		}
		below = settings.Tree{}
		tree[path[0]] = below
	}
	set(below, value, path[1:]...)
	if len(below) == 0 {
		delete(tree, path[0])
	}
}
