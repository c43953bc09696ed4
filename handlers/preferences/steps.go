package preferences

import (
	"cmp"
	"maps"
	"net/url"
	"slices"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
)

type step struct {
	heading string
	fields  []question
	// answer puts what was typed in fields without a place, and returns the one that was left empty and
	// may not be, or ""; nil if each has one.
	answer func(b onboarding, r reading, typed url.Values) (missing string)
}

// question is a field of a step. It is asked for until it is set.
type question struct {
	settings.Key
	isOpen func(onboarding) bool
	at     []string // its place in the settings, if it is a key of them as it is
}

const (
	weekNights  = "nights"
	weekDays    = "days"
	weekOther   = "other"
	journeyName = "Domicile – travail"
	carName     = "Voiture"
)

var steps = []step{
	{
		heading: "Où travaillez-vous" + nbsp + "?",
		fields: []question{
			{settings.Key{Name: "place", Label: "Lieu de travail", Required: true, Refusal: "Choisissez une réponse.", Help: "Médecin hospitalier" + nbsp + ": choisissez «" + nbsp + "Autre" + nbsp + "», vous relevez d’autres textes.",
				Kind: settings.Kind{Form: settings.OneOf, Choices: []settings.Choice{
					{Value: string(report.Hospital), Label: "Hôpital public"}, {Value: string(report.Private), Label: "Entreprise"},
					{Value: string(report.ForfaitJours), Label: "Forfait jours"}, {Value: string(report.NoProfile), Label: "Autre"}}}}, unset("rules"), []string{"rules", "profile"}},
		},
	},
	{
		heading: "Comment est votre semaine" + nbsp + "?",
		fields: []question{
			{settings.Key{Name: "week", Label: "Semaine", Refusal: "Choisissez une semaine.", Kind: settings.Kind{Form: settings.OneOf}}, unset("targets"), nil},
			{askedAs(settings.Key{Name: "hours", Refusal: "Écrivez une durée de 168" + nbsp + "h au plus, comme 28h."}, "targets", "week"), unset("targets"), nil},
			{askedAs(settings.Key{Name: "twelve_hours"}, "rules", "twelve_hours"), func(b onboarding) bool {
				return b.none("targets") && b.Keeper.File["rules"] == nil && b.profile() == report.Hospital
			}, []string{"rules", "twelve_hours"}},
			{askedAs(settings.Key{Name: "leave", Label: "Congés par an", Unit: "jours"}, "counters", "", "allowance"), unset("counters"), nil},
			{askedAs(settings.Key{Name: "rtt", Label: "RTT par an", Unit: "jours", Refusal: "Écrivez un nombre de jours de 0 à 366, comme 10 ou 12,5."}, "counters", "", "allowance"), unset("counters"), nil},
		},
		answer: func(b onboarding, r reading, typed url.Values) (missing string) {
			if days := typed.Get("leave"); days != "" {
				counter := settings.Tree{"label": "Congés", "types": []any{"CONGE"}, "allowance": number(days), "period_start": "06-01"}
				if b.profile() == report.Hospital { // from January (décret 2002-8, article 1)
					delete(counter, "period_start")
				}
				r.put("leave", counter, "counters", b.newID(b.now, "counters", "Congés"))
			}
			if days := typed.Get("rtt"); days != "" {
				r.put("rtt", settings.Tree{"label": "RTT", "types": []any{"RTT"}, "allowance": number(days)}, "counters", b.newID(b.now, "counters", "RTT"))
			}
			return b.week(r, typed.Get("week"), typed.Get("hours"))
		},
	},
	{
		heading: "Comment allez-vous au travail" + nbsp + "?",
		fields: []question{
			{settings.Key{Name: "power", Label: "Puissance fiscale", Help: "P.6 de la carte grise", Refusal: "Choisissez sa puissance fiscale.", Kind: settings.Kind{Form: settings.OneOf, Choices: []settings.Choice{
				{Value: "", Label: "Pas de voiture"}, {Value: "3", Label: "3" + nbsp + "CV ou moins"}, {Value: "4", Label: "4" + nbsp + "CV"}, {Value: "5", Label: "5" + nbsp + "CV"}, {Value: "6", Label: "6" + nbsp + "CV"}, {Value: "7", Label: "7" + nbsp + "CV ou plus"}}}}, unset("vehicles"), nil},
			{askedAs(settings.Key{Name: "vehicle", Label: "Son nom", Absent: carName}, "vehicles", "", "label"), unset("vehicles"), nil},
			{askedAs(settings.Key{Name: "electric"}, "vehicles", "", "electric"), unset("vehicles"), nil},
			{askedAs(settings.Key{Name: "distance", Label: journeyName + ", un aller"}, "journeys", "", "distance_km"), func(b onboarding) bool {
				vehicles, answered := b.now.own["vehicles"].(settings.Tree)
				return b.none("journeys") && !(answered && len(vehicles) == 0)
			}, nil},
		},
		answer: func(b onboarding, r reading, typed url.Values) (missing string) {
			if distance := typed.Get("distance"); distance != "" {
				r.put("distance", settings.Tree{"label": journeyName, "distance_km": number(distance)}, "journeys", b.newID(b.now, "journeys", journeyName))
			}
			if !typed.Has("power") {
				return ""
			}
			return b.car(r, typed)
		},
	},
	{
		heading: "Depuis quand compter le solde" + nbsp + "?",
		fields: []question{
			{askedAs(settings.Key{Name: "from", Required: true, Help: "un jour de travail laissé vide compte comme non fait"}, "balance", "from"), onboarding.lacksBalance, []string{"balance", "from"}},
			{askedAs(settings.Key{Name: "start"}, "balance", "start"), func(b onboarding) bool {
				return b.lacksBalance() && get(b.now.own, "balance", "start") == nil
			}, []string{"balance", "start"}},
		},
	},
}

