package preferences_test

import (
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/settings"
)

// start runs the program with nothing of a person's in its file.
func start(t *testing.T) *apptest.Program {
	return apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
}

// form is [apptest.Answer.SettingsForm].
func form(t testing.TB, page apptest.Answer, section, id string) url.Values {
	t.Helper()
	return page.SettingsForm(t, section, id)
}

// send fills the form of a part and sends it.
func send(p *apptest.Program, section, id string, typed ...string) apptest.Answer {
	p.T.Helper()
	values := form(p.T, p.Get("/settings"), section, id)
	for i := 0; i < len(typed); i += 2 {
		values.Set(typed[i], typed[i+1])
	}
	return p.Submit("/settings", values)
}

// saved is send for what is stored at once.
func saved(p *apptest.Program, section, id string, typed ...string) {
	p.T.Helper()
	send(p, section, id, typed...).Want(p.T, 303)
}

func newest(p *apptest.Program) string {
	p.T.Helper()
	documents := p.Stored("SELECT document FROM settings_versions ORDER BY id DESC LIMIT 1")
	if len(documents) == 0 {
		return ""
	}
	return documents[0]
}

func TestThePageHasAFieldForEveryKeyOfThePersonsSections(t *testing.T) {
	t.Parallel()
	page := start(t).Get("/settings").Body
	var want func(name string, keys []settings.Key)
	want = func(name string, keys []settings.Key) {
		for _, key := range keys {
			at := strings.TrimPrefix(name+"."+key.Name, ".")
			switch key.Kind.Form {
			case settings.Section, settings.Things: // whose new one has no id
				want(at, key.Kind.Keys)
			case settings.Rows:
				want(at+".0", key.Kind.Keys)
			default:
				if !strings.Contains(page, `name="`+at+`"`) || !strings.Contains(html.UnescapeString(page), key.Label) || key.Refusal == "" {
					t.Errorf("the page has no field, label or refusal for %s", at)
				}
			}
		}
	}
	want("", settings.Sections)
}

func TestEachPartIsSavedAndItsFigureIsAnotherOnTheNextPage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		part, thing string
		typed       []string
		page, shows string
	}{
		"a week":      {"targets", "", []string{"targets.0.from", "2026-01-01", "targets.0.week", "35"}, "/today", "sur 35 h"},
		"solidarity":  {"targets", "", []string{"solidarity.dates", "25/05/2026 ; 17/05/2027"}, "/settings", `value="25/05/2026 ; 17/05/2027"`},
		"a balance":   {"balance", "", []string{"balance.from", "2026-11-01", "balance.start", "12:30"}, "/counters", "+12 h 30"},
		"a counter":   {"counters", "", []string{"counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25,5", "counters.period_start", "01/06"}, "/counters", "Congés 25,5 j"},
		"hours":       {"counters", "", []string{"counters.label", "Repos compensateur", "counters.unit", "heures", "counters.adjustments.0.date", "2026-11-02", "counters.adjustments.0.hours", "8:30"}, "/counters", "Repos compensateur 8 h 30 8 h 30 depuis le 1er janv."},
		"a vehicle":   {"vehicles", "", []string{"vehicles.label", "Clio", "vehicles.power_cv", "5", "vehicles.category", "voiture"}, "/entries/new?date=2026-11-24", ">Clio<"},
		"a journey":   {"journeys", "", []string{"journeys.label", "Bureau", "journeys.distance_km", "18,5"}, "/entries/new?date=2026-11-24", "Bureau (18,5 km)"},
		"a meal":      {"costs", "", []string{"meals.per_day", "4,20"}, "/settings", "repas à 4,20 €"},
		"vouchers":    {"costs", "", []string{"titres.telework", "true"}, "/settings?open=costs", `name="titres.telework" value="true" checked`},
		"rules":       {"rules", "", []string{"rules.profile", "prive"}, "/settings", "Secteur privé"},
		"the night":   {"hours", "", []string{"hours.night_start", "22:00"}, "/settings", "22:00–06:00"},
		"an amount":   {"pay", "", []string{"pay.rates.0.kind", "call_out", "pay.rates.0.from", "2026-01-01", "pay.rates.0.euros", "21,50"}, "/settings", "1 montant"},
		"short ones":  {"review", "", []string{"review.short_presence", "0h20"}, "/settings", "présences de moins de 20 min"},
		"words":       {"plan", "", []string{"plan.words.0.word", "N2 soir", "plan.words.0.meaning", "GARDE"}, "/settings", `value="N2 soir"`},
		"holidays":    {"calendar", "", []string{"calendar.alsace_moselle", "true"}, "/months/2026-12", "Saint-Étienne"},
		"the person":  {"person", "", []string{"person.name", "Zoé Élie"}, "/months/2026-11/sheet", "Zoé Élie"},
		"a year's 10": {"costs", "", []string{"ten_percent.0.year", "2026", "ten_percent.0.min", "509", "ten_percent.0.max", "14555"}, "/settings", "Les 10 % d’une année : 2026"},
		"a bareme": {"costs", "", []string{"bareme.0.year", "2026", "bareme.0.category", "voiture", "bareme.0.power_cv", "5",
			"bareme.0.rates", "0,636 ; 0,357 ; 0,427", "bareme.0.constants", "0 ; 1395 ; 0"}, "/settings", "Barème d’une année : 2026"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			if test.page == "/today" { // which invites where nothing is recorded
				p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201)
			}
			done := send(p, test.part, test.thing, test.typed...)
			done.Want(t, 303)
			page := p.After(done)
			page.Want(t, 200, "Enregistré.", "Annuler")
			if got := p.Get(test.page); !strings.Contains(got.HTML(), test.shows) && !strings.Contains(got.Words(), test.shows) {
				t.Errorf("no %q in %s", test.shows, got.Words())
			}
			p.After(p.PressUndo(page, "Annuler")).Want(t, 200, "Annulé.")
			if got := newest(p); got != "" {
				t.Errorf("taken back: got %q", got)
			}
			p.WantSound()
		})
	}
}

