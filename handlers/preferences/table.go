package preferences

import (
	"cmp"
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/settings"
	"worklog/views/french"
)

const nbsp = french.NBSP

// What is said of the formats that many fields have.
const (
	wrongDate     = "Écrivez une date du calendrier, comme 01/07/2026."
	wrongOnceDate = "Écrivez une date comme 01/07/2026, qu’aucune autre ligne n’a."
	wrongHours    = "Écrivez une durée comme 12h30 ou -3h, de 100" + nbsp + "000" + nbsp + "h au plus."
	wrongDay      = "Écrivez une durée comme 7h ou 7h30, de 24" + nbsp + "h au plus, et seulement pour une semaine décrite jour par jour."
	wrongClock    = "Écrivez une heure de 00:00 à 23:59, comme 21:00."
	wrongYear     = "Écrivez l’année des revenus, comme 2026, qu’aucune autre ligne n’a."
	wrongLabel    = "Écrivez 100" + nbsp + "caractères au plus, sur une seule ligne, sans caractère invisible."
	wrongLine     = "Écrivez 80" + nbsp + "caractères au plus, sur une seule ligne, sans caractère invisible."
	wrongMonthDay = "Écrivez un jour et un mois que chaque année a, comme 01/06."
	wrongAmount   = "Écrivez un montant en euros de 0 à 100" + nbsp + "000, avec deux décimales au plus."
	wrongDistance = "Écrivez une distance de 0 à 20" + nbsp + "000" + nbsp + "km, avec trois décimales au plus."
	wrongCategory = "Choisissez voiture, moto ou cyclomoteur."
	wrongFlag     = "Choisissez oui ou non."
)

var weekdays = []field{
	{path: []string{"monday"}, label: "lun.", kind: duration, wrong: wrongDay},
	{path: []string{"tuesday"}, label: "mar.", kind: duration, wrong: wrongDay},
	{path: []string{"wednesday"}, label: "mer.", kind: duration, wrong: wrongDay},
	{path: []string{"thursday"}, label: "jeu.", kind: duration, wrong: wrongDay},
	{path: []string{"friday"}, label: "ven.", kind: duration, wrong: wrongDay},
	{path: []string{"saturday"}, label: "sam.", kind: duration, wrong: wrongDay},
	{path: []string{"sunday"}, label: "dim.", kind: duration, wrong: wrongDay},
}

var categories = []choice{{"", "—"}, {"voiture", "Voiture"}, {"moto", "Moto"}, {"cyclomoteur", "Cyclomoteur"}}

// threshold is a duration of [rules].
func threshold(key, label, wrong string) field {
	return field{path: []string{"rules", key}, label: label, kind: duration, wrong: wrong, standard: "du profil"}
}

// upTo is said of a threshold of so many hours at most.
func upTo(hours string) string {
	return "Écrivez une durée de " + hours + nbsp + "h au plus, comme 11h, ou 0h pour aucune."
}

