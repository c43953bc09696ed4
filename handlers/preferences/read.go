package preferences

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"worklog/models/settings"
	"worklog/views/french"
)

// reading is what a form says.
type reading struct {
	own      settings.Tree     // with what was typed in place of what there was
	places   map[string]string // names of fields, by the [settings.Join] of their paths in own
	messages map[string]string // by the names of fields; empty for what their keys refuse
	fixed    []string          // what was typed for a key that is set elsewhere by now
}

// reading is a form that says nothing yet of these settings.
func (now stored) reading() reading {
	return reading{own: storedIn(now.Version).own, places: map[string]string{}, messages: map[string]string{}}
}

// put sets what was typed in the field of a name.
func (r reading) put(name string, value any, path ...string) {
	set(r.own, value, path...)
	r.places[settings.Join(path...)] = name
}

// read returns what a form says. What the file has stays; so do the
// keys that no field has.
func (p place) read(now stored, typed url.Values, keeper Keeper) reading {
	r := now.reading()
	file := keeper.File
	for _, f := range p.fields() {
		by := settings.Hider(file, f.at...)
		switch {
		case by == nil && p.adjusts:
			r.readFirst(f, typed)
		case by == nil:
			r.read(f, typed)
		case f.differs(typed, get(file, f.at...)):
			r.fixed = append(r.fixed, p.title+", "+french.LowerFirst(f.Label)+nbsp+": fixé dans "+keeper.place(by...)+".")
		}
	}
	if d := p.dated(); d != nil && typed.Get(d.name+sinceField) == sinceDate && settings.Hider(file, d.at...) == nil {
		d.fromDate(r, now.own, typed)
	}
	if p.thing != nil && get(r.own, p.id, p.thingID) == nil && settings.Hider(file, p.id, p.thingID) == nil {
		set(r.own, settings.Tree{"label": ""}, p.id, p.thingID) // it is still there
	}
	return r
}

// differs reports whether a form that was opened before the file had a key says something else.
func (f field) differs(typed url.Values, value any) bool {
	if f.Kind.Form == settings.Rows {
		return typed.Has(f.name + ".0." + f.Kind.Keys[0].Name)
	}
	given := typed[f.name]
	return given != nil && settings.Literal(parse(f.Key, given)) != settings.Literal(value)
}

// read sets what was typed in a field, or in the rows of a list.
func (r reading) read(f field, typed url.Values) {
	if f.Kind.Form == settings.Rows {
		r.readRows(f.Key, f.at, f.name, typed)
		return
	}
	r.put(f.name, parse(f.Key, typed[f.name]), f.at...)
}

// readFirst sets the row that was typed before those that there were.
func (r reading) readFirst(list field, typed url.Values) {
	before, _ := get(r.own, list.at...).([]any)
	r.read(list, typed)
	added, _ := get(r.own, list.at...).([]any)
	if len(added) == 0 {
		r.messages[list.name+".0.date"] = ""
	}
	set(r.own, append(added, before...), list.at...)
}

func (r reading) readRows(key settings.Key, at []string, name string, typed url.Values) {
	stored := rowsIn(key, get(r.own, at...))
	set(r.own, nil, at...)
	var list []any
	for i := 0; ; i++ { // as many as the form has
		prefix := name + "." + strconv.Itoa(i) + "."
		if !typed.Has(prefix+"row") && !typed.Has(prefix+key.Kind.Keys[0].Name) {
			break
		}
		if typed.Get(prefix+"remove") != "" {
			continue
		}
		row, empty := settings.Tree{}, true
		if n, err := strconv.Atoi(typed.Get(prefix + "row")); err == nil && n >= 0 && n < len(stored) {
			maps.Copy(row, asTree(stored[n]))
		}
		place := append(slices.Clone(at), settings.Element(len(list)))
		way := wayOf(key, typed, prefix)
		for _, of := range key.Kind.Keys {
			value := parse(of, typed[prefix+of.Name])
			if way != "" && of.Way != "" && of.Way != way {
				value = nil
			} else if way == planWay && of.Way == way {
				value = true
			}
			empty = empty && (value == nil || of.Kind.Form == settings.OneOf)
			set(row, value, of.Name)
			r.places[settings.Join(append(slices.Clone(place), of.Name)...)] = prefix + of.Name
		}
		if empty {
			continue
		}
		if key.Kind.Keyed {
			r.putKeyed(key, at, prefix, row)
			continue
		}
		r.places[settings.Join(place...)] = prefix + key.Kind.Keys[0].Name
		list = append(list, row)
	}
	if len(list) > 0 {
		set(r.own, list, at...)
	}
}

