package app_test

import (
	"html"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// TestEveryEmptyPageSaysWhatFillsItAndWhereToSetIt asks for each page of a server without a
// configuration and without a day.
func TestEveryEmptyPageSaysWhatFillsItAndWhereToSetIt(t *testing.T) {
	p := apptest.Start(t, apptest.NoSection, func(config *app.Config) {
		config.File = ""
		config.Frame.Costs.Vehicles, config.Frame.Costs.Journeys = nil, nil
	})
	for path, want := range map[string][]string{
		"/months/2026-11":              {"Bienvenue", "Répondre à", "Saisir une journée", "Une configuration", "worklog init"},
		"/today":                       {"Bienvenue", "Répondre à", "Saisir une journée", "Une configuration", "worklog init"},
		"/years/2026":                  {"Rien n’est saisi en 2026.", "Saisir plusieurs jours"},
		"/years/2026/hours":            {"Les heures viendront des créneaux", "Régler ma semaine"},
		"/months/2026-11/hours":        {"Les heures viendront des créneaux", "Régler ma semaine"},
		"/years/2026/hours/night":      {"Aucune heure de nuit", "Régler les heures de nuit"},
		"/years/2026/hours/sunday":     {"Aucun créneau n’est enregistré un dimanche."},
		"/years/2026/hours/holiday":    {"Aucun créneau n’est enregistré un jour férié.", "Régler ceux d’Alsace-Moselle"},
		"/months/2026-11/hours/night":  {"Aucune heure de nuit", "Régler les heures de nuit"},
		"/years/2026/rests":            {"Aucune règle n’est choisie", "Régler les règles"},
		"/years/2026/counters":         {"Aucun compteur n’est réglé.", "Régler un compteur"},
		"/years/2026/costs":            {"Chacune qui en aura comptera ici.", "Régler un véhicule"},
		"/months/2026-11/sheet":        {"Rien n’est saisi en novembre 2026", "sauf s’ils sont réglés. Les régler"},
		"/months/2026-11/pay":          {"apparaîtront ici", "Régler la paie"},
		"/review":                      {"Rien à vérifier. Viendront ici"},
		"/journal":                     {"Rien n’a encore été envoyé.", "Brancher une automatisation"},
		"/feeds":                       {"Il n’y a pas encore d’adresses", "Créer les adresses", "Créer l’adresse"},
		"/data":                        {"Aucune journée n’est encore enregistrée."},
		"/help":                        {"Corriger une journée"},
		"/help/connect":                {"la section [presence_integration] manque"},
		"/months/2026-11/hours/sunday": {"Aucun créneau"},
	} {
		p.Get(path).Want(t, 200).WantWords(t, want...)
	}
	for _, path := range []string{"/login", "/logout", "/sessions"} {
		p.Get(path).Want(t, 404).WantWords(t, "Ce serveur ne demande pas de mot de passe", "[web]")
	}
	p.Submit("/entries/new?date=2026-11-20", map[string][]string{"day_type": {"WORK"}}).Want(t, 303)
	p.Get("/months/2026-12").WantWords(t, "Rien n’est saisi en décembre 2026.", "Reprendre un fichier")
	for path, never := range map[string]string{"/months/2026-11": "Rien n’est saisi", "/years/2026": "Rien n’est saisi", "/data": "Aucune journée n’est encore"} {
		modelstest.WantNone(t, p.Get(path).HTML(), never)
	}
}

func TestWhoHasSetNothingIsAskedEverythingAndHasNoCosts(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, string(app.Starter)))
	for _, path := range []string{"/months/2026-11", "/today"} {
		p.Get(path).WantHTML(t, 200, `href="/settings/start">Répondre à quatre questions</a>`)
	}
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Leave("2026-11-20T17:21:00+01:00", "out").Want(t, 200)
	p.WantStored("SELECT day_type, journey_profile_id, motor_vehicle_id FROM work_entries", "WORK |  | ")
	for _, path := range []string{"/months/2026-11", "/today", "/counters", "/years/2026", "/years/2026/costs", "/entries/1/edit"} {
		p.Get(path).Want(t, 200).WantNone(t, "€")
	}
	p.Get("/years/2026/costs").WantWords(t, "il faut un trajet et un véhicule", "Régler un trajet", "Régler un véhicule")
	for step, field := range map[string]string{"1": "place", "2": "week", "3": "power", "4": "from"} {
		p.Get("/settings/start?step="+step).WantHTML(t, 200, `name="`+field+`"`)
	}
}

var (
	notProse = regexp.MustCompile(`(?s)<(script|style|pre|code|textarea|kbd)\b.*?</(script|style|pre|code|textarea|kbd)>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	// breaks is where a line could break before a mark, within « », between a number and its unit,
	// or within the names of what is pressed.
	breaks = regexp.MustCompile(`.{0,30}(?: [:;!?»]|« |\d (?:h|min|km|j|€|%)(?:[ ,.;)]|$)|«\x{a0}(?:À vérifier|Je pars|\+ )).{0,10}`)
)

func TestNoLineOfAPageBreaksBeforeAMarkOrAUnit(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	p.LifelikeMonth()
	empty := apptest.Start(t, apptest.NoLimit)
	paths := []string{
		"/today", "/counters", "/months/2026-11", "/months/2026-11/hours", "/months/2026-11/sheet", "/months/2026-11/pay",
		"/years/2026", "/years/2026/hours", "/years/2026/rests", "/years/2026/costs", "/years/2026/counters", "/years/2026/sheets",
		"/entries/3/edit", "/entries/3/history", "/entries/3/delete", "/entries/new?date=2026-11-21", "/entries/range", "/journal", "/review",
		"/help", "/help/connect", "/feeds", "/data", "/settings/start?step=4", "/nowhere",
		"/plan", "/plan?date=2026-11-21", "/years/2026/leave", "/years/2026/planned",
	}
	for _, page := range guidePages(t) {
		paths = append(paths, "/help/"+page)
	}
	for _, path := range paths {
		for _, from := range []*apptest.Program{p, empty} {
			prose := anyTag.ReplaceAllString(notProse.ReplaceAllString(from.Get(path).Body, ""), "\x00")
			for _, found := range breaks.FindAllString(html.UnescapeString(prose), -1) {
				t.Errorf("%s: %q", path, found)
			}
		}
	}
}

// guidePages are the names of the pages of the guide in French.
func guidePages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../docs/fr/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no guide", err)
	}
	names := []string{"guide"}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".md"); name != "README" {
			names = append(names, name)
		}
	}
	return names
}
