package preferences

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

// name is the name of the field in a form.
func (p part) name(f field) string {
	name := strings.Join(f.path, ".")
	if p.thing != nil {
		return p.thing.section + "." + name
	}
	return name
}

// at is the path of the field in the settings; id is that of a thing.
func (p part) at(id string, f field) []string {
	if p.thing != nil {
		return append([]string{p.thing.section, id}, f.path...)
	}
	return f.path
}

// value returns what was typed as the settings store it, or nil for nothing. What cannot be
// understood is returned as it is: the rules of the configuration refuse it.
func (f field) value(typed []string) any {
	first := ""
	if len(typed) > 0 {
		first = strings.TrimSpace(typed[0])
	}
	switch f.Kind.Form {
	case settings.Flag:
		if first == "" {
			return nil
		}
		return true
	case settings.FlagByDefault:
		if first == "" {
			return false
		}
		return nil
	case settings.DayTypes:
		if len(typed) == 0 {
			return nil
		}
		var types []any
		for _, dayType := range typed {
			types = append(types, dayType)
		}
		return types
	}
	if first == "" {
		return nil
	}
	switch f.Kind.Form {
	case settings.Whole, settings.Decimal:
		return number(first)
	case settings.Duration:
		return durationTyped(first)
	case settings.Date:
		return dateTyped(first)
	case settings.MonthDay:
		return monthDayTyped(first)
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
	case settings.Numbers, settings.Dates:
		var all []any
		for _, part := range strings.FieldsFunc(first, func(r rune) bool { return r == ';' || r == ' ' || r == '\u00a0' }) {
			if f.Kind.Form == settings.Dates {
				all = append(all, dateTyped(part))
			} else {
				all = append(all, number(part))
			}
		}
		return all
	}
	return first
}

// typed returns how a stored value is typed.
func (f field) typed(value any) []string {
	if value == nil {
		if f.Kind.Form == settings.FlagByDefault {
			return []string{"true"}
		}
		return nil
	}
	switch f.Kind.Form {
	case settings.Flag, settings.FlagByDefault:
		if value == true {
			return []string{"true"}
		}
		return nil
	case settings.DayTypes:
		return allWritten(value)
	case settings.MonthDay:
		month, day, found := strings.Cut(written(value), "-")
		if found {
			return []string{day + "/" + month}
		}
	case settings.OneOf:
		if value == f.Default { // whose choice is that of nothing
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
			if date, err := civil.ParseDate(text); err == nil {
				all[i] = fmt.Sprintf("%02d/%02d/%d", date.Day, date.Month, date.Year)
			}
		}
		return []string{strings.Join(all, " ; ")}
	}
	return []string{written(value)}
}

// words say a stored value, such as "oui" or "Travail, Garde".
func (f field) words(value any) string {
	typed := f.typed(value)
	switch f.Kind.Form {
	case settings.Flag, settings.FlagByDefault, settings.OptionalFlag:
		switch {
		case value == nil && f.Kind.Form == settings.OptionalFlag:
			return "selon les types"
		case len(typed) > 0 && typed[0] == "true":
			return "oui"
		}
		return "non"
	case settings.DayTypes:
		for i, code := range typed {
			if name, known := french.DayTypes[models.DayType(code)]; known {
				typed[i] = name
			}
		}
		return strings.Join(typed, ", ")
	case settings.Date:
		if len(typed) > 0 {
			return dateWords(typed[0])
		}
	}
	shown := strings.Join(typed, ", ")
	if hours, minutes, found := strings.Cut(shown, "h"); found && f.Kind.Form == settings.Duration {
		return strings.TrimSuffix(strings.Replace(hours, "-", "−", 1)+nbsp+"h"+nbsp+minutes, nbsp)
	}
	for _, choice := range f.Kind.Choices {
		if choice.Value == shown {
			return choice.Label
		}
	}
	if shown == "" {
		shown = f.standard()
	}
	if shown != "" && f.Unit != "" {
		shown += french.NBSP + f.Unit
	}
	return shown
}

// allWritten writes the values of a list as they are typed.
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

// number returns a typed number, whole if it is one.
func number(typed string) any {
	plain := strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "−", "-", "+", "", ",", ".").Replace(typed)
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
	plain := strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "−", "-", "+", "", ":", "h", "H", "h").Replace(typed)
	if _, err := strconv.Atoi(plain); err == nil {
		return plain + "h"
	}
	if hours, minutes, found := strings.Cut(plain, "h"); found && minutes == "00" {
		return hours + "h"
	}
	return plain
}

// dateTyped writes "1/2/2026" as "2026-02-01".
func dateTyped(typed string) string {
	parts := strings.Split(strings.ReplaceAll(typed, " ", ""), "/")
	if len(parts) != 3 {
		return typed
	}
	return parts[2] + "-" + padded(parts[1]) + "-" + padded(parts[0])
}

// monthDayTyped writes "1/6" as "06-01".
func monthDayTyped(typed string) string {
	day, month, found := strings.Cut(strings.ReplaceAll(typed, " ", ""), "/")
	if !found {
		return typed
	}
	return padded(month) + "-" + padded(day)
}

func padded(number string) string {
	if len(number) == 1 {
		return "0" + number
	}
	return number
}

// rows returns the rows of a list, or of a table whose keys and values are their cells.
func (f field) rows(value any) []any {
	list, _ := value.([]any)
	table := asTree(value)
	for _, key := range slices.Sorted(maps.Keys(table)) {
		list = append(list, settings.Tree{f.row[0].Name: key, f.row[1].Name: table[key]})
	}
	return list
}

// options are the choices of a field, and what is typed if it is none of them.
func (f field) options(typed string) (options []views.Option) {
	for _, choice := range f.Kind.Choices {
		options = append(options, views.Option{Value: choice.Value, Label: choice.Label, Selected: choice.Value == typed})
	}
	known := func(choice settings.Choice) bool { return choice.Value == typed }
	if typed != "" && !slices.ContainsFunc(f.Kind.Choices, known) {
		options = append(options, views.Option{Value: typed, Label: typed, Selected: true})
	}
	return options
}

// dayTypeOptions are the types of day, of which those that are typed are chosen.
func dayTypeOptions(typed []string) (options []views.Option) {
	for _, dayType := range models.DayTypes {
		options = append(options, views.Option{Value: string(dayType), Label: french.DayTypes[dayType], Selected: slices.Contains(typed, string(dayType))})
	}
	return options
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

// clone returns a copy that shares no table.
func clone(value any) any {
	switch value := value.(type) {
	case settings.Tree:
		copied := settings.Tree{}
		for key, inner := range value {
			copied[key] = clone(inner)
		}
		return copied
	case []any:
		copied := slices.Clone(value)
		for i := range copied {
			copied[i] = clone(copied[i])
		}
		return copied
	}
	return value
}
