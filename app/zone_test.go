package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
	"worklog/models/settings"
)

// zoneHere returns the zone of a host without the section, and the warnings.
func zoneHere(t *testing.T, localtime, timezone string) (name, warning string) {
	t.Helper()
	d := newDecoder(&document{file: "config.toml"}, withSecrets)
	name = d.hostZone(localtime, timezone).String()
	for _, problem := range d.warnings {
		warning += problem.Error()
	}
	return name, warning
}

const unknownZone = `names no IANA time zone, such as "Europe/Paris": the pages are in UTC`

func TestWithoutTheSectionTheZoneIsThatOfTZWhateverItsForm(t *testing.T) {
	for tz, want := range map[string]string{
		"Asia/Tokyo":                               "Asia/Tokyo",
		":Asia/Tokyo":                              "Asia/Tokyo",
		"/usr/share/zoneinfo/Asia/Tokyo":           "Asia/Tokyo",
		":/usr/share/zoneinfo/Asia/Tokyo":          "Asia/Tokyo",
		"/var/db/timezone/zoneinfo/America/Bogota": "America/Bogota",
		"Nowhere/Nothing":                          "",
		"CET-1CEST":                                "",
		"/usr/share/zoneinfo/Nowhere":              "",
		"/usr/share/zoneinfo/right/Asia/Tokyo":     "",
		"/etc/no/such/file":                        "",
		"Local":                                    "",
		"\x1b[2J":                                  "",
	} {
		t.Setenv("TZ", tz)
		config, err := LoadConfig("")
		warning := "environment: TZ = " + settings.Quoted(tz) + ": " + unknownZone
		if want != "" {
			warning = ""
		}
		if want == "" {
			want = "UTC"
		}
		if got := strings.Join(config.Warnings, "\n"); err != nil || config.Rules.Zone.String() != want || got != warning {
			t.Errorf("TZ=%s: got %s and %q, %v, want %s and %q", tz, config.Rules.Zone, got, err, want, warning)
		}
	}
}

func TestTheSectionsZoneNeedsNoneOfTheHost(t *testing.T) {
	t.Setenv("TZ", "Nowhere/Nothing")
	doc, _ := parseDocument("config.toml", []byte("[presence_integration]\ntimezone = \"Asia/Tokyo\"\n"))
	config := modelstest.Got(decodeConfig(doc, withSecrets))(t)
	modelstest.Want(t, config.Rules.Zone.String(), "Asia/Tokyo")
	modelstest.WantList(t, config.Warnings, nil)
}

func TestWithoutTZTheZoneIsThatOfTheHostsFiles(t *testing.T) {
	t.Setenv("TZ", "")
	folder := t.TempDir()
	database := filepath.Join(folder, "zoneinfo", "Asia")
	modelstest.Must(t, os.MkdirAll(database, 0o700))
	tokyo, link, named, copied, wrong := filepath.Join(database, "Tokyo"), filepath.Join(folder, "link"), filepath.Join(folder, "named"), filepath.Join(folder, "copied"), filepath.Join(folder, "wrong")
	for file, content := range map[string]string{tokyo: "", named: "Europe/Paris\n", copied: "TZif", wrong: "Nowhere\n"} {
		modelstest.Must(t, os.WriteFile(file, []byte(content), 0o600))
	}
	modelstest.Must(t, os.Symlink(tokyo, link))
	missing := filepath.Join(folder, "missing")
	for _, test := range []struct{ name, localtime, timezone, zone, warning string }{
		{"a link into the database", link, named, "Asia/Tokyo", ""},
		{"a copy beside a name", copied, named, "Europe/Paris", ""},
		{"only a name", missing, named, "Europe/Paris", ""},
		{"nothing, as in an empty container", missing, missing, "UTC", ""},
		{"only a copy", copied, missing, "UTC", copied + ": " + unknownZone},
		{"a wrong name", copied, wrong, "UTC", wrong + ` = "Nowhere\n": ` + unknownZone},
	} {
		if zone, warning := zoneHere(t, test.localtime, test.timezone); zone != test.zone || warning != test.warning {
			t.Errorf("%s: got %s, %q, want %s, %q", test.name, zone, warning, test.zone, test.warning)
		}
	}
}
