package reports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

func TestThePageOfTheCostsShowsEveryFigureWithItsDays(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-02", "bureau", "clio")
	p.Work("2025-05-05", "annexe", "clio")
	p.Work("2025-06-02", "bureau", "clio")
	p.Work("2025-06-03", "bureau", "zoe")
	p.EnterDay("2025-06-04", "TT", "", "", true)
	p.EnterDay("2025-06-05", "WORK", "bureau", "zoe", false)
	page := p.Get("/years/2025/costs")
	page.Want(t, 200, `href="/years/2025"`, `href="/years/2024/costs"`, `href="/years/2026/costs"`, `href="/years/2025/costs.csv"`)
	page.WantWords(t, "barème kilométrique de 2025", "C’est une information, pas un conseil",
		"169 € = 102,40 € + 63,99 € + 2,70 €, à l’euro le plus proche",
		"Renault Clio 102,40 € Voiture de 5 CV, jusqu’à 5 000 km (barème de 2025) 161 km × 0,636 € = 102,40 €",
		"Tous les trajets 3 jours · 161 km 1 × 37 km + 1 × 80 km + 1 × 44 km", "Domicile – bureau 2 jours · 81 km", "Annexe 1 jour · 80 km",
		"Au-delà de 40 km l’aller", "Renault Zoé 63,99 € Voiture de 4 CV", "(88 km × 0,606 €) × 1,2 (électrique) = 63,99 €",
		"Télétravail 2,70 € 2,70 € par jour, 59,40 € au plus par mois et 626,40 € par an",
		"Titres-restaurant 4 jours Les journées, du 2 mai au 3 juin 4 jours mai 2 jours", "sans le télétravail (votre réglage)", "Code du travail, article R3262-7", "Comptées sans créneau 1 jour",
		"ne connaît ni les péages", "jusqu’au 31 décembre 2028")
	total := page.Body[strings.Index(page.Body, `<details class="total-costs"`):strings.Index(page.Body, "<section>")]
	apptest.Answer{Body: total}.WantWords(t, "6 jours", "mai 2 jours", "juin 4 jours")
	modelstest.Want(t, strings.Count(total, `/edit"`), 6, "the total leads to:")
	for path, times := range map[string]int{"/entries/1/edit": 4, "/entries/2/edit": 4, "/entries/4/edit": 3, "/entries/5/edit": 2, "/entries/6/edit": 3} {
		modelstest.Want(t, strings.Count(page.Body, `href="`+path+`"`), times, path)
	}
	annex := page.Body[strings.Index(page.Body, `class="annex"`):]
	modelstest.Want(t, strings.Count(annex, "<tr><td>"), 6, "the annex has:")
	apptest.Answer{Body: annex}.WantWords(t, "Renault Clio vendredi 2 mai 2025 Travail Domicile – bureau 37 km lundi 5 mai 2025 Travail Annexe 80 km lundi 2 juin 2025",
		"Renault Zoé mardi 3 juin 2025", "Sans véhicule mercredi 4 juin 2025 Télétravail")
	apptest.Answer{Body: strings.ToLower(page.Words())}.WantNone(t, "provisoire")
	page.WantNone(t, "À vérifier</h2>\n<details open")
	p.Get("/years/2025").Want(t, 200, `href="/years/2025/costs"`)
}

func TestThePageAsksForWhatIsMissingAndLeadsThere(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-02", "bureau", "mob")
	p.Work("2025-05-05", "late", "clio")
	p.Work("2025-05-06", "late", "clio")
	page := p.Get("/years/2025/costs")
	page.WantWords(t, "À régler mob : la catégorie (voiture, moto ou cyclomoteur) mob : la puissance fiscale",
		"late : la distance de l’aller, en kilomètres (du 5 mai au 6 mai)", "Le total s’affichera")
	page.Want(t, 200, `href="/settings?open=vehicles-mob#vehicles-mob"`, `href="/settings?open=journeys-late#journeys-late"`)
	p.Submit("/years/2025/costs", url.Values{"salary": {"30000"}}).WantWords(t, "Déduction de 10 % : 3 000 € (chiffres de 2025)", "Frais réels : à compléter")
}

