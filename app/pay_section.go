package app

import (
	"slices"

	"worklog/models/civil"
	"worklog/models/report"
)

// Bounds of [pay], beyond which a figure is a typing mistake.
const (
	maxAnnualBase = 1_000_000_000 // thousandths of a euro a year
	maxPayRate    = 1_000_000     // thousandths of a euro for an hour or a day
	maxPayDelay   = 12            // months
)

// pay returns what [pay] says.
func (d *decoder) pay(law report.Law) report.PayRules {
	t := d.section("pay")
	profile := setting(t, "profile", textAmong([]report.Profile{"", report.Hospital}, ""), "")
	base := setting(t, "annual_base", inThousandths(maxAnnualBase, "must be a number of euros a year from 0 to 1000000, with three decimals at most"), 0)
	if base > 0 && profile != report.Hospital {
		d.warn("pay.annual_base", `is not used: pay.profile is not "fph"`)
	}
	delay := setting(t, "delay_months", aNumber(0, maxPayDelay, "must be a number of months from 0 to 12"), 0)
	return report.PayRules{Law: law, Hospital: profile == report.Hospital, AnnualBase: base, Delay: delay, Rates: payRates(t)}
}

// payRates returns the rates of [[pay.rates]] in the order of their dates.
func payRates(t *table) []report.PayRate {
	var rates []report.PayRate
	for _, row := range t.rows("rates") {
		rate := report.PayRate{
			From:        required(row, "from", aDate),
			Kind:        required(row, "kind", among(report.PayKinds)),
			Thousandths: required(row, "euros", inThousandths(maxPayRate, "must be a number of euros for an hour or a day from 0 to 1000, with three decimals at most")),
		}
		same := func(other report.PayRate) bool {
			return other.Kind == rate.Kind && other.From == rate.From && rate.From != civil.Date{}
		}
		if slices.ContainsFunc(rates, same) {
			row.reject("from", "must be a date that no other rate of the kind has")
		}
		rates = append(rates, rate)
	}
	slices.SortStableFunc(rates, func(a, b report.PayRate) int { return a.From.Compare(b.From) })
	return rates
}
