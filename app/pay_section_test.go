package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// paySections have every key of the pay.
const paySections = `
[[bareme]]
year = 2026
category = "cyclomoteur"
rates = [0.3, 0.1, 0.2]
constants = [0, 1, 2]
[pay]
profile = "fph"
annual_base = 27540.125
delay_months = 2
[[pay.bases]]
from = "2026-07-01"
annual_base = 28000
[[pay.bases]]
from = 2026-01-01
annual_base = 0
[[pay.rates]]
kind = "night"
from = "2026-07-01"
euros = 2.505
[[pay.rates]]
kind = "meal"
from = 2026-01-01
euros = 4
colour = 1
[[pay.rates]]
kind = "night"
from = "2026-01-01"
euros = 0
`

func TestThePayIsConfigured(t *testing.T) {
	t.Parallel()
	config := apptest.LoadConfig(t, paySections)
	january, july := civil.Date{Year: 2026, Month: 1, Day: 1}, civil.Date{Year: 2026, Month: 7, Day: 1}
	want := report.PayRules{Law: config.Frame.Costs.Law, Hospital: true, Bases: []report.Since[int64]{{Value: 27_540_125}, {From: january}, {From: july, Value: 28_000_000}}, Delay: 2, Rates: []report.PayRate{
		{Kind: report.PayMeal, From: january, Thousandths: 4_000}, {Kind: report.PayNight, From: january}, {Kind: report.PayNight, From: july, Thousandths: 2_505}}}
	modelstest.Want(t, fmt.Sprintf("%+v", config.Frame.Pay), fmt.Sprintf("%+v", want))
	if got := fmt.Sprint(config.Warnings); len(config.Warnings) != 1 || got[len(got)-len(`pay.rates[2].colour: unknown key, ignored]`):] != `pay.rates[2].colour: unknown key, ignored]` {
		t.Errorf("got warnings %s", got)
	}
	for _, content := range []string{"", "[pay]\n", "[pay]\nprofile = \"\"\nannual_base = 0\ndelay_months = 0\nrates = []\n"} {
		if got := apptest.LoadConfig(t, content).Frame.Pay; got.Hospital || len(got.Bases) != 1 || got.Bases[0].Value != 0 || got.Delay != 0 || got.Rates != nil {
			t.Errorf("%q: got %+v", content, got)
		}
	}
}

func TestABaseThatNoProfileUsesIsAWarning(t *testing.T) {
	for content, want := range map[string]string{"annual_base = 28000\n": "pay.annual_base", "annual_base = 0\n": "", "[[pay.bases]]\nfrom = \"2026-07-01\"\nannual_base = 28000\n": "pay.bases",
		"profile = \"fph\"\nannual_base = 28000\n": ""} {
		config := apptest.LoadConfig(t, "[pay]\n"+content)
		found := slices.DeleteFunc(config.Warnings, func(warning string) bool {
			return !strings.Contains(warning, `: is not used: pay.profile is not "fph"`)
		})
		if (want == "") != (len(found) == 0) || want != "" && !strings.Contains(found[0], want+": is") {
			t.Errorf("%q: got %q, want %q", content, config.Warnings, want)
		}
	}
}
