package reports_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers/frame"
)

func TestThePageOfTheCostsShowsEveryFigureWithItsDays(t *testing.T) {
	t.Parallel()
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
		"Télétravail 2,70 € 2,70 € par jour, 59,40 € au plus par mois et 626,40 € par an", "Comptées sans créneau 1 jour",
		"ne connaît ni les péages", "jusqu’au 31 décembre 2028")
	total := page.Body[strings.Index(page.Body, `<details class="total-costs"`):strings.Index(page.Body, "<section>")]
	apptest.Answer{Body: total}.WantWords(t, "6 jours", "mai 2 jours", "juin 4 jours")
	if got := strings.Count(total, `/edit"`); got != 6 {
		t.Errorf("the total leads to %d days, want 6", got)
	}
	for path, times := range map[string]int{"/entries/1/edit": 3, "/entries/2/edit": 3, "/entries/4/edit": 2, "/entries/5/edit": 2, "/entries/6/edit": 3} {
		if got := strings.Count(page.Body, `href="`+path+`"`); got != times {
			t.Errorf("%d links to %s, want %d", got, path, times)
		}
	}
	annex := page.Body[strings.Index(page.Body, `class="annex"`):]
	if got := strings.Count(annex, "<tr>"); got != 7 {
		t.Errorf("the annex has %d rows, want those of 6 days under a heading", got)
	}
	apptest.Answer{Body: annex}.WantWords(t, "vendredi 2 mai 2025 Travail Renault Clio Domicile – bureau 37 km", "mercredi 4 juin 2025 Télétravail")
	if strings.Contains(strings.ToLower(page.Words()), "provisoire") || strings.Contains(page.Body, "À vérifier</h2>\n<details open") {
		t.Errorf("got %s", page.Words())
	}
	p.Get("/years/2025").Want(t, 200, `href="/years/2025/costs"`)
}

func TestTheCostsOfAYearWithoutFiguresAreProvisionalEverywhere(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2026-05-04", "bureau", "clio")
	p.Get("/years/2026/costs").WantWords(t, "Provisoire. Les chiffres de 2026", "barème de 2025")
	table := p.Get("/years/2026/costs.csv")
	table.Want(t, 200, "2026-05-04;WORK;bureau;clio;44000;44;0;;2025 provisoire")
	table.WantHeader(t, "Content-Disposition", `attachment; filename="frais-reels-2026-provisoire.csv"`)
	table.WantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	known := apptest.Start(t, apptest.WithCosts(t, `
[[bareme]]
year = 2026
category = "voiture"
power_cv = 5
rates = [1, 1, 1]
constants = [0, 0, 0]
`))
	known.Work("2026-05-04", "bureau", "clio")
	page := known.Get("/years/2026/costs")
	page.WantWords(t, "44 € = 44,00 €", "44 km × 1 € = 44,00 €", "barème de 2026")
	if strings.Contains(page.Words(), "Provisoire") {
		t.Error("the figures of the year are called provisional")
	}
	known.Get("/years/2026/costs.csv").WantHeader(t, "Content-Disposition", `attachment; filename="frais-reels-2026.csv"`)
}

func TestThePageAsksForWhatIsMissingByItsKey(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-02", "bureau", "mob")
	p.Work("2025-05-05", "late", "clio")
	p.Work("2025-05-06", "late", "clio")
	page := p.Get("/years/2025/costs")
	page.WantWords(t, "vehicles.mob.category voiture, moto ou cyclomoteur", "vehicles.mob.power_cv la puissance fiscale",
		"journeys.late.distance_km la distance de l’aller, en kilomètres (du 5 mai au 6 mai)", "Le total s’affichera")
	p.Submit("/years/2025/costs", url.Values{"salary": {"30000"}}).WantWords(t, "Déduction de 10 % : 3 000 € (chiffres de 2025)", "Frais réels : à compléter")
}

func TestAVehicleThatLeavesTheConfigurationKeepsItsPast(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-05-02", "bureau", "zoe")
	p.Work("2025-05-05", "annexe", "clio")
	p.Stop()
	p.Config.Reports.Costs.Vehicles = p.Config.Reports.Costs.Vehicles[:1]
	p.Config.Reports.Costs.Journeys = p.Config.Reports.Costs.Journeys[:1]
	p.Run()
	p.Get("/years/2025/costs").WantWords(t, "[vehicles.zoe] n’est plus dans la configuration : remettez cette section, avec category et power_cv",
		"[journeys.annexe] n’est plus dans la configuration : remettez cette section, avec distance_km (pour le 5 mai)", "1 jour · 37 km")
}

