package main_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

const someSettings = "# mine\n[person]\nname = \"Zoé \\\"Z\\\"\"\n\n[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\n"

// withSettings makes a folder like newDiary, with a version of the settings for each document.
func withSettings(t *testing.T, statements string, documents ...string) (folder string) {
	t.Helper()
	folder = newDiary(t, statements)
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	defer db.Close()
	for _, document := range documents {
		modelstest.Must(t, modelstest.Only(db.Exec("INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', ?)", document)))
	}
	return folder
}

// versionsIn returns who made which version of the settings.
func versionsIn(t *testing.T, folder string) []string {
	t.Helper()
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	defer db.Close()
	return column(t, db, "SELECT id || ' ' || made_by || ' ' || document FROM settings_versions ORDER BY id")
}

func TestAnExportHasTheSettingsOnlyIfItIsAskedFor(t *testing.T) {
	t.Parallel()
	folder := withSettings(t, everything, "", someSettings)
	if got := exported(t, folder); got != everythingJSON(t) {
		t.Errorf("got %s", got)
	}
	with := exported(t, folder, "--settings")
	member := `"settings":"# mine\n[person]\nname = \"Zoé \\\"Z\\\"\"\n\n[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\n",`
	if want := strings.Replace(everythingJSON(t), `"days":[`, member+`"days":[`, 1); with != want {
		t.Errorf("got\n%s\nwant\n%s", with, want)
	}
	if got := exported(t, newDiary(t, everything), "--settings"); got != everythingJSON(t) { // there are none
		t.Errorf("got %s", got)
	}
	code, _, problems := runs(t, folder, nil, "export", "--format", "csv", "--settings")
	if code != 1 || problems != "--settings is for --format json\n" {
		t.Errorf("got %d %s", code, problems)
	}
}

func TestAnImportTakesTheSettingsOnlyIfItIsAskedTo(t *testing.T) {
	t.Parallel()
	from := withSettings(t, everything, someSettings)
	document := exported(t, from, "--settings")
	folder := newDiary(t, "")
	write(t, folder, "all.json", document)
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\nThe file has settings, which were left out: --settings takes them.\n", "all.json")
	if got := versionsIn(t, folder); got != nil {
		t.Errorf("got %q", got)
	}
	const differences = "settings: person.name: new, \"Zoé \\\"Z\\\"\"\nsettings: targets[2026-01-01].monday: new, \"7h\"\n"
	imports(t, folder, 0, differences+"Would import: 0 new, 0 changed, 4 unchanged. Nothing was written.\nThe settings would be taken.\n", "all.json", "--settings", "--dry-run")
	if got := versionsIn(t, folder); got != nil {
		t.Errorf("after the dry run: got %q", got)
	}
	kept := filepath.Join(folder, "worklog.db.before-import-1")
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\nThe settings were taken. The database as it was before is kept as "+kept+".\n", "all.json", "--settings")
	if got := versionsIn(t, folder); !slices.Equal(got, []string{"1 command line " + someSettings}) {
		t.Errorf("got %q", got)
	}
	if got := exported(t, folder, "--settings"); got != document {
		t.Errorf("got\n%s\nwant\n%s", got, document)
	}
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\nThe settings are those in force.\n", "all.json", "--settings")
	write(t, folder, "other.json", strings.NewReplacer(`"7h\"`, `"8h\"`, `[person]\nname = \"Zoé \\\"Z\\\"\"`, "").Replace(document))
	imports(t, folder, 0, "settings: person.name: removed, was \"Zoé \\\"Z\\\"\"\nsettings: targets[2026-01-01].monday: \"8h\", was \"7h\"\n"+
		"Would import: 0 new, 0 changed, 4 unchanged. Nothing was written.\nThe settings would be taken.\n", "other.json", "--settings", "--dry-run")
	write(t, folder, "none.json", everythingJSON(t))
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\nThe file has no settings.\n", "none.json", "--settings")
	if got := versionsIn(t, folder); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestDaysAndSettingsAreTakenTogetherOverDamagedOnes(t *testing.T) {
	t.Parallel()
	document := exported(t, withSettings(t, everything, someSettings), "--settings")
	folder := withSettings(t, "", "[damaged")
	write(t, folder, "all.json", document)
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\nThe settings were taken.\n"+
		"warning: invalid settings; using an older version: settings: not TOML of the person's sections, of at most 256 KiB\n", "all.json", "--settings")
	if got := versionsIn(t, folder); !slices.Equal(got, []string{"1  [damaged", "2 command line " + someSettings}) {
		t.Errorf("got %q", got)
	}
}

