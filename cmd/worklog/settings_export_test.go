package main_test

import (
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

const someSettings = "# mine\n[person]\nname = \"Zoé \\\"Z\\\"\"\n\n[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\n"

// withSettings makes a folder like newDiary, with a version of the settings for each document.
func withSettings(t *testing.T, statements string, documents ...string) (folder string) {
	t.Helper()
	folder = newDiary(t, statements)
	for _, document := range documents {
		modelstest.Query(t, filepath.Join(folder, "worklog.db"),
			"INSERT INTO settings_versions (made_at, document) VALUES ('2026-11-20T07:00:00.000000000Z', '"+strings.ReplaceAll(document, "'", "''")+"')")
	}
	return folder
}

// versions selects who made which version of the settings.
const versions = "SELECT id || ' ' || made_by || ' ' || document FROM settings_versions ORDER BY id"

func TestAnExportHasTheSettingsOnlyIfItIsAskedFor(t *testing.T) {
	folder := withSettings(t, everything, "", someSettings)
	wantPrinted(t, folder, everythingJSON(t), "export")
	const member = `"settings":"# mine\n[person]\nname = \"Zoé \\\"Z\\\"\"\n\n[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\n",`
	wantPrinted(t, folder, strings.Replace(everythingJSON(t), `"days":[`, member+`"days":[`, 1), "export", "--settings")
	wantPrinted(t, newDiary(t, everything), everythingJSON(t), "export", "--settings") // there are none
}

func TestAnImportTakesTheSettingsOnlyIfItIsAskedTo(t *testing.T) {
	document := exported(t, withSettings(t, everything, someSettings), "--settings")
	folder := newDiary(t, "")
	write(t, folder, "all.json", document)
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\nThe file has settings, which were left out: --settings takes them.\n", "all.json")
	const differences = "settings: person.name: new, \"Zoé \\\"Z\\\"\"\nsettings: targets[2026-01-01].monday: new, \"7h\"\n"
	imports(t, folder, 0, differences+"Would import: 0 new, 0 changed, 4 unchanged. Nothing was written.\nThe settings would be taken.\n", "all.json", "--settings", "--dry-run")
	wantStored(t, folder, versions)
	kept := filepath.Join(folder, "worklog.db.before-import-1")
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\nThe settings were taken. The database as it was before is kept as "+kept+".\n", "all.json", "--settings")
	wantStored(t, folder, versions, "1 command line "+someSettings)
	wantPrinted(t, folder, document, "export", "--settings")
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\nThe settings are those in force.\n", "all.json", "--settings")
	write(t, folder, "other.json", strings.NewReplacer(`"7h\"`, `"8h\"`, `[person]\nname = \"Zoé \\\"Z\\\"\"`, "").Replace(document))
	imports(t, folder, 0, "settings: person.name: removed, was \"Zoé \\\"Z\\\"\"\nsettings: targets[2026-01-01].monday: \"8h\", was \"7h\"\n"+
		"Would import: 0 new, 0 changed, 4 unchanged. Nothing was written.\nThe settings would be taken.\n", "other.json", "--settings", "--dry-run")
	write(t, folder, "none.json", everythingJSON(t))
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\nThe file has no settings.\n", "none.json", "--settings")
	wantStored(t, folder, versions, "1 command line "+someSettings)
}

func TestDaysAndSettingsAreTakenTogetherOverDamagedOnes(t *testing.T) {
	document := exported(t, withSettings(t, everything, someSettings), "--settings")
	folder := withSettings(t, "", "[damaged")
	write(t, folder, "all.json", document)
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\nThe settings were taken.\n"+
		"warning: invalid settings; using an older version: settings: not TOML of the person's sections, of at most 256 KiB\n", "all.json", "--settings")
	wantStored(t, folder, versions, "1  [damaged", "2 command line "+someSettings)
}

func TestACheckSaysWhatOfTheSettingsDoesNotFitTheConfiguration(t *testing.T) {
	const notTOML = "settings 1: has a document that is not TOML of the person's sections in UTF-8\n"
	for document, want := range map[string]string{
		"pay = 5": "settings: pay = 5: must be a section, as in [pay]\n",
		"[balance]\nfrom = 7\nstart = 'x'": "settings: balance.from = 7: must be text in quotes\n" +
			"settings: balance.start = \"x\": must be a duration",
		"[vehicles":                          notTOML,
		strings.Repeat("[[targets]]\n", 201): "settings 1: has a document that has more than 1,000 keys in a table, 200 rows in a list, 10,000 of both or 19 levels\n",
	} {
		folder := withSettings(t, "", document)
		runs(t, folder, nil, "backup", "copy.db") // which warns, or not
		for _, arguments := range [][]string{{"check"}, {"check", "copy.db"}} {
			if code, out, problems := runs(t, folder, nil, arguments...); code != 1 || out != "" || !strings.HasPrefix(problems, want) || strings.HasPrefix(want, "settings 1:") && strings.Contains(problems, "settings: ") {
				t.Errorf("%.20q: got %d %s%s", document, code, out, problems)
			}
		}
		// settings that do not fit here are copied, as the days are; those beyond the limits are not
		limits := strings.HasPrefix(document, "[[targets]]")
		if code, _, problems := runs(t, folder, nil, "restore", "copy.db"); (code == 1) != limits || limits && !strings.Contains(problems, "settings: has more than 1,000 keys") {
			t.Errorf("%.20q: got %d %s", document, code, problems)
		}
	}
	prints(t, withSettings(t, "", "pay = 5", someSettings), "check")
}

func TestSettingsThatAreWrongRefuseTheWholeFile(t *testing.T) {
	folder := newDiary(t, "")
	with := func(document string) {
		write(t, folder, "all.json", strings.Replace(everythingJSON(t), `"days":[`, `"settings":"`+document+`","days":[`, 1))
	}
	for document, want := range map[string]string{
		`[person`:                               "settings: not TOML of the person's sections, of at most 256 KiB",
		`[web]\nauth = 'none'`:                  "settings: not TOML of the person's sections, of at most 256 KiB",
		`# \u0000`:                              "settings: not TOML of the person's sections, of at most 256 KiB",
		strings.Repeat("#", 256<<10+1):          "the settings are larger than 256 KiB",
		strings.Repeat(`\u0023`, 256<<10) + "#": "row 1: the cell is too long",
	} {
		with(document)
		wantUnchanged(t, folder, "all.json: "+want+"\n", "all.json", "--settings")
	}
	with(strings.Repeat(`\u0023`, 256<<10)) // as large as they may be, each byte escaped
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\nThe settings were taken.\n", "all.json", "--settings")
	wantStored(t, folder, versions, "1 command line "+strings.Repeat("#", 256<<10))
}
