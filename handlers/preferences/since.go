package preferences

import (
	"net/url"
	"slices"
	"strings"

	"worklog/models/settings"
)

// dated is a list of what other fields of a part, or of a thing of it, are from dates on. A form that
// changes these says whether that counts from a date on or corrects an error.
type dated struct {
	field
	from   settings.Key   // of a row: its date
	values []settings.Key // of a row: the others
}

// What the form says of a change, in the field of the name and this, and its date.
const (
	sinceField = "-since"
	sinceDate  = "date"
	sinceEver  = "ever"
	dateField  = "-date"
)

// dated returns the list of the part that is such, or nil if there is none. Whose value a row has is
// the field of the same name beside the list.
func (p place) dated() *dated {
	for _, f := range p.fields() {
		if f.Kind.Dated {
			return &dated{f, f.Kind.Keys[0], f.Kind.Keys[1:]}
		}
	}
	return nil
}

// undated returns the path of a value before all dates.
func (d dated) undated(value settings.Key) []string {
	return append(slices.Clone(d.at[:len(d.at)-1]), value.Name)
}

// first returns the values before all dates.
func (d dated) first(own settings.Tree) settings.Tree {
	row := settings.Tree{}
	for _, value := range d.values {
		set(row, get(own, d.undated(value)...), value.Name)
	}
	return row
}

func (d dated) rows(own settings.Tree) []any {
	rows, _ := get(own, d.at...).([]any)
	return rows
}

// before says until when the values without a date count, after what is said of them.
func (d dated) before(own settings.Tree, help string) string {
	var dates []string
	for _, row := range d.rows(own) {
		dates = append(dates, written(get(asTree(row), d.from.Name)))
	}
	if len(dates) == 0 {
		return help
	}
	return strings.TrimPrefix(help+", avant le "+dateWords(slices.Min(dates)), ", ")
}

// rowFrom returns the row of a date, or nil.
func (d dated) rowFrom(own settings.Tree, date any) settings.Tree {
	for _, row := range d.rows(own) {
		if written(get(asTree(row), d.from.Name)) == written(date) {
			return asTree(row)
		}
	}
	return nil
}

func (d dated) differ(a, b settings.Tree) bool {
	return slices.ContainsFunc(d.values, func(value settings.Key) bool {
		return !slices.Equal(typedAs(value, a[value.Name]), typedAs(value, b[value.Name]))
	})
}

// fromDate keeps what was stored of the values that a form changes, and has what was typed count from
// its date on.
func (d dated) fromDate(r reading, own settings.Tree, typed url.Values) {
	rows, date := d.rows(r.own), parse(d.from, typed[d.name+dateField])
	for i, row := range rows {
		is := asTree(row)
		if was := d.rowFrom(own, is[d.from.Name]); was != nil && d.differ(was, is) && written(is[d.from.Name]) != written(date) {
			rows[i] = was
			rows = d.with(r, rows, is, date, func(value settings.Key) []string { return append(slices.Clone(d.at), settings.Element(i), value.Name) })
		}
	}
	if was, is := d.first(own), d.first(r.own); d.differ(was, is) {
		for _, value := range d.values {
			set(r.own, was[value.Name], d.undated(value)...)
		}
		rows = d.with(r, rows, is, date, d.undated)
	}
	if len(rows) > 0 {
		set(r.own, rows, d.at...)
	}
}

// with returns the rows and another one from a date on, whose values were typed in fields of other
// paths.
func (d dated) with(r reading, rows []any, values settings.Tree, date any, path func(value settings.Key) []string) []any {
	row, at := settings.Tree{}, append(slices.Clone(d.at), settings.Element(len(rows)))
	set(row, date, d.from.Name)
	for _, value := range d.values {
		set(row, values[value.Name], value.Name)
		r.places[settings.Join(append(slices.Clone(at), value.Name)...)] = r.places[settings.Join(path(value)...)]
	}
	r.refusals[d.name+dateField] = d.from.Refusal
	r.places[settings.Join(at...)] = d.name + dateField
	return append(rows, row)
}

// valueToday returns what is in force today of a value.
func (v pageView) valueToday(of place, f field) any {
	value, latest := get(v.inForce, f.at...), ""
	d := of.dated()
	if d == nil || !slices.Equal(f.at, d.undated(f.Key)) {
		return value
	}
	for _, row := range d.rows(v.inForce) {
		if date := written(get(asTree(row), d.from.Name)); date > latest && date <= v.Today().String() {
			latest, value = date, get(asTree(row), f.Name)
		}
	}
	return value
}
