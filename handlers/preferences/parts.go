package preferences

import (
	"cmp"
	"slices"
	"strings"

	"worklog/handlers/frame"
	"worklog/models/settings"
	"worklog/views"
	"worklog/views/french"
)

const nbsp = french.NBSP

// part is a part of the page: sections of the settings that are sent in one form, or the things
// of a section, each of which has a form of its own.
type part struct {
	id       string
	title    string
	what     string   // it does to a figure
	guide    string   // page of the guide about it
	sections []string // that of its id, if it names none
	thing    *thing   // nil if the part is one form
}

// thing is what is said of what a part has many of, each under an id.
type thing struct {
	another string // "Nouveau véhicule"
	this    string // "ce véhicule"
	figure  string // key that tells of each, in this unit
	unit    string
}

// place is a part of the page that has a form, or a thing of one, whose id is empty for a new one.
type place struct {
	part
	thingID string
	adjusts bool // the form is on the page of counters, and adds a row to its adjustments
}

func (p place) isNew() bool { return p.thing != nil && p.thingID == "" }

func (p place) action() string {
	if p.adjusts {
		return frame.CountersPath
	}
	return Path
}

func (p place) anchor() string {
	switch {
	case p.thing == nil:
		return p.id
	case p.isNew():
		return p.id + "-new"
	}
	return views.SettingsPlace(p.id, p.thingID)
}

// field is a key of a place: its path in the settings, and its name in the form.
type field struct {
	settings.Key
	at   []string
	name string
}

func (p place) fields() (fields []field) {
	for _, name := range p.names() {
		section := settings.KeyAt(name)
		keys, at, prefix := section.Kind.Keys, []string{name}, name+"."
		switch section.Kind.Form {
		case settings.Rows:
			keys, at, prefix = []settings.Key{*section}, nil, ""
		case settings.Things:
			at = append(at, p.thingID)
		}
		for _, key := range keys {
			if p.adjusts && key.Name != "adjustments" {
				continue
			}
			fields = append(fields, field{key, append(slices.Clone(at), key.Name), prefix + key.Name})
		}
	}
	return fields
}

func (p part) names() []string {
	if p.sections == nil {
		return []string{p.id}
	}
	return p.sections
}

// parts are the parts of the page, with every key of the person's sections.
var parts = []part{
	{id: "targets", guide: "heures#les-heures-à-faire", title: "Ma semaine", what: "Les heures à faire, d’une date à la suivante" + nbsp + ": le solde et les heures en plus s’y comparent.",
		sections: []string{"targets", "solidarity"}},
	{id: "balance", guide: "heures#lécart-et-le-solde", title: "Solde", what: "Les heures faites moins celles à faire, depuis une date."},
	{id: "counters", guide: "conges#le-régler", title: "Mes compteurs", what: "Ce qu’il reste de congés, de RTT ou d’autres jours.",
		thing: &thing{another: "Nouveau compteur", this: "ce compteur", figure: "allowance", unit: "j par an"}},
	{id: "vehicles", guide: "frais-reels#ce-quil-faut", title: "Mes véhicules", what: "Leur puissance donne le tarif du kilomètre des frais réels.",
		thing: &thing{another: "Nouveau véhicule", this: "ce véhicule", figure: "power_cv", unit: "CV"}},
	{id: "journeys", guide: "frais-reels#ce-quil-faut", title: "Mes trajets", what: "Leur distance, un aller, compte dans les frais réels.",
		thing: &thing{another: "Nouveau trajet", this: "ce trajet", figure: "distance_km", unit: "km"}},
	{id: "costs", guide: "frais-reels#le-calcul", title: "Frais réels", what: "Repas, télétravail et barème, pour la comparaison avec les 10" + nbsp + "%.",
		sections: []string{"meals", "titres", "telework", "ten_percent", "bareme"}},
	{id: "rules", guide: "repos", title: "Règles", what: "Les repos et les durées auxquels vos heures se comparent."},
	{id: "hours", guide: "nuits#où-elle-compte", title: "Nuit", what: "Les heures de nuit des tableaux et de la paie."},
	{id: "pay", guide: "paie#la-régler", title: "Paie", what: "Ce que le bulletin d’un mois devrait expliquer."},
	{id: "review", guide: "corriger#à-vérifier", title: "À vérifier", what: "Une présence enregistrée automatiquement, seule et plus courte que cela, ne compte pas avant votre réponse."},
	{id: "plan", guide: "planning#reprendre-un-fichier", title: "Planning", what: "Ce que veulent dire les mots d’un fichier de planning" + nbsp + ": le titre entier, ou son premier mot."},
	{id: "calendar", guide: "heures#les-heures-à-faire", title: "Jours fériés", what: "Un jour férié n’a pas d’heures à faire."},
	{id: "person", guide: "releve", title: "Sur le relevé", what: "Ce qui est imprimé en tête du relevé d’heures."},
}

func partOf(id string) (part, bool) {
	at := slices.IndexFunc(parts, func(p part) bool { return p.id == id })
	if at < 0 {
		return part{}, false
	}
	return parts[at], true
}

// wordsOfProblem says what is wrong in another part of the page.
func wordsOfProblem(problem settings.Problem) string {
	if of, key := describe(problem.Path); key != nil {
		return of.title + ", " + french.LowerFirst(key.Label) + nbsp + ": " + cmp.Or(key.Refusal, "ne convient pas.")
	}
	plain := slices.DeleteFunc(slices.Clone(problem.Path), func(step string) bool { _, row := settings.Number(step); return row })
	return strings.Join(plain, ".") + nbsp + ": " + problem.Value
}

// describe returns the part and the key of a path; nil for one that the page does not have.
func describe(path []string) (of part, key *settings.Key) {
	if at := slices.IndexFunc(parts, func(p part) bool { return slices.Contains(p.names(), path[0]) }); at >= 0 {
		of = parts[at]
	}
	if key = settings.KeyAt(path...); key != nil && (key.Kind.Form == settings.Section || key.Kind.Form == settings.Things) {
		key = nil
	}
	return of, key
}
