package preferences

import (
	"cmp"
	"slices"
	"strings"

	"worklog/models/settings"
	"worklog/views/french"
)

// firstWords says which parts the first version of the settings sets.
func firstWords(document string) string {
	own, err := settings.Parse(document)
	if err != nil {
		return unreadable
	}
	var titles []string
	for _, of := range parts {
		if slices.ContainsFunc(of.sections, func(section string) bool { return own[section] != nil }) {
			titles = append(titles, of.title)
		}
	}
	if len(titles) == 0 {
		return "Premiers réglages"
	}
	return "Premiers réglages" + nbsp + ": " + strings.Join(titles, ", ")
}

// unreadable is said of a document that cannot be read.
const unreadable = "illisible"

// differences says in words what differs between two documents, up to a number of texts.
func (p *Pages) differences(before, after string, most int) (texts []string) {
	found, err := settings.Differences(before, after)
	if err != nil {
		return []string{unreadable}
	}
	is, errIs := settings.Parse(after)
	was, errWas := settings.Parse(before)
	if errIs != nil || errWas != nil {
		return []string{unreadable}
	}
	named := names{p.Keeper.File, is, was}
	for i, difference := range found {
		if i == most {
			return append(texts, french.Others(len(found)-i))
		}
		texts = append(texts, named.wordsOf(difference))
	}
	return texts
}

// names are trees in which counters, vehicles and journeys have their labels.
type names []settings.Tree

// labelOf returns the label of a thing in the first tree that has one, or else its id.
func (n names) labelOf(section, id string) string {
	for _, tree := range n {
		if label, _ := get(tree, section, id, "label").(string); strings.TrimSpace(label) != "" {
			return label
		}
	}
	return id
}

// wordsOf says "Solde, depuis le : 1er janvier 2026 → 1er février 2026".
func (n names) wordsOf(difference settings.Difference) string {
	label, f := n.nameOf(difference)
	switch label += nbsp + ": "; {
	case difference.Key == "vehicles" && difference.After == nothingMore:
		return label + "aucun"
	case difference.Key == "vehicles":
		return label + "aucun → —"
	case difference.Was == nil && difference.After == nothingMore:
		return label + "ajouté"
	case difference.Before == nothingMore && difference.Is == nil:
		return label + "retiré"
	}
	return label + f.side(difference.Was) + " → " + f.side(difference.Is)
}

// nothingMore is the value of a row or a thing of which there is only what names it.
const nothingMore = "{}"

// side is a value of a difference in words. The field is nil for a key that the page does not
// have.
func (f *field) side(value any) string {
	switch {
	case value == nil || settings.Literal(value) == nothingMore:
		return "—"
	case f == nil:
		return settings.Literal(value)
	}
	return cmp.Or(f.words(value), "—")
}

// nameOf names the key of a difference as the page does, such as "Mes véhicules, Clio, nom", and
// returns its field, or nil for a key that the page does not have.
func (n names) nameOf(difference settings.Difference) (name string, of *field) {
	var path, words []string
	var list *field
	for _, part := range difference.Path {
		if row, is := settings.Number(part); is {
			_, list = describe(path)
			words = append(words, rowName(path, list, row))
			continue
		}
		path = append(path, part)
		if of, known := partOf(path[0]); len(path) == 2 && known && of.thing != nil {
			words = append(words, n.labelOf(path[0], part))
		}
	}
	title, f := describe(path)
	switch of, known := partOf(path[0]); {
	case f != nil && f.Kind.Keyed:
		words = append(words, "«"+nbsp+path[len(path)-1]+nbsp+"»")
		f = &f.row[1]
	case f != nil && (list == nil || f.Kind.Form != settings.Rows):
		words = append(words, lowerFirst(f.Label))
	case f == nil && known && of.thing != nil:
		title, words = of.title, append(words, path[min(2, len(path)):]...)
	case f == nil:
		return difference.Key, nil
	}
	return strings.Join(append([]string{title}, words...), ", "), f
}

// rowName names a row of a list by what tells it from the others, such as "ajustement du 30 juin
// 2026".
func rowName(path []string, list *field, identity string) string {
	identity, nth, again := strings.Cut(identity, " #") // of those with the same date
	keys, values := settings.IdentityKeys(path...), strings.Fields(identity)
	if list == nil || len(values) > len(keys) {
		return identity
	}
	for i, value := range values {
		for _, of := range list.row {
			if of.Name == keys[i] {
				values[i] = of.words(value)
			}
		}
	}
	joined := ", "
	if len(keys) == 1 {
		joined = " "
		if list.row[0].Kind.Form == settings.Date {
			joined = " du "
		}
	}
	name := lowerFirst(list.Label) + joined + strings.Join(values, ", ")
	if again {
		name += " (" + nth + ")"
	}
	return name
}

func lowerFirst(text string) string {
	for _, first := range text {
		return strings.ToLower(string(first)) + text[len(string(first)):]
	}
	return ""
}
