package preferences_test

import (
	"html"
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func answered(p *apptest.Program, step string, typed ...string) apptest.Answer {
	p.T.Helper()
	path := "/settings/start?step=" + step
	page := p.Get(path).Want(p.T, 200)
	return p.Submit(path, fill(stepForm(page), typed...))
}

// stepForm returns the form of a step as a browser without script would send it with Enter.
func stepForm(page apptest.Answer) url.Values {
	_, text, _ := strings.Cut(page.Body, `<div class="start">`)
	text, _, _ = strings.Cut(text, "</form>")
	values := apptest.Answer{Body: text}.Fields()
	values.Del("do")
	values.Del("electric")
	values.Del("twelve_hours")
	return values
}

func TestTheFirstQuestionsLeadToABalanceAndACounter(t *testing.T) {
	for name, config := range map[string]string{"with the endpoint": zone, "on the defaults": ""} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.WithConfig(t, config))
			for _, path := range []string{"/months/2026-11", "/today"} {
				p.Get(path).WantHTML(t, 200, `href="/settings/start">Répondre à quatre questions</a>`)
			}
			p.Get("/settings/start").WantLocation(t, "/settings/start?step=1")
			answered(p, "1", "place", "prive").WantLocation(t, "/settings/start?step=2")
			answered(p, "2", "rtt", "12,5").WantLocation(t, "/settings/start?step=3")
			answered(p, "3", "power", "5", "vehicle", "Clio", "distance", "18,5").WantLocation(t, "/settings/start?step=4")
			done := answered(p, "4", "start", "2h30")
			done.WantLocation(t, "/months/2026-11")
			page := p.After(done)
			page.WantWords(t, "C’est prêt.")
			page.WantNone(t, "questions</a>")
			p.Get("/counters").WantWords(t, "Congés", "25 j", "RTT", "12,5 j", "Solde")
			p.Get("/entries/new?date=2026-11-24").WantHTML(t, 200, ">Clio<", "Domicile – travail (18,5 km)")
			p.Get("/settings/start?step=2").WantLocation(t, "/months/2026-11")
			modelstest.WantIn(t, newest(p), "monday = '7h'", "allowance = 12.5", "power_cv = 5", "type = 'moteur'", "category = 'voiture'", "from = '2026-11-20'", "start = '2h30'")
			p.WantStored("SELECT count(*) FROM settings_versions", "4")
			p.WantSound()
		})
	}
}

