package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/planning"
	"worklog/models/report"
)

// weekdays are the keys of a target and their labels, in the order of [time.Weekday].
var weekdays = []struct{ key, label string }{
	{"sunday", "dim."}, {"monday", "lun."}, {"tuesday", "mar."}, {"wednesday", "mer."}, {"thursday", "jeu."}, {"friday", "ven."}, {"saturday", "sam."},
}

// targets declares [[targets]], which are kept in the order of their dates.
func (p *Personal) targets() Key {
	kind := rows(&p.Hours.Targets, []string{"from"}, "must be a date that no other target has", target)
	kind.Ways = []Choice{{"week", "par semaine"}, {"days", "jour par jour"}, {"year", "forfait jours"}, {"plan", "selon le planning"}}
	return Key{Name: "targets", Label: "Horaire", Dated: "À partir", Another: "Nouvel horaire", Kind: kind}
}

func target(t *report.Target) ([]Key, func(table)) {
	var week int64
	var daysPerYear int
	var planned bool
	var periodStart report.YearDay
	keys := []Key{
		from(&t.From, "from"),
		{Name: "week", Kind: minutes(&week, 0, weekMinutes, `must be a duration of at most 168 hours, such as "35h"`),
			Way: "week", Label: "Heures par semaine", Refusal: "Écrivez une durée de 168\u00a0h au plus, comme 35h, sans heures par jour."},
	}
	for i := range weekdays {
		day := (i + 1) % len(weekdays) // Monday first
		keys = append(keys, Key{Name: weekdays[day].key, Kind: minutes(&t.Minutes[day], 0, dayMinutes, `must be a duration of at most 24 hours, such as "7h" or "7h30"`),
			Way: "days", Label: weekdays[day].label, Refusal: "Écrivez une durée comme 7h ou 7h30, de 24\u00a0h au plus, et seulement pour une semaine décrite jour par jour."})
	}
	keys = append(keys, Key{Name: "days_per_year", Kind: days(&daysPerYear, 1, maxYearDays),
		Way: "year", Label: "Jours par an", Unit: "j", Refusal: "Écrivez un nombre de jours de 1 à 366, sans heures par jour ni par semaine."},
		Key{Name: "period_start", Kind: yearDay(&periodStart), Way: "year", Label: "comptés à partir du", Absent: "01/01",
			Refusal: "Écrivez un jour et un mois que chaque année a, comme 01/06, à côté des jours par an."})
	keys = append(keys, Key{Name: "plan", Kind: FlagOf(&planned), Way: "plan", Label: "les heures du planning", Refusal: wrongFlag})
	return keys, func(of table) {
		var ways []string // keys that say what is to be worked
		for _, day := range weekdays {
			if of.has(day.key) {
				ways = []string{day.key}
			}
		}
		if planned {
			ways = append(ways, "plan")
			*t = report.Target{From: t.From, Planned: true}
		}
		if of.has("week") {
			ways = append(ways, "week")
			*t = report.WeekTarget(t.From, week)
		}
		if of.has("days_per_year") {
			ways = append(ways, "days_per_year")
			*t = report.DaysTarget(t.From, daysPerYear)
			t.PeriodStart = periodStart
		} else if of.has("period_start") {
			of.reject("period_start", "must stand beside days_per_year")
		}
		if len(ways) > 1 {
			of.reject(ways[len(ways)-1], "must not stand beside "+ways[0]+": a target is days of the week, or week, or days_per_year, or plan")
		}
	}
}

func (p *Personal) words() Key {
	var word string
	var meaning planning.Meaning
	labels := []Choice{{"", "—"}, {"WORK", "Travail"}, {"GARDE", "Garde"}, {"ASTREINTE", "Astreinte"}, {"FORMATION", "Formation"}, {"TT", "Télétravail"},
		{"rest", "Repos"}, {"leave", "Congé à saisir"}, {"ignore", "À ignorer"}}
	keys := []Key{
		{Name: "word", Kind: label(&word), Label: "Mot ou titre entier", Refusal: "Écrivez un mot ou un titre, de 100\u00a0caractères au plus, qu’aucune autre ligne n’a."},
		{Name: "meaning", Kind: among(&meaning, planning.Meanings, "").offering(labels...), Label: "Ce que c’est", Refusal: "Choisissez ce que c’est."},
	}
	return Key{Name: "words", Label: "Mot", Help: "des fichiers de votre planning", Kind: Kind{Form: Rows, Keyed: true, Keys: keys, below: func(r *reader, path []string, value any) {
		table, ok := value.(Tree)
		if value != nil && !ok || len(table) > models.MaxRows {
			r.reject(path, value, fmt.Sprintf("must be a table of at most %d words, as in [plan.words]", models.MaxRows))
			return
		}
		p.Words = planning.Words{}
		for _, name := range r.inOrder(path, table) {
			at := append(slices.Clone(path), name)
			wrong := keys[0].Kind.read(name)
			if folded := planning.Folded(word); wrong == "" && (folded == "" || p.Words[folded] != "") {
				wrong = "must be a word or a title that no other is but for its case"
			}
			if wrong != "" {
				r.reject(at, nil, wrong)
			} else if wrong = keys[1].Kind.read(table[name]); wrong != "" {
				r.reject(at, table[name], wrong)
			}
			p.Words[planning.Folded(word)] = meaning
		}
	}}}
}