func TestWhatIsWrongIsSaidBesideItsField(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, test := range []struct{ part, name, typed, says string }{
		{"targets", "targets.0.from", "hier", "Écrivez une date"},
		{"targets", "targets.0.week", "200h", "168 h au plus"},
		{"targets", "targets.0.monday", "25h", "24 h au plus"},
		{"targets", "targets.0.days_per_year", "400", "de 1 à 366"},
		{"targets", "targets.0.period_start", "30/02", "que chaque année a"},
		{"targets", "solidarity.dates", "25/05/2026 ; 32/05/2027", "Écrivez des dates"},
		{"balance", "balance.from", "32/01/2026", "Écrivez la date"},
		{"balance", "balance.start", "douze", "Écrivez une durée"},
		{"balance", "balance.adjustments.0.date", "x", "Écrivez une date"},
		{"balance", "balance.adjustments.0.hours", "x", "Écrivez une durée"},
		{"counters", "counters.label", "", "Donnez un nom."},
		{"counters", "counters.label", strings.Repeat("é", 101), "100 caractères"},
		{"counters", "counters.allowance", "0,3", "de 0 à 366"},
		{"counters", "counters.types", "x", "au moins un type"},
		{"counters", "counters.unit", "x", "ouvrés"},
		{"counters", "counters.period_start", "30/02", "que chaque année a"},
		{"counters", "counters.accrual", "x", "douzième"},
		{"counters", "counters.carry_over", "peut-être", "Écrivez rien, tout"},
		{"counters", "counters.carry_expires", "x", "que chaque année a"},
		{"counters", "counters.adjustments.0.days", "x", "de -366 à 366"},
		{"counters", "counters.adjustments.0.hours", "3h30", "Rien si le compteur est en jours."},
		{"vehicles", "vehicles.power_cv", "501", "de 1 à 500"},
		{"vehicles", "vehicles.category", "camion", "Choisissez voiture"},
		{"journeys", "journeys.distance_km", "x", "trois décimales"},
		{"journeys", "journeys.round_trips", "3", "Écrivez 1 ou 2"},
		{"journeys", "journeys.distances.0.from", "x", "Écrivez une date"},
		{"costs", "meals.per_day", "101", "de 0 à 100"},
		{"costs", "telework.rates.0.year", "26", "l’année des revenus"},
		{"costs", "telework.rates.0.day", "x", "deux décimales"},
		{"costs", "ten_percent.0.min", "1,5", "entier"},
		{"costs", "bareme.0.rates", "1 ; 2", "trois taux"},
		{"costs", "bareme.0.constants", "1", "trois nombres"},
		{"rules", "rules.profile", "x", "l’un de ces profils"},
		{"rules", "rules.night_worker", "true", "Seul le profil"},
		{"rules", "rules.twelve_hours", "true", "Seul le profil"},
		{"rules", "rules.daily_rest", "24h", "moins de 24"},
		{"rules", "rules.weekly_rest", "200h", "168 h au plus"},
		{"rules", "rules.day_max", "25h", "24 h au plus"},
		{"rules", "rules.rest_days", "15", "de 0 à 14"},
		{"rules", "rules.days_per_year", "367", "de 0 à 366"},
		{"hours", "hours.night_start", "25:00", "de 00:00 à 23:59"},
		{"hours", "hours.night_end", "21:00", "autre que"},
		{"pay", "pay.profile", "x", "l’un de ces profils"},
		{"pay", "pay.annual_base", "-1", "de 0 à 1"},
		{"pay", "pay.delay_months", "13", "de 0 à 12"},
		{"pay", "pay.rates.0.euros", "1001", "de 0 à 1000"},
		{"plan", "plan.words.0.word", "N2", "Choisissez ce que c’est."},
		{"person", "person.name", strings.Repeat("x", 81), "80 caractères"},
		{"person", "person.employer", "a\u202eb", "80 caractères"},
	} {
		answer := send(p, test.part, "", test.name, test.typed)
		text := html.UnescapeString(answer.Body)
		at := strings.Index(text, `name="`+test.name+`"`)
		if answer.Status != 422 || at < 0 {
			t.Errorf("%s: got %d", test.name, answer.Status)
			continue
		}
		beside, _, _ := strings.Cut(text[at:], "</small>\n")
		if len(beside) > 3000 {
			beside = beside[:3000]
		}
		if !strings.Contains(strings.ReplaceAll(beside, "\u00a0", " "), test.says) {
			t.Errorf("%s: no %q beside the field: %s", test.name, test.says, beside)
		}
		if !strings.Contains(text, "autofocus") || test.part != "counters" && test.name != "counters.types" && !strings.Contains(text, html.UnescapeString(test.typed)) {
			t.Errorf("%s: not focused, or what was typed is gone", test.name)
		}
	}
	if got := newest(p); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestAPageThatIsOldShowsBothAndCanBeSavedKnowingly(t *testing.T) {
	t.Parallel()
	p := start(t)
	old := form(t, p.Get("/settings"), "person", "")
	saved(p, "person", "", "person.name", "Zoé")
	old.Set("person.name", "Yves")
	answer := p.Submit("/settings", old)
	answer.Want(t, 409, "Enregistré maintenant", "Zoé", `value="Yves"`, "Remplacer par ce que j’écrivais")
	p.Submit("/settings", form(t, answer, "person", "")).Want(t, 303)
	if got := newest(p); !strings.Contains(got, "Yves") {
		t.Errorf("got %q", got)
	}
	p.Submit("/settings", url.Values{"section": {"person"}}).Want(t, 422, "Formulaire incomplet")
	p.Submit("/settings", url.Values{"section": {"server"}, "version": {"2"}}).Want(t, 422, "Formulaire incomplet")
	again := form(t, p.Get("/settings"), "person", "")
	again.Set("version", "1")
	p.Submit("/settings", again).Want(t, 303) // it was sent twice
}

func TestTwoPagesAtOnceLoseNoOtherKey(t *testing.T) {
	t.Parallel()
	p := start(t)
	one, other := form(t, p.Get("/settings"), "person", ""), form(t, p.Get("/settings"), "hours", "")
	one.Set("person.name", "Zoé")
	other.Set("hours.night_start", "22:00")
	p.Submit("/settings", one).Want(t, 303)
	answer := p.Submit("/settings", other)
	answer.Want(t, 409, "voici les deux", `value="22:00"`)
	if strings.Contains(newest(p), "22:00") {
		t.Error("it is stored unseen")
	}
	p.Submit("/settings", form(t, answer, "hours", "")).Want(t, 303)
	if got := newest(p); !strings.Contains(got, "Zoé") || !strings.Contains(got, "22:00") {
		t.Errorf("got %q", got)
	}
}

func TestADeletionFromAnOldPageSaysWhatItsButtonDoes(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur")
	old := form(t, p.Get("/settings"), "vehicles", "clio")
	old.Set("do", "delete")
	saved(p, "vehicles", "clio", "vehicles.label", "Vieille Clio")
	answer := p.Submit("/settings", old)
	answer.WantWords(t, "Rien n’est supprimé : les réglages ont changé entre-temps.", "Supprimer quand même")
	answer.Want(t, 409, `value="Vieille Clio"`)
	if strings.Contains(answer.Body, "Remplacer") || strings.Contains(answer.Body, "Ce que vous écriviez") {
		t.Error("a deletion is said to replace")
	}
	again := form(t, answer, "vehicles", "clio")
	again.Set("do", "delete")
	p.Submit("/settings", again).Want(t, 303)
	if strings.Contains(newest(p), "Clio") {
		t.Errorf("got %q", newest(p))
	}
}

func TestUndoIsRefusedAfterAnotherChange(t *testing.T) {
	t.Parallel()
	p := start(t)
	page := p.After(send(p, "person", "", "person.name", "Zoé"))
	saved(p, "person", "", "person.name", "Yves")
	p.PressUndo(page, "Annuler").Want(t, 409, "Réglages changés entre-temps")
	for _, change := range []string{"x", "7"} {
		if got := p.Submit("/settings", url.Values{"change": {change}}).Status; got != 404 && got != 409 {
			t.Errorf("%s: got %d", change, got)
		}
	}
}

func TestAChangeNamesWhatItMovesOfMonthsAndYearsThatAreOver(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur", "vehicles.category", "voiture", "vehicles.power_cv", "5")
	saved(p, "journeys", "", "journeys.label", "Bureau", "journeys.distance_km", "20")
	for day := range 28 {
		p.Work(fmt.Sprintf("2024-02-%02d", day+1), "bureau", "clio")
	}
	p.Submit("/entries/new?date=2024-05-03", url.Values{"day_type": {"WORK"}, "slot_start": {"13:00"}, "slot_end": {"02:00"}, "slot_end_day": {"1"}}).Want(t, 303)
	p.Submit("/entries/new?date=2024-05-04", url.Values{"day_type": {"WORK"}, "slot_start": {"12:00"}, "slot_end": {"15:00"}}).Want(t, 303)
	saved(p, "targets", "", "targets.0.from", "2024-01-01", "targets.0.week", "35h")
	saved(p, "balance", "", "balance.from", "2025-12-29")
	saved(p, "counters", "", "counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25")
	saved(p, "rules", "", "rules.profile", "prive")
	saved(p, "pay", "", "pay.profile", "fph", "pay.annual_base", "25000")
	p.EnterDay("2024-05-21", "TT", "", "", true)
	p.Work("2024-05-20", "", "") // Whit Monday
	p.Work("2024-03-29", "", "") // Good Friday
	confirmed := func(section, id string, typed ...string) {
		values := send(p, section, id, typed...).Fields()
		values.Set("confirm", "1")
		p.Submit("/settings", values).Want(t, 303)
	}
	confirmed("targets", "", "solidarity.dates", "20/05/2024")
	p.Day("2024-05-28T03:00:00+02:00", "2024-05-28T03:01:00+02:00", "bounce")
	const february = "/months/2024-02/sheet"
	p.Submit(february, p.Form(february)).Want(t, 303)

	for _, of := range []struct {
		section, id string
		typed       []string
		want        []string
		not         string
	}{
		{"vehicles", "clio", []string{"vehicles.power_cv", "7"}, []string{"Frais réels 2024 715 € → 783 €"}, "Solde"},
		{"costs", "", []string{"titres.telework", "true"}, []string{"Titres-restaurant de 2024 31 → 32"}, "Frais réels 2024"},
		{"pay", "", []string{"pay.annual_base", "26000", "pay.bases-since", "ever"}, []string{"Heures de nuit, montant de la paie de mai 2024 17,17 € → 17,86 €"}, "Frais réels"},
		{"pay", "", []string{"pay.annual_base", "26000", "pay.bases-date", "2024-05-04"}, []string{"Heures de nuit, montant de la paie de mai 2024 17,17 € → 17,45 €"}, "Frais réels"},
		{"review", "", []string{"review.short_presence", "0h"}, []string{"Heures de nuit de mai 2024 5 h 00 → 5 h 01"}, "Frais réels"},
		{"hours", "", []string{"hours.night_start", "22:00"}, []string{"Heures de nuit de mai 2024 5 h 00 → 4 h 00"}, "montant"},
		{"rules", "", []string{"rules.daily_rest", "9h", "rules.from-date", "2024-05-04"}, []string{"Repos entre deux journées, constats de 2024 1 → 0"}, "Solde"},
		{"targets", "", []string{"targets.0.week", "30h"}, []string{"Solde au 31 décembre 2025 −21 h 00 → −18 h 00", "Solde au 19 novembre 2026"}, "Relevé"},
		{"targets", "", []string{"targets.0.week", "", "targets.0.days_per_year", "218"}, []string{"Relevé de février 2024 en heures → en jours", "Relevé de février 2024, empreinte gardée (", "…) inchangé → 28 jours diffèrent"}, "Frais réels"},
		{"counters", "conges", []string{"counters.allowance", "27", "counters.allowances-date", "2025-01-01"}, []string{"Congés, reste au 31 décembre 2025 25 j → 27 j", "Congés, reste 25 j → 27 j"}, "Congés, reste au 31 décembre 2024"},
		{"counters", "conges", []string{"counters.allowance", "27", "counters.allowances-since", "ever"}, []string{
			"Congés, reste au 31 décembre 2024 25 j → 27 j", "Congés, reste au 31 décembre 2025 25 j → 27 j", "Congés, reste 25 j → 27 j"}, "Solde"},
		{"targets", "", []string{"targets.0.week", "30h"}, []string{"Heures de jours fériés de mai 2024 1 h 00 → 2 h 00"}, "Frais réels"},
		{"counters", "conges", []string{"counters.period_start", "01/06", "counters.accrual", "monthly"}, []string{
			"Congés, reste au 31 décembre 2024 25 j → plus compté", "Congés, reste 25 j → 11 j"}, "Solde"},
	} {
		answer := send(p, of.section, of.id, of.typed...)
		answer.Want(t, 200)
		answer.WantWords(t, of.want...)
		if _, changes, _ := strings.Cut(answer.Words(), "Ce que cela change"); strings.Contains(changes, of.not+" ") {
			t.Errorf("%s: %q is in %s", of.section, of.not, changes)
		}
	}

	before := p.Stored("SELECT max(id) FROM settings_versions")[0]
	confirmed("calendar", "", "calendar.alsace_moselle", "true")
	confirmed("vehicles", "clio", "vehicles.power_cv", "7")
	now := p.Get("/settings").Fields()
	back := p.Submit("/settings", url.Values{"state": {before}, "version": {now.Get("version")}})
	back.WantWords(t, "Heures de jours fériés de mars 2024 8 h 00 → 0 h 00", "Frais réels 2024")
	confirmed("vehicles", "clio", "vehicles.power_cv", "5")

	for month := range 12 {
		p.Submit(fmt.Sprintf("/entries/new?date=2025-%02d-10", month+1), url.Values{"day_type": {"WORK"}, "slot_start": {"20:00"}, "slot_end": {"23:00"}}).Want(t, 303)
	}
	answer := send(p, "pay", "", "pay.annual_base", "26000", "pay.bases-since", "ever")
	answer.WantWords(t, "montant de la paie de janvier 2025", "… et 3 autres Heures de nuit, montant de la paie d’octobre 2025")

	saved(p, "pay", "", "pay.annual_base", "26000", "pay.bases-date", "2026-01-01")
	saved(p, "rules", "", "rules.profile", "fph", "rules.from-date", "2026-01-01")
	saved(p, "counters", "conges", "counters.allowance", "27") // from today on
}

// What changes in a life has a date: the form keeps what was there and adds a row, unless an error is
// corrected.
func TestAChangeCountsFromADateOnOrCorrectsAnError(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		part, thing, value, list  string
		set                       []string
		was, is                   string
		undated, dated, corrected string
	}{
		"the base":     {"pay", "", "annual_base", "bases", []string{"pay.profile", "fph"}, "25000", "26000,5", "annual_base = 25000\n", "[[pay.bases]]\nannual_base = 26000.5\nfrom = '2026-12-01'\n", "annual_base = 26000.5\n"},
		"an allowance": {"counters", "conges", "allowance", "allowances", []string{"counters.label", "Congés", "counters.types", "CONGE"}, "25", "27", "allowance = 25\n", "[[counters.conges.allowances]]\nallowance = 27\nfrom = '2026-12-01'\n", "allowance = 27\n"},
		"a distance":   {"journeys", "bureau", "distance_km", "distances", []string{"journeys.label", "Bureau"}, "20", "22", "distance_km = 20\n", "[[journeys.bureau.distances]]\ndistance_km = 22\nfrom = '2026-12-01'\n", "distance_km = 22\n"},
		"the rules": {"rules", "", "profile", "from", []string{"rules.rest_days", "3"}, "fph", "prive", "profile = 'fph'\nrest_days = 3\n",
			"[[rules.from]]\ndate = '2026-12-01'\nprofile = 'prive'\nrest_days = 3\n", "profile = 'prive'\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			value, list := test.part+"."+test.value, test.part+"."+test.list
			first := form(t, p.Get("/settings"), test.part, "")
			if first.Has(list + "-since") {
				t.Error("asked before anything is set")
			}
			saved(p, test.part, "", append(test.set, value, test.was)...)
			if got := form(t, p.Get("/settings"), test.part, test.thing); got.Get(list+"-since") != "date" || got.Get(list+"-date") != "2026-11-20" {
				t.Errorf("got %q from %q at first", got[list+"-since"], got[list+"-date"])
			}
			before := newest(p)
			for typed, says := range map[string]string{"": "Écrivez une date", "1er décembre": `value="1er décembre"`} {
				answer := send(p, test.part, test.thing, value, test.is, list+"-date", typed)
				answer.Want(t, 422, says, `name="`+list+`-date"`, `aria-invalid="true"`, html.EscapeString(test.is))
			}
			saved(p, test.part, test.thing, value, test.was) // nothing is changed, nothing has a date
			if got := newest(p); got != before {
				t.Errorf("got %q, want %q", got, before)
			}

			saved(p, test.part, test.thing, value, test.is, list+"-date", "2026-12-01")
			if got := newest(p); !strings.Contains(got, test.undated) || !strings.Contains(got, test.dated) {
				t.Errorf("got %q, want %q and %q", got, test.undated, test.dated)
			}
			page := p.Get("/settings")
			page.WantWords(t, "avant le 1er décembre 2026", "du 1er décembre 2026")
			send(p, test.part, test.thing, value, test.is, list+"-date", "2026-12-01").Want(t, 422, "qu’aucune autre ligne n’a")
			dated := newest(p)
			saved(p, test.part, test.thing, list+".0."+test.value, test.was, list+"-date", "2027-01-01")
			if got := newest(p); !strings.Contains(got, test.dated) || strings.Count(got, "'2027-01-01'") != 1 {
				t.Errorf("from a later date: got %q", got)
			}
			saved(p, test.part, test.thing, list+".1.remove", "1")
			if got := newest(p); got != dated {
				t.Errorf("got %q, want %q", got, dated)
			}
			saved(p, test.part, test.thing, list+".0."+test.value, test.was, list+"-since", "ever")
			if answer := send(p, test.part, test.thing, value, test.is, list+"-since", "ever"); answer.Status == 200 { // it changes the past
				confirmed := answer.Fields()
				confirmed.Set("confirm", "1")
				p.Submit("/settings", confirmed).Want(t, 303)
			}
			undated, rows, _ := strings.Cut(newest(p), "[[")
			if !strings.Contains(undated, test.corrected) || strings.Contains(undated, test.undated) || strings.Count(rows, "'2026-12-01'") != 1 || strings.Contains("[["+rows, test.dated) {
				t.Errorf("corrected: got %q and %q", undated, rows)
			}
		})
	}
}

