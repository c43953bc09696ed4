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
	guide := modelstest.Got(os.ReadFile("../docs/configuration.md"))(t)
	var starter map[string]map[string]any
	modelstest.Must(t, toml.Unmarshal(Starter, &starter))
	eachMachineKey(func(section string, key settings.Key) {
		modelstest.Want(t, fmt.Sprint(starter[section][key.Name]), fmt.Sprint(key.Default), section, key.Name)
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

func wantRow(t *testing.T, guide, key string, standard any) {
	t.Helper()
	row := fmt.Sprintf("| `%s` | `%v` |", key, standard)
	if standard == "" {
		row = fmt.Sprintf("| `%s` | |", key)
	}
	modelstest.Want(t, strings.Contains(guide, row), true, row)
}

func TestTheEnvironmentSetsTheMachinesSectionsAndNoOther(t *testing.T) {
	eachMachineKey(func(section string, key settings.Key) {
		variable := envName(section + "." + key.Name)
		t.Setenv(variable, "from the environment")
		d := newDecoder(&document{}, withoutSecrets)
		d.machine((&Config{doc: d.doc}).machineSections())
		got := d.values[section].(settings.Tree)[key.Name]
		modelstest.Want(t, strings.Trim(fmt.Sprint(got), "[]"), "from the environment", variable)
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
	modelstest.WantList(t, got, want)
	modelstest.Want(t, d.problems == nil, true, d.problems)
}

func TestEverySectionIsThePersonsOrTheMachines(t *testing.T) {
	var got []string
	for _, section := range settings.Sections {
		got = append(got, section.Name)
	}
	slices.Sort(got)
	modelstest.WantList(t, got, slices.Sorted(slices.Values(models.SettingsSections)))
	for _, section := range models.MachineSections {
		modelstest.Want(t, slices.Contains(models.SettingsSections, section), false, section, "is of both")
	}
}