func TestAVehicleThatLeavesTheConfigurationKeepsItsPast(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-02", "bureau", "zoe")
	p.Work("2025-05-05", "annexe", "clio")
	p.Stop()
	p.Config.Frame.Costs.Vehicles = p.Config.Frame.Costs.Vehicles[:1]
	p.Config.Frame.Costs.Journeys = p.Config.Frame.Costs.Journeys[:1]
	p.Run()
	p.Get("/years/2025/costs").WantWords(t, "zoe n’est plus parmi vos véhicules : remettez-le sous ce nom, avec sa catégorie et sa puissance fiscale",
		"annexe n’est plus parmi vos trajets : remettez-le sous ce nom, avec sa distance (pour le 5 mai)", "1 jour · 37 km")
}

func TestDaysInDoubtStandApartWithALinkEach(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.EnterDay("2025-05-02", "RTT", "bureau", "clio", true)
	p.EnterDay("2025-05-05", "RTT", "", "", true)
	p.EnterDay("2025-05-06", "WORK", "", "clio", true)
	p.EnterDay("2025-05-07", "GARDE", "bureau", "", true)
	p.EnterDay("2025-05-09", "FORMATION", "", "", false)
	p.EnterDay("2025-05-12", "TT", "", "", false)
	p.Day("2025-05-12T09:00:00+02:00", "2025-05-12T10:00:00+02:00", "telework")
	p.EnterDay("2025-05-13", "TT", "", "", false)
	p.Arrive("2025-05-13T09:00:00+02:00", "discarded").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {p.Stored("SELECT max(id) FROM workplace_presence_events")[0]}}).Want(t, 303)
	p.EnterDay("2025-05-14", "TT", "", "", false)
	p.Day("2025-05-14T09:00:00+02:00", "2025-05-14T10:00:00+02:00", "by hand")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE workplace_presence_events SET by_hand = 1 WHERE idempotency_key LIKE 'by hand%'")))
	page := p.Get("/years/2025/costs")
	page.WantWords(t, "RTT avec un créneau 2 jours vendredi 2 mai 2025 comptée lundi 5 mai 2025 non comptée",
		"Travail sans trajet 1 jour mardi 6 mai 2025 non comptée", "Garde sans véhicule 1 jour mercredi 7 mai 2025 non comptée",
		"Formation sans trajet ni véhicule 1 jour vendredi 9 mai 2025", "Télétravail avec une arrivée 1 jour lundi 12 mai 2025 comptée comme télétravail")
	doubts := page.Body[strings.Index(page.Body, `class="doubts"`):strings.Index(page.Body, `id="comparison"`)]
	for id := 1; id <= 6; id++ {
		modelstest.WantIn(t, doubts, fmt.Sprintf("/entries/%d/edit", id))
	}
	apptest.Answer{Body: doubts}.WantNone(t, "/entries/7/edit", "/entries/8/edit") // or a telework day whose arrival was discarded, or made by hand, is in doubt
}

func TestTheSalaryIsComparedAndKeptNowhere(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-02", "bureau", "clio")
	for typed, want := range map[string]string{
		"1234,56":   "La déduction de 10 % déduit 485 € de plus.", // 509 and 24
		"54321":     "Déduction de 10 % : 5 432 € (chiffres de 2025) Frais réels : 24 €",
		"54 321 €":  "Déduction de 10 % : 5 432 €",
		"54321.50":  "Déduction de 10 % : 5 432 €",
		"400,50":    "Déduction de 10 % : 401 €",
		"0":         "Déduction de 10 % : 0 € (chiffres de 2025) Frais réels : 24 € Les frais réels déduisent 24 € de plus.",
		"24":        "Les deux déduisent autant.",
		"999999999": "Déduction de 10 % : 14 555 €",
	} {
		p.Unchanged(func() {
			got := p.Submit("/years/2025/costs", url.Values{"salary": {typed}}).Want(t, 200, `value="`+typed+`"`)
			got.WantWords(t, want, "Il n’est pas enregistré.")
		})
	}
	for _, typed := range []string{"", "x", "-1", "1,234", "1e5", "9999999999", "12 34 x"} {
		got := p.Submit("/years/2025/costs", url.Values{"salary": {typed}}).Want(t, 422, `aria-invalid="true"`, `aria-describedby="salary-error"`)
		got.WantWords(t, "Écrivez un montant en euros, par exemple 30 000.")
		got.WantNoWords(t, "Déduction de 10 % :")
	}
	apptest.Answer{Body: p.Logged()}.WantNone(t, "54321", "salary", "1234")
	p.Get("/years/2025/costs?salary=54321").WantNoWords(t, "5 432") // which is an address, and no form
}