func TestAChangeOfThePastIsShownBeforeItIsSaved(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.Work("2026-11-18", "", "")
	saved(p, "balance", "", "balance.from", "2026-11-01")
	answer := send(p, "balance", "", "balance.start", "10h")
	answer.WantWords(t, "Ce que cela change", "+8 h 00 → +18 h 00", "Enregistrer Revenir")
	answer.Want(t, 200)
	if strings.Contains(newest(p), "10h") {
		t.Error("it is stored already")
	}
	values := answer.Fields()
	back := url.Values{}
	for name := range values {
		back[name] = values[name]
	}
	back.Set("do", "edit")
	p.Submit("/settings", back).Want(t, 200, `value="10h"`, "data-unsaved")
	values.Set("confirm", "1")
	p.Submit("/settings", values).Want(t, 303)
	if !strings.Contains(newest(p), "10h") {
		t.Errorf("got %q", newest(p))
	}
}

func TestWhatIsInUseIsNotDeleted(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur")
	saved(p, "journeys", "", "journeys.label", "Bureau", "journeys.distance_km", "10")
	p.Work("2026-11-18", "bureau", "clio")
	p.Work("2026-11-19", "", "clio")
	send(p, "vehicles", "clio", "do", "delete").WantHTML(t, 409, "2 jours ont ce véhicule : renommez-le, ou masquez-le des choix.")
	send(p, "journeys", "bureau", "do", "delete").WantHTML(t, 409, "1 jour a ce trajet")
	send(p, "vehicles", "clio", "vehicles.type", "cycle").WantHTML(t, 409, "2 jours ont ce véhicule")
	saved(p, "vehicles", "clio", "vehicles.label", "Vieille Clio", "vehicles.hidden", "true")
	p.Get("/settings").WantHTML(t, 200, "Vieille Clio · 2 jours · masqué")
	if strings.Contains(p.Get("/entries/new?date=2026-11-24").Body, "Vieille Clio") || !strings.Contains(p.Get("/entries/1/edit").Body, "selected>Vieille Clio") {
		t.Error("what is hidden is to be chosen, or gone from its days")
	}
	saved(p, "vehicles", "", "vehicles.label", "Zoé", "vehicles.type", "moteur")
	saved(p, "vehicles", "zoe", "do", "delete")
	if strings.Contains(p.Get("/settings").Body, ">Zoé") {
		t.Error("it is still there")
	}
}

