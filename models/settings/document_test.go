package settings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"worklog/models/modelstest"
	"worklog/models/settings"
)

func tree(t testing.TB, text string) settings.Tree {
	t.Helper()
	return modelstest.Got(settings.Parse(text))(t)
}

func TestASectionIsTheFilesOrThePersonsWhole(t *testing.T) {
	t.Parallel()
	const inFile = `
[balance]
from = "2026-01-01"
[[targets]]
from = 2026-01-01
week = "35h"
[counters.conges]
types = ["CONGE"]
[journeys.bureau]
distance_km = 10
[vehicles]
`
	const hides = `
[balance]
start = "5h"
[[targets]]
from = 2026-06-01
week = "20h"
[counters.rtt]
types = ["RTT"]
[journeys.bureau]
label = "Bureau"
`
	const beside = `
[person]
name = "Zoé"
[journeys."a.b"]
distance_km = 3
[vehicles.zoe]
type = "moteur"
`
	file, own, want := tree(t, inFile), tree(t, hides+beside), tree(t, inFile+beside)
	before := fmt.Sprint(file, own)
	both, hidden := settings.Beside(file, own)
	modelstest.Want(t, fmt.Sprint(both), fmt.Sprint(want))
	var paths []string
	for _, of := range hidden {
		paths = append(paths, strings.Join(of.Path, " "))
	}
	modelstest.WantList(t, paths, []string{"balance", "counters", "journeys bureau", "targets"}, "hidden")
	for _, test := range []struct{ path, want []string }{
		{[]string{"balance", "start"}, []string{"balance"}},
		{[]string{"targets", settings.Element(1), "week"}, []string{"targets"}},
		{[]string{"counters", "rtt", "types"}, []string{"counters"}},
		{[]string{"journeys", "bureau", "label"}, []string{"journeys", "bureau"}},
		{[]string{"journeys", "a.b", "label"}, nil},
		{[]string{"vehicles", "zoe"}, nil},
		{[]string{"person", "name"}, nil},
	} {
		modelstest.WantList(t, settings.Hider(file, test.path...), test.want, test.path)
	}
	if again, _ := settings.Beside(file, nil); fmt.Sprint(again) != fmt.Sprint(file) || fmt.Sprint(file, own) != before {
		t.Errorf("got %v, or what was given has changed", again)
	}
}

func TestAnIDIsMadeOfItsLabel(t *testing.T) {
	t.Parallel()
	taken := []string{"clio", "clio-2"}
	for label, want := range map[string]string{
		"Clio":                  "clio-3",
		"Renault Zoé":           "renault-zoe",
		"  L’annexe — Nord (2)": "l-annexe-nord-2",
		"Œuvre":                 "oeuvre",
		"":                      "sans-nom",
		"日本":                    "sans-nom",
		"--":                    "sans-nom",
		strings.Repeat("a", 50): strings.Repeat("a", 40),
	} {
		modelstest.Want(t, settings.NewID(label, func(id string) bool { return slices.Contains(taken, id) }), want, label)
	}
}