func TestDaysInDoubtStandApartWithALinkEach(t *testing.T) {
	t.Parallel()
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
	if _, err := p.DB.Exec("UPDATE workplace_presence_events SET by_hand = 1 WHERE idempotency_key LIKE 'by hand%'"); err != nil {
		t.Fatal(err)
	}
	page := p.Get("/years/2025/costs")
	page.WantWords(t, "RTT avec un créneau 2 jours vendredi 2 mai 2025 comptée lundi 5 mai 2025 non comptée",
		"Travail sans trajet 1 jour mardi 6 mai 2025 non comptée", "Garde sans véhicule 1 jour mercredi 7 mai 2025 non comptée",
		"Formation sans trajet ni véhicule 1 jour vendredi 9 mai 2025", "Télétravail avec une arrivée 1 jour lundi 12 mai 2025 comptée comme télétravail")
	doubts := page.Body[strings.Index(page.Body, `class="doubts"`):strings.Index(page.Body, `id="comparison"`)]
	for id := 1; id <= 6; id++ {
		if path := "/entries/" + string(rune('0'+id)) + "/edit"; !strings.Contains(doubts, path) {
			t.Errorf("no link to %s", path)
		}
	}
	if strings.Contains(doubts, "/entries/7/edit") || strings.Contains(doubts, "/entries/8/edit") {
		t.Error("a telework day whose arrival was discarded, or made by hand, is in doubt")
	}
}

func TestTheSalaryIsComparedAndKeptNowhere(t *testing.T) {
	t.Parallel()
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
			got := p.Submit("/years/2025/costs", url.Values{"salary": {typed}})
			got.Want(t, 200, `value="`+typed+`"`)
			got.WantWords(t, want, "Il n’est pas enregistré.")
		})
	}
	for _, typed := range []string{"", "x", "-1", "1,234", "1e5", "9999999999", "12 34 x"} {
		got := p.Submit("/years/2025/costs", url.Values{"salary": {typed}})
		got.Want(t, 422, `aria-invalid="true"`, `aria-describedby="salary-error"`)
		got.WantWords(t, "Écrivez un montant en euros, par exemple 30 000.")
		if strings.Contains(got.Words(), "Déduction de 10 % :") {
			t.Errorf("%q was compared", typed)
		}
	}
	if log := p.Logged(); strings.Contains(log, "54321") || strings.Contains(log, "salary") || strings.Contains(log, "1234") {
		t.Errorf("the salary is in the log: %s", log)
	}
	if strings.Contains(p.Get("/years/2025/costs?salary=54321").Words(), "5 432") {
		t.Error("a salary is read from an address")
	}
}

func TestAnIgnoredArrivalMakesNoCosts(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Arrive("2025-05-13T09:00:00+02:00", "k").Want(t, 201)
	p.Get("/years/2025/costs").WantWords(t, "Renault Clio", "37 km")
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Get("/years/2025/costs").WantWords(t, "Aucune journée de cette année n’a de trajet")
}

var (
	monthlyKilometres = regexp.MustCompile(`Trajets comptés en frais réels : [^=]*= ([0-9 ]+) km`)
	yearlyKilometres  = regexp.MustCompile(`jours? · ([0-9 ]+) km`)
)

