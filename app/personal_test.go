package app_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

// set makes a document the settings of a program's database, as another process does.
func set(t testing.TB, p *apptest.Program, document string) {
	t.Helper()
	store := modelstest.Got(models.Open(t.Context(), p.Config.Database, models.Rules{}))(t)
	defer store.Close()
	before := modelstest.Got(store.RulesVersion(t.Context()))(t)
	modelstest.Must(t, modelstest.Only(settings.Save(t.Context(), store, before.Settings, document, models.Rules{}, civil.NewInstant(time.Now()))))
}

// damage replaces the text of the newest settings, whatever a program would say of it.
func damage(t testing.TB, p *apptest.Program, document string) {
	t.Helper()
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE settings_versions SET document = ? WHERE id = (SELECT max(id) FROM settings_versions)", document)))
}

func importSettings(t testing.TB, config app.Config, document string) (app.TakenSettings, error) {
	t.Helper()
	return app.ImportSettings(t.Context(), config, apptest.WriteConfig(t, document), time.Now())
}

// importBeside imports an export of the program's days with settings.
func importBeside(p *apptest.Program, document string, dryRun bool) error {
	p.T.Helper()
	days := strings.Replace(p.Exported(), `"days":[`, `"settings":`+strconv.Quote(document)+`,"days":[`, 1)
	_, err := app.ImportFile(p.T.Context(), p.Config, app.ImportRequest{File: apptest.WriteConfig(p.T, days), Settings: true, DryRun: dryRun}, time.Now())
	return err
}

func wantErrorEnd(t testing.TB, err error, end string) {
	t.Helper()
	modelstest.Want(t, strings.HasSuffix(fmt.Sprint(err), end), true, err)
}

func printedSettings(t testing.TB, config app.Config) string {
	t.Helper()
	var printed strings.Builder
	modelstest.Must(t, app.ReportSettings(t.Context(), config, &printed))
	return printed.String()
}

// emptyHouse is a configuration with a database that is not there yet.
func emptyHouse(t testing.TB, content string) app.Config {
	t.Helper()
	config := apptest.LoadConfig(t, content)
	config.Database = filepath.Join(t.TempDir(), "worklog.db")
	return config
}

func TestAnUnknownKeyOfSettingsThatAreTakenIsAWarningWithItsLine(t *testing.T) {
	t.Parallel()
	config := emptyHouse(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[review]\nshort = \"0h05\"\n")
	taken := modelstest.Got(importSettings(t, config, "[person]\nname = \"Camille\"\n[titres]\nteleworks = true\n"))(t)
	if len(taken.Warnings) != 1 || !strings.HasSuffix(taken.Warnings[0], "/config.toml:4: titres.teleworks: unknown key, ignored") {
		t.Errorf("got %q", taken.Warnings)
	}
}

func TestSettingsAreInForceWithTheNextRequest(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Get("/counters").WantNone(t, "Repos récupérés")
	set(t, p, "[counters.rtt]\nlabel = 'Repos récupérés'\ntypes = ['RTT']\nallowance = 12\n[vehicles.zoe]\nlabel = 'Renault Zoé'\ntype = 'moteur'\n")
	p.Get("/counters").Want(t, 200, "Repos récupérés")
	p.Get("/entries/new").Want(t, 200, `<option value="zoe">Renault Zoé</option>`)
	set(t, p, "")
	p.Get("/counters").WantNone(t, "Repos récupérés")
	p.Get("/entries/new").WantNone(t, "Renault Zoé")
	set(t, p, "[person]\nname = 'Camille Martin'\n")
	p.Restart()
	p.Get("/months/2026-11/sheet").Want(t, 200, "Camille Martin")
}

func TestOneFileIsReadAtATimeHoweverOftenTheSettingsChange(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	slow := p.FormRequest("/data/import", nil)
	body, sending := io.Pipe()
	slow.Body, slow.ContentLength = body, -1
	slow.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	p.Meanwhile([]*http.Request{slow}, func() {
		defer sending.Close()
		for p.Upload("date\n", "").Status != 503 { // until the first is being read
		}
		set(t, p, "[person]\nname = 'Camille Martin'\n")
		p.Upload("date\n", "").Want(t, 503, "Reprise en cours")
	})
	p.Upload("date\n", "").Want(t, 200)
}

// A day has only what the settings know, by every way in.
func TestADayIsCheckedByTheSettingsInForce(t *testing.T) {
	p := apptest.RecordedDay(t)
	values := p.Get(apptest.EditDay).Fields()
	values.Set("motor_vehicle_id", "zoe")
	p.Submit(apptest.EditDay, values).Want(t, 422)
	set(t, p, "[vehicles.zoe]\ntype = 'moteur'\n")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
}

// The endpoint records events whatever became of the settings' table.
func TestTheEndpointReadsNoSettings(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("DROP TABLE settings_versions")))
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Leave("2026-11-20T12:03:00+01:00", "out").Want(t, 200)
	p.Get("/months/2026-11").Want(t, 200, "08:03")
}

