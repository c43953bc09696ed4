package app

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

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
	eachMachineKey(func(section string, key settings.Key) {
		if got := fmt.Sprint(starter[section][key.Name]); got != fmt.Sprint(key.Default) {
			t.Errorf("the starter has %s.%s = %s, want %v", section, key.Name, got, key.Default)
		}
		wantRow(t, string(guide), section+"."+key.Name, key.Default)
	})
	eachKey(settings.Sections, "", func(path string, key settings.Key) {
		if key.Default != nil {
			wantRow(t, string(guide), path, key.Default)
		}
		// a row may have several, of which the last part is written
		row := regexp.MustCompile("(?m)^\\|.*[`.\\[]" + key.Name + "(`|]])")
		if key.Kind.Form != settings.Section && key.Kind.Form != settings.Things && !row.Match(guide) && !strings.HasSuffix(key.Name, "day") { // « monday to sunday »
			t.Errorf("docs/configuration.md has no %s", path)
		}
	})
}

// eachMachineKey calls a function with each of the keys of the machine's sections.
func eachMachineKey(do func(section string, key settings.Key)) {
	for _, section := range new(Config).machineSections() {
		for _, key := range section.Kind.Keys {
			do(section.Name, key)
		}
	}
}

// eachKey calls a function with each of the keys below a path, and those below them.
func eachKey(keys []settings.Key, below string, do func(path string, key settings.Key)) {
	for _, key := range keys {
		do(below+key.Name, key)
		if key.Kind.Keyed { // its keys are the person's
			continue
		}
		inner := slices.Clone(key.Kind.Keys)
		for i := range inner {
			if key.Kind.Form == settings.Rows || key.Kind.Form == settings.Things {
				inner[i].Default = nil // of nothing that is missing
			}
		}
		eachKey(inner, below+key.Name+".", do)
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
	eachMachineKey(func(section string, key settings.Key) {
		variable := envName(section + "." + key.Name)
		t.Setenv(variable, "from the environment")
		d := newDecoder(&document{}, withoutSecrets)
		d.machine(new(Config).machineSections())
		got := d.values[section].(settings.Tree)[key.Name]
		if fmt.Sprint(got) != "from the environment" && fmt.Sprint(got) != "[from the environment]" {
			t.Errorf("%s: got %v", variable, got)
		}
	})
	var want []string
	eachKey(settings.Sections, "", func(key string, of settings.Key) {
		if of.Default == nil {
			return
		}
		t.Setenv(envName(key), "from the environment")
		want = append(want, "environment: "+envName(key)+": is not used: set "+key+" in the file or on the page Réglages")
	})
	d := newDecoder(&document{}, withoutSecrets)
	d.take(new(Config).readPersonal(d.doc))
	d.warnOfIdleVariables()
	var got []string
	for _, warning := range d.warnings {
		got = append(got, warning.Error())
	}
	if !slices.Equal(got, want) || d.problems != nil {
		t.Errorf("got %q, %v, want %q", got, d.problems, want)
	}
}

func TestEverySectionIsThePersonsOrTheMachines(t *testing.T) {
	t.Parallel()
	var got []string
	for _, section := range settings.Sections {
		got = append(got, section.Name)
	}
	slices.Sort(got)
	if want := slices.Sorted(slices.Values(models.SettingsSections)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, section := range models.MachineSections {
		if slices.Contains(models.SettingsSections, section) {
			t.Errorf("%s is of both", section)
		}
	}
}