func TestWhatTheFileFixesHasNoField(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, `[presence_integration]
timezone = "Europe/Paris"
default_motor_vehicle_id = "clio"
[person]
name = "Zoé"
[[targets]]
from = "2026-01-01"
week = "35h"
[vehicles.clio]
type = "moteur"
`))
	page := p.Get("/settings")
	page.WantWords(t, "person est fixé dans config.toml, ligne 4 : Votre nom Zoé", "targets est fixé dans config.toml, ligne 6 : Horaire à partir du 1er janvier 2026 · heures par semaine 35 h",
		"vehicles.clio est fixé dans config.toml, ligne 9 : Sorte À moteur", "Nouveau véhicule")
	for _, field := range []string{`name="person.name"`, `name="person.employer"`, `name="targets.0.from"`, `value="delete"`} {
		if strings.Contains(page.Body, field) {
			t.Errorf("what is fixed can be changed: %s", field)
		}
	}
	for _, values := range []url.Values{
		{"section": {"person"}, "version": {"0"}, "person.employer": {"Mairie"}},
		{"section": {"targets"}, "version": {"0"}, "targets.0.from": {"2026-01-01"}, "targets.0.week": {"20h"}},
		{"section": {"vehicles"}, "version": {"0"}, "id": {"clio"}, "vehicles.power_cv": {"5"}},
		{"section": {"vehicles"}, "version": {"0"}, "id": {"clio"}, "do": {"delete"}},
	} {
		p.Submit("/settings", values).Want(t, 422, "fixé dans config.toml")
	}
	if got := newest(p); got != "" {
		t.Errorf("got %q", got)
	}
	saved(p, "vehicles", "", "vehicles.label", "Zoé", "vehicles.type", "moteur")
	p.Get("/entries/new?date=2026-11-24").Want(t, 200, `value="clio"`, `value="zoe"`)
}

