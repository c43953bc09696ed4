package preferences_test

import (
	"fmt"
	"html"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

// zone is a configuration without anything of a person's.
const zone = "[presence_integration]\ntimezone = \"Europe/Paris\"\n"

// start runs the program with nothing of a person's in its file.
func start(t *testing.T, changes ...func(*app.Config)) *apptest.Program {
	return apptest.Start(t, append([]func(*app.Config){apptest.WithConfig(t, zone)}, changes...)...)
}

// fill types in fields of a form, each after its name.
func fill(values url.Values, typed ...string) url.Values {
	for i := 0; i < len(typed); i += 2 {
		values.Set(typed[i], typed[i+1])
	}
	return values
}

func send(p *apptest.Program, section, id string, typed ...string) apptest.Answer {
	p.T.Helper()
	return p.Submit("/settings", fill(p.Get("/settings").SettingsForm(p.T, section, id), typed...))
}

// saved is send for what is stored at once.
func saved(p *apptest.Program, section, id string, typed ...string) {
	p.T.Helper()
	send(p, section, id, typed...).Want(p.T, 303)
}

// confirmed is send for what changes the past, which is shown first.
func confirmed(p *apptest.Program, section, id string, typed ...string) {
	p.T.Helper()
	p.Submit("/settings", fill(send(p, section, id, typed...).Fields(), "confirm", "1")).Want(p.T, 303)
}

func newest(p *apptest.Program) string {
	p.T.Helper()
	return strings.Join(p.Stored("SELECT document FROM settings_versions ORDER BY id DESC LIMIT 1"), "")
}

// afterLogin sends a form once the session has ended, signs in, and returns the page that follows.
func afterLogin(v *apptest.Visitor, path string, typed url.Values) apptest.Answer {
	v.P.T.Helper()
	delete(v.Cookies, "worklog_session")
	return v.Submit("/login", fill(v.Submit(path, typed).Fields(), "password", apptest.Password))
}

func TestThePageHasAFieldForEveryKeyOfThePersonsSections(t *testing.T) {
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
				modelstest.Want(t, strings.Contains(page, `name="`+at+`"`) && strings.Contains(html.UnescapeString(page), key.Label) && key.Refusal != "", true, "the page has a field, a label and a refusal for", at)
			}
		}
	}
	want("", settings.Sections)
}

func TestEachPartIsSavedAndItsFigureIsAnotherOnTheNextPage(t *testing.T) {
	for name, test := range map[string]struct {
		part        string
		typed       []string
		page, shows string
	}{
		"a week":      {"targets", []string{"targets.0.from", "2026-01-01", "targets.0.week", "35"}, "/today", "sur 35 h"},
		"solidarity":  {"targets", []string{"solidarity.dates", "25/05/2026 ; 17/05/2027"}, "/settings", `value="25/05/2026 ; 17/05/2027"`},
		"a balance":   {"balance", []string{"balance.from", "2026-11-01", "balance.start", "12:30"}, "/counters", "+12 h 30"},
		"a counter":   {"counters", []string{"counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25,5", "counters.period_start", "01/06"}, "/counters", "Congés 25,5 j"},
		"hours":       {"counters", []string{"counters.label", "Repos compensateur", "counters.unit", "heures", "counters.adjustments.0.date", "2026-11-02", "counters.adjustments.0.hours", "8:30"}, "/counters", "Repos compensateur 8 h 30 8 h 30 depuis le 1er janv."},
		"a meal":      {"costs", []string{"meals.per_day", "4,20"}, "/settings", "repas à 4,20 €"},
		"vouchers":    {"costs", []string{"titres.telework", "true"}, "/settings?open=costs", `name="titres.telework" value="true" checked`},
		"rules":       {"rules", []string{"rules.profile", "prive"}, "/settings", "Secteur privé"},
		"the night":   {"hours", []string{"hours.night_start", "22:00"}, "/settings", "22:00–06:00"},
		"an amount":   {"pay", []string{"pay.rates.0.kind", "call_out", "pay.rates.0.from", "2026-01-01", "pay.rates.0.euros", "21,50"}, "/settings", "1 montant"},
		"short ones":  {"review", []string{"review.short_presence", "0h20"}, "/settings", "présences de moins de 20 min"},
		"holidays":    {"calendar", []string{"calendar.alsace_moselle", "true"}, "/months/2026-12", "Saint-Étienne"},
		"the person":  {"person", []string{"person.name", "Zoé Élie"}, "/months/2026-11/sheet", "Zoé Élie"},
		"a year's 10": {"costs", []string{"ten_percent.0.year", "2026", "ten_percent.0.min", "509", "ten_percent.0.max", "14555"}, "/settings", "Les 10 % d’une année : 2026"},
		"a bareme": {"costs", []string{"bareme.0.year", "2026", "bareme.0.category", "voiture", "bareme.0.power_cv", "5",
			"bareme.0.rates", "0,636 ; 0,357 ; 0,427", "bareme.0.constants", "0 ; 1395 ; 0"}, "/settings", "Barème d’une année : 2026"},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201) // « Aujourd’hui » invites where nothing is recorded
			done := send(p, test.part, "", test.typed...).Want(t, 303)
			page := p.After(done).Want(t, 200, "Enregistré.", "Annuler")
			if got := p.Get(test.page); !strings.Contains(got.HTML(), test.shows) && !strings.Contains(got.Words(), test.shows) {
				t.Errorf("no %q in %s", test.shows, got.Words())
			}
			p.After(p.PressUndo(page, "Annuler")).Want(t, 200, "Annulé.")
			modelstest.Want(t, newest(p), "", "taken back")
			p.WantSound()
		})
	}
}

