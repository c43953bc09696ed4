package app_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/handlers/frame"
)

// withCosts is a configuration with everything that the costs need, and with a vehicle
// and a journey that lack something.
func withCosts(t *testing.T, more string) func(*app.Config) {
	config := loadConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[journeys.bureau]
label = "Domicile – bureau"
distance_km = 18.5
[[journeys.bureau.distances]]
from = "2025-06-01"
distance_km = 22
[journeys.annexe]
label = "Annexe"
distance_km = 55
[journeys.late]
[[journeys.late.distances]]
from = "2025-06-01"
distance_km = 5
[vehicles.clio]
label = "Renault Clio"
type = "moteur"
category = "voiture"
power_cv = 5
[vehicles.zoe]
label = "Renault Zoé"
type = "moteur"
category = "voiture"
power_cv = 4
electric = true
[vehicles.mob]
type = "moteur"
`+more)
	return func(c *app.Config) { *c = config }
}

// work records a day of work by hand, with a slot.
func (p *program) work(date, journey, vehicle string) {
	p.t.Helper()
	p.enterDay(date, "WORK", journey, vehicle, true)
}

func (p *program) enterDay(date, dayType, journey, vehicle string, slot bool) {
	p.t.Helper()
	values := url.Values{"day_type": {dayType}, "journey_profile_id": {journey}, "motor_vehicle_id": {vehicle}}
	if slot {
		values["slot_start"], values["slot_end"] = []string{"08:00"}, []string{"16:00"}
	}
	p.submit("/entries/new?date="+date, values).want(p.t, 303)
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	spaces = regexp.MustCompile(`[\s\x{a0}\x{202f}]+`)
)

// words is the text of a page without markup, with plain spaces.
func (a answer) words() string {
	return spaces.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(a.body, " ")), " ")
}

// wantWords checks that a page contains each of the texts.
func (a answer) wantWords(t *testing.T, texts ...string) {
	t.Helper()
	said := a.words()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			t.Errorf("got %s\nwant %s in it", said, text)
		}
	}
}

func TestThePageOfTheCostsShowsEveryFigureWithItsDays(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.work("2025-05-02", "bureau", "clio")
	p.work("2025-05-05", "annexe", "clio")
	p.work("2025-06-02", "bureau", "clio")
	p.work("2025-06-03", "bureau", "zoe")
	p.enterDay("2025-06-04", "TT", "", "", true)
	p.enterDay("2025-06-05", "WORK", "bureau", "zoe", false)
	page := p.get("/years/2025/costs")
	page.want(t, 200, `href="/years/2025"`, `href="/years/2024/costs"`, `href="/years/2026/costs"`, `href="/years/2025/costs.csv"`)
	page.wantWords(t, "barème kilométrique de 2025", "C’est une information, pas un conseil",
		"169 € = 102,40 € + 63,99 € + 2,70 €, à l’euro le plus proche",
		"Renault Clio 102,40 € Voiture de 5 CV, jusqu’à 5 000 km (barème de 2025) 161 km × 0,636 € = 102,40 €",
		"Tous les trajets 3 jours · 161 km 1 × 37 km + 1 × 80 km + 1 × 44 km", "Domicile – bureau 2 jours · 81 km", "Annexe 1 jour · 80 km",
		"Au-delà de 40 km l’aller", "Renault Zoé 63,99 € Voiture de 4 CV", "(88 km × 0,606 €) × 1,2 (électrique) = 63,99 €",
		"Télétravail 2,70 € 2,70 € par jour, 59,40 € au plus par mois et 626,40 € par an", "Comptées sans créneau 1 jour",
		"ne connaît ni les péages", "jusqu’au 31 décembre 2028")
	total := page.body[strings.Index(page.body, `<details class="total-costs"`):strings.Index(page.body, "<section>")]
	answer{body: total}.wantWords(t, "6 jours", "mai 2 jours", "juin 4 jours")
	if got := strings.Count(total, `/edit"`); got != 6 {
		t.Errorf("the total leads to %d days, want 6", got)
	}
	for path, times := range map[string]int{"/entries/1/edit": 3, "/entries/2/edit": 3, "/entries/4/edit": 2, "/entries/5/edit": 2, "/entries/6/edit": 3} {
		if got := strings.Count(page.body, `href="`+path+`"`); got != times {
			t.Errorf("%d links to %s, want %d", got, path, times)
		}
	}
	annex := page.body[strings.Index(page.body, `class="annex"`):]
	if got := strings.Count(annex, "<tr>"); got != 7 {
		t.Errorf("the annex has %d rows, want those of 6 days under a heading", got)
	}
	answer{body: annex}.wantWords(t, "vendredi 2 mai 2025 Travail Renault Clio Domicile – bureau 37 km", "mercredi 4 juin 2025 Télétravail")
	if strings.Contains(strings.ToLower(page.words()), "provisoire") || strings.Contains(page.body, "À vérifier</h2>\n<details open") {
		t.Errorf("got %s", page.words())
	}
	p.get("/years/2025").want(t, 200, `href="/years/2025/costs"`)
}

