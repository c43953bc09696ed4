package reports_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"worklog/app/apptest"
)

func TestThePageOfTheCountersShowsEveryPeriodOfTheYear(t *testing.T) {
	p := apptest.LeaveOfTwoYears(t)
	page := p.Get("/years/2026/counters")
	page.Want(t, 200, `href="/counters"><svg`, `href="/years/2025/counters"`, `href="/years/2027/counters"`,
		`href="/entries/1/edit">jeu.`, `href="/entries/new?date=2026-05-30">sam.`)
	page.WantWords(t, "Congés et compteurs 2026",
		"conges Congé, en jours ouvrables : du lundi au samedi, sauf les jours fériés, du premier jour d’absence à la veille du retour, jours non travaillés compris."+
			" Par période, 30 j acquis par douzièmes à la fin de chaque mois, arrondis au jour supérieur (Code du travail, L3141-7). À la fin, 5 j au plus sont reportés.",
		"Du 1er juin 2025 au 31 mai 2026 terminée Reporté 0 j à prendre jusqu’au 31 août 2025 Acquis 30 j Pris 3 j Reste 27 j Journées prises 3 j mai 2026 3 j jeu. 28 ven. 29 sam. 30",
		"Du 1er juin 2026 au 31 mai 2027 en cours, au 20 novembre 2026 Reporté 5 j à prendre jusqu’au 31 août 2026 Perdu 2 j pas pris au 31 août 2026 Acquis 13 j sur 30 j Ajusté +2 j Pris 3 j Prévu 3 j Reste 15 j Après ce qui est prévu 28,5 j au 31 mai 2027 (avec ce qui sera acquis)"+
			" 1er juin 2026 : +2 j, fractionnement 1er janvier 2027 : −0,5 j (à venir, pas encore compté)"+
			" Journées prises 3 j juillet 2026 3 j jeu. 16 ven. 17 sam. 18 Journées prévues 3 j décembre 2026 3 j jeu. 24 sam. 26 lun. 28",
		"rtt RTT, en jours ouvrés : du lundi au vendredi, sauf les jours fériés. Par période, 10 j acquis dès le début. Ce qui reste à la fin n’est pas reporté.",
		"Du 1er janvier 2026 au 31 décembre 2026 en cours, au 20 novembre 2026 Acquis 10 j Pris 2,5 j Prévu 0 j Reste 7,5 j Journées prises 2,5 j septembre 2026 1,5 j jeu. 3 (½) ven. 4 novembre 2026 1 j ven. 20")
	p.Get("/years/2027/counters").WantWords(t, "Du 1er juin 2027 au 31 mai 2028 à venir", "Du 1er janvier 2027 au 31 décembre 2027 à venir Acquis 10 j Pris 0 j Prévu 0 j Reste 10 j")
}

func TestACounterCountsAsItsRuleSays(t *testing.T) {
	for more, want := range map[string]string{
		"[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\n":                                                   "rtt RTT, en jours ouvrés : ceux qui ont des heures prévues, ou du lundi au vendredi s’il n’y en a pas, sauf les jours fériés.",
		"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n":                                                    "rtt RTT, en jours ouvrés : chaque jour d’absence saisi, sauf les jours fériés, comme pour un planning.",
		"[counters.later]\nlabel = \"RTT de l’année\"\ntypes = [\"RTT\"]\nallowance = 9\naccrual = \"monthly\"\n": "RTT de l’année RTT, en jours ouvrés : du lundi au vendredi, sauf les jours fériés. Par période, 9 j acquis par douzièmes à la fin de chaque mois. Ce",
		"[counters.later]\ntypes = [\"RTT\"]\nallowance = 9\naccrual = \"monthly\"\nround_up = true\n":            "9 j acquis par douzièmes à la fin de chaque mois, arrondis au jour supérieur. Ce",
		"[counters.all]\ntypes = [\"CONGE\", \"RTT\"]\ncarry_over = \"all\"\nallowance = 12.5\n":                  "all Congé, RTT, en jours ouvrés : du lundi au vendredi, sauf les jours fériés. Par période, 12,5 j acquis dès le début. Ce qui reste à la fin est reporté.",
	} {
		apptest.Start(t, apptest.WithCounters(t, more)).Get("/years/2026/counters").WantWords(t, want)
	}
	p := apptest.Start(t, apptest.WithCounters(t, "[counters.spent]\ntypes = [\"RTT\"]\nallowance = 0\n"))
	p.ByHand("2026-11-19", "RTT")
	p.Get("/years/2026/counters").WantWords(t, "Acquis 0 j Pris 1 j Prévu 0 j Reste −1 j")
	p.Clock.Advance(24 * time.Hour)
	p.Get("/years/2026/counters").WantWords(t, "en cours, au 21 novembre 2026")
}