func TestEachOfTheFirstQuestionsCanBeSkipped(t *testing.T) {
	p := start(t)
	for step, next := range map[string]string{"1": "/settings/start?step=2", "2": "/settings/start?step=3", "3": "/settings/start?step=4", "4": "/months/2026-11"} {
		answered(p, step, "do", "skip").WantLocation(t, next)
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
	p.Work("2026-11-18", "", "")
	modelstest.WantNone(t, p.Get("/months/2026-11").Body+p.Get("/today").Body, "/settings/start")
}

func TestNoCarIsAnAnswer(t *testing.T) {
	p := start(t)
	answered(p, "3").WantLocation(t, "/settings/start?step=4") // « Pas de voiture » is chosen
	if got := newest(p); strings.TrimSpace(got) != "[vehicles]" {
		t.Errorf("got %s", got)
	}
	p.Restart()
	for _, path := range []string{"/months/2026-11", "/today"} {
		p.Get(path).WantHTML(t, 200, "Répondre à trois questions")
	}
	p.Get("/settings/start?step=3").WantLocation(t, "/settings/start?step=4")
	answered(p, "2").WantLocation(t, "/settings/start?step=4") // and what else is saved keeps it
	answered(p, "4").WantLocation(t, "/months/2026-11")
	p.Get("/settings/start?step=3").WantLocation(t, "/months/2026-11")
}

func TestWhoDrivesNoCarIsTaughtNoVehicle(t *testing.T) {
	p := start(t)
	p.Work("2026-11-18", "", "")
	p.Get("/years/2026/costs").WantWords(t, "Régler un véhicule", "sans trajet ni véhicule")
	answered(p, "2")
	answered(p, "3", "distance", "12")
	p.Get("/settings").WantWords(t, "Mes véhicules : aucun")
	for _, path := range []string{"/years/2026/costs", "/months/2026-11", "/today", "/counters", "/review", "/years/2026"} {
		page := p.Get(path).Want(t, 200)
		for _, never := range []string{"il faut", "Régler un véhicule", "ni véhicule", "sans véhicule", "settings/start"} {
			page.WantNoWords(t, never)
		}
	}
	p.Get("/entries/new?date=2026-11-24").WantHTML(t, 200, "Domicile – travail (12 km)")
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur")
	p.Get("/settings").WantWords(t, "Mes véhicules : aucun → —", "Mes véhicules, Clio : ajouté")
	p.Get("/years/2026/costs").WantWords(t, "Travail sans trajet ni véhicule")
}

func TestEachWeekOfTheFirstQuestionIsATarget(t *testing.T) {
	for week, want := range map[string]string{
		"35": "friday = '7h'", "39": "friday = '7h48'", "roster": "week = '35h'", "days": "days_per_year = 218", "other": "week = '28h30'",
	} {
		p := start(t)
		next := "/settings/start?step=3"
		answered(p, "2", "week", week, "hours", "28h30", "leave", "").WantLocation(t, next)
		if got := newest(p); !strings.Contains(got, want) || !strings.Contains(got, "2026-01-01") || strings.Contains(got, "counters") || week != "other" && strings.Contains(got, "28h30") {
			t.Errorf("%s: got %s", week, got)
		}
		if week == "days" {
			p.Get("/settings/start?step=4").WantLocation(t, "/months/2026-11") // who counts days has no balance of hours
		}
		p.WantSound()
	}
}

func TestWhereOneWorksSetsTheRulesAndTheYearOfTheLeave(t *testing.T) {
	june, january := "Du 1er juin 2026 au 31 mai 2027 en cours", "Du 1er janvier 2026 au 31 décembre 2026 en cours"
	for _, test := range []struct{ place, rules, week, period string }{
		{"fph", "Règles hôpital public", "35", january},
		{"prive", "Règles secteur privé", "35", june},
		{"forfait_jours", "Règles forfait jours", "days", june},
		{"aucune", "Règles aucun", "35", june},
		{"", "Règles aucun", "35", june}, // it was skipped
	} {
		p := start(t)
		if test.place == "" {
			answered(p, "1", "do", "skip")
		} else {
			answered(p, "1", "place", test.place).WantLocation(t, "/settings/start?step=2")
			p.Get("/settings/start?step=1").WantLocation(t, "/settings/start?step=2")
		}
		page := p.Get("/settings/start?step=2")
		modelstest.Want(t, stepForm(page).Get("week"), test.week, test.place)
		for name, hospital := range map[string]bool{`value="nights"`: true, `name="twelve_hours"`: true, `value="days"`: false} {
			modelstest.Want(t, strings.Contains(page.Body, name), hospital == (test.place == "fph"), test.place, name)
		}
		answered(p, "2").WantLocation(t, "/settings/start?step=3")
		p.Get("/settings").WantWords(t, test.rules)
		p.Get("/years/2026/counters").WantWords(t, "Congés", "25 j", test.period)
		p.WantSound()
	}
}

// Five weeks of leave are five times the weekly obligations (décret 2002-8, article 1), on whichever
// dates they were planned.
func TestANurseOfTheNightHasFiveWeeksOfLeave(t *testing.T) {
	p := start(t)
	answered(p, "1", "place", "fph")
	answered(p, "2", "week", "nights", "twelve_hours", "true").WantLocation(t, "/settings/start?step=3")
	modelstest.WantIn(t, newest(p), "profile = 'fph'", "twelve_hours = true", "week = '32h30'")
	answered(p, "4", "from", "2026-09-28")
	for _, date := range strings.Fields("09-28 09-30 10-02 10-03 10-04 10-05 10-06 10-07 10-08 10-09 10-13 10-14 10-15 10-17 10-18 10-19 10-20 10-21 10-24 10-25 10-26 10-27 10-28 10-29 10-30") {
		p.ByHand("2026-"+date, "CONGE")
	}
	p.Get("/counters").WantWords(t, "Congés 0 j 25 acquis · 25 pris", "Solde −84 h 30") // thirteen fifths of the weeks since
	p.Get("/years/2026/rests").WantWords(t, "Au plus 12 h de travail entre deux repos")
}

func TestWhereOneWorksReplacesNothingThatIsSet(t *testing.T) {
	p := start(t)
	answered(p, "2", "week", "39", "rtt", "20") // before the first
	p.Work("2026-11-18", "", "")
	p.Get("/settings/start").WantLocation(t, "/settings/start?step=1") // also later
	answered(p, "1", "place", "fph").WantLocation(t, "/settings/start?step=3")
	modelstest.WantIn(t, newest(p), "monday = '7h48'", "period_start = '06-01'", "allowance = 20", "profile = 'fph'")
}

func TestWhatIsWrongInAFirstQuestionIsSaidOnceBesideItsField(t *testing.T) {
	p := start(t)
	for _, test := range []struct {
		step  string
		typed []string
		field string
		says  string
	}{
		{"1", nil, "place", "Choisissez une réponse."},
		{"1", []string{"place", "bureau"}, "place", "Choisissez une réponse."},
		{"2", []string{"week", "x"}, "week", "Choisissez une semaine."},
		{"2", []string{"week", "other", "hours", "200h"}, "hours", "168 h au plus"},
		{"2", []string{"rtt", "beaucoup"}, "rtt", "de 0 à 366"},
		{"3", []string{"vehicle", "Clio"}, "power", "Choisissez sa puissance fiscale."},
		{"3", []string{"power", "5", "vehicle", strings.Repeat("x", 101)}, "vehicle", "100 caractères"},
		{"3", []string{"distance", "loin"}, "distance", "trois décimales"},
		{"4", []string{"from", "hier"}, "from", "comme 01/01/2026"},
		{"4", []string{"start", "<b>"}, "start", "Écrivez une durée"},
		{"4", []string{"start", "2h", "from", ""}, "from", "Écrivez la date"},
	} {
		got := answered(p, test.step, test.typed...)
		text := strings.ReplaceAll(html.UnescapeString(got.Body), "\u00a0", " ")
		at := strings.Index(text, `id="start-`+test.field+`-error"`)
		if got.Status != 422 || at < 0 || !strings.Contains(text[at:min(len(text), at+300)], test.says) || strings.Count(text, test.says) != 1 || !strings.Contains(got.Body, "autofocus") {
			t.Errorf("%q: got %d without %q beside the field: %s", test.typed, got.Status, test.says, got.Words())
		}
		if test.typed == nil {
			continue
		}
		if typed := html.EscapeString(test.typed[len(test.typed)-1]); !strings.Contains(got.Body, `value="`+strings.ReplaceAll(typed, "&#34;", "&quot;")+`"`) {
			t.Errorf("%q: what was typed is gone", test.typed)
		}
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
	p.Get("/settings/start?step=5").Want(t, 404)
	p.Submit("/settings/start?step=x", nil).Want(t, 404)
	p.Submit("/settings/start?step=2", url.Values{"week": {"35"}}).Want(t, 422, "Formulaire incomplet")
}

func TestNoFirstQuestionIsOfWhatTheFileHas(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, zone+`default_motor_vehicle_id = "auto"
[[targets]]
from = "2026-01-01"
week = "35h"
[counters.conges]
types = ["CONGE"]
allowance = 25
[rules]
profile = "fph"
[vehicles.auto]
type = "moteur"
label = "La voiture"
`))
	p.Get("/months/2026-11").WantHTML(t, 200, "Répondre à deux questions")
	p.Get("/settings/start").WantLocation(t, "/settings/start?step=3")
	page := p.Get("/settings/start?step=3")
	for _, name := range []string{"power", "vehicle", "electric"} {
		page.WantNone(t, `name="`+name+`"`)
	}
	answered(p, "3", "distance", "12").WantLocation(t, "/settings/start?step=4")
	p.Get("/entries/new?date=2026-11-24").WantHTML(t, 200, "La voiture", "Domicile – travail (12 km)")
}

func TestAnAnswerIsSavedOnceAndReplacesNothing(t *testing.T) {
	p := start(t)
	path := "/settings/start?step=2"
	values := stepForm(p.Get(path))
	p.Submit(path, values).WantLocation(t, "/settings/start?step=3")
	p.Submit(path, values).WantLocation(t, "/settings/start?step=3") // it was sent twice
	p.WantStored("SELECT count(*) FROM settings_versions", "1")
	p.Submit(path, fill(values, "week", "39")).Want(t, 409, "Réglages changés entre-temps")
	p.Submit(path, fill(values, "version", "77")).Want(t, 409)
	p.WantStored("SELECT count(*) FROM settings_versions", "1")
}
