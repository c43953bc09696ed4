package app

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"worklog/handlers/preferences"
	"worklog/models"
)

func TestTheStarterHasEverySettingOfTheMachineAndTheGuideAll(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var starter map[string]map[string]any
	if err := toml.Unmarshal(Starter, &starter); err != nil {
		t.Fatal(err)
	}
	for _, setting := range allSettings {
		section, name, _ := strings.Cut(setting.key, ".")
		if got := fmt.Sprint(starter[section][name]); slices.Contains(models.MachineSections, section) && got != fmt.Sprint(setting.standard) {
			t.Errorf("the starter has %s = %s, want %v", setting.key, got, setting.standard)
		}
		row := fmt.Sprintf("| `%s` | `%v` |", setting.key, setting.standard)
		if setting.standard == "" {
			row = fmt.Sprintf("| `%s` | |", setting.key)
		}
		if !strings.Contains(string(guide), row) {
			t.Errorf("docs/configuration.md has no row %s", row)
		}
	}
}

func TestTheEnvironmentSetsTheMachinesSectionsAndNoOther(t *testing.T) {
	var idle []string
	for _, setting := range allSettings {
		t.Setenv(envName(setting.key), "from the environment")
		d := newDecoder(&document{}, withoutSecrets)
		section, _, _ := strings.Cut(setting.key, ".")
		set := d.settings.Get(setting.key) == "from the environment"
		if set != slices.Contains(models.MachineSections, section) {
			t.Errorf("%s: set %v", envName(setting.key), set)
		}
		if !set {
			idle = append(idle, "environment: "+envName(setting.key)+": is not used: set "+setting.key+" in the file or on the page Réglages")
		}
	}
	d := newDecoder(&document{}, withoutSecrets)
	d.warnOfIdleVariables()
	var got []string
	for _, warning := range d.warnings {
		got = append(got, warning.Error())
	}
	if !slices.Equal(got, idle) {
		t.Errorf("got %q, want %q", got, idle)
	}
}

func TestEverySectionIsThePersonsOrTheMachines(t *testing.T) {
	t.Parallel()
	for section := range sections() {
		if slices.Contains(models.SettingsSections, section) == slices.Contains(models.MachineSections, section) {
			t.Error(section)
		}
	}
}

func TestThePageOfTheSettingsHasEveryKeyOfThePersons(t *testing.T) {
	t.Parallel()
	keys := preferences.Keys()
	for _, section := range models.SettingsSections {
		if known := sections()[section]; len(known) > 0 {
			for _, key := range known {
				if !slices.Contains(keys, section+"."+key) {
					t.Errorf("no %s.%s", section, key)
				}
			}
			continue
		}
		if !slices.Contains(keys, section) {
			t.Errorf("no %s", section)
		}
	}
}