func TestAListHasTwoHundredRows(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := form(t, p.Get("/settings"), "targets", "")
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 201 {
		values.Set(fmt.Sprintf("targets.%d.from", i), day.AddDate(0, 0, i).Format(time.DateOnly))
		values.Set(fmt.Sprintf("targets.%d.week", i), "35h")
	}
	values.Set("confirm", "1")
	p.Submit("/settings", values).Want(t, 422, "Une liste a 200 lignes au plus")
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
	values.Del("targets.200.from")
	values.Del("targets.200.week")
	p.Submit("/settings", values).Want(t, 303)
	page := p.Get("/settings")
	page.Want(t, 200, `name="targets.200.from"`) // for another one
	send(p, "targets", "", "targets.200.from", "2027-01-01", "targets.200.week", "35h").Want(t, 422, "Une liste a 200 lignes au plus", `value="2027-01-01"`)
}

func TestThePageShowsTwoHundredRowsOfAListOfTheFile(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 300 {
		fmt.Fprintf(&file, "[[targets]]\nfrom = %q\nweek = \"35h\"\n", day.AddDate(0, 0, i).Format(time.DateOnly))
	}
	page := apptest.Start(t, apptest.WithConfig(t, file.String())).Get("/settings")
	page.WantHTML(t, 200, "… et 100 autres")
	if got := strings.Count(page.Body, "<dd>"); got != 201 {
		t.Errorf("got %d", got)
	}
}

func TestWhatThisVersionDoesNotKnowIsShownAndKept(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "balance", "", "balance.adjustments.0.date", "2026-06-30", "balance.adjustments.0.hours", "-10h", "balance.from", "2026-01-01")
	if _, err := p.DB.Exec(`UPDATE settings_versions SET document = '[balance]
from = "2026-01-01"
later = 1
[[balance.adjustments]]
date = "2026-06-30"
hours = "-10h"
why = "<i>"
[person]
future = true
[newer]
key = 1
'`); err != nil {
		t.Fatal(err)
	}
	p.Restart()
	p.Get("/settings").Want(t, 200, "Ce que cette version ne connaît pas", "balance.later", "person.future", "<code>newer</code>")
	values := form(t, p.Get("/settings"), "balance", "")
	values.Set("balance.adjustments.0.note", "payées")
	values.Set("confirm", "1")
	p.Submit("/settings", values).Want(t, 303)
	saved(p, "person", "", "person.name", "Zoé")
	for _, kept := range []string{"later = 1", "why = '<i>'", "future = true", "payées"} {
		if !strings.Contains(newest(p), kept) {
			t.Errorf("no %s in %s", kept, newest(p))
		}
	}
}

func TestTheHistorySaysWhatDifferedAndBringsItBack(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "hours", "", "hours.night_start", "22:00")
	saved(p, "hours", "", "hours.night_start", "20:00")
	page := p.Get("/settings")
	page.WantWords(t, "Maintenant, dans le navigateur", "Nuit, de : 22:00 → 20:00", "Premiers réglages : Nuit")
	_, back, _ := strings.Cut(page.Body, `class="states"`)
	fields := apptest.Answer{Body: back}.Fields()
	p.After(p.Submit("/settings", fields)).Want(t, 200, "Les réglages sont de nouveau comme avant.")
	if !strings.Contains(newest(p), "22:00") {
		t.Errorf("got %q", newest(p))
	}
	p.Submit("/settings", fields).Want(t, 409)
	p.Submit("/settings", url.Values{"state": {"99"}, "version": {"3"}}).Want(t, 404)
}

