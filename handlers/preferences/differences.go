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
		if slices.ContainsFunc(of.names(), func(section string) bool { return own[section] != nil }) {
			titles = append(titles, of.title)
		}
	}
	if len(titles) == 0 {
		return "Premiers réglages"
	}
	return "Premiers réglages" + nbsp + ": " + strings.Join(titles, ", ")
}

const unreadable = "illisible"

// differences says in words what differs between two documents, up to a number of texts.
func (p *Pages) differences(before, after stored, most int) (texts []string) {
	if before.err != nil || after.err != nil {
		return []string{unreadable}
	}
	named, found := names{p.Keeper.File, after.own, before.own}, settings.Differences(before.own, after.own)
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
	label, key := n.nameOf(difference)
	switch label += nbsp + ": "; {
	case n.isNew(difference, 2):
		return strings.TrimSuffix(label, ", "+french.LowerFirst(key.Label)+nbsp+": ") + nbsp + ": ajouté"
	case n.isNew(difference, 1):
		return strings.TrimSuffix(label, ", "+french.LowerFirst(key.Label)+nbsp+": ") + nbsp + ": supprimé"
	case difference.Key == "vehicles" && difference.After == nothingMore:
		return label + "aucun"
	case difference.Key == "vehicles":
		return label + "aucun → —"
	case difference.Was == nil && difference.After == nothingMore:
		return label + "ajouté"
	case difference.Before == nothingMore && difference.Is == nil:
		return label + "retiré"
	}
	return label + side(key, difference.Was) + " → " + side(key, difference.Is)
}

// isNew reports whether a difference is the label of a thing that one of the trees lacks: its name has
// been said.
func (n names) isNew(difference settings.Difference, tree int) bool {
	path := difference.Path
	return len(path) == 3 && path[2] == "label" && get(n[tree], path[0], path[1]) == nil
}

// nothingMore is the value of a row or a thing of which there is only what names it.
const nothingMore = "{}"

// side is a value of a difference in words. The key is nil for one that the page does not have.
func side(key *settings.Key, value any) string {
	switch {
	case value == nil || settings.Literal(value) == nothingMore:
		return "—"
	case key == nil:
		return settings.Literal(value)
	}
	return cmp.Or(words(*key, value), "—")
}

// nameOf names the key of a difference as the page does, such as "Mes véhicules, Clio, nom", and
// returns it, or nil for one that the page does not have.
func (n names) nameOf(difference settings.Difference) (name string, key *settings.Key) {
	path := difference.Path
	of, key := describe(path)
	if key == nil && of.thing == nil {
		return difference.Key, nil
	}
	all := []string{of.title}
	for i, step := range path {
		row, isRow := settings.Number(step)
		switch {
		case i == 1 && of.thing != nil:
			all = append(all, n.labelOf(path[0], step))
		case isRow:
			all = append(all, rowName(settings.KeyAt(path[:i]...), row))
		case key == nil && i > 1:
			all = append(all, step)
		case key != nil && key.Kind.Keyed && i > 1:
			all, key = append(all, "«"+nbsp+step+nbsp+"»"), &key.Kind.Keys[1]
		case key != nil && i == len(path)-1:
			all = append(all, french.LowerFirst(key.Label))
		}
	}
	return strings.Join(all, ", "), key
}

// rowName names a row of a list by what tells it from the others, such as "ajustement du 30 juin
// 2026".
func rowName(list *settings.Key, identity string) string {
	identity, nth, again := strings.Cut(identity, " #") // of those with the same date
	values := strings.Fields(identity)
	if list == nil || len(values) > len(list.Kind.Identity) {
		return identity
	}
	for i, value := range values {
		at := slices.IndexFunc(list.Kind.Keys, func(key settings.Key) bool { return key.Name == list.Kind.Identity[i] })
		values[i] = words(list.Kind.Keys[at], value)
	}
	joined := ", "
	if len(list.Kind.Identity) == 1 {
		joined = " "
		if list.Kind.Keys[0].Kind.Form == settings.Date {
			joined = " du "
		}
	}
	name := french.LowerFirst(cmp.Or(list.Dated, list.Label)) + joined + strings.Join(values, ", ")
	if again {
		name += " (" + nth + ")"
	}
	return name
}
