package reports_test

import (
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

func TestThePageOfTheRestsShowsWhatStandsOutWithItsDays(t *testing.T) {
	t.Parallel()
	p := apptest.AutumnOfOvertime(t, "profile = \"prive\"\nday_max = \"10h30\"\nbreak = \"0h20\"\n")
	page := p.Get("/years/2026/rests")
	page.Want(t, 200, `href="/years/2026">Aperçu`, `href="/years/2025/rests"`, `href="/years/2027/rests"`)
	page.WantWords(t, "Repos et durées 2026", "règles du secteur privé. C’est une information, pas un jugement ni un conseil : des accords ou d’autres textes peuvent déroger",
		"Amplitude 1 fois 13 h 01 du début à la fin, 13 h au plus Du début à la fin d’une journée de travail, coupures comprises, au plus 13 h : 11 h de repos doivent tenir dans 24 h. Code du travail, article L3131-1"+
			" Une coupure plus courte est dans la journée de travail. Elle en sépare deux si elle est d’au moins 6 h et que, sinon, la journée durerait plus de 13 h. 18 novembre 07:00 → 20:01 13 h 01 du début à la fin, 13 h au plus mer. 18 nov. 12 h 01",
		"Une pause d’au moins 20 min dès 6 h de travail. Une pause qui n’est pas enregistrée ne se voit pas. Seuil modifié . Code du travail, article L3121-16",
		"3 novembre 08:00 → 19:00 11 h 00 sans pause, 6 h au plus", "15 novembre 20:00 → 16 novembre 08:00 12 h 00 sans pause",
		"Longueur des journées durée quotidienne 5 fois au pire 12 h 01 de travail, 10 h 30 au plus Au plus 10 h 30 de travail par jour, de minuit à minuit. Seuil modifié . Code du travail, article L3121-18 mardi 3 novembre 11 h 00",
		"Au plus 48 h de travail par semaine, du lundi au dimanche. Code du travail, article L3121-20 Semaine 46, du 9 au 15 novembre 49 h 00 de travail, 48 h au plus"+
			" 57 h 00 dans vos journées ; ici, une nuit est coupée le lundi à 0 h.",
		"Heures supplémentaires 2 fois 16 h 00 à 25 %, 14 h 00 à 50 % Au-delà de 35 h par semaine",
		"Semaine 45, du 2 au 8 novembre 8 h 00 à 25 %, 8 h 00 à 50 % 51 h 00 comptées, dont 7 h 00 de congé. lun. 2 nov. Congé mar. 3 nov. 11 h 00",
		"Semaine 46, du 9 au 15 novembre 8 h 00 à 25 %, 6 h 00 à 50 % 49 h 00 comptées. 57 h 00 dans vos journées",
		"Travail de nuit : au plus 9 h 00 en douze mois, du 21 novembre 2025 au 20 novembre. Les 270 h qui font un travailleur de nuit à défaut d’accord ne sont pas atteintes. Nuits de 2026 Code du travail, article L3122-23",
		"Rien ne ressort", "Moyenne de douze semaines", "Contingent annuel Au-delà de 220 h supplémentaires par an, une heure donne droit à un repos de la moitié de sa durée, ou de toute sa durée à plus de 20 salariés, sauf accord. Code du travail, article D3121-24 Code du travail, article L3121-30 Code du travail, article L3121-38")
	page.Want(t, 200, `href="https://code.travail.gouv.fr/code-du-travail/l3121-18" target="_blank" rel="noreferrer"`)
	page.WantNoWords(t, "Jours de l’année", "Repos entre deux journées", "semaine 47") // not checked, or not over
	for path, times := range map[string]int{"/entries/1/edit": 1, "/entries/2/edit": 3, "/entries/11/edit": 3, "/entries/12/edit": 3} {
		if got := strings.Count(page.Body, `href="`+path+`"`); got != times {
			t.Errorf("%d links to %s, want %d", got, path, times)
		}
	}
	p.Get("/years/2025/rests").WantWords(t, "Rien ne ressort de cette année")
}

func TestThePageOfTheRestsSaysThatAnOpenArrivalCounts(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithRules(t, "profile = \"prive\"\n"))
	const counts = "L’arrivée du mercredi 18 novembre 2026 à 08:00 n’a pas de départ : elle compte jusqu’à maintenant."
	for _, page := range []apptest.Answer{p.Get("/years/2026/rests"), p.Get("/years/2025/rests")} {
		page.WantNoWords(t, "n’a pas de départ")
	}
	p.Arrive("2026-11-18T08:00:00+01:00", "forgotten").Want(t, 201)
	p.Get("/years/2026/rests").WantWords(t, counts, "jeudi 19 novembre 24 h 00 de travail")
	p.Get("/years/2025/rests").WantNoWords(t, "n’a pas de départ")
}