func TestOfAWeekOnlyWhatItsWayAsksForIsStored(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, ""))
	saved(p, "targets", "", "targets.0.from", "2026-01-01", "targets.0.how", "days", "targets.0.week", "35h", "targets.0.monday", "7h30")
	saved(p, "targets", "", "targets.1.from", "2026-12-01", "targets.1.how", "plan", "targets.1.week", "35h")
	if got := newest(p); strings.Contains(got, "week") || !strings.Contains(got, "monday") || !strings.Contains(got, "plan = true") {
		t.Errorf("got %s", got)
	}
	saved(p, "rules", "", "rules.profile", "prive")
	page := p.Get("/settings")
	page.Want(t, 200, "placeholder=\"11\u00a0h\"", "placeholder=\"aucun\"", "+ Nouvel horaire")
	page.WantWords(t, "À partir du 1er décembre 2026")
}

func TestTheHistoryHasTheWordsOfThePage(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Vieille Clio", "vehicles.power_cv", "5", "vehicles.category", "voiture", "vehicles.type", "moteur")
	if got := p.Get("/settings").Words(); strings.Contains(got, "→") {
		t.Errorf("the first version lists more than its parts: %s", got)
	}
	saved(p, "vehicles", "vieille-clio", "vehicles.power_cv", "6")
	saved(p, "counters", "", "counters.label", "Été", "counters.types", "CONGE", "counters.allowance", "25,5", "counters.period_start", "01/06")
	saved(p, "targets", "", "targets.0.from", "2026-01-01", "targets.0.monday", "7h30")
	saved(p, "balance", "", "balance.from", "2026-02-01", "balance.rtt_consumes", "true",
		"balance.adjustments.0.date", "2026-06-30", "balance.adjustments.0.hours", "-10h30")
	saved(p, "costs", "", "meals.per_day", "4,20", "bareme.0.year", "2026", "bareme.0.category", "voiture", "bareme.0.power_cv", "5",
		"bareme.0.rates", "0,636 ; 0,357 ; 0,427", "bareme.0.constants", "0 ; 1395 ; 0")
	saved(p, "pay", "", "pay.rates.0.kind", "night", "pay.rates.0.from", "2026-03-01", "pay.rates.0.euros", "2,505")
	saved(p, "counters", "ete", "counters.label", "Congés d’été")
	saved(p, "vehicles", "vieille-clio", "do", "delete")
	p.Get("/settings").WantWords(t, "Premiers réglages : Mes véhicules Revenir",
		"Mes véhicules, Vieille Clio, puissance fiscale : 5 CV → 6 CV",
		"Mes compteurs, Congés d’été, nom : Été → Congés d’été",
		"Mes compteurs, Été, jours comptés : — → Congé",
		"Mes compteurs, Été, jours par période : — → 25,5 j",
		"Mes compteurs, Été, la période commence le : — → 01/06",
		"Solde, depuis le : — → 1er février 2026",
		"Solde, un RTT se prend sur le solde : — → oui",
		"Solde, ajustement du 30 juin 2026, heures : — → −10 h 30",
		"Ma semaine, à partir du 1er janvier 2026, lun. : — → 7 h 30",
		"Frais réels, un repas au travail : — → 4,2 €",
		"Frais réels, barème d’une année, 2026, Voiture, 5 CV, taux : — → 0,636 ; 0,357 ; 0,427",
		"Paie, montant, une heure de nuit, 1er mars 2026, montant : — → 2,505 €",
		"Mes véhicules, Vieille Clio, puissance fiscale : 6 CV → —")
}

func TestTheHistoryKeepsTheIDOfWhatHasNoLabelAndAKeyThatThePageDoesNotHave(t *testing.T) {
	t.Parallel()
	p := start(t)
	for i, document := range []string{"", "[balance]\nlater = 1\n[journeys.'a \"b\".c']\ndistance_km = 5\n[vehicles.x]\n[[balance.adjustments]]\ndate = '2026-06-30'\nhours = '1h'\n[[balance.adjustments]]\ndate = '2026-06-30'\nhours = '2h'"} {
		if _, err := p.DB.Exec("INSERT INTO settings_versions (id, made_at, made_by, document) VALUES (?, '2026-11-20T07:00:00.000000000Z', '', ?)", i+1, document); err != nil {
			t.Fatal(err)
		}
	}
	p.Get("/settings").WantWords(t, "balance.later : — → 1", `Mes trajets, a "b".c, distance, un aller : — → 5 km`, "Mes véhicules, x : ajouté",
		"Solde, ajustement du 30 juin 2026 (2), heures : — → 2 h")
}

func TestSettingsThatSomebodyDamagedAreSaidAndLeftBehind(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "person", "", "person.name", "Zoé")
	for _, document := range []string{"[balance]\nfrom = 'x'", "not TOML"} {
		if _, err := p.DB.Exec("INSERT INTO settings_versions (made_at, made_by, document) SELECT made_at, '', ? FROM settings_versions LIMIT 1", document); err != nil {
			t.Fatal(err)
		}
		page := p.Get("/settings")
		page.Want(t, 200, "Revenir au dernier état lisible")
		p.Submit("/settings", page.Fields()).Want(t, 303)
		if !strings.Contains(newest(p), "Zoé") {
			t.Errorf("got %q", newest(p))
		}
	}
}

func TestTextsComeBackAsText(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, text := range []string{`<script>alert(1)</script>`, `"'><b>`, "=1+1", `\" [x]`, "{{.}}", "a.b[c]"} {
		for _, of := range []struct{ part, field, more, value string }{
			{"person", "person.name", "person.employer", "y"}, {"vehicles", "vehicles.label", "vehicles.power_cv", "5"},
			{"journeys", "journeys.label", "journeys.distance_km", "5"},
		} {
			saved(p, of.part, "", of.field, text, of.more, of.value)
			page := p.Get("/settings")
			if strings.Contains(page.Body, "<script>alert") || strings.Contains(page.Body, "'><b>") {
				t.Errorf("%s: %q is not escaped", of.field, text)
			}
			if !strings.Contains(html.UnescapeString(page.Body), text) {
				t.Errorf("%s: no %q", of.field, text)
			}
		}
		for _, path := range []string{"/entries/new?date=2026-11-24", "/months/2026-11/sheet", "/counters"} {
			if body := p.Get(path).Body; strings.Contains(body, "<script>alert") || strings.Contains(body, "'><b>") {
				t.Errorf("%s: %q is not escaped", path, text)
			}
		}
	}
	p.WantSound()
}

