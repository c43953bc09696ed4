package app

import (
	"slices"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/settings"
)

// Bounds of [pay], beyond which a figure is a typing mistake.
const (
	maxAnnualBase = 1_000_000_000 // thousandths of a euro a year
	maxPayRate    = 1_000_000     // thousandths of a euro for an hour or a day
	maxPayDelay   = 12            // months
)

// pay returns what [pay] says.
func (d *decoder) pay(law report.Law) report.PayRules {
	profiles := []report.Profile{"", report.Hospital}
	profile := report.Profile(d.text("pay.profile"))
	if !slices.Contains(profiles, profile) {
		d.rejectSetting("pay.profile", oneOf(profiles))
	}
	base, err := report.Thousandths(numberText(d.settings.Get("pay.annual_base")))
	if err != nil || base > maxAnnualBase {
		d.rejectSetting("pay.annual_base", "must be a number of euros a year from 0 to 1000000, with three decimals at most")
	}
	if base > 0 && profile != report.Hospital {
		d.warn("pay.annual_base", `is not used: pay.profile is not "fph"`)
	}
	delay, ok := d.wholeNumber("pay.delay_months")
	if !ok || delay < 0 || delay > maxPayDelay {
		d.rejectSetting("pay.delay_months", "must be a number of months from 0 to 12")
	}
	return report.PayRules{Law: law, Hospital: profile == report.Hospital, AnnualBase: base, Delay: delay, Rates: d.payRates()}
}

// payRates returns the rates of [[pay.rates]] in the order of their dates.
func (d *decoder) payRates() []report.PayRate {
	var rates []report.PayRate
	for i, table := range d.tables(d.table("pay")["rates"], "[[pay.rates]]", []string{"pay", "rates"}) {
		path := []string{"pay", "rates", settings.Element(i)}
		d.warnUnknown(table, []string{"kind", "from", "euros"}, path...)
		text, _ := table["kind"].(string)
		rate := report.PayRate{Kind: report.PayKind(text), From: d.date(table["from"], keyOf(path, "from"))}
		if !slices.Contains(report.PayKinds, rate.Kind) {
			d.demand(table["kind"], oneOf(report.PayKinds), keyOf(path, "kind"))
		}
		var ok bool
		if rate.Thousandths, ok = thousandths(table["euros"]); !ok || rate.Thousandths > maxPayRate {
			d.demand(table["euros"], "must be a number of euros for an hour or a day from 0 to 1000, with three decimals at most", keyOf(path, "euros"))
		}
		same := func(other report.PayRate) bool {
			return other.Kind == rate.Kind && other.From == rate.From && rate.From != civil.Date{}
		}
		if slices.ContainsFunc(rates, same) {
			d.reject(table["from"], "must be a date that no other rate of the kind has", keyOf(path, "from")...)
		}
		rates = append(rates, rate)
	}
	slices.SortStableFunc(rates, func(a, b report.PayRate) int { return a.From.Compare(b.From) })
	return rates
}