func TestTheKilometresOfTheMonthsAreThoseOfTheYear(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.Work("2025-01-01", "bureau", "clio")
	p.Work("2025-05-30", "bureau", "clio")
	p.Work("2025-05-31", "bureau", "clio")
	p.Work("2025-05-05", "annexe", "clio")               // of 55 km, 40 count
	p.Work("2025-05-06", "late", "clio")                 // no distance is known yet
	p.EnterDay("2025-05-07", "WORK", "", "clio", true)   // without a journey
	p.EnterDay("2025-05-08", "WORK", "bureau", "", true) // without a vehicle
	p.Work("2025-06-01", "bureau", "clio")
	p.Work("2025-06-02", "late", "clio")
	p.EnterDay("2025-06-03", "WORK", "bureau", "clio", false)
	p.EnterDay("2025-06-04", "TT", "bureau", "clio", true)
	p.EnterDay("2025-06-05", "RTT", "bureau", "clio", true)
	p.EnterDay("2025-06-06", "RTT", "bureau", "clio", false)
	p.Arrive("2025-09-01T09:00:00+02:00", "k").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Submit("/entries/new?date=2025-12-31", url.Values{"day_type": {"GARDE"}, "journey_profile_id": {"bureau"}, "motor_vehicle_id": {"clio"},
		"slot_start": {"20:00"}, "slot_end": {"08:00"}, "slot_end_day": {"1"}}).Want(t, 303)
	p.Work("2026-01-02", "bureau", "clio")
	p.Get("/months/2025-05").WantWords(t, "Trajets comptés en frais réels : 1 × 80 km + 2 × 37 km = 154 km, et 1 j sans distance connue ")
	p.Get("/months/2025-06").WantWords(t, "Trajets comptés en frais réels : 3 × 44 km + 1 × 10 km = 142 km (dont 1 j sans créneau)")
	kilometres := func(page apptest.Answer, written *regexp.Regexp) int {
		found := written.FindStringSubmatch(page.Words())
		if found == nil {
			return 0
		}
		n, err := strconv.Atoi(strings.ReplaceAll(found[1], " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	months := 0
	for month := 1; month <= 12; month++ {
		months += kilometres(p.Get(fmt.Sprintf("/months/2025-%02d", month)), monthlyKilometres)
	}
	year := p.Get("/years/2025/costs")
	year.WantWords(t, "Tous les trajets")
	if got := kilometres(year, yearlyKilometres); got != months || got != 37+154+142+44 {
		t.Errorf("the year has %d km, its months %d", got, months)
	}
}

func TestHalfADayOfTeleworkCountsHalf(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, ""))
	p.EnterDay("2025-05-12", "TT", "", "", false)
	if _, err := p.DB.Exec("UPDATE work_entries SET half_day = 'RTT'"); err != nil {
		t.Fatal(err)
	}
	p.Get("/years/2025/costs").WantWords(t, "Télétravail 1,35 €", "Les journées 0,5 jour", "mai 0,5 jour")
	p.EnterDay("2025-05-13", "TT", "", "", false)
	p.Get("/years/2025/costs").WantWords(t, "Télétravail 4,05 €", "Les journées 1,5 jour", "4 € = 4,05 €")
	p.Get("/years/2025/costs.csv").Want(t, 200, "2025-05-12;TT;;;0;0;0,5;;2025", "2025-05-13;TT;;;0;0;1;;2025")
}

func TestTheCostsOnPaperSayWhose(t *testing.T) {
	t.Parallel()
	for person, want := range map[frame.Person]string{
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

func TestTheCostsAreThoseOfAYearOfTheCalendar(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, path := range []string{"/years/1969/costs", "/years/10000/costs", "/years/x/costs", "/years/1969/costs.csv", "/years/2025/costs.txt"} {
		p.Get(path).Want(t, 404)
	}
	p.Submit("/years/1969/costs", url.Values{"salary": {"1"}}).Want(t, 404)
	first, last := p.Get("/years/1970/costs"), p.Get("/years/9999/costs")
	first.Want(t, 200, "/years/1971/costs")
	first.WantWords(t, "Aucune journée de cette année n’a de trajet")
	last.Want(t, 200, "/years/9998/costs")
	if strings.Contains(first.Body, "/years/1969") || strings.Contains(last.Body, "/years/10000") {
		t.Error("a link leads out of the calendar")
	}
}

func TestTheAllowanceOfTheEmployerIsSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, "[telework]\nemployer_allowance = true\n"))
	p.EnterDay("2025-05-12", "TT", "", "", false)
	p.Get("/years/2025/costs").WantWords(t, "Télétravail 0,00 € Votre employeur verse une allocation : rien n’est compté.", "1 jour")
	p = apptest.Start(t, apptest.WithCosts(t, "[vehicles.leased]\ntype = \"moteur\"\ndeductible = false\n"))
	p.EnterDay("2019-05-13", "TT", "", "", false)
	p.Work("2019-05-14", "bureau", "leased")
	p.Get("/years/2019/costs").WantWords(t, "Aucune allocation forfaitaire en 2019.", "leased 0,00 € Ce véhicule ne donne lieu à aucune déduction.")
}

func TestTheRowOfAVehicleIsNamedByItsClass(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithCosts(t, `
[vehicles.a]
type = "moteur"
category = "moto"
power_cv = 2
[vehicles.b]
type = "moteur"
category = "moto"
power_cv = 4
[vehicles.c]
type = "moteur"
category = "moto"
power_cv = 11
[vehicles.d]
type = "moteur"
category = "cyclomoteur"
[vehicles.e]
type = "moteur"
category = "voiture"
power_cv = 2
[vehicles.f]
type = "moteur"
category = "voiture"
power_cv = 9
`))
	for i, id := range []string{"a", "b", "c", "d", "e", "f"} {
		p.Work("2025-06-1"+string(rune('0'+i)), "bureau", id)
	}
	p.Get("/years/2025/costs").WantWords(t,
		"Moto de 1 à 2 CV, jusqu’à 3 000 km", "Moto de 3 à 5 CV,", "Moto de 6 CV ou plus,", "Cyclomoteur, jusqu’à 3 000 km",
		"Voiture de 3 CV ou moins, jusqu’à 5 000 km", "Voiture de 7 CV ou plus,")
}