func TestWhatIsWrongIsSaidBesideItsField(t *testing.T) {
	p := start(t)
	for _, test := range []struct{ part, name, typed, says string }{
		{"targets", "targets.0.from", "hier", "Écrivez une date"},
		{"targets", "targets.0.week", "200h", "168 h au plus"},
		{"targets", "targets.0.period_start", "30/02", "que chaque année a"},
		{"targets", "solidarity.dates", "25/05/2026 ; 32/05/2027", "Écrivez des dates"},
		{"balance", "balance.from", "32/01/2026", "Écrivez la date"},
		{"balance", "balance.adjustments.0.hours", "x", "Écrivez une durée"},
		{"counters", "counters.label", "", "Donnez un nom."},
		{"counters", "counters.label", strings.Repeat("é", 101), "100 caractères"},
		{"counters", "counters.allowance", "0,3", "de 0 à 366"},
		{"counters", "counters.types", "x", "au moins un type"},
		{"counters", "counters.carry_over", "peut-être", "Écrivez rien, tout"},
		{"counters", "counters.adjustments.0.days", "x", "de -366 à 366, comme 2 ou -0,5. Rien si le compteur est en heures."},
		{"counters", "counters.adjustments.0.hours", "3h30", "Rien si le compteur est en jours."},
		{"vehicles", "vehicles.category", "camion", "Choisissez voiture"},
		{"journeys", "journeys.distance_km", "x", "trois décimales"},
		{"costs", "telework.rates.0.year", "26", "l’année des revenus"},
		{"costs", "bareme.0.rates", "1 ; 2", "trois taux"},
		{"rules", "rules.night_worker", "true", "Seul le profil"},
		{"rules", "rules.daily_rest", "24h", "moins de 24"},
		{"rules", "rules.rest_days", "15", "de 0 à 14"},
		{"hours", "hours.night_end", "21:00", "autre que"},
		{"pay", "pay.rates.0.euros", "1001", "de 0 à 1000"},
		{"plan", "plan.words.0.word", "N2", "Choisissez ce que c’est."},
		{"person", "person.employer", "a\u202eb", "80 caractères"},
	} {
		answer := send(p, test.part, "", test.name, test.typed).Want(t, 422, "autofocus")
		page := answer.HTML()
		_, beside, _ := strings.Cut(page, `name="`+test.name+`"`)
		beside, _, _ = strings.Cut(beside, "</small>\n")
		modelstest.WantIn(t, beside[:min(len(beside), 3000)], test.says)
		if isText := test.part != "counters" && test.name != "counters.types"; isText && !strings.Contains(page, test.typed) {
			t.Errorf("%s: what was typed is gone", test.name)
		}
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
}

func TestWhatTheFileFixesHasNoField(t *testing.T) {
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
		page.WantNone(t, field)
	}
	for _, values := range []url.Values{
		{"section": {"person"}, "version": {"0"}, "person.employer": {"Mairie"}},
		{"section": {"targets"}, "version": {"0"}, "targets.0.from": {"2026-01-01"}, "targets.0.week": {"20h"}},
		{"section": {"vehicles"}, "version": {"0"}, "id": {"clio"}, "vehicles.power_cv": {"5"}},
		{"section": {"vehicles"}, "version": {"0"}, "id": {"clio"}, "do": {"delete"}},
	} {
		p.Submit("/settings", values).Want(t, 422, "fixé dans config.toml")
	}
	p.Submit("/settings", url.Values{"section": {"person"}, "version": {"0"}, "person.name": {"Zoé"}}).Want(t, 303) // it changes nothing
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur")
	p.Get("/entries/new?date=2026-11-24").Want(t, 200, `value="clio"`, `value="clio-2"`)
}

func TestAListHasTwoHundredRows(t *testing.T) {
	p := start(t)
	values := p.Get("/settings").SettingsForm(t, "targets", "")
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
	p.Get("/settings").Want(t, 200, `name="targets.200.from"`) // for another one
	send(p, "targets", "", "targets.200.from", "2027-01-01", "targets.200.week", "35h").Want(t, 422, "Une liste a 200 lignes au plus", `value="2027-01-01"`)
}