func TestAYearThatIsNotOverHasNoVerdict(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ofYear2026))
	p.Work("2026-11-19", "bureau", "clio")
	for year, costs := range map[string]string{"2026": "44 €", "2027": "0 €"} {
		page := p.Submit("/years/"+year+"/costs", url.Values{"salary": {"100"}})
		page.WantWords(t, "Déduction de 10 % : 100 €", "Frais réels au 20 novembre 2026 : "+costs+" L’année n’est pas finie, et le salaire est celui de toute l’année : ces deux montants ne se comparent pas encore.")
		page.WantNoWords(t, "de plus.")
	}
	p.Clock.Advance(42 * 24 * time.Hour) // 1 January
	p.Submit("/years/2026/costs", url.Values{"salary": {"100"}}).WantWords(t, "Frais réels : 44 € La déduction de 10 % déduit 56 € de plus.")
}

func TestAMonthSumsUpItsKilometres(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-30", "bureau", "clio")
	p.Work("2025-05-31", "bureau", "clio")
	p.Work("2025-05-05", "annexe", "clio") // of 55 km, 40 count
	p.Work("2025-05-06", "late", "clio")   // no distance is known yet
	p.EnterDay("2025-05-07", "WORK", "", "clio", true)
	p.EnterDay("2025-05-08", "WORK", "bureau", "", true)
	p.Work("2025-06-01", "bureau", "clio")
	p.Work("2025-06-02", "late", "clio")
	p.EnterDay("2025-06-03", "WORK", "bureau", "clio", false)
	p.EnterDay("2025-06-04", "TT", "bureau", "clio", true)
	p.EnterDay("2025-06-05", "RTT", "bureau", "clio", true)
	p.EnterDay("2025-06-06", "RTT", "bureau", "clio", false)
	p.Get("/months/2025-05").WantWords(t, "Trajets comptés en frais réels : 1 × 80 km + 2 × 37 km = 154 km, et 1 j sans distance connue ")
	p.Get("/months/2025-06").WantWords(t, "Trajets comptés en frais réels : 3 × 44 km + 1 × 10 km = 142 km (dont 1 j sans créneau)")
	p.Get("/years/2025/costs").WantWords(t, "Tous les trajets 8 jours · 296 km")
}

func TestHalfADayOfTeleworkCountsHalf(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.EnterDay("2025-05-12", "TT", "", "", false)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET half_day = 'RTT'")))
	p.Get("/years/2025/costs").WantWords(t, "Télétravail 1,35 €", "Les journées 0,5 jour", "mai 0,5 jour")
	p.EnterDay("2025-05-13", "TT", "", "", false)
	p.Get("/years/2025/costs").WantWords(t, "Télétravail 4,05 €", "Les journées 1,5 jour", "4 € = 4,05 €")
	p.Get("/years/2025/costs.csv").Want(t, 200, "2025-05-12;TT;;;0;0;0,5;;2025", "2025-05-13;TT;;;0;0;1;;2025")
}

func TestTheCostsOnPaperSayWhose(t *testing.T) {
	for person, want := range map[settings.Person]string{
		{Name: "Zoë <Élie>", Employer: "Mairie"}: `<p class="paper">Zoë &lt;Élie&gt; · Mairie</p>`,
		{Name: "Zoë"}:        `<p class="paper">Zoë</p>`,
		{Employer: "Mairie"}: `<p class="paper">Mairie</p>`,
		{}:                   `<p class="paper"></p>`,
	} {
		p := apptest.Start(t, func(c *app.Config) { c.Frame.Person = person })
		p.Get("/years/2025/costs").Want(t, 200, want)
		p.Get("/months/2025-05").Want(t, 200, want)
	}
}

func TestWhatTheEmployerPaysIsSaidAndNotInTheTotal(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, "[telework]\nemployer_allowance = true\n[vehicles.leased]\ntype = \"moteur\"\ndeductible = false\n"))
	p.EnterDay("2025-05-12", "TT", "", "", false)
	p.Work("2025-05-13", "bureau", "leased")
	p.Get("/years/2025/costs").Want(t, 200, `<p class="total-costs"><strong>0`)
	p.Work("2025-05-14", "bureau", "clio")
	p.Get("/years/2025/costs").WantWords(t, "24 € = 23,53 €, à l’euro le plus proche 1 jour mai 1 jour mer. 14 Renault Clio",
		"leased 0,00 € Ce véhicule ne donne lieu à aucune déduction.", "Télétravail 0,00 € Votre employeur verse une allocation : rien n’est compté.", "1 jour")
	p = apptest.Start(t, apptest.WithCosts(t, ""))
	p.EnterDay("2019-05-13", "TT", "", "", false)
	p.Get("/years/2019/costs").WantWords(t, "Aucune allocation forfaitaire en 2019.")
}