// planWay needs no more than its choice.
const planWay = "plan"

// wayOf returns the chosen way of a row, or "" if what is typed leaves no choice.
func wayOf(list settings.Key, typed url.Values, prefix string) string {
	if way := typed.Get(prefix + "how"); way == planWay || len(typedWays(list, typed, prefix)) > 1 {
		return way
	}
	return ""
}

// typedWays are those of the fields in which something is typed, in the order of the fields.
func typedWays(list settings.Key, typed url.Values, prefix string) (ways []string) {
	for _, of := range list.Kind.Keys {
		if of.Way != "" && typed.Get(prefix+of.Name) != "" && !slices.Contains(ways, of.Way) {
			ways = append(ways, of.Way)
		}
	}
	return ways
}

// putKeyed sets what a row says of a table whose keys and values are its cells.
func (r reading) putKeyed(list settings.Key, at []string, prefix string, row settings.Tree) {
	word, meaning := list.Kind.Keys[0].Name, list.Kind.Keys[1].Name
	key, value := written(row[word]), written(row[meaning])
	at, name := append(slices.Clone(at), key), prefix+word
	if value == "" {
		name = prefix + meaning
	}
	if key == "" || get(r.own, at...) != nil {
		r.messages[name] = ""
	}
	r.put(name, value, at...)
}

// refuse marks the fields of problems, and returns what is said of those
// that have no field in this form.
func (r reading) refuse(problems []settings.Problem) (elsewhere []string) {
	for _, problem := range problems {
		name := ""
		for end := len(problem.Path); end > 0 && name == ""; end-- {
			name = r.places[settings.Join(problem.Path[:end]...)]
		}
		_, marked := r.messages[name]
		switch words := wordsOfProblem(problem); {
		case marked:
		case name != "":
			r.messages[name] = ""
		case !slices.Contains(elsewhere, words):
			elsewhere = append(elsewhere, words)
		}
	}
	return elsewhere
}

// typedOf returns what a form of what is stored has in its fields.
func (p place) typedOf(own settings.Tree) url.Values {
	typed := url.Values{}
	for _, f := range p.fields() {
		value := get(own, f.at...)
		if f.Kind.Form != settings.Rows {
			typed[f.name] = typedAs(f.Key, value)
			continue
		}
		list := rowsIn(f.Key, value)
		order := make([]int, len(list))
		for i := range order {
			order[i] = i
		}
		place := func(n int) string { return written(get(asTree(list[n]), orderKey(f.Key).Name)) }
		slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(place(a), place(b)) })
		for i, n := range order {
			prefix := f.name + "." + strconv.Itoa(i) + "."
			typed.Set(prefix+"row", strconv.Itoa(n))
			for _, of := range f.Kind.Keys {
				typed[prefix+of.Name] = typedAs(of, get(asTree(list[n]), of.Name))
			}
		}
	}
	return typed
}

// orderKey is the key by which the rows of a list are ordered: their date, or their year.
func orderKey(list settings.Key) settings.Key {
	at := slices.IndexFunc(list.Kind.Keys, func(key settings.Key) bool { return key.Kind.Form == settings.Date || key.Name == "year" })
	return list.Kind.Keys[max(at, 0)]
}

func asTree(value any) settings.Tree {
	tree, _ := value.(settings.Tree)
	return tree
}
