package preferences

import (
	"cmp"
	"slices"
	"strings"

	"worklog/views/french"
)

func (v pageView) summary(of part) string {
	switch of.id {
	case "targets":
		return v.week()
	case "balance":
		if v.Hours.Balance == nil {
			return "pas de solde"
		}
		return "depuis le " + french.InYear(v.Hours.Balance.From)
	case "counters", "vehicles", "journeys":
		var labels []string
		for _, id := range v.ids(of.id) {
			labels = append(labels, v.labelOf(of.id, id))
		}
		return cmp.Or(strings.Join(french.Listed(labels, 3), ", "), "aucun")
	case "costs":
		if v.Costs.MealCents > 0 {
			return "repas à " + french.Cents(v.Costs.MealCents)
		}
		return "repas, télétravail, barème"
	case "hours":
		return v.Hours.Night.Start.String() + "–" + v.Hours.Night.End.String()
	case "review":
		if v.ShortPresence > 0 {
			return "présences de moins de " + french.Duration(v.ShortPresence)
		}
		return "aucune présence n’est très courte"
	case "plan":
		if len(v.Words) == 0 {
			return "les mots courants"
		}
		return "les mots courants et " + french.Counted(len(v.Words), "autre")
	case "calendar":
		if v.AlsaceMoselle {
			return "avec ceux d’Alsace-Moselle"
		}
		return "ceux de toute la France"
	case "person":
		return cmp.Or(v.Person.Line(), "aucun nom")
	case "pay":
		if n := len(v.Pay.Rates); n > 0 {
			return french.Counted(n, "montant")
		}
	}
	at := place{part: of}
	for _, f := range at.fields() {
		if f.Name == "profile" {
			return french.LowerFirst(words(f.Key, v.valueToday(at, f)))
		}
	}
	return ""
}

func (v pageView) week() string {
	for _, target := range slices.Backward(v.Hours.Targets) {
		var minutes int64
		for _, day := range target.Minutes {
			minutes += day
		}
		switch {
		case target.From.Compare(v.Today()) > 0: // not in force yet
		case target.Planned:
			return "les heures du planning"
		case target.DaysPerYear > 0:
			return french.Counted(target.DaysPerYear, "jour") + " par an"
		default:
			return french.ShortDuration(minutes) + " par semaine"
		}
	}
	return "pas d’heures prévues"
}

func (v pageView) thingSummary(of place) string {
	section, id := of.id, of.thingID
	parts := []string{v.labelOf(section, id)}
	for _, f := range of.fields() {
		if f.Name != of.thing.figure {
			continue
		}
		if text := written(v.valueToday(of, f)); text != "" {
			parts = append(parts, text+nbsp+of.thing.unit)
		}
	}
	if days := v.uses[section][id]; days > 0 {
		parts = append(parts, french.Counted(days, "jour"))
	}
	if get(v.inForce, section, id, "hidden") == true {
		parts = append(parts, "masqué")
	}
	return strings.Join(parts, " · ")
}