func TestTheRowOfAVehicleIsNamedByItsClass(t *testing.T) {
	classes := []struct{ category, want string }{
		{"moto\"\npower_cv = 2", "Moto de 1 à 2 CV, jusqu’à 3 000 km"},
		{"moto\"\npower_cv = 4", "Moto de 3 à 5 CV,"},
		{"moto\"\npower_cv = 11", "Moto de 6 CV ou plus,"},
		{"cyclomoteur\"", "Cyclomoteur, jusqu’à 3 000 km"},
		{"voiture\"\npower_cv = 2", "Voiture de 3 CV ou moins, jusqu’à 5 000 km"},
		{"voiture\"\npower_cv = 9", "Voiture de 7 CV ou plus,"},
	}
	vehicles := ""
	for i, of := range classes {
		vehicles += fmt.Sprintf("[vehicles.class-%d]\ntype = \"moteur\"\ncategory = \"%s\n", i, of.category)
	}
	p := apptest.Start(t, apptest.WithCosts(t, vehicles))
	for i, of := range classes {
		p.Work(fmt.Sprint("2025-06-1", i), "bureau", fmt.Sprint("class-", i))
		p.Get("/years/2025/costs").WantWords(t, of.want)
	}
}

// ofYear2026 are figures of 2026 as a person writes them who need not wait for another version.
const ofYear2026 = `
[[bareme]]
year = 2026
category = "voiture"
power_cv = 5
rates = [1, 1, 1]
constants = [0, 0, 0]
[telework]
[[telework.rates]]
year = 2026
day = 3
month = 60
year_max = 630.50
[[ten_percent]]
year = 2026
min = 520
max = 15000
`

func TestFiguresOfTheConfigurationAreNotProvisional(t *testing.T) {
	salary := url.Values{"salary": {"1000"}}
	published := apptest.Start(t, apptest.WithCosts(t, ""))
	published.Work("2026-05-04", "bureau", "clio")
	published.EnterDay("2026-05-05", "TT", "", "", false)
	page := published.Get("/years/2026/costs").Want(t, 200, `href="/settings?open=journeys-bureau&amp;new=distances#journeys-bureau-distances-new"`)
	page.WantWords(t, "Provisoire. Les chiffres de 2026", "barème de 2025", "vous pouvez les régler : Barème d’une année et Télétravail d’une année",
		"Source : inchangé depuis l’arrêté du 27 mars 2023", "(chiffres de 2025) Source : FAQ d’impots.gouv.fr citée au 15 avril 2026.")
	table := published.Get("/years/2026/costs.csv").Want(t, 200, "2026-05-04;WORK;bureau;clio;44000;44;0;;2025 provisoire")
	table.WantHeader(t, "Content-Disposition", `attachment; filename="frais-reels-2026-provisoire.csv"`)
	table.WantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	published.Submit("/years/2026/costs", salary).WantWords(t, "509 € (chiffres de 2025, provisoire)",
		"Source : décret n° 2026-562. Dès la publication des chiffres de l’année, vous pouvez les régler : Les 10 % d’une année")
	given := apptest.Start(t, apptest.WithCosts(t, ofYear2026))
	given.Work("2026-05-04", "bureau", "clio")
	given.EnterDay("2026-05-05", "TT", "", "", false)
	given.Get("/years/2026/costs").WantWords(t, "47 € = 44,00 € + 3,00 €", "44 km × 1 € = 44,00 €", "barème de 2026", "Source : votre réglage, Barème d’une année",
		"3,00 € par jour, 60,00 € au plus par mois et 630,50 € par an (chiffres de 2026) Source : votre réglage, Télétravail d’une année")
	given.Get("/years/2026/costs.csv").WantHeader(t, "Content-Disposition", `attachment; filename="frais-reels-2026.csv"`)
	compared := given.Submit("/years/2026/costs", salary)
	compared.WantWords(t, "520 € (chiffres de 2026) Frais réels", "Source : votre réglage, Les 10 % d’une année")
	apptest.Answer{Body: strings.ToLower(compared.Words())}.WantNone(t, "provisoire", "dès la publication")
	alone := apptest.Start(t, apptest.WithCosts(t, ""))
	alone.EnterDay("2026-05-05", "TT", "", "", false)
	page = alone.Get("/years/2026/costs")
	page.WantWords(t, "vous pouvez les régler : Télétravail d’une année")
	page.WantNoWords(t, "Barème d’une année") // without journeys
}