func (p *Personal) balance() Key {
	var from string
	rules := &report.BalanceRules{}
	hours := func(to *int64) Kind {
		return minutes(to, -balanceMinutes, balanceMinutes, `must be a duration, such as "12h30" or "-3h"`)
	}
	adjustment := func(a *report.BalanceAdjustment) ([]Key, func(table)) {
		return []Key{
				{Name: "date", Kind: date(&a.Date), Required: true, Label: "Le", Refusal: "Écrivez une date comme 30/06/2026, pas avant le début du solde."},
				{Name: "hours", Kind: hours(&a.Minutes), Required: true, Label: "Heures", Refusal: wrongHours},
				{Name: "note", Kind: label(&a.Note), Label: "Note", Refusal: wrongLabel},
			}, func(of table) {
				if a.Date.Compare(rules.From) < 0 {
					of.reject("date", "must not be before balance.from, "+rules.From.String())
				}
			}
	}
	parsed := func() { rules.From, _ = civil.ParseDate(from) }
	return section("balance", func(of table) {
		if from == "" && rules.Start == 0 && !rules.RTTConsumes && !rules.CreditWithoutSlots && len(rules.Adjustments) == 0 {
			return
		}
		if rules.From == (civil.Date{}) {
			of.reject("from", `must be the date on which the balance begins, such as "2026-01-01"`)
		}
		slices.SortStableFunc(rules.Adjustments, func(a, b report.BalanceAdjustment) int { return a.Date.Compare(b.Date) })
		p.Hours.Balance = rules
	},
		Key{Name: "from", Kind: KindOf(Date, &from, anyText).then(parsed), Default: "", Label: "Depuis le", Help: "sans date, pas de solde", Refusal: "Écrivez la date où le solde commence, comme 01/01/2026."},
		Key{Name: "start", Kind: hours(&rules.Start), Default: "0h", Label: "Solde ce jour-là", Refusal: wrongHours},
		Key{Name: "rtt_consumes", Kind: FlagOf(&rules.RTTConsumes), Default: false, Label: "Un RTT se prend sur le solde", Refusal: wrongFlag},
		Key{Name: "credit_without_slots", Kind: FlagOf(&rules.CreditWithoutSlots), Default: false,
			Label: "Un télétravail ou une formation sans créneaux vaut les heures prévues", Refusal: wrongFlag},
		Key{Name: "adjustments", Kind: rows(&rules.Adjustments, []string{"date"}, "", adjustment), Label: "Ajustement", Help: "des heures payées, une correction"})
}

