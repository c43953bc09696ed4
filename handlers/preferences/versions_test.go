package preferences_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAPageThatIsOldShowsBothAndLosesNothing(t *testing.T) {
	p := start(t)
	saved(p, "counters", "", "counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25", "counters.period_start", "01/06")
	first := p.Get("/settings")
	person, hours, counter := first.SettingsForm(t, "person", ""), first.SettingsForm(t, "hours", ""), first.SettingsForm(t, "counters", "conges")
	saved(p, "person", "", "person.name", "Zoé")
	beside := p.Submit("/settings", fill(hours, "hours.night_start", "22:00")).Want(t, 409, "voici les deux", `value="22:00"`)
	modelstest.WantNone(t, newest(p), "22:00")
	p.Submit("/settings", beside.SettingsForm(t, "hours", "")).Want(t, 303)
	modelstest.WantIn(t, newest(p), "Zoé", "22:00")
	beside = p.Submit("/settings", fill(person, "person.name", "Yves"))
	beside.Want(t, 409, "Enregistré maintenant", "Zoé", `value="Yves"`, "Remplacer par ce que j’écrivais")
	p.Submit("/settings", beside.SettingsForm(t, "person", "")).Want(t, 303)
	modelstest.WantIn(t, newest(p), "Yves")
	stored, _, _ := strings.Cut(p.Submit("/settings", fill(counter, "counters.allowance", "27")).Body, "</dl>")
	modelstest.Want(t, strings.Count(stored, "<dt>Jours par période</dt>"), 2, "fields of that label")
	p.Submit("/settings", url.Values{"section": {"person"}}).Want(t, 422, "Formulaire incomplet")
	p.Submit("/settings", url.Values{"section": {"server"}, "version": {"2"}}).Want(t, 422, "Formulaire incomplet")
}

func TestAFormThatIsSentTwiceIsSavedOnce(t *testing.T) {
	p := start(t)
	var sent []url.Values
	for _, of := range []struct{ section, field, value, another string }{
		{"person", "person.name", "Zoé", "Yves"},
		{"journeys", "journeys.label", "Bureau", "Annexe"},
	} {
		values := fill(p.Get("/settings").SettingsForm(t, of.section, ""), of.field, of.value)
		for range 2 {
			p.After(p.Submit("/settings", values)).Want(t, 200, ">Annuler</button>")
		}
		p.Submit("/settings", fill(values, of.field, of.another)).Want(t, 409)
		sent = append(sent, fill(values, of.field, of.value))
	}
	p.After(p.Submit("/settings", sent[0])).Want(t, 200).WantNone(t, ">Annuler</button>") // what it made is not the newest
	saved(p, "person", "")                                                                // unchanged
	p.WantStored("SELECT count(*) FROM settings_versions", "2")
}

func TestADeletionFromAnOldPageSaysWhatItsButtonDoes(t *testing.T) {
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur")
	old := deletion(p, "clio")
	saved(p, "vehicles", "clio", "vehicles.label", "Vieille Clio")
	answer := p.Submit("/settings", old)
	answer.WantWords(t, "Rien n’est supprimé : les réglages ont changé entre-temps.", "Supprimer quand même")
	answer.Want(t, 409, `value="Vieille Clio"`)
	answer.WantNone(t, "Remplacer", "Ce que vous écriviez")
	p.Submit("/settings", fill(answer.SettingsForm(t, "vehicles", "clio"), "do", "delete")).Want(t, 303)
	modelstest.WantNone(t, newest(p), "Clio")
}

