package preferences_test

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestAChangeNamesWhatItMovesOfMonthsAndYearsThatAreOver(t *testing.T) {
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur", "vehicles.category", "voiture", "vehicles.power_cv", "5")
	saved(p, "journeys", "", "journeys.label", "Bureau", "journeys.distance_km", "20")
	for day := range 28 {
		p.Work(fmt.Sprintf("2024-02-%02d", day+1), "bureau", "clio")
	}
	p.Submit("/entries/new?date=2024-05-03", url.Values{"day_type": {"WORK"}, "slot_start": {"13:00"}, "slot_end": {"02:00"}, "slot_end_day": {"1"}}).Want(t, 303)
	p.Submit("/entries/new?date=2024-05-04", url.Values{"day_type": {"WORK"}, "slot_start": {"12:00"}, "slot_end": {"15:00"}}).Want(t, 303)
	saved(p, "targets", "", "targets.0.from", "2024-01-01", "targets.0.week", "35h")
	saved(p, "balance", "", "balance.from", "2025-12-29")
	saved(p, "counters", "", "counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25")
	saved(p, "rules", "", "rules.profile", "prive")
	saved(p, "pay", "", "pay.profile", "fph", "pay.annual_base", "25000")
	p.EnterDay("2024-05-21", "TT", "", "", true)
	p.Work("2024-05-20", "", "") // Whit Monday
	p.Work("2024-03-29", "", "") // Good Friday
	confirmed(p, "targets", "", "solidarity.dates", "20/05/2024")
	p.Day("2024-05-28T03:00:00+02:00", "2024-05-28T03:01:00+02:00", "bounce")
	const february = "/months/2024-02/sheet"
	p.Submit(february, p.Form(february)).Want(t, 303)

	before := p.Stored("SELECT max(id) FROM settings_versions")[0]
	for _, of := range []struct {
		section, id string
		typed       []string
		want        []string
		not         string
	}{
		{"vehicles", "clio", []string{"vehicles.power_cv", "7"}, []string{"Frais réels 2024 715 € → 783 €"}, "Solde"},
		{"costs", "", []string{"titres.telework", "true"}, []string{"Titres-restaurant de 2024 31 → 32"}, "Frais réels 2024"},
		{"pay", "", []string{"pay.annual_base", "26000", "pay.bases-since", "ever"}, []string{"Heures de nuit, montant de la paie de mai 2024 17,17 € → 17,86 €"}, "Frais réels"},
		{"pay", "", []string{"pay.annual_base", "26000", "pay.bases-date", "2024-05-04"}, []string{"Heures de nuit, montant de la paie de mai 2024 17,17 € → 17,45 €"}, "Frais réels"},
		{"review", "", []string{"review.short_presence", "0h"}, []string{"Heures de nuit de mai 2024 5 h 00 → 5 h 01"}, "Frais réels"},
		{"hours", "", []string{"hours.night_start", "22:00"}, []string{"Heures de nuit de mai 2024 5 h 00 → 4 h 00"}, "montant"},
		{"rules", "", []string{"rules.daily_rest", "9h", "rules.from-date", "2024-05-04"}, []string{"Repos entre deux journées, constats de 2024 1 → 0"}, "Solde"},
		{"targets", "", []string{"targets.0.week", "30h"}, []string{"Solde au 31 décembre 2025 −21 h 00 → −18 h 00", "Solde au 19 novembre 2026"}, "Relevé"},
		{"targets", "", []string{"targets.0.week", "", "targets.0.days_per_year", "218"}, []string{"Relevé de février 2024 en heures → en jours", "Relevé de février 2024, empreinte gardée (", "…) inchangé → 28 jours diffèrent"}, "Frais réels"},
		{"counters", "conges", []string{"counters.allowance", "27", "counters.allowances-date", "2025-01-01"}, []string{"Congés, reste au 31 décembre 2025 25 j → 27 j", "Congés, reste 25 j → 27 j"}, "Congés, reste au 31 décembre 2024"},
		{"counters", "conges", []string{"counters.allowance", "27", "counters.allowances-since", "ever"}, []string{
			"Congés, reste au 31 décembre 2024 25 j → 27 j", "Congés, reste au 31 décembre 2025 25 j → 27 j", "Congés, reste 25 j → 27 j"}, "Solde"},
		{"targets", "", []string{"targets.0.week", "30h"}, []string{"Heures de jours fériés de mai 2024 1 h 00 → 2 h 00"}, "Frais réels"},
		{"counters", "conges", []string{"counters.period_start", "01/06", "counters.accrual", "monthly"}, []string{
			"Congés, reste au 31 décembre 2024 25 j → plus compté", "Congés, reste 25 j → 11 j"}, "Solde"},
		{"counters", "conges", []string{"counters.adjustments.0.date", "2026-02-01", "counters.adjustments.0.days", "1"}, []string{"Congés, reste 25 j → 26 j", "Enregistrer Revenir"}, "Solde"},
		{"counters", "conges", []string{"do", "delete"}, []string{"Congés, reste 25 j → plus compté"}, "Solde"},
	} {
		answer := send(p, of.section, of.id, of.typed...).Want(t, 200)
		answer.WantWords(t, of.want...)
		if _, changes, _ := strings.Cut(answer.Words(), "Ce que cela change"); strings.Contains(changes, of.not+" ") {
			t.Errorf("%s: %q is in %s", of.section, of.not, changes)
		}
		if of.id == "clio" {
			p.Submit("/settings", fill(answer.Fields(), "do", "edit")).Want(t, 200, `value="7"`, "data-unsaved")
		}
	}
	p.WantStored("SELECT max(id) FROM settings_versions", before)

	confirmed(p, "calendar", "", "calendar.alsace_moselle", "true")
	confirmed(p, "vehicles", "clio", "vehicles.power_cv", "7")
	now := p.Get("/settings").Fields()
	back := p.Submit("/settings", url.Values{"state": {before}, "version": {now.Get("version")}})
	back.WantWords(t, "Heures de jours fériés de mars 2024 8 h 00 → 0 h 00", "Frais réels 2024")
	confirmed(p, "vehicles", "clio", "vehicles.power_cv", "5")

	for month := range 12 {
		p.Submit(fmt.Sprintf("/entries/new?date=2025-%02d-10", month+1), url.Values{"day_type": {"WORK"}, "slot_start": {"20:00"}, "slot_end": {"23:00"}}).Want(t, 303)
	}
	answer := send(p, "pay", "", "pay.annual_base", "26000", "pay.bases-since", "ever")
	answer.WantWords(t, "montant de la paie de janvier 2025", "… et 3 autres Heures de nuit, montant de la paie d’octobre 2025")

	saved(p, "pay", "", "pay.annual_base", "26000", "pay.bases-date", "2026-01-01")
	saved(p, "rules", "", "rules.profile", "fph", "rules.from-date", "2026-01-01")
	saved(p, "counters", "conges", "counters.allowance", "27") // from today on
}