func TestACounterInHoursHasWhatItIsAdjustedBy(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, `
[counters.conges]
types = ["CONGE"]
allowance = 25
[counters.recup]
label = "Heures récupérées"
unit = "heures"
carry_over = "all"
[[counters.recup.adjustments]]
date = "2025-12-01"
hours = "2h"
[[counters.recup.adjustments]]
date = "2026-11-02"
hours = "3h30"
note = "soirée du 30"
[[counters.recup.adjustments]]
date = "2026-11-20"
hours = "-6h"
[[counters.recup.adjustments]]
date = "2026-12-01"
hours = "-1h"
`))
	p.Get("/counters").WantWords(t, "Heures récupérées −0 h 30 2 h 00 reportées · −2 h 30 depuis le 1er janv.",
		"Heures récupérées Des heures, par vos ajustements de la période. Ce qui reste à la fin est reporté.")
	p.Get("/years/2026/counters").WantWords(t, "Reporté 2 h 00 à prendre jusqu’au 31 décembre 2026 Ajusté −2 h 30 Reste −0 h 30"+
		" 2 novembre 2026 : +3 h 30, soirée du 30 20 novembre 2026 : −6 h 00 1er décembre 2026 : −1 h 00 (à venir, pas encore compté)")
	p.Get("/months/2026-11/sheet").WantWords(t, "Heures récupérées, reste −0 h 30")
	p.Get("/entries/new?date=2026-11-24").WantNoWords(t, "récupérées") // which no day changes
}

func TestLeaveThatIsEarnedBesideIsALineThatLeadsToItsDays(t *testing.T) {
	of := func(rules string) *apptest.Program {
		p := apptest.Start(t, apptest.WithConfig(t, "[counters.conges]\ntypes = [\"CONGE\"]\nallowance = 25\n[counters.autres]\ntypes = [\"CONGE\"]\nallowance = 3\n"+rules))
		for day := range 5 {
			p.ByHand(fmt.Sprintf("2026-02-%02d", 2+day), "CONGE")
			for week := range 4 {
				p.ByHand(fmt.Sprintf("2026-03-%02d", 2+7*week+day), "MALADE")
			}
		}
		return p
	}
	p := of("[rules]\nprofile = \"prive\"\n")
	page := p.Get("/counters").Want(t, 200, `href="/years/2026/counters#counter-1-2026-01-01-hors-saison"`)
	page.WantWords(t, "Jours de fractionnement +2 j 6 jours de novembre à avril, du 1er janvier 2026 au 20 novembre 2026 · Code du travail, article L3141-23",
		"Congés acquis en arrêt maladie +2 j 28 jours d’arrêt, du 1er janvier 2026 au 20 novembre 2026 · Code du travail, article L3141-5-1 autres −2 j")
	page = p.Get("/years/2026/counters")
	page.Want(t, 200, `id="counter-1-2026-01-01-hors-saison"`, `href="https://code.travail.gouv.fr/code-du-travail/l3141-19-1"`)
	page.WantWords(t, "Jours de fractionnement : 6 jours de novembre à avril, du 1er janvier 2026 au 20 novembre 2026 +2 j février 2026 6 j lun. 2 mar. 3 mer. 4 jeu. 5 ven. 6 sam. 7 De novembre à avril,",
		"28 jours d’arrêt, du 1er janvier 2026 au 20 novembre 2026 +2 j mars 2026 28 j lun. 2 mar. 3", "un ajustement le fait")
	page = of("[rules]\nprofile = \"fph\"\n").Get("/years/2026/counters")
	page.Want(t, 200, `href="https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000398297"`)
	page.WantWords(t, "Jours hors saison : 5 jours de novembre à avril, du 1er janvier 2026 au 20 novembre 2026 +1 j", "Décret 2002-8, article 1")
	page.WantNoWords(t, "arrêt maladie") // for which no text gives any
	of("").Get("/counters").WantNoWords(t, "fractionnement")
}

func TestTheContingentIsALineThatLeadsToItsWeeks(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[rules]\nprofile = \"prive\"\ncontingent = \"5h\"\n"))
	for day := range 5 {
		p.ByHand(fmt.Sprintf("2026-11-%02d", 9+day), "WORK", "08:00-16:31")
	}
	page := p.Get("/counters").Want(t, 200, `href="/years/2026/counters#contingent"`)
	page.WantWords(t, "Contingent d’heures supplémentaires 7 h 35 sur 5 h, semaines du 5 janvier 2026 au 15 novembre 2026 ; 2 h 35 au-delà : 1 h 18 de repos sont dus à 20 salariés au plus, 2 h 35 à plus de 20 · Code du travail, article D3121-24")
	page = p.Get("/years/2026/counters")
	page.Want(t, 200, `id="contingent"`, `href="/months/2026-11#2026-11-09"`, `href="https://code.travail.gouv.fr/code-du-travail/l3121-38"`)
	page.WantWords(t, "2 h 35 à plus de 20 7 h 35 Semaine 46, du 9 au 15 nov. 7 h 35 Ce qui est travaillé au-delà de 35 h dans une semaine terminée, sans les congés.")
	p.Get("/years/2025/counters").WantNoWords(t, "Contingent") // without overtime
}