func counter(id string, c *report.Counter) ([]Key, func(table)) {
	*c = report.Counter{Name: id, Unit: report.Units[0], PeriodStart: report.YearDay{Month: time.January, Day: 1}, Accrual: report.Accruals[0]}
	adjustment := func(a *report.Adjustment) ([]Key, func(table)) {
		return []Key{
				{Name: "date", Kind: date(&a.Date), Required: true, Label: "Le", Refusal: wrongDate},
				{Name: "days", Kind: KindOf(Signed, &a.Days, halves(-2*maxYearDays, "must be a number of days from -366 to 366, such as 2 or -0.5")),
					Label: "Jours", Refusal: "Écrivez un nombre de jours de -366 à 366, comme 2 ou -0,5.", InOther: "Rien si le compteur est en heures."},
				{Name: "hours", Kind: minutes((*int64)(&a.Days), -balanceMinutes, balanceMinutes, `must be a duration, such as "3h30" or "-3h"`),
					Label: "Heures", Refusal: wrongHours, InOther: "Rien si le compteur est en jours."},
				{Name: "note", Kind: label(&a.Note), Label: "Note", Refusal: wrongLabel},
			}, func(of table) {
				if c.Unit == report.InHours {
					of.require("hours")
					of.exclude("must be left out: the counter is in hours", "days")
					return
				}
				of.require("days")
				of.exclude("must be left out: the counter is in days", "hours")
			}
	}
	roundUp := FlagOf(&c.RoundUp)
	roundUp.Form, roundUp.Choices = OptionalFlag, []Choice{{"", "pour les congés"}, {"true", "oui"}, {"false", "non"}}
	allowance := func(to *report.Days) Key {
		return Key{Name: "allowance", Kind: KindOf(Decimal, to, halves(0, "must be a number of days from 0 to 366, such as 25 or 12.5")),
			Label: "Jours par période", Unit: "j", Refusal: "Écrivez un nombre de jours de 0 à 366, comme 25 ou 12,5\u00a0; rien si le compteur est en heures."}
	}
	return slices.Concat([]Key{
			{Name: "label", Kind: label(&c.Label), Label: "Nom", Refusal: wrongLabel},
			{Name: "types", Kind: dayTypes(&c.Types), Label: "Jours comptés", Refusal: "Choisissez au moins un type de jour\u00a0; aucun si le compteur est en heures."},
		}, sinceDates(&c.Allowances, allowance, Key{Name: "allowances", Label: "Jours par période", Help: "pour les périodes qui commencent dès lors"}, "must be a date that no other allowance of the counter has"), []Key{
			{Name: "unit", Kind: among(&c.Unit, report.Units, "").offering(Choice{"", "jours ouvrés"}, Choice{"ouvrables", "jours ouvrables"}, Choice{"heures", "heures, à ajuster"}),
				Label: "Comptés en", Refusal: "Choisissez jours ouvrés, jours ouvrables ou heures."},
			{Name: "period_start", Kind: yearDay(&c.PeriodStart), Label: "La période commence le", Absent: "01/01", Refusal: wrongMonthDay},
			{Name: "accrual", Kind: among(&c.Accrual, report.Accruals, "").offering(Choice{"", "dès le début"}, Choice{"monthly", "un douzième par mois"}),
				Label: "Acquis", Refusal: "Choisissez dès le début ou un douzième par mois."},
			{Name: "round_up", Kind: roundUp, Label: "Arrondir au jour supérieur", Refusal: wrongFlag},
			{Name: "carry_over", Kind: carryOver(&c.CarryOver), Label: "Report", Absent: "rien", Help: "rien, tout, ou un nombre de jours",
				Refusal: "Écrivez rien, tout, ou un nombre de jours, comme 5 ou 2,5."},
			{Name: "carry_expires", Kind: optionalYearDay(&c.CarryExpires), Label: "À prendre jusqu’au", Help: "comme 31/10", Refusal: wrongMonthDay},
			{Name: "adjustments", Kind: rows(&c.Adjustments, []string{"date"}, "", adjustment), Label: "Ajustement"},
		}), func(of table) {
			if c.Label == "" {
				c.Label = id
			}
			if strings.TrimSpace(c.Label) == "" {
				of.reject("label", `must not be blank; without it, or with "", pages show the name`)
			}
			if c.Unit == report.InHours {
				of.exclude("must be left out: the counter is in hours, by adjustments alone", "types", "allowance", "allowances", "accrual", "round_up", "carry_expires")
				if c.CarryOver > 0 {
					of.reject("carry_over", `must be "none" or "all": the counter is in hours`)
				}
				return
			}
			of.require("types", "allowance")
			if !of.has("round_up") {
				c.RoundUp = c.IsPaidLeave()
			}
		}
}

func (p *Personal) night() Key {
	return section("hours", func(of table) {
		if p.Hours.Night.Start == p.Hours.Night.End {
			of.reject("night_end", "must be another time than hours.night_start")
		}
	},
		Key{Name: "night_start", Kind: clock(&p.Hours.Night.Start, "21:00"), Default: "21:00", Label: "De", Refusal: wrongClock},
		Key{Name: "night_end", Kind: clock(&p.Hours.Night.End, "21:00"), Default: "06:00", Label: "À",
			Refusal: "Écrivez une heure de 00:00 à 23:59, comme 06:00, autre que celle du début."})
}

func (p *Personal) rules() Key {
	keys, check := limits(&p.Hours.Limits)
	dated := func(since *report.Since[*report.Limits]) ([]Key, func(table)) {
		keys, check := limits(&since.Value)
		return slices.Concat([]Key{from(&since.From, "date")}, keys), check
	}
	list := rows(&p.Hours.LimitsFrom, []string{"date"}, "must be a date that no other rules have", dated)
	list.Dated = true
	return section("rules", check, append(keys, Key{Name: "from", Label: "Règles", Help: "une semaine par son lundi, une journée par son début", Kind: list})...)
}