// What changes in a life has a date: the form keeps what was there and adds a row, unless an error is
// corrected.
func TestAChangeCountsFromADateOnOrCorrectsAnError(t *testing.T) {
	for name, test := range map[string]struct {
		part, thing, value, list  string
		set                       []string
		was, is                   string
		undated, dated, corrected string
	}{
		"the base":     {"pay", "", "annual_base", "bases", []string{"pay.profile", "fph"}, "25000", "26000,5", "annual_base = 25000\n", "[[pay.bases]]\nannual_base = 26000.5\nfrom = '2026-12-01'\n", "annual_base = 26000.5\n"},
		"an allowance": {"counters", "conges", "allowance", "allowances", []string{"counters.label", "Congés", "counters.types", "CONGE"}, "25", "27", "allowance = 25\n", "[[counters.conges.allowances]]\nallowance = 27\nfrom = '2026-12-01'\n", "allowance = 27\n"},
		"a distance":   {"journeys", "bureau", "distance_km", "distances", []string{"journeys.label", "Bureau"}, "20", "22", "distance_km = 20\n", "[[journeys.bureau.distances]]\ndistance_km = 22\nfrom = '2026-12-01'\n", "distance_km = 22\n"},
		"the rules": {"rules", "", "profile", "from", []string{"rules.rest_days", "3"}, "fph", "prive", "profile = 'fph'\nrest_days = 3\n",
			"[[rules.from]]\ndate = '2026-12-01'\nprofile = 'prive'\nrest_days = 3\n", "profile = 'prive'\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			value, list := test.part+"."+test.value, test.part+"."+test.list
			modelstest.Want(t, p.Get("/settings").SettingsForm(t, test.part, "").Has(list+"-since"), false, "asked before anything is set")
			saved(p, test.part, "", append(test.set, value, test.was)...)
			if got := p.Get("/settings").SettingsForm(t, test.part, test.thing); got.Get(list+"-since") != "date" || got.Get(list+"-date") != "2026-11-20" {
				t.Errorf("got %q from %q at first", got[list+"-since"], got[list+"-date"])
			}
			before := newest(p)
			for typed, says := range map[string]string{"": "Écrivez une date", "1er décembre": `value="1er décembre"`} {
				answer := send(p, test.part, test.thing, value, test.is, list+"-date", typed)
				answer.Want(t, 422, says, `name="`+list+`-date"`, `aria-invalid="true"`, html.EscapeString(test.is))
			}
			saved(p, test.part, test.thing, value, test.was) // nothing is changed, nothing has a date
			modelstest.Want(t, newest(p), before)

			saved(p, test.part, test.thing, value, test.is, list+"-date", "2026-12-01")
			modelstest.WantIn(t, newest(p), test.undated, test.dated)
			page := p.Get("/settings")
			page.WantWords(t, "avant le 1er décembre 2026", "du 1er décembre 2026")
			send(p, test.part, test.thing, value, test.is, list+"-date", "2026-12-01").Want(t, 422, "qu’aucune autre ligne n’a")
			dated := newest(p)
			saved(p, test.part, test.thing, list+".0."+test.value, test.was, list+"-date", "2027-01-01")
			if got := newest(p); !strings.Contains(got, test.dated) || strings.Count(got, "'2027-01-01'") != 1 {
				t.Errorf("from a later date: got %q", got)
			}
			saved(p, test.part, test.thing, list+".1.remove", "1")
			modelstest.Want(t, newest(p), dated)
			saved(p, test.part, test.thing, list+".0."+test.value, test.was, list+"-since", "ever")
			if answer := send(p, test.part, test.thing, value, test.is, list+"-since", "ever"); answer.Status == 200 { // it changes the past
				p.Submit("/settings", fill(answer.Fields(), "confirm", "1")).Want(t, 303)
			}
			undated, rows, _ := strings.Cut(newest(p), "[[")
			modelstest.Want(t, strings.Contains(undated, test.corrected) && !strings.Contains(undated, test.undated) && strings.Count(rows, "'2026-12-01'") == 1 && !strings.Contains("[["+rows, test.dated), true, "corrected", undated, rows)
		})
	}
}

func TestAChangeOfTheHolidaysOfABalanceIsShownWhereverTheDaysBegin(t *testing.T) {
	p := start(t)
	p.Work("2026-11-18", "", "")
	saved(p, "targets", "", "targets.0.from", "2026-01-01", "targets.0.week", "35h")
	saved(p, "balance", "", "balance.from", "2026-03-02")
	send(p, "calendar", "", "calendar.alsace_moselle", "true").Want(t, 200, "Ce que cela change") // Good Friday is before the first day
}
