package reports_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// partTimePay is part time of 28 h, with rates.
const partTimePay = `[presence_integration]
timezone = "Europe/Paris"
[[targets]]
from = "2026-01-01"
week = "28h"
[rules]
profile = "prive"
[pay]
[[pay.rates]]
kind = "night"
from = "2026-11-10"
euros = 2.505
[[pay.rates]]
kind = "complementary_10"
from = "2026-01-01"
euros = 15.40
[[pay.rates]]
kind = "telework"
from = "2026-01-01"
euros = 3
`

func TestThePageOfThePayShowsWhatThePayslipMustWithTheDaysBehindIt(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, partTimePay))
	p.ByHand("2026-10-31", "GARDE", "20:00-08:00")
	p.ByHand("2026-11-17", "CONGE")
	p.ByHand("2026-11-04", "TT", "06:24-21:00")
	p.ByHand("2026-11-05", "WORK", "08:00-18:00")
	p.ByHand("2026-11-06", "ASTREINTE", "10:00-16:30")
	p.ByHand("2026-11-14", "WORK", "21:00-23:00")
	page := p.Get("/months/2026-11/pay")
	page.Want(t, 200, `href="/months/2026-11"`, `href="/months/2026-10/pay"`, `href="/months/2026-12/pay"`, `href="/months/2026-11/hours"`, `href="/help/paie"`,
		`href="https://code.travail.gouv.fr/code-du-travail/l3123-29" target="_blank" rel="noreferrer"`)
	page.WantWords(t, "Paie de novembre 2026", "Ce que le bulletin de paie de novembre 2026 devrait expliquer. C’est une information, pas un conseil",
		"Heures de nuit 8 h 00 6 h 00 : sans taux ; 2 h 00 : 2,505 € par heure, votre réglage 5,01 € De 21:00 à 06:00. dim. 1er nov. 6 h 00, journée du 31 oct. sam. 14 nov. 2 h 00",
		"Heures de jours fériés 8 h 00 De minuit à minuit. Un dimanche férié ne compte qu’ici. dim. 1er nov. 8 h 00, journée du 31 oct.",
		"Heures complémentaires à 10 % 2 h 48 15,40 € par heure, votre réglage 43,12 € Travaillées au-delà des heures prévues de la semaine, jusqu’à un dixième de celles-ci. Code du travail, article L3123-29"+
			" Semaine 45, du 2 au 8 nov. 2 h 48 31 h 06 comptées, 28 h prévues. mer. 4 nov. 14 h 36 jeu. 5 nov. 10 h 00 ven. 6 nov. 6 h 30",
		"Heures complémentaires à 25 % 18 min Au-delà du dixième des heures prévues de la semaine, ce que seul un accord permet, et jusqu’à leur tiers.",
		"Interventions d’astreinte 6 h 30", "Télétravail 1 jour 3 € par jour, votre réglage 3,00 €", "Repas 2 repas", "jeu. 5 nov. sam. 14 nov. Total de ce qui a un taux 51,13 €",
		"Une heure compte dans le mois de la date à laquelle elle est faite : une nuit est coupée à minuit.", "Le mois de novembre 2026 n’est pas fini : ce qui est déjà saisi pour les jours à venir compte.",
		"Une ligne sans taux n’a pas de montant. Régler un taux")
	for path, times := range map[string]int{"/entries/1/edit": 2, "/entries/3/edit": 3, "/entries/6/edit": 2} {
		modelstest.Want(t, strings.Count(page.Body, `href="`+path+`"`), times, path)
	}
	page.WantNoWords(t, "payées", "annual_base")
	p.ByHand("2026-12-01", "TT") // which has a rate
	for month, want := range map[string]string{"2026-09": "Rien à montrer : les heures de nuit", "2026-12": "Télétravail 1 jour"} {
		p.Get("/months/"+month+"/pay").WantWords(t, want)
		p.Get("/months/"+month+"/pay").WantNoWords(t, "sans taux")
	}
}

