package settings_test

import (
	"fmt"
	"slices"
	"testing"

	"worklog/models/settings"
)

// tree parses a document.
func tree(t testing.TB, text string) settings.Tree {
	t.Helper()
	parsed, err := settings.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// Everything that TOML can say in a section is written as it was read, rows as tables.
func TestADocumentIsWrittenAsItWasRead(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"",
		"[balance]\nfrom = '2026-01-01'\n",
		"targets = []\n",
		"[[targets]]\nfrom = 2026-01-01\nmonday = '7h'\n\n[[targets]]\nfrom = 2026-02-01\nweek = '35h'\n",
		"[counters.conges]\nallowance = 12.5\ntypes = ['CONGE']\n\n[[counters.conges.adjustments]]\ndate = 2026-06-01\ndays = 2.0\n",
		"[person]\nname = \"' \\\" \\\\ \\n = \\\"é\"\n",
		"[journeys.'a.b c']\ndistance_km = 17.8\n",
		"[future]\nkey = 'kept'\n",
	} {
		first := tree(t, text)
		written, err := settings.Text(first)
		if err != nil {
			t.Fatal(err)
		}
		again, err := settings.Text(tree(t, written))
		if err != nil || fmt.Sprintf("%#v", tree(t, written)) != fmt.Sprintf("%#v", first) || again != written {
			t.Errorf("%q: got %q, then %q, %v", text, written, again, err)
		}
	}
}

func TestTheFileWinsKeyByKeyAndDateByDate(t *testing.T) {
	t.Parallel()
	file := tree(t, `
[balance]
from = "2026-01-01"
[[targets]]
from = 2026-01-01
week = "35h"
[counters.conges]
types = ["CONGE"]
[journeys.bureau]
distance_km = 10
[[pay.rates]]
kind = "night"
from = "2026-01-01"
`)
	own := tree(t, `
[balance]
from = "2020-01-01"
start = "5h"
[person]
name = "Zoé"
[[targets]]
from = "2026-01-01"
week = "10h"
[[targets]]
from = 2026-06-01
week = "20h"
[counters.conges]
types = ["RTT"]
label = "Congés"
[counters.rtt]
types = ["RTT"]
[[pay.rates]]
kind = "sunday"
from = "2026-01-01"
`)
	merged := settings.Merge(file, own)
	got, err := settings.Text(merged.Tree)
	if err != nil {
		t.Fatal(err)
	}
	want, err := settings.Text(tree(t, `
[balance]
from = "2026-01-01"
start = "5h"
[person]
name = "Zoé"
[[targets]]
from = 2026-01-01
week = "35h"
[[targets]]
from = 2026-06-01
week = "20h"
[counters.conges]
types = ["CONGE"]
label = "Congés"
[counters.rtt]
types = ["RTT"]
[journeys.bureau]
distance_km = 10
[[pay.rates]]
kind = "night"
from = "2026-01-01"
[[pay.rates]]
kind = "sunday"
from = "2026-01-01"
`))
	if err != nil || got != want {
		t.Errorf("got %s, want %s, %v", got, want, err)
	}
	for _, test := range []struct{ path, want []string }{
		{[]string{"balance", "from"}, nil},
		{[]string{"balance", "start"}, []string{"balance", "start"}},
		{[]string{"targets", settings.Element(0), "week"}, nil},
		{[]string{"targets", settings.Element(1), "week"}, []string{"targets", settings.Element(1), "week"}},
		{[]string{"pay", "rates", settings.Element(1), "euros"}, []string{"pay", "rates", settings.Element(0), "euros"}},
		{[]string{"counters", "rtt", "allowance"}, []string{"counters", "rtt", "allowance"}},
		{[]string{"counters", "conges", "allowance"}, nil},
		{[]string{"person", "name"}, []string{"person", "name"}},
	} {
		if got := merged.Own(test.path...); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.path, got, test.want)
		}
	}
	if again := settings.Merge(file, settings.Tree{}); fmt.Sprint(again.Tree) != fmt.Sprint(file) {
		t.Errorf("got %v", again.Tree)
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
	} {
		if got := settings.NewID(label, func(id string) bool { return slices.Contains(taken, id) }); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}