// parts are the parts of the page, with every key of the person's sections.
var parts = []part{
	{id: "targets", guide: "heures#les-heures-à-faire", title: "Ma semaine", what: "Les heures à faire, d’une date à la suivante" + nbsp + ": le solde et les heures en plus s’y comparent.", fields: []field{
		{path: []string{"targets"}, label: "Semaine", kind: rows, row: slices.Concat(
			[]field{{path: []string{"from"}, label: "À partir du", kind: date, wrong: wrongOnceDate},
				{path: []string{"week"}, label: "Heures par semaine", kind: duration, wrong: "Écrivez une durée de 168" + nbsp + "h au plus, comme 35h, sans heures par jour."}},
			weekdays,
			[]field{{path: []string{"days_per_year"}, label: "ou jours par an", kind: whole, unit: "j", wrong: "Écrivez un nombre de jours de 1 à 366, sans heures par jour ni par semaine."}})},
	}},
	{id: "balance", guide: "heures#lécart-et-le-solde", title: "Solde", what: "Les heures faites moins celles à faire, depuis une date.", fields: []field{
		{path: []string{"balance", "from"}, label: "Depuis le", kind: date, help: "sans date, pas de solde", wrong: "Écrivez la date où le solde commence, comme 01/01/2026."},
		{path: []string{"balance", "start"}, label: "Solde ce jour-là", kind: duration, standard: "0h", wrong: wrongHours},
		{path: []string{"balance", "rtt_consumes"}, label: "Un RTT se prend sur le solde", kind: flag, wrong: wrongFlag},
		{path: []string{"balance", "credit_without_slots"}, label: "Un télétravail ou une formation sans créneaux vaut les heures prévues", kind: flag, wrong: wrongFlag},
		{path: []string{"balance", "adjustments"}, label: "Ajustement", kind: rows, help: "des heures payées, une correction", row: []field{
			{path: []string{"date"}, label: "Le", kind: date, wrong: "Écrivez une date comme 30/06/2026, pas avant le début du solde."},
			{path: []string{"hours"}, label: "Heures", kind: duration, wrong: wrongHours},
			{path: []string{"note"}, label: "Note", kind: text, wrong: wrongLabel}}},
	}},
	{id: "counters", guide: "conges#le-régler", title: "Mes compteurs", what: "Ce qu’il reste de congés, de RTT ou d’autres jours.",
		thing: &thing{section: "counters", another: "Nouveau compteur", remove: "Supprimer ce compteur"}, fields: []field{
			{path: []string{"label"}, label: "Nom", kind: text, wrong: wrongLabel},
			{path: []string{"types"}, label: "Jours comptés", kind: dayTypes, wrong: "Choisissez au moins un type de jour."},
			{path: []string{"allowance"}, label: "Jours par période", kind: decimal, unit: "j", wrong: "Écrivez un nombre de jours de 0 à 366, comme 25 ou 12,5."},
			{path: []string{"unit"}, label: "Comptés en", kind: oneOf, choices: []choice{{"", "jours ouvrés"}, {"ouvrables", "jours ouvrables"}}, wrong: "Choisissez jours ouvrés ou jours ouvrables."},
			{path: []string{"period_start"}, label: "La période commence le", kind: monthDay, standard: "01/01", wrong: wrongMonthDay},
			{path: []string{"accrual"}, label: "Acquis", kind: oneOf, choices: []choice{{"", "dès le début"}, {"monthly", "un douzième par mois"}}, wrong: "Choisissez dès le début ou un douzième par mois."},
			{path: []string{"round_up"}, label: "Arrondir au jour supérieur", kind: optionalBool, choices: []choice{{"", "pour les congés seuls"}, {"true", "oui"}, {"false", "non"}}, wrong: wrongFlag},
			{path: []string{"carry_over"}, label: "Report", kind: carryOver, standard: "rien", help: "rien, tout, ou un nombre de jours", wrong: "Écrivez rien, tout, ou un nombre de jours, comme 5 ou 2,5."},
			{path: []string{"carry_expires"}, label: "À prendre jusqu’au", kind: monthDay, help: "comme 31/10", wrong: wrongMonthDay},
			{path: []string{"adjustments"}, label: "Ajustement", kind: rows, row: []field{
				{path: []string{"date"}, label: "Le", kind: date, wrong: wrongDate},
				{path: []string{"days"}, label: "Jours", kind: decimal, wrong: "Écrivez un nombre de jours de -366 à 366, comme 2 ou -0,5."},
				{path: []string{"note"}, label: "Note", kind: text, wrong: wrongLabel}}},
		}},
	{id: "vehicles", guide: "frais-reels#ce-quil-faut", title: "Mes véhicules", what: "Leur puissance donne le tarif du kilomètre des frais réels.",
		thing: &thing{section: "vehicles", another: "Nouveau véhicule", used: "ont ce véhicule", remove: "Supprimer ce véhicule",
			deleteRefusal: "La domotique donne ce véhicule aux journées qu’elle crée" + nbsp + ": il ne se supprime pas ici."}, fields: []field{
			{path: []string{"label"}, label: "Nom", kind: text, wrong: wrongLabel},
			{path: []string{"type"}, label: "Sorte", kind: oneOf, choices: []choice{{"", "—"}, {"moteur", "À moteur"}, {"cycle", "Cycle"}}, help: "seul un véhicule à moteur se choisit dans une journée", wrong: "Choisissez une sorte de véhicule."},
			{path: []string{"category"}, label: "Catégorie", kind: oneOf, choices: categories, wrong: wrongCategory},
			{path: []string{"power_cv"}, label: "Puissance fiscale", kind: whole, unit: "CV", help: "P.6 de la carte grise", wrong: "Écrivez la puissance fiscale, de 1 à 500" + nbsp + "CV."},
			{path: []string{"electric"}, label: "Électrique, sans autre moteur", kind: flag, wrong: wrongFlag},
			{path: []string{"deductible"}, label: "Compte dans les frais réels", kind: boolDefaultTrue, help: "pas un véhicule de fonction", wrong: wrongFlag},
			{path: []string{"hidden"}, label: "Masquer des choix", kind: flag, wrong: wrongFlag},
		}},
	{id: "journeys", guide: "frais-reels#ce-quil-faut", title: "Mes trajets", what: "Leur distance, un aller, compte dans les frais réels.",
		thing: &thing{section: "journeys", another: "Nouveau trajet", used: "ont ce trajet", remove: "Supprimer ce trajet",
			deleteRefusal: "La domotique donne ce trajet aux journées qu’elle crée" + nbsp + ": il ne se supprime pas ici."}, fields: []field{
			{path: []string{"label"}, label: "Nom", kind: text, wrong: wrongLabel},
			{path: []string{"distance_km"}, label: "Distance, un aller", kind: decimal, unit: "km", wrong: wrongDistance},
			{path: []string{"round_trips"}, label: "Allers-retours par jour", kind: whole, standard: "1", wrong: "Écrivez 1 ou 2."},
			{path: []string{"beyond_40_km_justified"}, label: "Au-delà de 40" + nbsp + "km, tout compte (c’est justifié)", kind: flag, wrong: wrongFlag},
			{path: []string{"hidden"}, label: "Masquer des choix", kind: flag, wrong: wrongFlag},
			{path: []string{"distances"}, label: "Autre distance", kind: rows, row: []field{
				{path: []string{"from"}, label: "À partir du", kind: date, wrong: wrongOnceDate},
				{path: []string{"distance_km"}, label: "Distance", kind: decimal, unit: "km", wrong: wrongDistance}}},
		}},
	{id: "costs", guide: "frais-reels#le-calcul", title: "Frais réels", what: "Repas, télétravail et barème, pour la comparaison avec les 10" + nbsp + "%.", fields: []field{
		{path: []string{"meals", "per_day"}, label: "Un repas au travail", kind: decimal, unit: "€", standard: "0", help: "payé, moins un repas chez soi et la part de l’employeur", wrong: "Écrivez un montant en euros de 0 à 100, avec deux décimales au plus."},
		{path: []string{"telework", "employer_allowance"}, label: "L’employeur indemnise le télétravail", kind: flag, wrong: wrongFlag},
		{path: []string{"telework", "rates"}, label: "Télétravail d’une année", kind: rows, row: []field{
			{path: []string{"year"}, label: "Année", kind: whole, wrong: wrongYear},
			{path: []string{"day"}, label: "Par jour", kind: decimal, unit: "€", wrong: wrongAmount},
			{path: []string{"month"}, label: "Par mois, au plus", kind: decimal, unit: "€", wrong: wrongAmount},
			{path: []string{"year_max"}, label: "Par an, au plus", kind: decimal, unit: "€", wrong: wrongAmount}}},
		{path: []string{"ten_percent"}, label: "Les 10" + nbsp + "% d’une année", kind: rows, row: []field{
			{path: []string{"year"}, label: "Année", kind: whole, wrong: wrongYear},
			{path: []string{"min"}, label: "Au moins", kind: whole, unit: "€", wrong: "Écrivez un nombre entier d’euros de 0 à 100" + nbsp + "000."},
			{path: []string{"max"}, label: "Au plus", kind: whole, unit: "€", wrong: "Écrivez un nombre entier d’euros de 0 à 100" + nbsp + "000, pas au-dessous du minimum."}}},
		{path: []string{"bareme"}, label: "Barème d’une année", kind: rows, row: []field{
			{path: []string{"year"}, label: "Année", kind: whole, wrong: "Écrivez l’année des revenus, comme 2026" + nbsp + "; une autre ligne n’a pas la même, avec la même catégorie et la même puissance."},
			{path: []string{"category"}, label: "Catégorie", kind: oneOf, choices: categories, wrong: wrongCategory},
			{path: []string{"power_cv"}, label: "Dès", kind: whole, unit: "CV", wrong: "Écrivez 3, 4, 5, 6 ou 7 pour une voiture, 1, 3 ou 6 pour une moto, rien pour un cyclomoteur."},
			{path: []string{"rates"}, label: "Taux", kind: numbers, help: "0,636 ; 0,357 ; 0,427", wrong: "Écrivez trois taux de 0 à 10" + nbsp + "€ par kilomètre, comme 0,636 ; 0,357 ; 0,427."},
			{path: []string{"constants"}, label: "Constantes", kind: numbers, help: "0 ; 1395 ; 0", wrong: "Écrivez trois nombres entiers d’euros de 0 à 100" + nbsp + "000, comme 0 ; 1395 ; 0."}}},
	}},
	{id: "rules", guide: "repos", title: "Règles", what: "Les repos et les durées auxquels vos heures se comparent.", fields: []field{
		{path: []string{"rules", "profile"}, label: "Profil", kind: oneOf, choices: []choice{{"", "Aucun"}, {"prive", "Secteur privé"}, {"fph", "Hôpital public"}, {"forfait_jours", "Forfait jours"}}, wrong: "Choisissez l’un de ces profils."},
		{path: []string{"rules", "night_worker"}, label: "Je travaille la nuit", kind: flag, help: "secteur privé", wrong: "Seul le profil du secteur privé connaît le travail de nuit."},
		threshold("daily_rest", "Repos par jour, au moins", "Écrivez une durée de moins de 24"+nbsp+"h, comme 11h, ou 0h pour aucune."),
		threshold("weekly_rest", "Repos par semaine, au moins", upTo("168")),
		threshold("day_max", "Une journée, au plus", upTo("24")),
		threshold("day_max_night", "Une nuit, au plus", upTo("24")),
		threshold("week_max", "Une semaine, au plus", upTo("168")),
		threshold("twelve_weeks", "En moyenne sur douze semaines, au plus", upTo("168")),
		threshold("overtime", "Heures supplémentaires dès", upTo("168")),
		threshold("contingent", "Contingent d’heures supplémentaires", upTo("8784")),
		threshold("break", "Pause, au moins", upTo("24")),
		threshold("break_after", "Pause après", upTo("24")),
		{path: []string{"rules", "days_per_year"}, label: "Jours travaillés par an, au plus", kind: whole, standard: "du profil", wrong: "Écrivez un nombre de jours de 0 à 366."},
		{path: []string{"rules", "rest_days"}, label: "Jours libres en deux semaines", kind: whole, standard: "du profil", wrong: "Écrivez un nombre de jours de 0 à 14."},
		{path: []string{"rules", "rest_sunday"}, label: "dont à la suite, avec un dimanche", kind: whole, standard: "du profil", wrong: "Écrivez un nombre de jours de 0 à 14."},
	}},
	{id: "hours", guide: "nuits#où-elle-compte", title: "Nuit", what: "Les heures de nuit des tableaux et de la paie.", fields: []field{
		{path: []string{"hours", "night_start"}, label: "De", kind: clock, standard: "21:00", wrong: wrongClock},
		{path: []string{"hours", "night_end"}, label: "À", kind: clock, standard: "06:00", wrong: "Écrivez une heure de 00:00 à 23:59, comme 06:00, autre que celle du début."},
	}},
	{id: "pay", guide: "paie#la-régler", title: "Paie", what: "Ce que le bulletin d’un mois doit montrer.", fields: []field{
		{path: []string{"pay", "profile"}, label: "Payé comme", kind: oneOf, choices: []choice{{"", "selon les montants ci-dessous"}, {"fph", "à l’hôpital public"}}, wrong: "Choisissez l’un de ces profils."},
		{path: []string{"pay", "annual_base"}, label: "Traitement et indemnité de résidence d’un an", kind: decimal, unit: "€", standard: "0", wrong: "Écrivez un montant de 0 à 1" + nbsp + "000" + nbsp + "000" + nbsp + "€, avec trois décimales au plus."},
		{path: []string{"pay", "delay_months"}, label: "Heures payées après", kind: whole, unit: "mois", standard: "0", wrong: "Écrivez un nombre de mois de 0 à 12."},
		{path: []string{"pay", "rates"}, label: "Montant", kind: rows, row: []field{
			{path: []string{"kind"}, label: "Pour", kind: oneOf, choices: []choice{{"", "—"}, {"night", "une heure de nuit"}, {"sunday", "une heure du dimanche"}, {"holiday", "une heure de jour férié"}, {"overtime_25", "une heure supplémentaire à 25" + nbsp + "%"}, {"overtime_50", "une heure supplémentaire à 50" + nbsp + "%"}, {"complementary_10", "une heure complémentaire à 10" + nbsp + "%"}, {"complementary_25", "une heure complémentaire à 25" + nbsp + "%"}, {"call_out", "une heure d’intervention"}, {"telework", "un jour de télétravail"}, {"meal", "un repas"}}, wrong: "Choisissez ce qui est payé."},
			{path: []string{"from"}, label: "À partir du", kind: date, wrong: "Écrivez une date comme 01/01/2026, qu’aucun autre montant de cette sorte n’a."},
			{path: []string{"euros"}, label: "Montant", kind: decimal, unit: "€", wrong: "Écrivez un montant de 0 à 1000" + nbsp + "€, avec trois décimales au plus."}}},
	}},
	{id: "calendar", guide: "heures#les-heures-à-faire", title: "Jours fériés", what: "Un jour férié n’a pas d’heures à faire.", fields: []field{
		{path: []string{"calendar", "alsace_moselle"}, label: "Aussi ceux d’Alsace-Moselle", kind: flag, wrong: wrongFlag},
	}},
	{id: "person", guide: "releve", title: "Sur le relevé", what: "Ce qui est imprimé en tête du relevé d’heures.", fields: []field{
		{path: []string{"person", "name"}, label: "Votre nom", kind: text, most: settings.MaxPerson, wrong: wrongLine},
		{path: []string{"person", "employer"}, label: "Votre employeur", kind: text, most: settings.MaxPerson, wrong: wrongLine},
	}},
}

