package transfer_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// bare runs the program with nothing of a person's in its file.
func bare(t *testing.T) *apptest.Program {
	return apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
}

func set(p *apptest.Program, start string) {
	p.T.Helper()
	values := p.Get("/settings").SettingsForm(p.T, "balance", "")
	values.Set("balance.from", "2026-11-01")
	values.Set("balance.start", start)
	values.Set("confirm", "1")
	p.Submit("/settings", values).Want(p.T, 303)
}

const settingsStored = "SELECT document FROM settings_versions ORDER BY id DESC LIMIT 1"

func TestWithTheSettingsAnotherWorklogIsAsThisOne(t *testing.T) {
	p, other := bare(t), bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	p.Get("/data").WantNone(t, "settings=1")
	set(p, "12:30")
	p.Get("/data").Want(t, 200, `href="/data/export?settings=1"`)
	without, with := p.Get("/data/export"), p.Get("/data/export?settings=1")
	without.WantNone(t, `"settings"`)
	with.Want(t, 200, `"settings"`)
	shown, done := other.TakeIn(with.Body)
	shown.WantHTML(t, 200, "1 journée nouvelle", "Reprendre aussi les réglages du fichier", "Solde, solde ce jour-là : — → 12 h 30")
	other.After(done).WantHTML(t, 200, "1 journée reprise, avec les réglages.")
	modelstest.Want(t, other.Get("/data/export?settings=1").Body, with.Body)
	other.Upload(with.Body, "").WantHTML(t, 200, "Rien à reprendre : tout est déjà ainsi.")
}

func TestSettingsTakeThePlaceOfOthersOnlyWhereThatIsTicked(t *testing.T) {
	p, other := bare(t), bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	set(p, "12:30")
	set(other, "3:00")
	mine := other.Stored(settingsStored)
	shown := other.Upload(p.Get("/data/export?settings=1").Body, "")
	shown.WantHTML(t, 200, "solde ce jour-là : 3 h → 12 h 30", "+3 h 00 → ", "Solde au 19 novembre")
	other.Submit("/data/import", shown.Fields()).Want(t, 303)
	other.WantStored(settingsStored, mine...)
	other.WantStored("SELECT count(*) FROM work_entries", "1")

	shown = other.Upload(p.Get("/data/export?settings=1").Body, "") // whose days are there
	shown.WantHTML(t, 200, "Reprendre ces réglages")
	done := other.Submit("/data/import", shown.Fields()).Want(t, 303)
	other.WantStored(settingsStored, p.Stored(settingsStored)...)
	page := other.After(done).WantHTML(t, 200, "Réglages repris.", "Annuler")
	other.PressUndo(page, "Annuler").Want(t, 303)
	other.WantStored(settingsStored, mine...)
}

func TestSettingsThatChangedSinceTheyWereShownAreShownAgain(t *testing.T) {
	p, other := bare(t), bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	set(p, "12:30")
	sent := other.Upload(p.Get("/data/export?settings=1").Body, "").Fields()
	set(other, "3:00")
	other.SubmitInVain("/data/import", sent).WantHTML(t, 409, "ce n’est plus ce que vous aviez vu", "3 h → 12 h 30")
}

func TestSettingsThatDoNotFitAreRefusedAndTheDaysAreNot(t *testing.T) {
	p := bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	for document, why := range map[string]string{
		`[balance]\nfrom = 7`:                "Solde, depuis le",
		`[balance`:                           "illisibles",
		`#` + strings.Repeat("x", 256<<10):   "256 Kio",
		strings.Repeat(`[[targets]]\n`, 201): "Une liste a 200 lignes au plus",
	} {
		file := strings.Replace(strings.Replace(p.Exported(), `"days":[`, `"settings":"`+document+`","days":[`, 1), `"note":"`, `"note":"x`, 1)
		shown := p.Upload(file, "").WantHTML(t, 200, "Les réglages du fichier ne peuvent pas être repris ici", why, "1 modifiée")
		forged := shown.Fields()
		forged.Set("settings", "0")
		p.SubmitInVain("/data/import", forged).Want(t, 409)
		p.Submit("/data/import", shown.Fields()).Want(t, 303)
		p.WantStored("SELECT count(*) FROM settings_versions", "0")
	}
	p.SubmitInVain("/data/import", url.Values{"settings": {"0"}}).Want(t, 400)
}