func TestDaysToComeArePlannedAndNotInTheSum(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, ofYear2026+"[meals]\nper_day = 4.20\n"))
	p.Work("2026-11-19", "bureau", "clio")
	p.EnterDay("2026-11-20", "TT", "", "", false) // today
	p.EnterDay("2026-11-23", "TT", "", "", false)
	p.Work("2026-11-24", "bureau", "clio")
	p.EnterDay("2026-12-01", "WORK", "late", "mob", false) // asks for nothing yet
	p.EnterDay("2026-12-02", "RTT", "", "", false)
	page := p.Get("/years/2026/costs")
	page.WantWords(t, "Comptés jusqu’au 20 novembre.", "51 € = 44,00 € + 3,00 € + 4,20 €", "2 jours TT : télétravail novembre 2 jours jeu. 19 ven. 20 TT",
		"Prévues, pas encore comptées 3 jours TT : télétravail novembre 2 jours lun. 23 TT mar. 24 décembre 1 jour mar. 1",
		"ce montant s’arrête au 20 novembre", "Année en cours, comptée jusqu’au 20 novembre.")
	page.WantNoWords(t, "Le total s’affichera", "À vérifier 1", "1 décembre 2026") // what is planned is not to be looked at, nor on paper
	p.Get("/years/2026/costs.csv").Want(t, 200, "2026-11-20;TT;;;0;0;1;;2026;0")
	p.Get("/years/2026/costs.csv").WantNone(t, "2026-11-23") // which is planned
	p.Get("/months/2026-11").WantWords(t, "Trajets comptés en frais réels : 1 × 44 km = 44 km, 1 j prévu")
	p.Clock.Advance(72 * time.Hour)
	p.Get("/years/2026/costs").WantWords(t, "jusqu’au 23 novembre", "54 € =", "Prévues, pas encore comptées 2 jours novembre 1 jour mar. 24")
	p.Get("/years/2025/costs").WantWords(t, "barème kilométrique de 2025. C’est une information")
	p.Work("2027-01-04", "bureau", "clio")
	p.Get("/years/2027/costs").WantWords(t, "Rien n’est encore compté.", "Prévues, pas encore comptées 1 jour")
}

func TestMealsAreALineThatIsTicked(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, "[meals]\nper_day = 4.20\n"))
	p.Work("2025-05-02", "bureau", "clio") // 23.53
	p.EnterDay("2025-05-05", "WORK", "", "", true)
	p.EnterDay("2025-05-06", "WORK", "", "", false)
	page := p.Get("/years/2025/costs")
	page.Want(t, 200, `<input type="checkbox" name="meals" value="1" checked>`, `action="/years/2025/costs#comparison"`, `href="/years/2025/costs.csv"`)
	page.WantWords(t, "32 € = 23,53 € + 8,40 €", "Repas 8,40 € Compter 4,20 € pour chaque journée sur le lieu de travail", "2 jours × 4,20 € = 8,40 €",
		"Les journées 2 jours mai 2 jours ven. 2 lun. 5", "Source : votre réglage, Un repas au travail",
		"Avec une cantine (restaurant collectif), seul ce que son prix a de plus que cette valeur se déduit, donc souvent rien.", "lundi 5 mai 2025 comptée pour le repas mardi 6 mai 2025 non comptée",
		"Distance Repas Renault Clio vendredi 2 mai 2025 Travail Domicile – bureau 37 km 4,20 € Sans véhicule lundi 5 mai 2025 Travail 4,20 €",
		"ni le stationnement, ni les intérêts")
	for query, counted := range map[string]bool{"": true, "?meals=1": true, "?meals=0&meals=1": true, "?meals=0": false, "?meals=": false} {
		page := p.Get("/years/2025/costs" + query)
		modelstest.Want(t, strings.Contains(page.Words(), "32 € ="), counted, query)
		modelstest.Want(t, strings.Contains(page.Body, " checked>"), counted, query)
		modelstest.Want(t, strings.Contains(p.Get("/years/2025/costs.csv"+query).Body, "2025-05-02;WORK;bureau;clio;37000;37;0;;2025;1"), counted, query)
	}
	out := p.Get("/years/2025/costs?meals=0")
	out.Want(t, 200, `action="/years/2025/costs?meals=0#comparison"`, `href="/years/2025/costs.csv?meals=0"`, `<form action="/years/2025/costs#meals">`)
	out.WantWords(t, "24 € = 23,53 €", "Repas Compter 4,20 €")
	p.Submit("/years/2025/costs?meals=0", url.Values{"salary": {"0"}}).WantWords(t, "Frais réels : 24 €")
	p.Submit("/years/2025/costs", url.Values{"salary": {"0"}}).WantWords(t, "Frais réels : 32 €")
	p.Get("/years/2024/costs").WantNoWords(t, "Repas Compter") // without meals
	none := apptest.Start(t, apptest.WithCosts(t, ""))
	none.EnterDay("2025-05-05", "WORK", "", "", true)
	page = none.Get("/years/2025/costs?meals=0")
	page.WantWords(t, "ni les repas , ni les intérêts")
	page.WantNone(t, "Compter", `csv?meals=0"`) // meals are not configured
	alone := apptest.Start(t, apptest.WithConfig(t, "[meals]\nper_day = 4.20\n"))
	alone.EnterDay("2025-05-05", "GARDE", "", "", true)
	alone.Get("/years/2025/costs").WantWords(t, "4 € = 4,20 €", "Repas sur le lieu de travail : 1 jour × 4,20 € = 4,20 € Total : 4 €")
}

