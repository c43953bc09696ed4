package reports_test

import (
	"strings"
	"testing"

	"worklog/app/apptest"
)

func TestThePageOfTheRestsShowsWhatStandsOutWithItsDays(t *testing.T) {
	t.Parallel()
	p := apptest.AutumnOfOvertime(t, "profile = \"prive\"\nday_max = \"10h30\"\nbreak = \"0h20\"\n")
	page := p.Get("/years/2026/rests")
	page.Want(t, 200, `href="/years/2026"><svg`, `href="/years/2025/rests"`, `href="/years/2027/rests"`)
	page.WantWords(t, "Repos et durées 2026", "règles du secteur privé. C’est une information, pas un jugement ni un conseil : des accords peuvent déroger",
		"Entre deux journées de travail, au moins 11 h de repos sans interruption. Code du travail, article L3131-1 mercredi 18 novembre 1 h 00 de repos mer. 18 nov. 12 h 01",
		"Une pause d’au moins 20 min dès 6 h de travail. Une pause qui n’est pas enregistrée ne se voit pas. Code du travail, article L3121-16 Seuil modifié",
		"mardi 3 novembre 11 h 00 sans pause", "dimanche 15 novembre 12 h 00 sans pause",
		"Au plus 10 h 30 de travail par jour, de minuit à minuit. Code du travail, article L3121-18 Seuil modifié dans la configuration. mardi 3 novembre 11 h 00",
		"Au plus 48 h de travail par semaine, du lundi au dimanche. Code du travail, article L3121-20 Semaine 46, du 9 au 15 novembre 49 h 00"+
			" 57 h 00 dans vos journées ; ici, une nuit est coupée le lundi à 0 h.",
		"Heures supplémentaires 16 h 00 à 25 %, 14 h 00 à 50 % Au-delà de 35 h par semaine",
		"Semaine 45, du 2 au 8 novembre 8 h 00 à 25 %, 8 h 00 à 50 % 51 h 00 comptées, dont 7 h 00 de congé. lun. 2 nov. Congé mar. 3 nov. 11 h 00",
		"Semaine 46, du 9 au 15 novembre 8 h 00 à 25 %, 6 h 00 à 50 % 49 h 00 comptées. 57 h 00 dans vos journées",
		"Rien ne ressort Repos de la semaine Chaque semaine, au moins 35 h de repos", "Moyenne de douze semaines", "Contingent annuel Au plus 220 h supplémentaires par an. Code du travail, article D3121-24")
	if strings.Contains(page.Words(), "Jours de l’année") || strings.Contains(page.Words(), "semaine 47") {
		t.Errorf("a rule that is not checked, or a week that is not over: %s", page.Words())
	}
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
		if strings.Contains(page.Words(), "n’a pas de départ") {
			t.Error("without an arrival, one counts")
		}
	}
	p.Arrive("2026-11-18T08:00:00+01:00", "forgotten").Want(t, 201)
	p.Get("/years/2026/rests").WantWords(t, counts, "jeudi 19 novembre 24 h 00")
	if strings.Contains(p.Get("/years/2025/rests").Words(), "n’a pas de départ") {
		t.Error("in the year before, it counts too")
	}
}

func TestThePageOfTheRestsOfAHospitalHasItsRules(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithRules(t, "profile = \"fph\"\n"))
	for _, date := range []string{"02", "03", "04", "05", "06", "07", "09", "10", "11", "12", "13", "14"} {
		p.ByHand("2026-11-"+date, "WORK", "08:00-16:30")
	}
	p.Get("/years/2026/rests").WantWords(t, "fonction publique hospitalière",
		"Sur deux semaines, au moins 4 jours sans travail. Décret 2002-9", "Du 2 au 15 novembre 2 jours sans travail lun. 2 nov. 8 h 30",
		"au moins 2 jours de suite sans travail, dont un dimanche. Décret 2002-9", "1 jour de suite avec un dimanche",
		"Au plus 48 h de travail sur sept jours de suite. Décret 2002-9 Semaine 45, du 2 au 8 novembre 51 h 00",
		"10 h quand la moitié au moins est de nuit")
}

func TestThePageOfTheRestsCountsTheDaysOfAForfait(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 2\n[rules]\nprofile = \"forfait_jours\"\n"))
	for _, date := range []string{"2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"} {
		p.ByHand(date, "WORK")
	}
	p.Get("/years/2026/rests").WantWords(t, "Jours de l’année Au plus 2 jours de travail par an. Code du travail, article L3121-64",
		"Dépassé le 4 novembre 4 jours mer. 4 nov. Travail jeu. 5 nov. Travail")
}

func TestThePageOfTheRestsWithoutAProfileSaysHowToChooseOne(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Get("/years/2026/rests").WantWords(t, "Aucune règle n’est choisie", "[rules] profile = \"prive\"")
	for _, path := range []string{"/years/26/rests", "/years/1969/rests", "/years/10000/rests"} {
		p.Get(path).Want(t, 404)
	}
	if first := p.Get("/years/1970/rests").Body; strings.Contains(first, "/years/1969") {
		t.Error("a link leads out of the calendar")
	}
}