func TestWhatWasTypedComesBackAfterTheLoginAndReplacesNothingUnseen(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""), apptest.WithPassword)
	v := p.SignIn()
	old := form(t, v.Get("/settings"), "person", "")
	old.Set("person.name", "Yves")
	now := form(t, v.Get("/settings"), "person", "")
	now.Set("person.name", "Zoé")
	v.Submit("/settings", now).Want(t, 303)
	delete(v.Cookies, "worklog_session")
	login := v.Submit("/settings", old)
	login.Want(t, 403)
	sent := login.Fields()
	sent.Set("password", apptest.Password)
	back := v.Submit("/login", sent)
	back.Want(t, 200, "rien n’est encore enregistré", `value="Yves"`)
	v.Submit("/settings", form(t, back, "person", "")).Want(t, 409, "Zoé", `value="Yves"`)
}

func TestAnUndoneDeletionAndAStateWithoutWhatIsInUseAreRefused(t *testing.T) {
	t.Parallel()
	p := start(t)
	page := p.After(send(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur"))
	p.Work("2026-11-18", "", "clio")
	p.PressUndo(page, "Annuler").Want(t, 409, "Réglages en usage")
	p.Submit("/settings", url.Values{"state": {"0"}, "version": {"1"}}).Want(t, 409, "Réglages en usage")
}

func TestWhatTheAutomationGivesToDaysIsNotDeleted(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	page := p.Get("/settings")
	if strings.Contains(page.Body, "Supprimer ce véhicule") {
		t.Error("the file's vehicle can be deleted")
	}
	page.WantWords(t, "fixé dans", "ligne")
	for _, secret := range []string{apptest.Token, "listen", "public_url", p.Config.Database} {
		if strings.Contains(page.Body, secret) {
			t.Errorf("the page has %q", secret)
		}
	}
}

// adjust fills the form of an adjustment on the page of counters and sends it.
func adjust(p *apptest.Program, section, id string, typed ...string) apptest.Answer {
	p.T.Helper()
	values := form(p.T, p.Get("/counters"), section, id)
	for i := 0; i < len(typed); i += 2 {
		values.Set(section+".adjustments.0."+typed[i], typed[i+1])
	}
	return p.Submit("/counters", values)
}

func TestACounterIsAdjustedWhereItIsShown(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "counters", "", "counters.label", "RTT d’été", "counters.types", "RTT", "counters.allowance", "12")
	saved(p, "balance", "", "balance.from", "2026-02-01", "balance.adjustments.0.date", "2026-06-30", "balance.adjustments.0.hours", "-10h30")
	p.Get("/counters").Want(t, 200, "+ Ajustement", `value="2026-11-20"`)
	done := adjust(p, "counters", "rtt-d-ete", "date", "01/11/2026", "days", "-2,5", "note", "reprise")
	done.WantLocation(t, "/counters")
	page := p.After(done)
	page.WantWords(t, "Enregistré.", "RTT d’été 9,5 j")
	p.PressUndo(page, "Annuler").WantLocation(t, "/counters")
	p.Get("/counters").WantWords(t, "RTT d’été 12 j")
	before := p.Get("/counters").Words()
	adjust(p, "balance", "", "hours", "2h30").WantLocation(t, "/counters") // on the date that is offered
	if words := p.Get("/counters").Words(); words == before {
		t.Errorf("the balance does not change: %s", words)
	}
	if got := newest(p); strings.Count(got, "[[balance.adjustments]]") != 2 || !strings.Contains(got, "-10h30") {
		t.Errorf("got settings %s", got)
	}
}

func TestAnAdjustmentThatIsRefusedStaysWhereItWasTyped(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "counters", "", "counters.label", "RTT", "counters.types", "RTT", "counters.allowance", "12")
	before := form(t, p.Get("/counters"), "counters", "rtt")
	p.Unchanged(func() {
		for name, typed := range map[string][]string{
			"no amount":      {"note", "écrit"},
			"a wrong one":    {"days", "0,3", "note", "écrit"},
			"no such date":   {"date", "31/11/2026", "days", "1", "note", "écrit"},
			"nothing at all": {"date", ""},
		} {
			got := adjust(p, "counters", "rtt", typed...)
			got.Want(t, 422, "<h1>Compteurs</h1>", `<details class="adjust" open>`, "Rien n’est enregistré", `aria-invalid="true"`)
			if note := typed[len(typed)-1]; !strings.Contains(got.Body, `value="`+note+`"`) {
				t.Errorf("%s: what was typed is gone", name)
			}
		}
		gone := maps.Clone(before)
		gone["id"], gone["counters.adjustments.0.note"] = []string{"gone"}, []string{"écrit avant"}
		p.Submit("/counters", gone).Want(t, 409, "<h1>Compteurs</h1>", "ce compteur n’existe plus", "écrit avant")
		gone["database"] = []string{"another"}
		p.Submit("/counters", gone).Want(t, 409, "La base a été restaurée", "ce compteur n’existe plus", "écrit avant")
		p.Submit("/counters", url.Values{"section": {"person"}, "version": before["version"], "version_at": before["version_at"]}).Want(t, 409)
	})
	before.Set("counters.adjustments.0.days", "1")
	p.Submit("/counters", before).Want(t, 303)
	p.Submit("/counters", before).Want(t, 303) // sent twice
	p.Get("/counters").WantWords(t, "RTT 13 j")
	before.Set("counters.adjustments.0.days", "2")
	beside := p.Submit("/counters", before)
	beside.Want(t, 409, "ont changé pendant que vous écriviez", "vérifiez, puis enregistrez", `value="2"`)
	again := form(t, beside, "counters", "rtt")
	p.Submit("/counters", again).Want(t, 303)
	p.Get("/counters").WantWords(t, "RTT 15 j")
}

func TestACounterOfTheFileIsNotAdjustedOnThePage(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[counters.rtt]\ntypes = [\"RTT\"]\nallowance = 12\n"))
	p.Get("/counters").WantWords(t, "+ Ajustement counters.rtt est fixé dans config.toml, ligne 3")
	values := url.Values{"section": {"counters"}, "id": {"rtt"}, "version": {"0"}, "counters.adjustments.0.date": {"2026-11-01"}, "counters.adjustments.0.days": {"1"}}
	p.Unchanged(func() {
		p.Submit("/counters", values).WantWords(t, "Rien n’est enregistré", "Mes compteurs, ajustement : fixé dans config.toml, ligne 3.")
	})
}