// limits declares thresholds. Those of the profile are there before those that are set.
func limits(to **report.Limits) ([]Key, func(table)) {
	limits := &report.Limits{} // the keys are checked without a profile, too
	var profile report.Profile
	var atNight, inTwelveHours bool
	ofProfile := func() { // once all that it depends on is read
		if of := (report.Limits{Profile: profile, NightWorker: atNight, TwelveHours: inTwelveHours}).Unset(); of != nil {
			*limits, *to = *of, limits
		}
	}
	// everybody has this one; a rest of a whole day would leave no time for a shift
	dailyRest := threshold(string(report.DailyRest), "Repos par jour, au moins", &limits.DailyRest, dayMinutes-1)
	dailyRest.Fold = ""
	return []Key{
			{Name: "profile", Kind: among(&profile, report.Profiles, "").offering(Choice{"", "Aucun"}, Choice{"prive", "Secteur privé"}, Choice{"fph", "Hôpital public"}, Choice{"forfait_jours", "Forfait jours"}),
				Default: string(report.NoProfile), Label: "Profil", Refusal: wrongProfile},
			{Name: "night_worker", Kind: FlagOf(&atNight), Default: false, Label: "Je travaille la nuit", Help: "secteur privé",
				Refusal: "Seul le profil du secteur privé connaît le travail de nuit."},
			{Name: "twelve_hours", Kind: FlagOf(&inTwelveHours).then(ofProfile), Default: false, Label: "Mon service est en 12\u00a0h", Help: "hôpital public, sauf les médecins",
				Refusal: "Seul le profil de l’hôpital public connaît les services en 12\u00a0h."},
			dailyRest,
			threshold(string(report.WeeklyRest), "Repos par semaine, au moins", &limits.WeeklyRest, weekMinutes),
			threshold(string(report.DayMax), "Une journée, au plus", &limits.DayMax, dayMinutes),
			threshold("day_max_night", "Une nuit, au plus", &limits.DayMaxNight, dayMinutes),
			threshold(string(report.WeekMax), "Une semaine, au plus", &limits.WeekMax, weekMinutes),
			threshold(string(report.TwelveWeeks), "En moyenne sur douze semaines, au plus", &limits.TwelveWeeks, weekMinutes),
			threshold(string(report.Overtime), "Heures supplémentaires dès", &limits.Overtime, weekMinutes),
			threshold(string(report.Contingent), "Contingent d’heures supplémentaires", &limits.Contingent, maxYearDays*dayMinutes),
			threshold(string(report.Break), "Pause, au moins", &limits.Break, dayMinutes),
			threshold("break_after", "Pause après", &limits.BreakAfter, dayMinutes),
			countedDays(string(report.DaysPerYear), "Jours travaillés par an, au plus", &limits.DaysPerYear, maxYearDays),
			countedDays(string(report.RestDays), "Jours libres en deux semaines", &limits.RestDays, 14),
			countedDays(string(report.RestSunday), "dont à la suite, avec un dimanche", &limits.RestSunday, 14),
		}, func(of table) {
			if atNight && profile != report.Private && slices.Contains(report.Profiles, profile) {
				of.reject("night_worker", `must be false, unless profile = "prive"`)
			}
			if inTwelveHours && profile != report.Hospital && slices.Contains(report.Profiles, profile) {
				of.reject("twelve_hours", `must be false, unless profile = "fph"`)
			}
		}
}

// threshold is a duration of [rules], 0 for none.
func threshold(name, label string, to *int64, most int64) Key {
	english, french := fmt.Sprint("at most ", most/60), fmt.Sprint(most/60, "\u00a0h au plus")
	if most%60 > 0 {
		english, french = fmt.Sprint("less than ", most/60+1), fmt.Sprint("moins de ", most/60+1, "\u00a0h")
	}
	return Key{Name: name, figure: func() int64 { return *to }, Fold: "Autres seuils", Kind: minutes(to, 0, most, "must be a duration of "+english+` hours, such as "11h", or "0h" for no threshold`),
		Label: label, Refusal: "Écrivez une durée de " + french + ", comme 11h, ou 0h pour aucune."}
}

// countedDays is a number of days of [rules].
func countedDays(name, label string, to *int, most int) Key {
	return Key{Name: name, figure: func() int64 { return int64(*to) }, Fold: "Autres seuils", Kind: days(to, 0, most), Label: label, Refusal: "Écrivez un nombre de jours de 0 à " + strconv.Itoa(most) + "."}
}

// ProfileFigures returns the thresholds of the profile in [rules], by their keys; 0 for none.
func ProfileFigures(rules Tree) map[string]int64 {
	figures := map[string]int64{}
	keys, _ := limits(new(*report.Limits))
	for _, key := range keys {
		if key.figure != nil {
			figures[key.Name] = key.figure()
		} else if value := rules[key.Name]; value != nil {
			key.Kind.read(value)
		}
	}
	return figures
}