func TestTheNightsOfTheYearBeforeMakeANightWorker(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithRules(t, "profile = \"prive\"\n"))
	for _, first := range []string{"2025-02-20", "2026-01-05"} {
		date, err := civil.ParseDate(first)
		modelstest.Must(t, err)
		for i := range 15 { // of 9 h each
			p.ByHand(date.AddDays(i).String(), "GARDE", "21:00-06:00")
		}
	}
	p.Get("/years/2026/rests").WantWords(t, "Travail de nuit : au plus 270 h 00 en douze mois, du 20 février 2025 au 19 février. Les 270 h qui font un travailleur de nuit à défaut d’accord sont atteintes",
		"Nuits de 2025 · Nuits de 2026")
}

func TestThePageOfTheRestsOfAHospitalHasItsRules(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithRules(t, "profile = \"fph\"\n"))
	for _, date := range []string{"02", "03", "04", "05", "06", "07", "09", "10", "11", "12", "13", "14"} {
		p.ByHand("2026-11-"+date, "WORK", "08:00-16:30")
	}
	page := p.Get("/years/2026/rests")
	page.WantWords(t, "fonction publique hospitalière",
		"Sur deux semaines, au moins 4 jours sans travail. Décret 2002-9, article 6", "Du 2 au 15 novembre 2 jours sans travail, 4 demandés lun. 2 nov. 8 h 30",
		"Au plus 48 h de travail sur sept jours de suite, et 44 h du lundi au dimanche, hors heures supplémentaires : elles ne sont pas distinguées ici. Décret 2002-9, article 6 Semaine 45, du 2 au 8 novembre 51 h 00 de travail, 48 h au plus",
		"Rien ne ressort Repos entre deux journées", "au moins 2 jours de suite sans travail, dont un dimanche. Décret 2002-9, article 6",
		"Au plus 9 h de travail entre deux repos ; 10 h entre deux repos quand la moitié au moins est de nuit. Décret 2002-9, article 7")
	page.Want(t, 200, `href="https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000398298" target="_blank" rel="noreferrer"`)
}

func TestANightOfAMinuteTooMuchHasARestBeforeItAndAfter(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithRules(t, "profile = \"fph\"\n"))
	p.ByHand("2026-11-03", "GARDE", "20:00-08:01")
	page := p.Get("/years/2026/rests")
	page.WantWords(t, "Amplitude 1 fois 12 h 01 du début à la fin, 12 h au plus", "3 novembre 20:00 → 4 novembre 08:01 12 h 01 de travail, 10 h au plus mar. 3 nov. 12 h 01")
	page.WantNoWords(t, "aucun dimanche") // of two days off
}

func TestThePageOfTheRestsCountsTheDaysOfAForfait(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 2\n[rules]\nprofile = \"forfait_jours\"\n"))
	for _, date := range []string{"2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"} {
		p.ByHand(date, "WORK")
	}
	p.Get("/years/2026/rests").WantWords(t, "Jours de l’année 1 fois 4 jours, 2 au plus Au plus 2 jours de travail par an. Code du travail, article L3121-64",
		"Dépassé le 4 novembre 4 jours, 2 au plus mer. 4 nov. Travail jeu. 5 nov. Travail")
}