func TestASectionOfTheFileHidesThatOfTheSettingsUntilItIsGone(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, func(c *app.Config) {
		*c = apptest.LoadConfig(t, app.DemoConfig+"\n[counters.conges]\nlabel = \"Du fichier\"\ntypes = [\"CONGE\"]\nallowance = 3\n")
	})
	set(t, p, "[counters.rtt]\nlabel = 'Des réglages'\ntypes = ['RTT']\nallowance = 12\n[person]\nname = 'Zoé'\n")
	p.Get("/counters").Want(t, 200, "Du fichier").WantNone(t, "Des réglages")
	page := p.Get("/settings")
	page.WantWords(t, "counters.conges est fixé dans config.toml, ligne", "Enregistré ici, mais masqué par config.toml, ligne 21 : Des réglages")
	page.WantNone(t, "Nouveau compteur")
	database := p.Config.Database
	p.Config = apptest.LoadConfig(t, app.DemoConfig)
	p.Config.Database = database
	p.Restart()
	p.Get("/counters").Want(t, 200, "Des réglages")
}

func TestPrintedSettingsHaveWhatTheFileHides(t *testing.T) {
	config := emptyHouse(t, "[person]\nname = \"Du fichier\"\n[vehicles.clio]\ntype = \"moteur\"\n")
	taken, err := importSettings(t, config, "[person]\nemployer = \"Mairie\"\n[vehicles.clio]\nlabel = \"Clio\"\n[vehicles.zoe]\nlabel = \"Zoé\"\n")
	modelstest.Want(t, err == nil && len(taken.Hidden) == 2 && strings.HasPrefix(taken.Hidden[0], "person is kept, hidden by ") && strings.HasSuffix(taken.Hidden[1], "config.toml:3"), true, taken, err)
	modelstest.WantIn(t, strings.ReplaceAll(printedSettings(t, config), filepath.Dir(config.File)+string(filepath.Separator), ""),
		"[person]\n# employer = \"\"  # default\nname = \"Du fichier\"  # config.toml:2\n\n# hidden by config.toml:1:\n# [person]\n# employer = 'Mairie'\n\n",
		"[vehicles.clio]\ntype = \"moteur\"  # config.toml:4\n\n[vehicles.zoe]\nlabel = \"Zoé\"  # settings\n\n"+
			"# hidden by config.toml:3:\n# [vehicles]\n# [vehicles.clio]\n# label = 'Clio'\n\n")
}

// Settings that do not fit the file, or that somebody damaged, leave the last that do in force.
func TestWrongSettingsLeaveTheLastSoundOnesInForceAndEveryPageSaysSo(t *testing.T) {
	const warning = "Les derniers réglages ne vont pas avec la configuration"
	p := apptest.Start(t, apptest.NoLimit)
	set(t, p, "[counters.rtt]\nlabel = 'Encore là'\ntypes = ['RTT']\nallowance = 12\n")
	set(t, p, "[counters.rtt]\nlabel = 'Mauvais'\ntypes = ['RTT']\nallowance = -1\n")
	for range 2 {
		p.Get("/counters").Want(t, 200, "Encore là", warning)
		p.Get("/months/2026-11").Want(t, 200, warning)
		p.Restart()
	}
	set(t, p, "[counters.rtt]\nlabel = 'Bon'\ntypes = ['RTT']\nallowance = 1\n")
	p.Get("/counters").Want(t, 200, "Bon").WantNone(t, warning)
	damage(t, p, "[counters")
	p.Restart()
	p.Get("/counters").Want(t, 200, "Encore là", warning)
}

// outsized are settings that no program takes.
var outsized = strings.Repeat("[[targets]]\n", 4000)

func TestStoredSettingsBeyondTheLimitsAreUnreadableAndEveryWayBackPutsThemRight(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	const sound = "[counters.rtt]\nlabel = 'Encore là'\ntypes = ['RTT']\nallowance = 12\n"
	for name, right := range map[string]struct {
		do   func()
		want string
	}{
		"going back": {func() { p.Submit("/settings", p.Get("/settings").Fields()).Want(t, 303) }, "Encore là"},
		"an import": {func() {
			modelstest.Must(t, modelstest.Only(importSettings(t, p.Config, strings.ReplaceAll(sound, "Encore là", "Du fichier"))))
		}, "Du fichier"},
	} {
		set(t, p, sound)
		set(t, p, "")
		damage(t, p, outsized)
		p.Restart()
		p.Get("/counters").Want(t, 200, "Encore là", "Les derniers réglages ne vont pas")
		page := p.Get("/settings").Want(t, 200, "Les réglages enregistrés ne peuvent pas être lus", "illisible")
		modelstest.WantAtMost(t, len(page.Body), 100_000, name)
		right.do()
		p.Get("/counters").Want(t, 200, right.want).WantNone(t, "Les derniers réglages ne vont pas")
	}
}

