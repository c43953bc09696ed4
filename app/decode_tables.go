package app

import (
	"slices"

	"github.com/pelletier/go-toml/v2"

	"worklog/models"
)

// date returns a date, which TOML can write with or without quotes.
func (d *decoder) date(value any, path []string) models.Date {
	text, _ := value.(string)
	if local, ok := value.(toml.LocalDate); ok {
		text = local.String()
	}
	date, err := models.ParseDate(text)
	if err != nil {
		d.demand(value, `must be a date, such as "2026-07-01"`, path)
	}
	return date
}

// tables returns the tables of an array, as in [[bareme]]; none if it is absent.
func (d *decoder) tables(value any, form string, path []string) []map[string]any {
	list, ok := value.([]any)
	if value != nil && !ok {
		d.reject(value, "must be a list of tables, as in "+form, path...)
	}
	var tables []map[string]any
	for _, item := range list {
		table, ok := item.(map[string]any)
		if !ok {
			d.reject(value, "must be a list of tables, as in "+form, path...)
			return nil
		}
		tables = append(tables, table)
	}
	return tables
}

// demand is like reject for a key that is required.
func (d *decoder) demand(value any, allowed string, path []string) {
	if value == nil {
		allowed = "is required; " + allowed
	}
	d.reject(value, allowed, path...)
}

// keyOf returns the path of a key below another, whose slice it leaves alone.
func keyOf(path []string, key string) []string { return append(slices.Clone(path), key) }