func TestACounterIsDeletedAfterWhatItCountsIsShown(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "counters", "", "counters.label", "RTT d’été", "counters.types", "RTT", "counters.allowance", "12")
	adjust(p, "counters", "rtt-d-ete", "days", "1").Want(t, 303)
	values := form(t, p.Get("/settings"), "counters", "rtt-d-ete")
	values.Set("counters.adjustments.0.remove", "1")
	p.Submit("/settings", values).WantWords(t, "RTT d’été, reste 13 j → 12 j")
	send(p, "counters", "rtt-d-ete", "do", "delete").WantWords(t, "RTT d’été, reste 13 j → plus compté")
}

func TestANewRowIsAskedForWhereItIsLackedElsewhere(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "journeys", "", "journeys.label", "Bureau", "journeys.distance_km", "12")
	page := p.Get("/settings?open=journeys-bureau&new=distances")
	page.Want(t, 200, `<details name="settings" open id="part-journeys">`, `<details open id="thing-journeys-bureau"`,
		`<details class="settings-row" open id="journeys-bureau-distances-new">`)
	if opened := strings.Count(page.Body, `class="settings-row" open`); opened != 1 || strings.Count(page.Body, " autofocus") != 1 {
		t.Errorf("%d new rows are open, or the keyboard is elsewhere", opened)
	}
}

func TestANewThingThatIsSentTwiceIsAddedOnce(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := form(t, p.Get("/settings"), "journeys", "")
	values.Set("journeys.label", "Bureau")
	values.Set("journeys.distance_km", "18,5")
	p.Submit("/settings", values).Want(t, 303)
	p.Submit("/settings", values).Want(t, 303)
	p.WantStored("SELECT count(*) FROM settings_versions", "1")
	values.Set("journeys.label", "Annexe")
	p.Submit("/settings", values).Want(t, 409)
}

func TestWhatTheFileFixesSinceTheFormWasOpenedIsSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[rules]\nprofile = \"prive\""))
	values := url.Values{"section": {"rules"}, "version": {"0"}, "rules.profile": {"fph"}}
	p.Submit("/settings", values).WantWords(t, "Rien n’est enregistré", "fixé dans", "ligne 3")
	values.Set("rules.profile", "prive")
	p.Submit("/settings", values).Want(t, 303)
}

func TestAFormThatIsNotUTF8IsRefused(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.Submit("/settings", url.Values{"section": {"person"}, "version": {"0"}, "person.name": {"\xff"}}).Want(t, 400)
	p.Submit("/settings/start?step=2", url.Values{"version": {"0"}, "targets.week": {"\xff"}}).Want(t, 400)
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
}

// deleteVehicle is the form of /settings that deletes a vehicle.
func deleteVehicle(t *testing.T, p *apptest.Program, id string) url.Values {
	t.Helper()
	values := p.Get("/settings").SettingsForm(t, "vehicles", id)
	values.Set("do", "delete")
	return values
}

func TestNothingIsDeletedThatWhatADayWasBeforeHas(t *testing.T) {
	t.Parallel()
	p := start(t)
	send(p, "vehicles", "", "vehicles.label", "Berlingo", "vehicles.type", "moteur").Want(t, 303)
	p.Work("2026-11-18", "", "berlingo")
	deletion := p.Form("/entries/1/delete")
	undo := p.After(p.Submit("/entries/1/delete", deletion))
	p.Unchanged(func() {
		p.Submit("/settings", deleteVehicle(t, p, "berlingo")).Want(t, 409, "masquez-le des choix")
	})
	p.PressUndo(undo, "Annuler").Want(t, 303)
	p.WantStored("SELECT motor_vehicle_id FROM work_entries", "berlingo")
}

func TestAnIDIsNeverGivenAgain(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, label := range []string{"Berlingo", "Berlingo"} {
		send(p, "vehicles", "", "vehicles.label", label, "vehicles.type", "moteur").Want(t, 303)
		deleted := "berlingo"
		if strings.Contains(p.Get("/settings").Body, `value="berlingo-2"`) {
			deleted = "berlingo-2"
		}
		p.Submit("/settings", deleteVehicle(t, p, deleted)).Want(t, 303)
	}
	send(p, "vehicles", "", "vehicles.label", "Berlingo", "vehicles.type", "moteur").Want(t, 303)
	p.Get("/settings").Want(t, 200, `value="berlingo-3"`)
}

// TestADayThatIsSavedWhileItsVehicleIsDeletedIsRefusedOrKeepsIt presses both at once.
func TestADayThatIsSavedWhileItsVehicleIsDeletedIsRefusedOrKeepsIt(t *testing.T) {
	t.Parallel()
	p := start(t)
	send(p, "vehicles", "", "vehicles.label", "Berlingo", "vehicles.type", "moteur").Want(t, 303)
	day := url.Values{"day_type": {"WORK"}, "motor_vehicle_id": {"berlingo"}}
	requests := []*http.Request{p.FormRequest("/settings", deleteVehicle(t, p, "berlingo"))}
	for date := range 20 {
		requests = append(requests, p.FormRequest(fmt.Sprintf("/entries/new?date=2026-10-%02d", date+1), day))
	}
	got := apptest.Together(t, requests)
	days := p.Stored("SELECT count(*) FROM work_entries WHERE motor_vehicle_id = 'berlingo'")[0]
	there := strings.Contains(p.Get("/settings").Body, `value="berlingo"`)
	if (days != "0") != there {
		t.Errorf("got %v, %s days with the vehicle, still there %v", got, days, there)
	}
}

func TestWordsOfThePlanAreSavedChangedAndRemovedAsATable(t *testing.T) {
	t.Parallel()
	p := start(t)
	saved(p, "plan", "", "plan.words.0.word", "RH", "plan.words.0.meaning", "rest")
	saved(p, "plan", "", "plan.words.1.word", "N2", "plan.words.1.meaning", "GARDE")
	if got, want := newest(p), "[plan]\n[plan.words]\nN2 = 'GARDE'\nRH = 'rest'\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, twice := range []string{"N2", "n2"} {
		send(p, "plan", "", "plan.words.2.word", twice, "plan.words.2.meaning", "ignore").Want(t, 422, "qu’aucune autre ligne n’a")
	}
	saved(p, "plan", "", "plan.words.0.word", "N2", "plan.words.0.meaning", "FORMATION", "plan.words.1.remove", "true")
	if got, want := newest(p), "[plan]\n[plan.words]\nN2 = 'FORMATION'\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	page := p.Get("/settings")
	page.WantWords(t, "Planning les mots courants et 1 autre", "Planning, « N2 » : Garde → Formation", "Planning, « RH » : Repos → —")
}