// backUp makes copy.db, whatever is odd in it.
func backUp(t *testing.T, folder string) {
	t.Helper()
	if code, _, problems := runs(t, folder, nil, "backup", "copy.db"); code != 0 {
		t.Fatal(problems)
	}
}

func TestACheckSaysWhatOfTheSettingsDoesNotFitTheConfiguration(t *testing.T) {
	t.Parallel()
	const notTOML = "settings 1: has a document that is not TOML of the person's sections in UTF-8\n"
	for document, want := range map[string]string{
		"vehicles = 5": "trial: settings: vehicles = 5: must be a section, as in [vehicles]\n",
		"targets = 5":  "trial: settings: targets = 5: must be a list of tables, as in [[targets]]\n",
		"[balance]\nfrom = 7\nstart = 'x'": "trial: settings: balance.from = 7: must be text in quotes\n" +
			"trial: settings: balance.start = \"x\": must be a duration",
		"[vehicles":                          notTOML,
		strings.Repeat("[[targets]]\n", 201): "settings 1: has a document that has more than 1,000 keys in a table, 200 rows in a list, 10,000 of both or 19 levels\n",
	} {
		folder := withSettings(t, "", document)
		backUp(t, folder)
		for _, arguments := range [][]string{{"check"}, {"check", "copy.db"}} {
			if code, out, problems := runs(t, folder, nil, arguments...); code != 1 || out != "" || !strings.HasPrefix(problems, want) {
				t.Errorf("%.20q: got %d %s%s", document, code, out, problems)
			}
		}
	}
	folder := withSettings(t, "", "vehicles = 5", someSettings)
	if code, out, problems := runs(t, folder, nil, "check"); code != 0 || problems != "" {
		t.Errorf("got %d %s%s", code, out, problems)
	}
}

func TestSettingsBeyondTheLimitsAreNotRestored(t *testing.T) {
	t.Parallel()
	folder := withSettings(t, "", strings.Repeat("[[targets]]\n", 201))
	backUp(t, folder)
	code, _, problems := runs(t, folder, nil, "restore", "copy.db")
	if code != 1 || !strings.Contains(problems, "trial: settings: has more than 1,000 keys") {
		t.Errorf("got %d %s", code, problems)
	}
	// settings that do not fit here are copied, as the days are
	folder = withSettings(t, "", "vehicles = 5")
	backUp(t, folder)
	if code, _, problems := runs(t, folder, nil, "restore", "copy.db"); code != 0 {
		t.Errorf("got %d %s", code, problems)
	}
}

func TestSettingsThatAreWrongRefuseTheWholeFile(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, "")
	for document, want := range map[string]string{
		`[person`:                               "settings: not TOML of the person's sections, of at most 256 KiB",
		`[web]\nauth = 'none'`:                  "settings: not TOML of the person's sections, of at most 256 KiB",
		`# \u0000`:                              "settings: not TOML of the person's sections, of at most 256 KiB",
		strings.Repeat("#", 256<<10+1):          "the settings are larger than 256 KiB",
		strings.Repeat(`\u0023`, 256<<10) + "#": "row 1: the cell is too long",
	} {
		write(t, folder, "all.json", strings.Replace(everythingJSON(t), `"days":[`, `"settings":"`+document+`","days":[`, 1))
		refuses(t, folder, "all.json: "+want+"\n", "all.json", "--settings")
	}
	// as large as they may be, each byte escaped
	write(t, folder, "all.json", strings.Replace(everythingJSON(t), `"days":[`, `"settings":"`+strings.Repeat(`\u0023`, 256<<10)+`","days":[`, 1))
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\nThe settings were taken.\n", "all.json", "--settings")
	if got := versionsIn(t, folder); len(got) != 1 || got[0] != "1 command line "+strings.Repeat("#", 256<<10) {
		t.Errorf("got %d versions", len(got))
	}
	// settings are a text, and there once
	for part, want := range map[string]string{
		`"settings":1,`:                "row 1: is not a document that worklog has exported: a member is missing, unknown, twice there, null or of another type\n",
		`"settings":"","settings":"",`: "row 1: is not a document that worklog has exported: a member is missing, unknown, twice there, null or of another type\n",
		`"settings":null,`:             "row 1: is not a document that worklog has exported: a member is missing, unknown, twice there, null or of another type\n",
	} {
		write(t, folder, "all.json", strings.Replace(everythingJSON(t), `"days":[`, part+`"days":[`, 1))
		refuses(t, folder, "all.json: "+want, "all.json", "--settings")
	}
}