func TestThePageOfThePayOfAHospitalShowsTheMonthThatThePayslipPays(t *testing.T) {
	const config = "[presence_integration]\ntimezone = \"Europe/Paris\"\n[rules]\nprofile = \"fph\"\n[pay]\nprofile = \"fph\"\nannual_base = 36400\ndelay_months = 2\n"
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, config))
	p.ByHand("2026-09-05", "GARDE", "20:00-08:00")
	p.ByHand("2026-11-03", "GARDE", "20:00-08:00")
	page := p.Get("/months/2026-11/pay")
	page.WantWords(t, "Paie de novembre 2026", "Tout est payé 2 mois plus tard, télétravail et repas compris : ce bulletin paie le mois de septembre 2026.",
		"Heures de nuit 9 h 00 25 % de 36 400 € (votre réglage) ÷ 1 820 h, soit 5,00 € par heure, décret n° 2023-1238 45,00 € De 21:00 à 06:00. Le texte ne paie que celles de la durée hebdomadaire du travail : les nuits en heures supplémentaires n’en sont pas distinguées ici. Décret 2023-1238 sam. 5 sept. 3 h 00 dim. 6 sept. 6 h 00, journée du 5 sept.",
		"Heures du dimanche 8 h 00 60 € pour 8 h, soit 7,50 € par heure, arrêté du 22 décembre 2023, d’après agents-chu-angers.fr, chiffres de 2025, provisoire 60,00 €",
		"Total de ce qui a un taux 105,00 €", "Les heures supplémentaires de la fonction publique hospitalière ne sont pas calculées ici : leurs taux sont d’autres textes.")
	page.Want(t, 200, `href="https://www.legifrance.gouv.fr/loda/id/JORFTEXT000048658347" target="_blank" rel="noreferrer"`, `href="/months/2026-09/hours"`)
	page.WantNoWords(t, "n’est pas fini", "nov. 3 h", "annual_base")
	first := p.Get("/months/1970-01/pay") // whose month has no page
	first.WantWords(t, "ce bulletin paie le mois de novembre 1969.")
	first.WantNone(t, "/months/1969") // outside the calendar
	bare := strings.Replace(config, "annual_base = 36400\n", "", 1)
	q := apptest.Start(t, apptest.WithConfig(t, bare))
	q.ByHand("2026-09-05", "GARDE", "20:00-08:00")
	q.Get("/months/2026-11/pay").WantWords(t, "Heures de nuit 9 h 00 De 21:00 à 06:00.", "indemnité de résidence d’une année. Les régler")
}

// What a reader of the page could contest is said on it.
func TestThePageOfThePaySaysWhatItsFiguresLeaveOpen(t *testing.T) {
	const zone = "[presence_integration]\ntimezone = \"Europe/Paris\"\n"
	const partTime = zone + "[[targets]]\nfrom = \"2026-01-01\"\nweek = \"24h\"\n[rules]\nprofile = \"prive\"\n"
	ofHospital := func(rules string) string {
		return zone + "[rules]\n" + rules + "\n[pay]\nprofile = \"fph\"\nannual_base = 28000\n[hours]\nnight_start = \"22:00\"\nnight_end = \"05:00\"\n"
	}
	week := func(p *apptest.Program) {
		for _, date := range []string{"2026-09-07", "2026-09-08", "2026-09-09"} {
			p.ByHand(date, "WORK", "08:00-19:20")
		}
	}
	const hospitals = "Les heures supplémentaires de la fonction publique hospitalière ne sont pas calculées ici"
	for name, test := range map[string]struct {
		config string
		record func(p *apptest.Program)
		want   []string
		not    []string
	}{
		"hours beyond a third have no rate of the law": {partTime, week, []string{"Heures complémentaires à 25 % 7 h 36", "2 h 00 dépassent ce tiers", "article L3123-20"}, []string{"L3123-9 "}},
		"nor may part time reach 35 h": {partTime, func(p *apptest.Program) { week(p); p.ByHand("2026-09-11", "WORK", "08:00-12:00") },
			[]string{"Heures supplémentaires à 25 % 3 h 00", "Le bulletin doit montrer les heures supplémentaires et complémentaires à part, avec leur taux (Code du travail, R3243-1).", "À temps partiel, la semaine ne doit pas atteindre 35 h", "article L3123-9"}, nil},
		"nor just reach them": {partTime, func(p *apptest.Program) { week(p); p.ByHand("2026-09-11", "WORK", "08:00-09:00") },
			[]string{"Heures complémentaires à 10 % 2 h 24", "À temps partiel, la semaine ne doit pas atteindre 35 h", "article L3123-9"}, []string{"supplémentaires à 25 %"}},
		"a minute less is fine":       {partTime, func(p *apptest.Program) { week(p); p.ByHand("2026-09-11", "WORK", "08:00-08:59") }, []string{"Heures complémentaires à 10 % 2 h 24"}, []string{"ne doit pas atteindre"}},
		"a hospital with a threshold": {ofHospital("profile = \"fph\"\novertime = \"35h\""), func(p *apptest.Program) { week(p); p.ByHand("2026-09-11", "WORK", "08:00-12:00") }, []string{hospitals}, []string{"à 25 %", "Au-delà"}},
		"a hospital without rules":    {ofHospital("profile = \"aucune\""), week, []string{hospitals}, []string{"profil de règles"}},
		"a forfait":                   {zone + "[rules]\nprofile = \"forfait_jours\"\n", week, []string{"Au forfait en jours, il n’y a ni heures supplémentaires ni heures complémentaires."}, []string{"profil de règles"}},
		"nights of a hospital, and call-outs": {ofHospital("profile = \"fph\""), func(p *apptest.Program) { p.ByHand("2026-09-07", "ASTREINTE", "20:00-23:00") },
			[]string{"Heures de nuit 2 h 00 25 % de 28 000 € (votre réglage) ÷ 1 820 h, soit environ 3,85 € par heure", "De 21:00 à 06:00. Les interventions d’astreinte y sont comptées"}, nil},
		"nights without call-outs": {ofHospital("profile = \"fph\""), func(p *apptest.Program) { p.ByHand("2026-09-07", "GARDE", "20:00-23:00") }, []string{"De 21:00 à 06:00."}, []string{"Les interventions", "doit montrer"}},
		"call-outs elsewhere":      {zone, func(p *apptest.Program) { p.ByHand("2026-09-07", "ASTREINTE", "20:00-23:00") }, []string{"Heures de nuit 2 h 00"}, []string{"y sont comptées"}},
		"nothing":                  {zone, func(*apptest.Program) {}, []string{"les heures supplémentaires ou complémentaires"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, test.config))
			test.record(p)
			page := p.Get("/months/2026-09/pay")
			page.WantWords(t, test.want...)
			page.WantNoWords(t, test.not...)
		})
	}
}

