package report

import (
	"math/big"
	"slices"

	"worklog/models/civil"
)

// PayKind is what a payslip shows on a line of its own.
type PayKind string

// The kinds of pay.
const (
	PayNight           PayKind = "night"
	PaySunday          PayKind = "sunday" // that is no public holiday
	PayHoliday         PayKind = "holiday"
	PayOvertime25      PayKind = "overtime_25"
	PayOvertime50      PayKind = "overtime_50"
	PayComplementary10 PayKind = "complementary_10" // of part time, up to a tenth of the contract
	PayComplementary25 PayKind = "complementary_25"
	PayCallOut         PayKind = "call_out"
	PayTelework        PayKind = "telework"
	PayMeal            PayKind = "meal"
)

// PayKinds lists every kind in the order in which pages show them.
var PayKinds = []PayKind{PayNight, PaySunday, PayHoliday, PayOvertime25, PayOvertime50, PayComplementary10, PayComplementary25, PayCallOut, PayTelework, PayMeal}

// ByDay reports whether days are paid, and not hours.
func (k PayKind) ByDay() bool { return k == PayTelework || k == PayMeal }

// PayRules are the configuration of the pay.
type PayRules struct {
	Law Law
	// Hospital has nights, Sundays and public holidays paid as the texts of the fonction
	// publique hospitalière say.
	Hospital bool
	// Bases are the traitement and the indemnité de résidence of a year, of full time, by which a
	// hospital pays nights, in thousandths of a euro; 0 if they are not known.
	Bases []Since[int64]
	// Delay is after how many months hours are paid.
	Delay int
	Rates []PayRate // ascending by date
}

// PayRate is what is paid for an hour or a day of a kind from a date on.
type PayRate struct {
	Kind        PayKind
	From        civil.Date
	Thousandths int64 // of a euro
}

// Night returns when hours of a month are paid as those of the night: in hospitals, when the
// text says.
func (r PayRules) Night(hours Rules, month civil.Date) Night {
	if !r.Hospital {
		return hours.Night
	}
	text := r.Law.of(month.Year).HospitalNight
	if text.Percent == 0 { // there is none
		return hours.Night
	}
	return Night{civil.WallTime{Hour: text.From}, civil.WallTime{Hour: text.To}}
}

// Rate is an amount for a number of hours, in minutes, or of days, in half days.
type Rate struct {
	Thousandths int64  // of a euro
	For         int64  // minutes or half days
	Percent     int64  // of the amount that are paid
	Source      string // empty for the configuration
	Year        int    // of the text's figures; 0 for the configuration, and for a rule of no one year
	// Text leads to the source, if it is one that can be named.
	Text Article
}

// Own reports whether the rate is set in the configuration.
func (r Rate) Own() bool { return r.Source == "" }

// cents returns what is paid for minutes or half days, exactly.
func (r Rate) cents(count int64) *big.Rat {
	thousandths := new(big.Int).Mul(big.NewInt(r.Thousandths*r.Percent), big.NewInt(count))
	return new(big.Rat).SetFrac(thousandths, big.NewInt(r.For*100*10))
}

// Exact reports whether what is paid for minutes or half days are whole cents.
func (r Rate) Exact(count int64) bool { return r.cents(count).IsInt() }

// Cents returns what is paid for minutes or half days, rounded half up.
func (r Rate) Cents(count int64) int64 { return roundHalfUp(r.cents(count)) }

// roundHalfUp returns the whole number nearest to one that is not negative.
func roundHalfUp(number *big.Rat) int64 {
	number = new(big.Rat).Add(number, big.NewRat(1, 2))
	return new(big.Int).Div(number.Num(), number.Denom()).Int64()
}

// rateOn returns what is paid for a kind on a date, or nil if it is not known. What the
// configuration says counts before the texts.
func (r PayRules) rateOn(kind PayKind, date civil.Date) *Rate {
	for _, rate := range slices.Backward(r.Rates) {
		if rate.Kind != kind || rate.From.Compare(date) > 0 {
			continue
		}
		own := Rate{Thousandths: rate.Thousandths, For: 60, Percent: 100}
		if kind.ByDay() {
			own.For = 2
		}
		return &own
	}
	if !r.Hospital {
		return nil
	}
	law := r.Law.of(date.Year)
	base, _ := InForce(r.Bases, date)
	switch night, sunday := law.HospitalNight, law.HospitalSunday; {
	case kind == PayNight && night.Percent > 0 && base > 0:
		return &Rate{Thousandths: base, For: night.Hours * 60, Percent: night.Percent, Source: night.Source, Text: nightPay}
	case (kind == PaySunday || kind == PayHoliday) && sunday.Cents > 0:
		return &Rate{Thousandths: sunday.Cents * 10, For: sunday.Hours * 60, Percent: 100, Source: sunday.Source, Year: law.year}
	}
	return nil
}
