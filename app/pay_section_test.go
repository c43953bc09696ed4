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

func TestEveryFaultOfThePayIsReportedWithItsLine(t *testing.T) {
	t.Parallel()
	const (
		kinds = `allowed: "night", "sunday", "holiday", "overtime_25", "overtime_50", "complementary_10", "complementary_25", "call_out", "telework", "meal"`
		euros = "must be a number of euros for an hour or a day from 0 to 1000, with three decimals at most"
		base  = "must be a number of euros a year from 0 to 1000000, with three decimals at most"
		delay = "must be a number of months from 0 to 12"
		date  = `must be a date, such as "2026-07-01"`
	)
	wantProblems(t, `[pay]
profile = "prive"
annual_base = -1
delay_months = 13
[[pay.rates]]
[[pay.rates]]
kind = "nights"
from = "2026-13-01"
euros = "2.50"
[[pay.rates]]
kind = "night"
from = "2026-01-01"
euros = 1000.001
[[pay.rates]]
kind = "night"
from = 2026-01-01
euros = -1
[[pay.rates]]
kind = 1
from = "2026-01-01"
euros = 2.5055
`,
		`FILE:2: pay.profile = "prive": allowed: "", "fph"`,
		`FILE:3: pay.annual_base = -1: `+base,
		`FILE:4: pay.delay_months = 13: `+delay,
		`FILE:5: pay.rates[1].from: is required; `+date,
		`FILE:5: pay.rates[1].kind: is required; `+kinds,
		`FILE:5: pay.rates[1].euros: is required; `+euros,
		`FILE:7: pay.rates[2].kind = "nights": `+kinds,
		`FILE:8: pay.rates[2].from = "2026-13-01": `+date,
		`FILE:9: pay.rates[2].euros = "2.50": `+euros,
		`FILE:13: pay.rates[3].euros = 1000.001: `+euros,
		`FILE:16: pay.rates[4].from = 2026-01-01: must be a date that no other rate of the kind has`,
		`FILE:17: pay.rates[4].euros = -1: `+euros,
		`FILE:19: pay.rates[5].kind = 1: `+kinds,
		`FILE:21: pay.rates[5].euros = 2.5055: `+euros)
	wantProblems(t, "[pay]\nprofile = 1\nannual_base = 1000000.001\ndelay_months = -1\nrates = 1\n",
		`FILE:2: pay.profile = 1: must be text in quotes`, `FILE:3: pay.annual_base = 1.000000001e+06: `+base, `FILE:4: pay.delay_months = -1: `+delay,
		`FILE:5: pay.rates = 1: must be a list of tables, as in [[pay.rates]]`)
	wantProblems(t, "[pay]\nannual_base = \"27540\"\ndelay_months = 1.5\nrates = [1]\n",
		`FILE:2: pay.annual_base = "27540": `+base, `FILE:3: pay.delay_months = 1.5: `+delay, `FILE:4: pay.rates = [1]: must be a list of tables, as in [[pay.rates]]`)
	wantProblems(t, "[[pay.bases]]\n[[pay.bases]]\nfrom = \"2026-06-01\"\nannual_base = -1\n[[pay.bases]]\nfrom = 2026-06-01\nannual_base = 1\n",
		`FILE:1: pay.bases[1].from: is required; `+date, `FILE:1: pay.bases[1].annual_base: is required; `+base, `FILE:4: pay.bases[2].annual_base = -1: `+base,
		`FILE:6: pay.bases[3].from = 2026-06-01: must be a date that no other base has`)
	wantProblems(t, "[pay]\nannual_base = nan\n", `FILE:2: pay.annual_base = NaN: `+base)
	wantProblems(t, "pay = 1\n", `FILE:1: pay = 1: must be a section, as in [pay]`)
	wantProblems(t, "[pay.rates]\nkind = \"night\"\n", `FILE:1: pay.rates = a table: must be a list of tables, as in [[pay.rates]]`)
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