func TestSettingsBeyondTheLimitsAreNotImported(t *testing.T) {
	p := apptest.Start(t)
	const want = "has more than 1,000 keys in a table, 200 rows in a list, 10,000 of both or 19 levels"
	for _, content := range []string{outsized, "twice = 1\ntwice = 1\n" + outsized} {
		wantErrorEnd(t, modelstest.Only(importSettings(t, p.Config, content)), "/config.toml: "+want)
	}
	wantErrorEnd(t, importBeside(p, outsized, false), "/config.toml: settings: "+want)
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
}

func TestWithoutASoundVersionTheFileIsInForce(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	set(t, p, "[rules]\nprofile = 'none'\n")
	p.Get("/counters").Want(t, 200, "Les derniers réglages ne vont pas")
}

func TestTheProblemsOfSettingsAreAtTheirPlaceInThem(t *testing.T) {
	config := apptest.LoadConfig(t, "[hours]\n[journeys.b]\n")
	_, err := config.WithSettings(`
[hours]
night_start = "never read: the section is the file's"
[[targets]]
from = "2026-02-01"
week = "36x"
[[targets]]
week = "36h"
[balance]
start = "x"
[journeys.a]
label = "` + strings.Repeat("é", 101) + `"
hidden = 1
[journeys.b]
hidden = "never read"
`)
	var problems app.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got %v", err)
	}
	var got []string
	for _, problem := range problems {
		got = append(got, problem.Source+" "+problem.Key)
	}
	slices.Sort(got)
	modelstest.WantList(t, got, []string{"settings balance.start", "settings journeys.a.hidden", "settings journeys.a.label", "settings targets[1].week", "settings targets[2].from"})
}

// What is printed is what was taken, and each version of it says the same again.
func TestPrintedSettingsCanBeTakenAgain(t *testing.T) {
	config := emptyHouse(t, "")
	modelstest.Want(t, len(modelstest.Got(importSettings(t, config, everySetting))(t).Differences) > 0, true)
	printed := printedSettings(t, config)
	modelstest.Want(t, len(modelstest.Got(importSettings(t, config, printed))(t).Differences), 0, printed)
	modelstest.Want(t, strings.Count(printed, "# settings") >= 30, true, printed)
}

func TestThatThereIsNoVehicleIsTakenAndPrinted(t *testing.T) {
	config := emptyHouse(t, "")
	modelstest.Want(t, len(modelstest.Got(importSettings(t, config, "[vehicles]\n"))(t).Differences), 1)
	modelstest.WantIn(t, printedSettings(t, config), "\n[vehicles]  # settings\n")
}

func TestImportedSettingsKeepTheSectionsInForce(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	set(t, p, "[person]\nname = 'Camille Martin'\n[meals]\ncents = 420\n")
	set(t, p, "[person]\nname = 'Camille Martin'\n")
	damage(t, p, "[[[")
	modelstest.Must(t, modelstest.Only(importSettings(t, p.Config, "[review]\nshort_presence = '0h05'\n")))
	modelstest.WantIn(t, printedSettings(t, p.Config), "Camille Martin", "0h05")
	set(t, p, "[person]\nname = 'Alix Martin'\n[meals]\nper_day = 9\n") // which is not allowed
	modelstest.Must(t, modelstest.Only(importSettings(t, p.Config, "[meals]\nper_day = 5\n")))
	modelstest.WantIn(t, printedSettings(t, p.Config), "Alix Martin", "per_day = 5")
}

func TestImportedSettingsKeepWhatDaysHave(t *testing.T) {
	p := apptest.Start(t)
	const zoe, velo = "[vehicles.zoe]\nlabel = \"Zoé\"\ntype = \"moteur\"\n", "[vehicles.velo]\nlabel = \"Vélo\"\ntype = \"velo\"\n"
	modelstest.Must(t, modelstest.Only(importSettings(t, p.Config, zoe+velo)))
	p.Submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"WORK"}, "motor_vehicle_id": {"zoe"}}).Want(t, 303)
	const inUse = "in use: vehicles.zoe: keep each, and rename it or hide it with hidden = true"
	wantErrorEnd(t, modelstest.Only(importSettings(t, p.Config, velo)), inUse)
	for _, dryRun := range []bool{true, false} {
		wantErrorEnd(t, importBeside(p, velo, dryRun), inUse)
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "1")
	modelstest.Must(t, modelstest.Only(importSettings(t, p.Config, zoe))) // no day had the other
}

func TestPrintedSettingsHaveWhatThisVersionDoesNotKnow(t *testing.T) {
	p := apptest.Start(t)
	modelstest.Must(t, importBeside(p, "later = 1\n[gadget]\na = 1\n[[gizmo]]\nb = 2\n", false))
	printed := printedSettings(t, p.Config)
	before, _, _ := strings.Cut(printed, "[person]")
	modelstest.WantIn(t, before, "later = 1", "gizmo = [{ b = 2 }]")
	modelstest.WantIn(t, printed, "[gadget]\na = 1")
}
