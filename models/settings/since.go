package settings

import (
	"slices"

	"worklog/models/civil"
	"worklog/models/report"
)

// sinceDates declares a key and, after it, a list of its values from dates on. The value without a date
// is the one before the first of them.
func sinceDates[T any](to *[]report.Since[T], undated *T, key func(to *T) Key, list Key, once string) []Key {
	first := key(undated)
	first.Kind = first.Kind.then(func() { *to = append(*to, report.Since[T]{Value: *undated}) })
	list.Kind = rows(to, []string{"from"}, once, func(row *report.Since[T]) ([]Key, func(table)) {
		dated := key(&row.Value)
		dated.Required, dated.Default = true, nil
		return []Key{from(&row.From, "from"), dated}, nil
	})
	list.Kind.Dated = true
	below := list.Kind.below
	list.Kind.below = func(r *reader, path []string, value any) {
		below(r, path, value)
		slices.SortFunc(*to, func(a, b report.Since[T]) int { return a.From.Compare(b.From) })
	}
	return []Key{first, list}
}

// from declares the date from which on a row counts.
func from(to *civil.Date, name string) Key {
	return Key{Name: name, Kind: date(to), Required: true, Label: "À partir du", Refusal: wrongOnceDate}
}