func TestFormsSayWhatIsLeftOfACounterBeforeAndAfter(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[counters.conges]\nlabel = \"Congés annuels\"\ntypes = [\"CONGE\"]\nallowance = 7\nperiod_start = \"06-01\"\n"+
		"[counters.rtt]\ntypes = [\"RTT\"]\nallowance = 1\n"))
	p.Get("/entries/new?date=2026-11-24").WantWords(t, "Congés annuels : il reste 7 j jusqu’au 31 mai 2027 ; 6 si vous posez celui-ci",
		"rtt : il reste 1 j jusqu’au 31 décembre 2026 ; 0 si vous posez celui-ci")
	p.ByHand("2026-11-24", "CONGE")
	p.Get("/entries/1/edit").WantWords(t, "Congés annuels : il reste 6 j jusqu’au 31 mai 2027 rtt : il reste 1 j jusqu’au 31 décembre 2026 ; 0 si vous posez celui-ci")
	p.Get("/entries/new?date=2026-11-22").WantWords(t, "Congés annuels : il reste 6 j jusqu’au 31 mai 2027 rtt") // a Sunday
	preview := p.Submit("/entries/range", url.Values{"from": {"2026-11-30"}, "to": {"2026-12-10"}, "day_type": {"CONGE"}, "weekday": {"1", "2", "3", "4", "5"}, "do": {"preview"}})
	preview.WantWords(t, "Congés annuels : il reste 6 j jusqu’au 31 mai 2027 ; −3 après cette saisie")
	preview.WantNoWords(t, "rtt : reste") // which does not change
	p.Submit("/entries/range", url.Values{"from": {"2027-05-31"}, "to": {"2027-06-01"}, "day_type": {"CONGE"}, "weekday": {"1", "2"}, "do": {"preview"}}).
		WantWords(t, "Congés annuels : il reste 6 j jusqu’au 31 mai 2027 ; 5 après cette saisie Congés annuels : il reste 7 j jusqu’au 31 mai 2028 ; 6 après cette saisie")
}

func TestWhatIsCarriedOverIsNotLeftOnceItHasExpired(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[counters.conges]\ntypes = [\"CONGE\"]\nallowance = 25\ncarry_over = \"all\"\ncarry_expires = \"03-31\"\n"+
		"[counters.rtt]\ntypes = [\"RTT\"]\nallowance = 12\naccrual = \"monthly\"\n"))
	p.ByHand("2026-11-02", "CONGE")
	p.Get("/entries/new?date=2027-05-03").WantWords(t, "conges : il reste 25 j jusqu’au 31 décembre 2027 ; 24 si vous posez celui-ci",
		"rtt : il reste 12 j jusqu’au 31 décembre 2027 (avec ce qui sera acquis) ; 11 si vous posez celui-ci")
	p.Get("/entries/new?date=2027-02-01").WantWords(t, "conges : il reste 25 j jusqu’au 31 décembre 2027 rtt") // of what expires
	p.ByHand("2027-05-03", "CONGE")
	p.Get("/years/2027/counters").WantWords(t, "Reste 49 j Après ce qui est prévu 24 j au 31 décembre 2027 Journées prévues")
	p.Get("/entries/new?date=2027-02-01").WantWords(t, "conges : il reste 24 j jusqu’au 31 décembre 2027 rtt")
}

func TestTheCountersSayWhatIsLeftToday(t *testing.T) {
	p := apptest.LeaveOfTwoYears(t)
	page := p.Get("/counters")
	page.WantWords(t, "conges 28,5 j 15 aujourd’hui · 13 acquis · 3 reportés · +2 ajustés · 3 pris · 3 prévus (avec ce qui sera acquis)", "rtt 7,5 j 10 acquis · 2,5 pris · 0 prévu",
		"Comment c’est compté", "en jours ouvrables : du lundi au samedi")
	page.Want(t, 200, `href="/years/2026/counters#counter-1-2026-06-01"`)
	p.Get("/years/2026/counters").Want(t, 200, `id="counter-1-2026-06-01"`, `id="counter-2-2026-01-01"`, "<details open>")
	p.Get("/months/2026-11").WantWords(t, "rtt 7,5 j 10 acquis")
	hours := apptest.Start(t, apptest.WithHours(t))
	hours.Get("/counters").WantWords(t, "Solde", "au 19 novembre")
	costs := apptest.Start(t, apptest.WithCosts(t, ""))
	costs.EnterDay("2025-05-05", "WORK", "bureau", "clio", true)
	costs.Get("/counters").WantWords(t, "Frais réels 2025 ")
	costs.Get("/counters").Want(t, 200, `href="/years/2025/costs"`)
	apptest.Start(t).Get("/counters").Want(t, 200, "/settings?open=counters#counters")
}