func TestUndoIsRefusedAfterAnotherChange(t *testing.T) {
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

func TestAnUndoneDeletionAndAStateWithoutWhatIsInUseAreRefused(t *testing.T) {
	p := start(t)
	page := p.After(send(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur"))
	p.Work("2026-11-18", "", "clio")
	p.PressUndo(page, "Annuler").Want(t, 409, "Réglages en usage")
	p.Submit("/settings", url.Values{"state": {"0"}, "version": {"1"}}).Want(t, 409, "Réglages en usage")
}

func TestTheHistorySaysWhatDifferedAndBringsItBack(t *testing.T) {
	p := start(t)
	saved(p, "hours", "", "hours.night_start", "22:00")
	saved(p, "hours", "", "hours.night_start", "20:00")
	page := p.Get("/settings")
	page.WantWords(t, "Maintenant, dans le navigateur", "Nuit, de : 22:00 → 20:00", "Premiers réglages : Nuit")
	_, back, _ := strings.Cut(page.Body, `class="states"`)
	fields := apptest.Answer{Body: back}.Fields()
	p.After(p.Submit("/settings", fields)).Want(t, 200, "Les réglages sont de nouveau comme avant.")
	modelstest.WantIn(t, newest(p), "22:00")
	p.Submit("/settings", fields).Want(t, 409)
	p.Submit("/settings", url.Values{"state": {"99"}, "version": {"3"}}).Want(t, 404)
}

func TestTheHistoryHasTheWordsOfThePage(t *testing.T) {
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Vieille Clio", "vehicles.power_cv", "5", "vehicles.category", "voiture", "vehicles.type", "moteur")
	modelstest.WantNone(t, p.Get("/settings").Words(), "→")
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
	p := start(t)
	for i, document := range []string{"", "[balance]\nlater = 1\n[journeys.'a \"b\".c']\ndistance_km = 5\n[vehicles.x]\n[[balance.adjustments]]\ndate = '2026-06-30'\nhours = '1h'\n[[balance.adjustments]]\ndate = '2026-06-30'\nhours = '2h'"} {
		modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO settings_versions (id, made_at, made_by, document) VALUES (?, '2026-11-20T07:00:00.000000000Z', '', ?)", i+1, document)))
	}
	p.Get("/settings").WantWords(t, "balance.later : — → 1", `Mes trajets, a "b".c, distance, un aller : — → 5 km`, "Mes véhicules, x : ajouté",
		"Solde, ajustement du 30 juin 2026 (2), heures : — → 2 h")
}

func TestTheHistoryOfTheSettingsListsTwentyVersions(t *testing.T) {
	p := start(t)
	for i := range 22 {
		document := fmt.Sprintf("[person]\nname = 'N%d'", i)
		modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO settings_versions (id, made_at, made_by, document) VALUES (?, '2026-11-20T07:00:00.000000000Z', '', ?)", i+1, document)))
	}
	page := p.Get("/settings")
	page.WantWords(t, "N20 → N21", "N1 → N2")
	if got := strings.Count(page.Body, "Revenir à cet état,"); got != 19 { // the present one has none
		t.Errorf("got %d to go back to, want 19", got)
	}
}

func TestSettingsThatSomebodyDamagedAreSaidAndLeftBehind(t *testing.T) {
	p := start(t)
	saved(p, "person", "", "person.name", "Zoé")
	for _, document := range []string{"[balance]\nfrom = 'x'", "not TOML"} {
		modelstest.Must(t, modelstest.Only(p.DB.Exec("INSERT INTO settings_versions (made_at, made_by, document) SELECT made_at, '', ? FROM settings_versions LIMIT 1", document)))
		page := p.Get("/settings").Want(t, 200, "Revenir au dernier état lisible")
		p.Submit("/settings", page.Fields()).Want(t, 303)
		modelstest.WantIn(t, newest(p), "Zoé")
	}
	for _, damaged := range []string{"2", "4"} {
		p.Submit("/settings", url.Values{"state": {damaged}, "version": {"5"}}).Want(t, 409, "Réglages impossibles")
	}
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DELETE FROM settings_versions WHERE id > 1")))
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE settings_versions SET document = 'not TOML'")))
	p.Submit("/settings/start?step=4", url.Values{"do": {"skip"}}).WantHeader(t, "Location", "/settings")
	p.Submit("/settings", p.Get("/settings").Fields()).Want(t, 303) // to what somebody has who has set nothing
	p.Get("/settings").WantNone(t, "ce qui allait avant reste en vigueur")
}