func TestThePageOfThePayNamesTheFirstOfMay(t *testing.T) {
	for config, said := range map[string]bool{"": true, "[pay]\nprofile = \"fph\"\n": false} {
		p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+config))
		p.ByHand("2026-05-01", "WORK", "08:00-12:00")
		p.ByHand("2026-04-06", "WORK", "08:00-12:00") // Easter Monday
		page := p.Get("/months/2026-05/pay")
		modelstest.Want(t, strings.Contains(page.Words(), "Celles du 1er mai se paient double. Code du travail, article L3133-6"), said, config, page.Words())
		p.Get("/months/2026-04/pay").WantWords(t, "Heures de jours fériés 4 h 00")
		p.Get("/months/2026-04/pay").WantNoWords(t, "1er mai")
	}
}

func TestANightAndHalfADayAreInThePayOfTheirDates(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, partTimePay))
	p.ByHand("2026-11-07", "GARDE", "20:00-08:00")
	p.ByHand("2026-11-10", "TT", "20:00-23:59")
	p.Submit("/entries/new?date=2026-11-12", url.Values{"day_type": {"TT"}, "half_day": {"RTT"}}).Want(t, 303)
	p.Get("/months/2026-11/pay").WantWords(t, "Heures de nuit 11 h 59", "7,47 €", "Télétravail 1,5 jour 3 € par jour, votre réglage 4,50 €", "mar. 10 nov. jeu. 12 nov. une demi-journée", "Total de ce qui a un taux 11,97 €")
}

func TestThePageOfTheRestsShowsWhatStandsOutWithItsDays(t *testing.T) {
	p := apptest.AutumnOfOvertime(t, "profile = \"prive\"\nday_max = \"10h30\"\nbreak = \"0h20\"\n")
	page := p.Get("/years/2026/rests").Want(t, 200, `href="/years/2026">Aperçu`, `href="/years/2025/rests"`, `href="/years/2027/rests"`)
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
		modelstest.Want(t, strings.Count(page.Body, `href="`+path+`"`), times, path)
	}
	p.Get("/years/2025/rests").WantWords(t, "Rien ne ressort de cette année")
	document(p.Get("/months/2026-11/sheet")).WantWords(t, "Semaine 45 44 h 00 au-delà de 35 h : 8 h 00 à 25 %, 8 h 00 à 50 %, sur 51 h 00 dont 7 h 00 de congé")
}

func TestThePageOfTheRestsSaysThatAnOpenArrivalCounts(t *testing.T) {
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
	p := apptest.Start(t, apptest.NoLimit, apptest.WithRules(t, "profile = \"fph\"\n"))
	p.ByHand("2026-11-03", "GARDE", "20:00-08:01")
	page := p.Get("/years/2026/rests")
	page.WantWords(t, "Amplitude 1 fois 12 h 01 du début à la fin, 12 h au plus", "3 novembre 20:00 → 4 novembre 08:01 12 h 01 de travail, 10 h au plus mar. 3 nov. 12 h 01")
	page.WantNoWords(t, "aucun dimanche") // of two days off
}

func TestThePageOfTheRestsCountsTheDaysOfAForfait(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 2\n[rules]\nprofile = \"forfait_jours\"\n"))
	for _, date := range []string{"2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"} {
		p.ByHand(date, "WORK")
	}
	p.Get("/years/2026/rests").WantWords(t, "Jours de l’année 1 fois 4 jours, 2 au plus Au plus 2 jours de travail par an. Code du travail, article L3121-64",
		"Dépassé le 4 novembre 4 jours, 2 au plus mer. 4 nov. Travail jeu. 5 nov. Travail")
}