func TestTheCostsOfAYearWithoutFiguresAreProvisionalEverywhere(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.work("2026-05-04", "bureau", "clio")
	p.get("/years/2026/costs").wantWords(t, "Provisoire. Les chiffres de 2026", "barème de 2025")
	table := p.get("/years/2026/costs.csv")
	table.want(t, 200, "2026-05-04;WORK;bureau;clio;44000;44;0;;2025 provisoire")
	table.wantHeader(t, "Content-Disposition", `attachment; filename="frais-reels-2026-provisoire.csv"`)
	table.wantHeader(t, "Content-Type", "text/csv; charset=utf-8")
	known := start(t, withCosts(t, `
[[bareme]]
year = 2026
category = "voiture"
power_cv = 5
rates = [1, 1, 1]
constants = [0, 0, 0]
`))
	known.work("2026-05-04", "bureau", "clio")
	page := known.get("/years/2026/costs")
	page.wantWords(t, "44 € = 44,00 €", "44 km × 1 € = 44,00 €", "barème de 2026")
	if strings.Contains(page.words(), "Provisoire") {
		t.Error("the figures of the year are called provisional")
	}
	known.get("/years/2026/costs.csv").wantHeader(t, "Content-Disposition", `attachment; filename="frais-reels-2026.csv"`)
}

func TestThePageAsksForWhatIsMissingByItsKey(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.work("2025-05-02", "bureau", "mob")
	p.work("2025-05-05", "late", "clio")
	p.work("2025-05-06", "late", "clio")
	page := p.get("/years/2025/costs")
	page.wantWords(t, "vehicles.mob.category voiture, moto ou cyclomoteur", "vehicles.mob.power_cv la puissance fiscale",
		"journeys.late.distance_km la distance de l’aller, en kilomètres (du 5 mai au 6 mai)", "Le total s’affichera")
	p.submit("/years/2025/costs", url.Values{"salary": {"30000"}}).wantWords(t, "Déduction de 10 % : 3 000 € (chiffres de 2025)", "Frais réels : à compléter")
}

func TestAVehicleThatLeavesTheConfigurationKeepsItsPast(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.work("2025-05-02", "bureau", "zoe")
	p.work("2025-05-05", "annexe", "clio")
	p.stop()
	p.config.Reports.Costs.Vehicles = p.config.Reports.Costs.Vehicles[:1]
	p.config.Reports.Costs.Journeys = p.config.Reports.Costs.Journeys[:1]
	p.run()
	p.get("/years/2025/costs").wantWords(t, "[vehicles.zoe] n’est plus dans la configuration : remettez cette section, avec category et power_cv",
		"[journeys.annexe] n’est plus dans la configuration : remettez cette section, avec distance_km (pour le 5 mai)", "1 jour · 37 km")
}

func TestDaysInDoubtStandApartWithALinkEach(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.enterDay("2025-05-02", "RTT", "bureau", "clio", true)
	p.enterDay("2025-05-05", "RTT", "", "", true)
	p.enterDay("2025-05-06", "WORK", "", "clio", true)
	p.enterDay("2025-05-07", "GARDE", "bureau", "", true)
	p.enterDay("2025-05-09", "FORMATION", "", "", false)
	p.enterDay("2025-05-12", "TT", "", "", false)
	p.day("2025-05-12T09:00:00+02:00", "2025-05-12T10:00:00+02:00", "telework")
	p.enterDay("2025-05-13", "TT", "", "", false)
	p.arrive("2025-05-13T09:00:00+02:00", "discarded").want(t, 201)
	p.submit("/presence/discard", url.Values{"arrival_id": {p.stored("SELECT max(id) FROM workplace_presence_events")[0]}}).want(t, 303)
	p.enterDay("2025-05-14", "TT", "", "", false)
	p.day("2025-05-14T09:00:00+02:00", "2025-05-14T10:00:00+02:00", "by hand")
	if _, err := p.db.Exec("UPDATE workplace_presence_events SET by_hand = 1 WHERE idempotency_key LIKE 'by hand%'"); err != nil {
		t.Fatal(err)
	}
	page := p.get("/years/2025/costs")
	page.wantWords(t, "RTT avec un créneau 2 jours vendredi 2 mai 2025 comptée lundi 5 mai 2025 non comptée",
		"Travail sans trajet 1 jour mardi 6 mai 2025 non comptée", "Garde sans véhicule 1 jour mercredi 7 mai 2025 non comptée",
		"Formation sans trajet ni véhicule 1 jour vendredi 9 mai 2025", "Télétravail avec une arrivée 1 jour lundi 12 mai 2025 comptée comme télétravail")
	doubts := page.body[strings.Index(page.body, `class="doubts"`):strings.Index(page.body, `id="comparison"`)]
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
	p := start(t, withCosts(t, ""))
	p.work("2025-05-02", "bureau", "clio")
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
		p.unchanged(func() {
			got := p.submit("/years/2025/costs", url.Values{"salary": {typed}})
			got.want(t, 200, `value="`+typed+`"`)
			got.wantWords(t, want, "Il n’est pas enregistré.")
		})
	}
	for _, typed := range []string{"", "x", "-1", "1,234", "1e5", "9999999999", "12 34 x"} {
		got := p.submit("/years/2025/costs", url.Values{"salary": {typed}})
		got.want(t, 422, `aria-invalid="true"`, `aria-describedby="salary-error"`)
		got.wantWords(t, "Écrivez un montant en euros, par exemple 30 000.")
		if strings.Contains(got.words(), "Déduction de 10 % :") {
			t.Errorf("%q was compared", typed)
		}
	}
	if log := p.logged(); strings.Contains(log, "54321") || strings.Contains(log, "salary") || strings.Contains(log, "1234") {
		t.Errorf("the salary is in the log: %s", log)
	}
	if strings.Contains(p.get("/years/2025/costs?salary=54321").words(), "5 432") {
		t.Error("a salary is read from an address")
	}
}

