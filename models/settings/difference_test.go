package settings_test

import (
	"fmt"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"worklog/models/modelstest"
	"worklog/models/settings"
)

func TestDifferencesAreListedByTheirKeys(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, after string
		want          []string
	}{
		"nothing":            {"# a\n[person]\nname = \"Zoé\"", "person = { name = 'Zoé' } # b", nil},
		"an empty section":   {"", "[person]", nil},
		"that there is none": {"", "[vehicles]", []string{`vehicles:  -> {}`}},
		"added and removed":  {"[person]\nname = \"Zoé\"", "[meals]\nper_day = 2", []string{`meals.per_day:  -> 2`, `person.name: "Zoé" -> `}},
		"changed":            {"[balance]\nrtt_consumes = true\nstart = '0h'", "[balance]\nrtt_consumes = false\nstart = \"1\\u00a0h\"", []string{`balance.rtt_consumes: true -> false`, `balance.start: "0h" -> "1\u00A0h"`}},
		"a number's type":    {"[pay]\nannual_base = 1607", "[pay]\nannual_base = 1607.0", []string{`pay.annual_base: 1607 -> 1607.0`}},
		"rows in any order":  {"[[targets]]\nfrom = '2026-01-01'\nmonday = '7h'\n[[targets]]\nfrom = '2026-06-01'", "[[targets]]\nfrom = '2026-06-01'\n[[targets]]\nfrom = 2026-01-01\nmonday = '7h'", nil},
		"a row":              {"[[targets]]\nfrom = '2026-01-01'\nmonday = '7h'", "[[targets]]\nfrom = '2026-01-01'\nmonday = '8h'\n[[targets]]\nfrom = '2026-06-01'", []string{`targets[2026-01-01].monday: "7h" -> "8h"`, `targets[2026-06-01]:  -> {}`}},
		"a distance":         {"[[journeys.a.distances]]\nfrom='2026-01-01'\ndistance_km=3", "[journeys.a]\ndistances = [{from='2026-02-01',distance_km=3}]", []string{`journeys.a.distances[2026-01-01].distance_km: 3 -> `, `journeys.a.distances[2026-02-01].distance_km:  -> 3`}},
		"rows of one date":   {"[[counters.rtt.adjustments]]\ndate='2026-01-01'\ndays=1", "[[counters.rtt.adjustments]]\ndate='2026-01-01'\ndays=1\n[[counters.rtt.adjustments]]\ndate='2026-01-01'\ndays=2", []string{`counters.rtt.adjustments[2026-01-01 #2].days:  -> 2`}},
		"several identities": {"", "[[pay.rates]]\nkind='night'\nfrom='2026-01-01'\neuros=1.5\n[[telework.rates]]\nyear=2026\nday=2.7\n[[bareme]]\nyear=2026\ncategory='car'\npower_cv=4\nrates=[0.6,0.3]", []string{`bareme[2026 car 4].rates:  -> [0.6, 0.3]`, `pay.rates[night 2026-01-01].euros:  -> 1.5`, `telework.rates[2026].day:  -> 2.7`}},
		"other rows":         {"", "[[later]]\na=1\n[[later]]\n'b c'=2", []string{`later:  -> [{ a = 1 }, { "b c" = 2 }]`}},
		"a quoted id":        {"", "[vehicles.\"clio.2\"]\n[journeys.b]\nlabel=\"a\\nb\\\"\\u0001\\U0001F4A9\"", []string{`journeys.b.label:  -> "a\nb\"\u0001💩"`, `vehicles."clio.2":  -> {}`}},
	} {
		differences := settings.Differences(tree(t, test.before), tree(t, test.after))
		var got []string
		for _, found := range differences {
			got = append(got, fmt.Sprintf("%s: %s -> %s", found.Key, found.Before, found.After))
		}
		modelstest.WantList(t, got, test.want, name)
	}
}

func TestValuesOfADifferenceAreTOML(t *testing.T) {
	t.Parallel()
	for _, value := range []string{`1`, `-1.5`, `1e+300`, `inf`, `-inf`, `nan`, `true`, `2026-01-01`, `07:30:00`, `2026-01-01T07:30:00`, `2026-01-01T07:30:00+01:00`, `"\u0001 \" \\ é"`, `[1, ["a"], { b = 2.0 }]`, `[]`} {
		got := settings.Differences(nil, tree(t, "a.b = "+value))
		if len(got) != 1 || got[0].Key != "a.b" || got[0].After != value {
			t.Errorf("%s: got %v", value, got)
			continue
		}
		if err := toml.Unmarshal([]byte("a = "+got[0].After), &map[string]any{}); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}
