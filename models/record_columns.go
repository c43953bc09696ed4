package models

import (
	"reflect"
	"strings"
)

// column is a column of a record's table: that of a field, whose name in JSON it has.
type column struct {
	name  string
	field int
}

type recordColumns []column

// columnsOf returns the columns of a record, in the order of its fields.
func columnsOf(record any) (all recordColumns) {
	of := reflect.TypeOf(record)
	for field := range of.NumField() {
		if name, _, _ := strings.Cut(of.Field(field).Tag.Get("json"), ","); name != "-" {
			all = append(all, column{name, field})
		}
	}
	return all
}

func (c recordColumns) names() []string {
	names := make([]string, len(c))
	for i, column := range c {
		names[i] = column.name
	}
	return names
}

// pointers returns pointers to the values of a record, to which it points itself.
func (c recordColumns) pointers(record any) []any {
	fields, values := reflect.ValueOf(record).Elem(), make([]any, len(c), len(c)+2) // with room for what is asked beside them
	for i, column := range c {
		values[i] = fields.Field(column.field).Addr().Interface()
	}
	return values
}