func TestAnIgnoredArrivalMakesNoCosts(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.arrive("2025-05-13T09:00:00+02:00", "k").want(t, 201)
	p.get("/years/2025/costs").wantWords(t, "Renault Clio", "37 km")
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	p.get("/years/2025/costs").wantWords(t, "Aucune journée de cette année n’a de trajet")
}

var (
	monthlyKilometres = regexp.MustCompile(`Trajets comptés en frais réels : [^=]*= ([0-9 ]+) km`)
	yearlyKilometres  = regexp.MustCompile(`jours? · ([0-9 ]+) km`)
)

func TestTheKilometresOfTheMonthsAreThoseOfTheYear(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.work("2025-01-01", "bureau", "clio")
	p.work("2025-05-30", "bureau", "clio")
	p.work("2025-05-31", "bureau", "clio")
	p.work("2025-05-05", "annexe", "clio")               // of 55 km, 40 count
	p.work("2025-05-06", "late", "clio")                 // no distance is known yet
	p.enterDay("2025-05-07", "WORK", "", "clio", true)   // without a journey
	p.enterDay("2025-05-08", "WORK", "bureau", "", true) // without a vehicle
	p.work("2025-06-01", "bureau", "clio")
	p.work("2025-06-02", "late", "clio")
	p.enterDay("2025-06-03", "WORK", "bureau", "clio", false)
	p.enterDay("2025-06-04", "TT", "bureau", "clio", true)
	p.enterDay("2025-06-05", "RTT", "bureau", "clio", true)
	p.enterDay("2025-06-06", "RTT", "bureau", "clio", false)
	p.arrive("2025-09-01T09:00:00+02:00", "k").want(t, 201)
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	p.submit("/entries/new?date=2025-12-31", url.Values{"day_type": {"GARDE"}, "journey_profile_id": {"bureau"}, "motor_vehicle_id": {"clio"},
		"slot_start": {"20:00"}, "slot_end": {"08:00"}, "slot_end_day": {"1"}}).want(t, 303)
	p.work("2026-01-02", "bureau", "clio")
	p.get("/months/2025-05").wantWords(t, "Trajets comptés en frais réels : 1 × 80 km + 2 × 37 km = 154 km, et 1 j sans distance connue ")
	p.get("/months/2025-06").wantWords(t, "Trajets comptés en frais réels : 3 × 44 km + 1 × 10 km = 142 km (dont 1 j sans créneau)")
	kilometres := func(page answer, written *regexp.Regexp) int {
		found := written.FindStringSubmatch(page.words())
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
		months += kilometres(p.get(fmt.Sprintf("/months/2025-%02d", month)), monthlyKilometres)
	}
	year := p.get("/years/2025/costs")
	year.wantWords(t, "Tous les trajets")
	if got := kilometres(year, yearlyKilometres); got != months || got != 37+154+142+44 {
		t.Errorf("the year has %d km, its months %d", got, months)
	}
}

