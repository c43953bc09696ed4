package preferences_test

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func adjust(p *apptest.Program, section, id string, typed ...string) apptest.Answer {
	p.T.Helper()
	typed = slices.Clone(typed)
	for i := 0; i < len(typed); i += 2 {
		typed[i] = section + ".adjustments.0." + typed[i]
	}
	return p.Submit("/counters", fill(p.Get("/counters").SettingsForm(p.T, section, id), typed...))
}

func TestACounterIsAdjustedWhereItIsShown(t *testing.T) {
	p := start(t)
	p.Work("2026-11-18", "", "") // months after the first adjustment
	saved(p, "counters", "", "counters.label", "RTT d’été", "counters.types", "RTT", "counters.allowance", "12")
	saved(p, "balance", "", "balance.from", "2026-02-01", "balance.adjustments.0.date", "2026-06-30", "balance.adjustments.0.hours", "-10h30")
	p.Get("/counters").Want(t, 200, "+ Ajustement", `value="2026-11-20"`)
	done := adjust(p, "counters", "rtt-d-ete", "date", "01/11/2026", "days", "-2,5", "note", "reprise")
	done.WantLocation(t, "/counters")
	page := p.After(done)
	page.WantWords(t, "Enregistré.", "RTT d’été 9,5 j")
	p.PressUndo(page, "Annuler").WantLocation(t, "/counters")
	p.Get("/counters").WantWords(t, "RTT d’été 12 j")
	p.Get("/counters").WantWords(t, "Solde −2 h 30")
	adjust(p, "balance", "", "hours", "2h30").WantLocation(t, "/counters") // on the date that is offered
	p.Get("/counters").WantWords(t, "Solde 0 h 00")
	if got := newest(p); strings.Count(got, "[[balance.adjustments]]") != 2 || !strings.Contains(got, "-10h30") {
		t.Errorf("got settings %s", got)
	}
}

func TestAnAdjustmentThatIsRefusedStaysWhereItWasTyped(t *testing.T) {
	p := start(t)
	saved(p, "counters", "", "counters.label", "RTT", "counters.types", "RTT", "counters.allowance", "11", "counters.adjustments.0.date", "2026-02-01", "counters.adjustments.0.days", "1")
	before := p.Get("/counters").SettingsForm(t, "counters", "rtt")
	p.Unchanged(func() {
		for name, typed := range map[string][]string{
			"no amount":      {"note", "écrit"},
			"a wrong one":    {"days", "0,3", "note", "écrit"},
			"no such date":   {"date", "31/11/2026", "days", "1", "note", "écrit"},
			"nothing at all": {"date", ""},
		} {
			got := adjust(p, "counters", "rtt", typed...)
			got.Want(t, 422, "<h1>Compteurs</h1>", `<details class="adjust" open>`, "Rien n’est enregistré", `aria-invalid="true"`)
			modelstest.WantNone(t, got.HTML(), "si le compteur est")
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
	fill(before, "counters.adjustments.0.days", "1")
	for range 2 { // sent twice
		p.Submit("/counters", before).Want(t, 303)
	}
	p.Get("/counters").WantWords(t, "RTT 13 j")
	beside := p.Submit("/counters", fill(before, "counters.adjustments.0.days", "2"))
	beside.Want(t, 409, "ont changé pendant que vous écriviez", "vérifiez, puis enregistrez", `value="2"`)
	p.Submit("/counters", beside.SettingsForm(t, "counters", "rtt")).Want(t, 303)
	p.Get("/counters").WantWords(t, "RTT 15 j")
	saved(p, "balance", "", "balance.from", "2026-11-20")
	adjust(p, "balance", "", "hours", "1h").WantLocation(t, "/counters") // on the day that is offered, on which it begins
}

func TestACounterOfTheFileIsNotAdjustedOnThePage(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, zone+"[counters.rtt]\ntypes = [\"RTT\"]\nallowance = 12\n"))
	p.Get("/counters").WantWords(t, "+ Ajustement counters.rtt est fixé dans config.toml, ligne 3")
	values := url.Values{"section": {"counters"}, "id": {"rtt"}, "version": {"0"}, "counters.adjustments.0.date": {"2026-11-01"}, "counters.adjustments.0.days": {"1"}}
	p.Unchanged(func() {
		p.Submit("/counters", values).WantWords(t, "Rien n’est enregistré", "Mes compteurs, ajustement : fixé dans config.toml, ligne 3.")
	})
}

func TestAnAdjustmentOutlivesTheSession(t *testing.T) {
	p := start(t, apptest.WithPassword)
	v := p.SignIn()
	counter := fill(v.Get("/settings").SettingsForm(t, "counters", ""), "counters.label", "RTT", "counters.types", "RTT", "counters.allowance", "12")
	v.Submit("/settings", counter).Want(t, 303)
	typed := fill(v.Get("/counters").SettingsForm(t, "counters", "rtt"), "counters.adjustments.0.days", "-2,5")
	for range 2 { // the second time although it has been saved
		back := afterLogin(v, "/counters", typed).Want(t, 200, "<h1>Compteurs</h1>", "Votre session avait pris fin", `value="-2,5"`)
		typed = back.SettingsForm(t, "counters", "rtt")
		v.Submit("/counters", typed).Want(t, 303)
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "2")
}