// partOf returns the part of an id.
func partOf(id string) (part, bool) {
	at := slices.IndexFunc(parts, func(p part) bool { return p.id == id })
	if at < 0 {
		return part{}, false
	}
	return parts[at], true
}

// Keys returns every key of the person's sections that the page has, as in "balance.from",
// "targets.monday" or "vehicles.label".
func Keys() (keys []string) {
	for _, p := range parts {
		for _, f := range p.fields {
			keys = append(keys, p.name(f))
			for _, of := range f.row {
				keys = append(keys, p.name(f)+"."+of.key())
			}
		}
	}
	return keys
}

// wordsOfProblem says what is wrong in another part of the page.
func wordsOfProblem(problem Problem) string {
	var plain []string
	for _, step := range problem.Path {
		if _, row := settings.Number(step); !row {
			plain = append(plain, step)
		}
	}
	if title, f := describe(plain); f != nil {
		return title + ", " + lowerFirst(f.label) + nbsp + ": " + cmp.Or(f.wrong, "ne convient pas.")
	}
	if len(problem.Path) == 0 {
		return "Le fichier de configuration ne va pas avec ce changement."
	}
	return strings.Join(plain, ".") + nbsp + ": " + problem.Value
}

// describe returns the title of a part and the field of a path without rows; nil for a key that
// the page does not have.
func describe(path []string) (title string, found *field) {
	for _, p := range parts {
		rest := path
		if p.thing != nil {
			if len(path) < 3 || path[0] != p.thing.section {
				continue
			}
			rest = path[2:]
		}
		for i, f := range p.fields {
			if len(rest) < len(f.path) || !slices.Equal(rest[:len(f.path)], f.path) {
				continue
			}
			below := rest[len(f.path):]
			if len(below) == 0 {
				return p.title, &p.fields[i]
			}
			for j, of := range f.row {
				if slices.Equal(below, of.path) {
					return p.title, &f.row[j]
				}
			}
		}
	}
	return "", nil
}

// dayTypeChoices are the types of day to choose from.
func dayTypeChoices() (all []choice) {
	for _, dayType := range models.DayTypes {
		all = append(all, choice{string(dayType), french.DayTypes[dayType]})
	}
	return all
}