// askedAs is a field of a step for a key of the settings, under a name of its own.
func askedAs(as settings.Key, path ...string) settings.Key {
	of := settings.KeyAt(path...)
	as.Kind, as.Unit, as.Refusal, as.Label = of.Kind, cmp.Or(as.Unit, of.Unit), cmp.Or(as.Refusal, of.Refusal), cmp.Or(as.Label, of.Label)
	return as
}

// weekChoice is a week that can be chosen, and the row that it sets.
type weekChoice struct {
	settings.Choice
	row settings.Tree
}

var weeks = []weekChoice{
	{settings.Choice{Value: weekNights, Label: "32" + nbsp + "h" + nbsp + "30, toujours de nuit"}, settings.Tree{"week": "32h30"}},
	{settings.Choice{Value: "35", Label: "35" + nbsp + "h, cinq jours de 7" + nbsp + "h"}, everyDay("7h")},
	{settings.Choice{Value: "39", Label: "39" + nbsp + "h, cinq jours de 7" + nbsp + "h" + nbsp + "48"}, everyDay("7h48")},
	{settings.Choice{Value: "roster", Label: "35" + nbsp + "h, des jours qui varient"}, settings.Tree{"week": "35h"}},
	{settings.Choice{Value: weekDays, Label: "Forfait de 218" + nbsp + "jours par an"}, settings.Tree{"days_per_year": int64(218)}},
	{settings.Choice{Value: weekOther, Label: "Autre"}, settings.Tree{}},
}

func everyDay(hours string) settings.Tree {
	return settings.Tree{"monday": hours, "tuesday": hours, "wednesday": hours, "thursday": hours, "friday": hours}
}

// week puts a week from this year on, or returns the field that says too little.
func (b onboarding) week(r reading, chosen, hours string) (missing string) {
	at := slices.IndexFunc(weeks, func(week weekChoice) bool { return week.Value == chosen })
	switch {
	case chosen == "": // there is one
		return ""
	case at < 0:
		return "week"
	case chosen == weekOther && hours == "":
		return "hours"
	}
	row := settings.Tree{"from": civil.Date{Year: b.Today().Year, Month: 1, Day: 1}.String()}
	maps.Copy(row, weeks[at].row)
	if chosen == weekOther {
		row["week"] = durationTyped(hours)
		r.places[settings.Join("targets", settings.Element(0), "week")] = "hours"
	}
	r.put("week", []any{row}, "targets")
	return ""
}

// car puts a car, or that there is none, or returns the field that says too little.
func (b onboarding) car(r reading, typed url.Values) (missing string) {
	power, name, electric := typed.Get("power"), typed.Get("vehicle"), typed.Get("electric")
	if power+name+electric == "" {
		r.put("power", settings.Tree{}, "vehicles")
		return ""
	}
	name = cmp.Or(name, carName)
	car := settings.Tree{"label": name, "type": settings.Motor, "category": "voiture"}
	if power == "" {
		missing = "power"
	} else {
		car["power_cv"] = number(power)
	}
	if electric != "" {
		car["electric"] = true
	}
	id := b.newID(b.now, "vehicles", name)
	r.put("power", car, "vehicles", id)
	r.places[settings.Join("vehicles", id, "label")] = "vehicle"
	return missing
}

func (b onboarding) none(section string) bool {
	return b.Keeper.File[section] == nil && b.now.own[section] == nil
}

func unset(section string) func(onboarding) bool {
	return func(b onboarding) bool { return b.none(section) }
}

// lacksBalance reports whether hours are to be worked and nothing says since when they are compared.
func (b onboarding) lacksBalance() bool {
	return !b.inDays() && b.Keeper.File["balance"] == nil && get(b.now.own, "balance", "from") == nil
}

func (b onboarding) profile() report.Profile {
	name, _ := get(b.view(b.now, nil).inForce, "rules", "profile").(string)
	return report.Profile(name)
}

func (b onboarding) inDays() bool {
	rows, _ := b.view(b.now, nil).inForce["targets"].([]any)
	return slices.ContainsFunc(rows, func(row any) bool { return get(asTree(row), "days_per_year") != nil })
}

func (b onboarding) filled() url.Values {
	week := "35"
	if b.profile() == report.ForfaitJours {
		week = weekDays
	}
	// five weeks of leave, also of a roster: each date of leave is a fifth
	return url.Values{"week": {week}, "leave": {"25"}, "from": {b.Today().String()}, "start": {"0h"}}
}

func (b onboarding) open(step int) (fields []question) {
	for _, f := range steps[step].fields {
		if !f.isOpen(b) {
			continue
		}
		if f.Name == "week" {
			for _, week := range weeks {
				// the nights are of a hospital alone (décret 2002-9, articles 2 and 3), the days of the year of others
				if hospital := b.profile() == report.Hospital; hospital && week.Value != weekDays || !hospital && week.Value != weekNights {
					f.Kind.Choices = append(f.Kind.Choices, week.Choice)
				}
			}
		}
		fields = append(fields, f)
	}
	return fields
}
