package app_test

import (
	"errors"
	"net/url"
	"os"
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
	setAt(t, p, document, time.Now())
}

func setAt(t testing.TB, p *apptest.Program, document string, at time.Time) {
	t.Helper()
	store, err := models.Open(t.Context(), p.Config.Database, models.Rules{})
	modelstest.Must(t, err)
	defer store.Close()
	before, err := store.RulesVersion(t.Context())
	modelstest.Must(t, err)
	modelstest.Must(t, modelstest.Only(settings.Save(t.Context(), store, before.Settings, document, models.Rules{}, civil.NewInstant(at))))
}

// damage replaces the text of the newest settings, whatever a program would say of it.
func damage(t testing.TB, p *apptest.Program, document string) {
	t.Helper()
	store, err := models.Open(t.Context(), p.Config.Database, models.Rules{})
	modelstest.Must(t, err)
	defer store.Close()
	err = store.Write(t.Context(), func(tx *models.Tx) error {
		return tx.Exec("UPDATE settings_versions SET document = ? WHERE id = (SELECT max(id) FROM settings_versions)", document).Error
	})
	modelstest.Must(t, err)
}

func TestSettingsAreInForceWithTheNextRequest(t *testing.T) {
	t.Parallel()
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

// A day has only what the settings know, by every way in.
func TestADayIsCheckedByTheSettingsInForce(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	values := p.Get(apptest.EditDay).Fields()
	values.Set("motor_vehicle_id", "zoe")
	p.Submit(apptest.EditDay, values).Want(t, 422)
	set(t, p, "[vehicles.zoe]\ntype = 'moteur'\n")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
}

// The endpoint records events whatever became of the settings' table.
func TestTheEndpointReadsNoSettings(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	store, err := models.Open(t.Context(), p.Config.Database, models.Rules{})
	modelstest.Must(t, err)
	defer store.Close()
	err = store.Write(t.Context(), func(tx *models.Tx) error { return tx.Exec("DROP TABLE settings_versions").Error })
	modelstest.Must(t, err)
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Leave("2026-11-20T12:03:00+01:00", "out").Want(t, 200)
	p.Get("/months/2026-11").Want(t, 200, "08:03")
}

func TestASectionOfTheFileHidesThatOfTheSettingsUntilItIsGone(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, func(c *app.Config) {
		*c = apptest.LoadConfig(t, app.DemoConfig+"\n[counters.conges]\nlabel = \"Du fichier\"\ntypes = [\"CONGE\"]\nallowance = 3\n")
	})
	set(t, p, "[counters.rtt]\nlabel = 'Des réglages'\ntypes = ['RTT']\nallowance = 12\n[person]\nname = 'Zoé'\n")
	p.Get("/counters").Want(t, 200, "Du fichier")
	p.Get("/counters").WantNone(t, "Des réglages")
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
	t.Parallel()
	config := apptest.LoadConfig(t, "[person]\nname = \"Du fichier\"\n[vehicles.clio]\ntype = \"moteur\"\n")
	config.Database = filepath.Join(t.TempDir(), "worklog.db")
	file := filepath.Join(t.TempDir(), "own.toml")
	modelstest.Must(t, os.WriteFile(file, []byte("[person]\nemployer = \"Mairie\"\n[vehicles.clio]\nlabel = \"Clio\"\n[vehicles.zoe]\nlabel = \"Zoé\"\n"), 0o600))
	taken, err := app.ImportSettings(t.Context(), config, file, time.Now())
	if err != nil || len(taken.Hidden) != 2 || !strings.HasPrefix(taken.Hidden[0], "person is kept, hidden by ") || !strings.HasSuffix(taken.Hidden[1], "config.toml:3") {
		t.Errorf("got %+v, %v", taken, err)
	}
	var printed strings.Builder
	modelstest.Must(t, app.ReportSettings(t.Context(), config, &printed))
	got := strings.ReplaceAll(printed.String(), filepath.Dir(config.File)+string(filepath.Separator), "")
	for _, want := range []string{
		"[person]\n# employer = \"\"  # default\nname = \"Du fichier\"  # config.toml:2\n\n# hidden by config.toml:1:\n# [person]\n# employer = 'Mairie'\n\n",
		"[vehicles.clio]\ntype = \"moteur\"  # config.toml:4\n\n[vehicles.zoe]\nlabel = \"Zoé\"  # settings\n\n" +
			"# hidden by config.toml:3:\n# [vehicles]\n# [vehicles.clio]\n# label = 'Clio'\n\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Settings that do not fit the file, or that somebody damaged, leave the last that do in force.
func TestWrongSettingsLeaveTheLastSoundOnesInForceAndEveryPageSaysSo(t *testing.T) {
	t.Parallel()
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
	p.Get("/counters").Want(t, 200, "Bon")
	p.Get("/counters").WantNone(t, warning)
	damage(t, p, "[counters")
	p.Restart()
	p.Get("/counters").Want(t, 200, "Encore là", warning)
}

// outsized are settings that no program takes.
var outsized = strings.Repeat("[[targets]]\n", 4000)

func TestStoredSettingsBeyondTheLimitsAreUnreadableAndEveryWayBackPutsThemRight(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	const sound = "[counters.rtt]\nlabel = 'Encore là'\ntypes = ['RTT']\nallowance = 12\n"
	file := filepath.Join(t.TempDir(), "own.toml")
	modelstest.Must(t, os.WriteFile(file, []byte(strings.ReplaceAll(sound, "Encore là", "Du fichier")), 0o600))
	for name, right := range map[string]struct {
		do   func()
		want string
	}{
		"going back": {func() { p.Submit("/settings", p.Get("/settings").Fields()).Want(t, 303) }, "Encore là"},
		"an import": {func() {
			if _, err := app.ImportSettings(t.Context(), p.Config, file, time.Now()); err != nil {
				t.Error(err)
			}
		}, "Du fichier"},
	} {
		set(t, p, sound)
		set(t, p, "")
		damage(t, p, outsized)
		p.Restart()
		p.Get("/counters").Want(t, 200, "Encore là", "Les derniers réglages ne vont pas")
		page := p.Get("/settings")
		page.Want(t, 200, "Les réglages enregistrés ne peuvent pas être lus", "illisible")
		if len(page.Body) > 100_000 {
			t.Errorf("%s: the page has %d bytes", name, len(page.Body))
		}
		right.do()
		p.Get("/counters").Want(t, 200, right.want)
		p.Get("/counters").WantNone(t, "Les derniers réglages ne vont pas")
	}
}

func TestSettingsBeyondTheLimitsAreNotImported(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	file := filepath.Join(t.TempDir(), "own.toml")
	const want = "has more than 1,000 keys in a table, 200 rows in a list, 10,000 of both or 19 levels"
	for _, content := range []string{outsized, "twice = 1\ntwice = 1\n" + outsized} {
		modelstest.Must(t, os.WriteFile(file, []byte(content), 0o600))
		if _, err := app.ImportSettings(t.Context(), p.Config, file, time.Now()); err == nil || err.Error() != file+": "+want {
			t.Errorf("got %v", err)
		}
	}
	document := strings.Replace(p.Exported(), `"days":[`, `"settings":`+strconv.Quote(outsized)+`,"days":[`, 1)
	modelstest.Must(t, os.WriteFile(file, []byte(document), 0o600))
	if _, err := app.ImportFile(t.Context(), p.Config, app.ImportRequest{File: file, Settings: true}, time.Now()); err == nil || err.Error() != file+": settings: "+want {
		t.Errorf("got %v", err)
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
}

func TestWithoutASoundVersionTheFileIsInForce(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	set(t, p, "[rules]\nprofile = 'none'\n")
	p.Get("/counters").Want(t, 200, "Les derniers réglages ne vont pas")
}

func TestTheProblemsOfSettingsAreAtTheirPlaceInThem(t *testing.T) {
	t.Parallel()
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
	want := []string{"settings balance.start", "settings journeys.a.hidden", "settings journeys.a.label", "settings targets[1].week", "settings targets[2].from"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is printed is what was taken, and each version of it says the same again.
func TestPrintedSettingsCanBeTakenAgain(t *testing.T) {
	t.Parallel()
	config := apptest.LoadConfig(t, "")
	config.Database = filepath.Join(t.TempDir(), "worklog.db")
	file := filepath.Join(t.TempDir(), "own.toml")
	write := func(content string) {
		modelstest.Must(t, os.WriteFile(file, []byte(content), 0o600))
	}
	write(everySetting)
	if taken, err := app.ImportSettings(t.Context(), config, file, time.Now()); err != nil || len(taken.Differences) == 0 {
		t.Fatalf("got %v, %v", taken, err)
	}
	var printed strings.Builder
	modelstest.Must(t, app.ReportSettings(t.Context(), config, &printed))
	write(printed.String())
	taken, err := app.ImportSettings(t.Context(), config, file, time.Now())
	if err != nil || len(taken.Differences) > 0 {
		t.Errorf("got %v, %v, of\n%s", taken, err, printed.String())
	}
	if strings.Count(printed.String(), "# settings") < 30 {
		t.Errorf("got %s", &printed)
	}
}

func TestThatThereIsNoVehicleIsTakenAndPrinted(t *testing.T) {
	t.Parallel()
	config := apptest.LoadConfig(t, "")
	config.Database = filepath.Join(t.TempDir(), "worklog.db")
	if taken, err := app.ImportSettings(t.Context(), config, apptest.WriteConfig(t, "[vehicles]\n"), time.Now()); err != nil || len(taken.Differences) != 1 {
		t.Errorf("got %v, %v", taken, err)
	}
	var printed strings.Builder
	if err := app.ReportSettings(t.Context(), config, &printed); err != nil || !strings.Contains(printed.String(), "\n[vehicles]  # settings\n") {
		t.Errorf("got %s, %v", &printed, err)
	}
}

func TestImportedSettingsKeepWhatDaysHave(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	file := filepath.Join(t.TempDir(), "own.toml")
	take := func(content string) error {
		modelstest.Must(t, os.WriteFile(file, []byte(content), 0o600))
		_, err := app.ImportSettings(t.Context(), p.Config, file, time.Now())
		return err
	}
	const zoe = "[vehicles.zoe]\nlabel = \"Zoé\"\ntype = \"moteur\"\n"
	modelstest.Must(t, take(zoe+"[vehicles.velo]\nlabel = \"Vélo\"\ntype = \"velo\"\n"))
	p.Submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"WORK"}, "motor_vehicle_id": {"zoe"}}).Want(t, 303)
	const inUse = "in use: vehicles.zoe: "
	const without = "[vehicles.velo]\nlabel = \"Vélo\"\ntype = \"velo\"\n"
	if err := take(without); err == nil || !strings.HasPrefix(err.Error(), inUse) {
		t.Errorf("got %v", err)
	}
	document := strings.Replace(p.Exported(), `"days":[`, `"settings":`+strconv.Quote(without)+`,"days":[`, 1)
	modelstest.Must(t, os.WriteFile(file, []byte(document), 0o600))
	for _, dryRun := range []bool{true, false} {
		if _, err := app.ImportFile(t.Context(), p.Config, app.ImportRequest{File: file, Settings: true, DryRun: dryRun}, time.Now()); err == nil || !strings.HasSuffix(err.Error(), inUse+"keep each, and rename it or hide it with hidden = true") {
			t.Errorf("got %v", err)
		}
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "1")
	if err := take(zoe); err != nil { // which no day had
		t.Error(err)
	}
}

func TestPrintedSettingsHaveWhatThisVersionDoesNotKnow(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	document := strings.Replace(p.Exported(), `"days":[`, `"settings":"later = 1\n[gadget]\na = 1\n[[gizmo]]\nb = 2\n","days":[`, 1)
	file := filepath.Join(t.TempDir(), "days.json")
	modelstest.Must(t, os.WriteFile(file, []byte(document), 0o600))
	modelstest.Must(t, modelstest.Only(app.ImportFile(t.Context(), p.Config, app.ImportRequest{File: file, Settings: true}, time.Now())))
	var printed strings.Builder
	modelstest.Must(t, app.ReportSettings(t.Context(), p.Config, &printed))
	before, _, _ := strings.Cut(printed.String(), "[person]")
	if !strings.Contains(before, "later = 1") || !strings.Contains(before, "gizmo = [{ b = 2 }]") || !strings.Contains(printed.String(), "[gadget]\na = 1") {
		t.Errorf("got %s", &printed)
	}
}
