package views

import (
	"maps"
	"net/url"
	"slices"
)

// Login is the page that asks for the password.
type Login struct {
	Frame
	Next    string // path to redirect to
	Notice  string // shown above the form
	Message string // why the attempt was refused
	Carried []Field
}

// Field is a hidden field that carries what was sent in another form.
type Field struct{ Name, Value string }

// FieldsOf returns the fields that carry values, except those named.
func FieldsOf(values url.Values, except ...string) (fields []Field) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			if !slices.Contains(except, name) {
				fields = append(fields, Field{name, value})
			}
		}
	}
	return fields
}
