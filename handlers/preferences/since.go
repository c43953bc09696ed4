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

// rows are the values before all dates, in a row without one, and from each date on.
func (d dated) rows(own settings.Tree) []any {
	first := settings.Tree{}
	for _, value := range d.values {
		set(first, get(own, d.path(0, value)...), value.Name)
	}
	dated, _ := get(own, d.at...).([]any)
	return append([]any{first}, dated...)
}

func (d dated) path(row int, value settings.Key) []string {
	if row == 0 {
		return append(slices.Clone(d.at[:len(d.at)-1]), value.Name)
	}
	return append(slices.Clone(d.at), settings.Element(row-1), value.Name)
}

// dateOf returns the date of a row, or "".
func (d dated) dateOf(row any) string { return written(get(asTree(row), d.from.Name)) }

// before says until when the values without a date count, after what is said of them.
func (d dated) before(own settings.Tree, help string) string {
	rows := d.rows(own)[1:]
	if len(rows) == 0 {
		return help
	}
	first := slices.MinFunc(rows, func(a, b any) int { return strings.Compare(d.dateOf(a), d.dateOf(b)) })
	return strings.TrimPrefix(help+", avant le "+dateWords(d.dateOf(first)), ", ")
}

func (d dated) differ(a, b any) bool {
	return slices.ContainsFunc(d.values, func(value settings.Key) bool {
		return !slices.Equal(typedAs(value, get(asTree(a), value.Name)), typedAs(value, get(asTree(b), value.Name)))
	})
}

// fromDate keeps what was stored of the values that a form changes, and has what was typed count from
// its date on.
func (d dated) fromDate(r reading, own settings.Tree, typed url.Values) {
	before, rows := d.rows(own), d.rows(r.own)
	date, dateName := parse(d.from, typed[d.name+dateField]), d.name+dateField
	for i, is := range rows {
		at := slices.IndexFunc(before, func(was any) bool { return d.dateOf(was) == d.dateOf(is) })
		isNew, isOfDate := i > 0 && at <= 0, i > 0 && d.dateOf(is) == written(date)
		if isNew || isOfDate || !d.differ(before[at], is) {
			continue
		}
		row := settings.Tree{}
		set(row, date, d.from.Name)
		for _, value := range d.values {
			set(row, get(asTree(is), value.Name), value.Name)
			r.places[settings.Join(d.path(len(rows), value)...)] = r.places[settings.Join(d.path(i, value)...)]
		}
		r.places[settings.Join(append(slices.Clone(d.at), settings.Element(len(rows)-1))...)] = dateName
		rows[i] = before[at]
		rows = append(rows, row)
	}
	for _, value := range d.values {
		set(r.own, get(asTree(rows[0]), value.Name), d.path(0, value)...)
	}
	if len(rows) > 1 {
		set(r.own, rows[1:], d.at...)
	}
}

// valueToday returns what is in force today of a value.
func (v pageView) valueToday(of place, f field) any {
	value, latest := get(v.inForce, f.at...), ""
	d := of.dated()
	if d == nil || !slices.Equal(f.at, d.path(0, f.Key)) {
		return value
	}
	for _, row := range d.rows(v.inForce) {
		if date := d.dateOf(row); date > latest && date <= v.Today().String() {
			latest, value = date, get(asTree(row), f.Name)
		}
	}
	return value
}