func TestTheTaxReturnHasItsBoxAndANoteToCopy(t *testing.T) {
	p := apptest.Start(t, apptest.WithCosts(t, `[meals]
per_day = 4.20
[journeys.far]
label = "Le Mans"
distance_km = 60
beyond_40_km_justified = true
round_trips = 2
[vehicles.leased]
type = "moteur"
deductible = false
[vehicles.solex]
label = "Solex <1>"
type = "moteur"
category = "cyclomoteur"
`))
	p.Work("2025-05-02", "bureau", "clio")
	p.Work("2025-06-02", "bureau", "clio")
	p.Work("2025-06-03", "annexe", "zoe")
	p.Work("2025-06-04", "far", "solex")
	p.Work("2025-06-05", "bureau", "leased")
	p.EnterDay("2025-06-06", "TT", "", "", false)
	page := p.Get("/years/2025/costs")
	const note = `Frais réels 2025 – note explicative

Véhicule : Renault Clio, voiture de 5 CV
Trajet Domicile – bureau, aller et retour : 1 × 37 km + 1 × 44 km
Barème kilométrique de 2025, jusqu’à 5 000 km : 81 km × 0,636 € = 51,52 €

Véhicule : Renault Zoé, voiture de 4 CV, électrique
Trajet Annexe, aller et retour : 1 × 80 km (40 km au plus l’aller)
Barème kilométrique de 2025, jusqu’à 5 000 km : (80 km × 0,606 €) × 1,2 (électrique) = 58,18 €

Véhicule : Solex &lt;1&gt;, cyclomoteur
Trajet Le Mans, aller et retour : 1 × 240 km
Plus de 40 km l’aller : [motif à écrire]
Deux allers-retours par jour : [motif à écrire]
Barème kilométrique de 2025, jusqu’à 3 000 km : 240 km × 0,315 € = 75,60 €

Télétravail : 1 jour, 2,70 € par jour, 59,40 € au plus par mois et 626,40 € par an = 2,70 €

Repas sur le lieu de travail : 5 jours × 4,20 € = 21,00 €

Total : 209 €`
	modelstest.WantIn(t, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(page.Body), "<pre><code>"+note+"</code></pre>")
	page.WantWords(t, "Dans la déclaration de revenus 209 € Case 1AK , « Frais réels » (1BK pour le second déclarant)",
		"Ce que votre employeur rembourse ou alloue pour ces mêmes frais s’ajoute alors aux salaires déclarés ; pas ce qu’il verse pour des frais qui ne sont pas déduits ici.")
	page.Want(t, 200, `href="https://bofip.impots.gouv.fr/bofip/2185-PGP.html" target="_blank" rel="noreferrer"`)
	p.Work("2025-06-10", "bureau", "mob") // whose data are missing
	for _, year := range []string{"2025", "2024"} {
		p.Get("/years/"+year+"/costs").WantNoWords(t, "1AK")
	}
}