func TestHalfADayOfTeleworkCountsHalf(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.enterDay("2025-05-12", "TT", "", "", false)
	if _, err := p.db.Exec("UPDATE work_entries SET half_day = 'RTT'"); err != nil {
		t.Fatal(err)
	}
	p.get("/years/2025/costs").wantWords(t, "Télétravail 1,35 €", "Les journées 0,5 jour", "mai 0,5 jour")
	p.enterDay("2025-05-13", "TT", "", "", false)
	p.get("/years/2025/costs").wantWords(t, "Télétravail 4,05 €", "Les journées 1,5 jour", "4 € = 4,05 €")
	p.get("/years/2025/costs.csv").want(t, 200, "2025-05-12;TT;;;0;0;0,5;;2025", "2025-05-13;TT;;;0;0;1;;2025")
}

func TestTheCostsOnPaperSayWhose(t *testing.T) {
	t.Parallel()
	for person, want := range map[frame.Person]string{
		{Name: "Zoë <Élie>", Employer: "Mairie"}: `<p class="paper">Zoë &lt;Élie&gt; · Mairie</p>`,
		{Name: "Zoë"}:        `<p class="paper">Zoë</p>`,
		{Employer: "Mairie"}: `<p class="paper">Mairie</p>`,
		{}:                   `<p class="paper"></p>`,
	} {
		p := start(t, func(c *app.Config) { c.Frame.Person = person })
		p.get("/years/2025/costs").want(t, 200, want)
		p.get("/months/2025-05").want(t, 200, want)
	}
}

func TestTheCostsAreThoseOfAYearOfTheCalendar(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, path := range []string{"/years/1969/costs", "/years/10000/costs", "/years/x/costs", "/years/1969/costs.csv", "/years/2025/costs.txt"} {
		p.get(path).want(t, 404)
	}
	p.submit("/years/1969/costs", url.Values{"salary": {"1"}}).want(t, 404)
	first, last := p.get("/years/1970/costs"), p.get("/years/9999/costs")
	first.want(t, 200, "/years/1971/costs")
	first.wantWords(t, "Aucune journée de cette année n’a de trajet")
	last.want(t, 200, "/years/9998/costs")
	if strings.Contains(first.body, "/years/1969") || strings.Contains(last.body, "/years/10000") {
		t.Error("a link leads out of the calendar")
	}
}

func TestTheAllowanceOfTheEmployerIsSaid(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, "[telework]\nemployer_allowance = true\n"))
	p.enterDay("2025-05-12", "TT", "", "", false)
	p.get("/years/2025/costs").wantWords(t, "Télétravail 0,00 € Votre employeur verse une allocation : rien n’est compté.", "1 jour")
	p = start(t, withCosts(t, "[vehicles.leased]\ntype = \"moteur\"\ndeductible = false\n"))
	p.enterDay("2019-05-13", "TT", "", "", false)
	p.work("2019-05-14", "bureau", "leased")
	p.get("/years/2019/costs").wantWords(t, "Aucune allocation forfaitaire en 2019.", "leased 0,00 € Ce véhicule ne donne lieu à aucune déduction.")
}

func TestTheRowOfAVehicleIsNamedByItsClass(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, `
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
		p.work("2025-06-1"+string(rune('0'+i)), "bureau", id)
	}
	p.get("/years/2025/costs").wantWords(t,
		"Moto de 1 à 2 CV, jusqu’à 3 000 km", "Moto de 3 à 5 CV,", "Moto de 6 CV ou plus,", "Cyclomoteur, jusqu’à 3 000 km",
		"Voiture de 3 CV ou moins, jusqu’à 5 000 km", "Voiture de 7 CV ou plus,")
}

func TestInABrowserTheCostsAreAccessible(t *testing.T) {
	t.Parallel()
	p := start(t, withCosts(t, ""))
	p.work("2026-05-04", "bureau", "clio")
	p.work("2026-05-05", "annexe", "clio")
	p.work("2026-05-06", "late", "mob")
	p.enterDay("2026-05-07", "TT", "", "", false)
	p.enterDay("2026-05-08", "RTT", "bureau", "zoe", true)
	b := p.browse(t, desk)
	b.open("/years/2026/costs")
	b.fill("#salary", "x")
	b.want(b.follow(".comparison button"), 422)
	b.click(".costs section details summary")
	b.audit("the costs")

	b.open("/years/2026/costs")
	b.emulate("print")
	const shown = `[...document.querySelectorAll(".annex tbody tr")].filter((row) => row.checkVisibility()).length`
	if got := run(b, chromedp.Evaluate[int](shown)); got != 5 {
		t.Errorf("got %d days in the annex on paper, want 5", got)
	}
	if seen := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".bar, nav, button, form, .skip")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`)); seen != "" {
		t.Errorf("on paper: %s", seen)
	}
	b.emulate("")
	if got := run(b, chromedp.Evaluate[int](shown)); got != 0 {
		t.Errorf("got %d days of the annex on the screen, want none", got)
	}
}