func TestThePageShowsTwoHundredRowsOfAListOfTheFile(t *testing.T) {
	var file strings.Builder
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 300 {
		fmt.Fprintf(&file, "[[targets]]\nfrom = %q\nweek = \"35h\"\n", day.AddDate(0, 0, i).Format(time.DateOnly))
	}
	page := apptest.Start(t, apptest.WithConfig(t, file.String())).Get("/settings").WantHTML(t, 200, "… et 100 autres")
	modelstest.Want(t, strings.Count(page.Body, "<dd>"), 201)
}

func TestWhatThisVersionDoesNotKnowIsKept(t *testing.T) {
	p := start(t)
	saved(p, "balance", "", "balance.adjustments.0.date", "2026-06-30", "balance.adjustments.0.hours", "-10h", "balance.from", "2026-01-01")
	modelstest.Must(t, modelstest.Only(p.DB.Exec(`UPDATE settings_versions SET document = '[balance]
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
'`)))
	p.Restart()
	saved(p, "balance", "", "balance.adjustments.0.note", "payées", "confirm", "1")
	saved(p, "person", "", "person.name", "Zoé")
	modelstest.WantIn(t, newest(p), "later = 1", "why = '<i>'", "future = true", "payées")
}

func TestOfAWeekOnlyWhatItsWayAsksForIsStored(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, ""))
	saved(p, "targets", "", "targets.0.from", "2026-01-01", "targets.0.how", "days", "targets.0.week", "35h", "targets.0.monday", "7h30")
	saved(p, "targets", "", "targets.1.from", "2026-12-01", "targets.1.how", "plan", "targets.1.week", "35h")
	if got := newest(p); strings.Contains(got, "week") || !strings.Contains(got, "monday") || !strings.Contains(got, "plan = true") {
		t.Errorf("got %s", got)
	}
	saved(p, "rules", "", "rules.profile", "prive")
	page := p.Get("/settings").Want(t, 200, "placeholder=\"11\u00a0h\"", "placeholder=\"aucun\"", "+ Nouvel horaire")
	page.WantWords(t, "À partir du 1er décembre 2026")
}

func TestWordsOfThePlanAreSavedChangedAndRemovedAsATable(t *testing.T) {
	p := start(t)
	saved(p, "plan", "", "plan.words.0.word", "RH", "plan.words.0.meaning", "rest")
	saved(p, "plan", "", "plan.words.1.word", "N2", "plan.words.1.meaning", "GARDE")
	modelstest.Want(t, newest(p), "[plan]\n[plan.words]\nN2 = 'GARDE'\nRH = 'rest'\n")
	for _, twice := range []string{"N2", "n2"} {
		send(p, "plan", "", "plan.words.2.word", twice, "plan.words.2.meaning", "ignore").Want(t, 422, "qu’aucune autre ligne n’a")
	}
	saved(p, "plan", "", "plan.words.0.word", "N2", "plan.words.0.meaning", "FORMATION", "plan.words.1.remove", "true")
	modelstest.Want(t, newest(p), "[plan]\n[plan.words]\nN2 = 'FORMATION'\n")
	page := p.Get("/settings")
	page.WantWords(t, "Planning les mots courants et 1 autre", "Planning, « N2 » : Garde → Formation", "Planning, « RH » : Repos → —")
}

func TestANewRowIsAskedForWhereItIsLackedElsewhere(t *testing.T) {
	p := start(t)
	saved(p, "journeys", "", "journeys.label", "Bureau", "journeys.distance_km", "12")
	page := p.Get("/settings?open=journeys-bureau&new=distances")
	page.Want(t, 200, `<details name="settings" open id="part-journeys">`, `<details open id="thing-journeys-bureau"`,
		`<details class="settings-row" open id="journeys-bureau-distances-new">`)
	if opened := strings.Count(page.Body, `class="settings-row" open`); opened != 1 || strings.Count(page.Body, " autofocus") != 1 {
		t.Errorf("%d new rows are open, or the keyboard is elsewhere", opened)
	}
}

func TestWhatWasTypedComesBackAfterTheLoginAndReplacesNothingUnseen(t *testing.T) {
	p := start(t, apptest.WithPassword)
	v := p.SignIn()
	answer := fill(stepForm(v.Get("/settings/start?step=2")), "leave", "27")
	afterLogin(v, "/settings/start?step=2", answer).Want(t, 200, "Votre session avait pris fin", `value="27"`)
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
	old := v.Get("/settings").SettingsForm(t, "person", "")
	v.Submit("/settings", fill(v.Get("/settings").SettingsForm(t, "person", ""), "person.name", "Zoé")).Want(t, 303)
	back := afterLogin(v, "/settings", fill(old, "person.name", "Yves")).Want(t, 200, "rien n’est encore enregistré", `value="Yves"`)
	v.Submit("/settings", back.SettingsForm(t, "person", "")).Want(t, 409, "Zoé", `value="Yves"`)
}

func TestAFormThatIsNotUTF8IsRefused(t *testing.T) {
	p := start(t)
	p.Submit("/settings", url.Values{"section": {"person"}, "version": {"0"}, "person.name": {"\xff"}}).Want(t, 400)
	p.Submit("/settings/start?step=2", url.Values{"version": {"0"}, "targets.week": {"\xff"}}).Want(t, 400)
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
