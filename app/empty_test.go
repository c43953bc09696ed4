package app_test

import (
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

// TestEveryEmptyPageSaysWhatFillsItAndWhereToSetIt asks for each page of a server without a
// configuration and without a day.
func TestEveryEmptyPageSaysWhatFillsItAndWhereToSetIt(t *testing.T) {
	t.Parallel()
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
		got := p.Get(path)
		got.Want(t, 200)
		got.WantWords(t, want...)
	}
	for _, path := range []string{"/login", "/logout", "/sessions"} {
		got := p.Get(path)
		got.Want(t, 404)
		got.WantWords(t, "Ce serveur ne demande pas de mot de passe", "[web]")
	}
	p.Submit("/entries/new?date=2026-11-20", map[string][]string{"day_type": {"WORK"}}).Want(t, 303)
	p.Get("/months/2026-12").WantWords(t, "Rien n’est saisi en décembre 2026.", "Reprendre un fichier")
	for path, never := range map[string]string{"/months/2026-11": "Rien n’est saisi", "/years/2026": "Rien n’est saisi", "/data": "Aucune journée n’est encore"} {
		if strings.Contains(p.Get(path).HTML(), never) {
			t.Errorf("%s still says %q", path, never)
		}
	}
}
