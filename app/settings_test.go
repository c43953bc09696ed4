package app

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"worklog/handlers/preferences"
	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

func TestTheStarterHasEverySettingOfTheMachineAndTheGuideAll(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../docs/configuration.md")
	modelstest.Must(t, err)
	var starter map[string]map[string]any
	modelstest.Must(t, toml.Unmarshal(Starter, &starter))
	for _, machine := range machineSettings {
		section, name, _ := strings.Cut(machine.key, ".")
		if got := fmt.Sprint(starter[section][name]); got != fmt.Sprint(machine.standard) {
			t.Errorf("the starter has %s = %s, want %v", machine.key, got, machine.standard)
		}
		wantRow(t, string(guide), machine.key, machine.standard)
	}
	for _, of := range personalStandards() {
		wantRow(t, string(guide), strings.Join(of.path, "."), of.value)
	}
	for _, key := range preferences.Keys() { // a row may have several, of which the last part is written
		last := key[strings.LastIndexByte(key, '.')+1:]
		row := regexp.MustCompile("(?m)^\\|.*[`.\\[]" + last + "(`|]])")
		if !row.Match(guide) && !slices.Contains(weekdays, last) { // « monday to sunday »
			t.Errorf("docs/configuration.md has no %s", key)
		}
	}
}

// wantRow checks that the guide has a key with its default.
func wantRow(t *testing.T, guide, key string, standard any) {
	t.Helper()
	row := fmt.Sprintf("| `%s` | `%v` |", key, standard)
	if standard == "" {
		row = fmt.Sprintf("| `%s` | |", key)
	}
	if !strings.Contains(guide, row) {
		t.Errorf("docs/configuration.md has no row %s", row)
	}
}

func TestTheEnvironmentSetsTheMachinesSectionsAndNoOther(t *testing.T) {
	for _, machine := range machineSettings {
		t.Setenv(envName(machine.key), "from the environment")
		if got := newDecoder(&document{}, withoutSecrets).settings.Get(machine.key); got != "from the environment" {
			t.Errorf("%s: got %v", envName(machine.key), got)
		}
	}
	var want []string
	for _, of := range personalStandards() {
		key := strings.Join(of.path, ".")
		t.Setenv(envName(key), "from the environment")
		want = append(want, "environment: "+envName(key)+": is not used: set "+key+" in the file or on the page Réglages")
	}
	d := newDecoder(&document{}, withoutSecrets)
	d.personal(&Config{})
	d.warnOfIdleVariables()
	var got []string
	for _, warning := range d.warnings {
		got = append(got, warning.Error())
	}
	if !slices.Equal(got, want) || d.problems != nil {
		t.Errorf("got %q, %v, want %q", got, d.problems, want)
	}
}

// everyTable has a table of each kind of the person's sections.
const everyTable = `
[[targets]]
[[balance.adjustments]]
[counters.a]
[[counters.a.adjustments]]
[[pay.rates]]
[[telework.rates]]
[[ten_percent]]
[[bareme]]
category = "voiture"
[vehicles.a]
[journeys.a]
[[journeys.a.distances]]
`

func TestThePageOfTheSettingsHasEveryKeyOfThePersonsAndNoOther(t *testing.T) {
	t.Parallel()
	doc, problem := parseDocument("config.toml", []byte(everyTable))
	if problem != nil {
		t.Fatal(problem)
	}
	d := newDecoder(doc, withoutSecrets)
	machines := slices.Collect(maps.Keys(d.root.asked))
	d.personal(&Config{})
	var got []string
	for _, table := range d.tables {
		var path []string
		for i, part := range table.path {
			if _, row := settings.Number(part); !row && !(i == 1 && slices.Contains([]string{"counters", "vehicles", "journeys"}, table.path[0])) {
				path = append(path, part)
			}
		}
		for key := range table.asked {
			_, isTable := d.doc.root[key].(map[string]any)
			switch section := cmp.Or(slices.Concat(path, []string{key})...); {
			case slices.Contains(models.MachineSections, section) || table.path == nil && (isTable || d.sections[key] != nil):
			case len(table.path) == 1 && key == "a": // an id
			default:
				got = append(got, strings.Join(append(path, key), "."))
			}
		}
	}
	slices.Sort(got)
	got = slices.Compact(got)
	if want := slices.Sorted(slices.Values(preferences.Keys())); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for section := range d.root.asked {
		if slices.Contains(models.SettingsSections, section) == slices.Contains(machines, section) {
			t.Errorf("%s is of neither the person nor the machine, or of both", section)
		}
	}
}
