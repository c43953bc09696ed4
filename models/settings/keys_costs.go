package settings

import (
	"fmt"
	"slices"

	"worklog/models/report"
)

// Bounds, beyond which a figure is a typing mistake.
const (
	maxRoundTrips   = 2          // a day, that the administration knows
	maxDistance     = 20_000_000 // half of the way around the Earth, in metres
	maxPower        = 500        // beyond any vehicle's, in CV
	firstIncomeYear = 2000
	lastIncomeYear  = 9999
	maxRate         = 10_000  // thousandths of a euro for a kilometre
	maxConstant     = 100_000 // euros
	maxAllowance    = 100_000 // euros
	maxMealCents    = 100_00
	maxAnnualBase   = 1_000_000_000 // thousandths of a euro a year
	maxPayRate      = 1_000_000     // thousandths of a euro for an hour or a day
	maxPayDelay     = 12            // months
)

var categories = []Choice{{"", "—"}, {"voiture", "Voiture"}, {"moto", "Moto"}, {"cyclomoteur", "Cyclomoteur"}}

func vehicle(id string, v *report.Vehicle) ([]Key, func(table)) {
	v.ID = id
	return []Key{
		{Name: "label", Kind: labelOr(&v.Label, id), Label: "Nom", Refusal: wrongLabel},
		{Name: "type", Kind: KindOf(OneOf, &v.Motor, inText("", func(text string) (bool, bool) { return text == Motor, true })).offering(Choice{"", "—"}, Choice{Motor, "À moteur"}, Choice{"cycle", "Cycle"}),
			Label: "Sorte", Help: "seul un véhicule à moteur se choisit dans une journée", Refusal: "Choisissez une sorte de véhicule."},
		{Name: "category", Kind: among(&v.Category, report.Categories, "").offering(categories...), Label: "Catégorie", Refusal: wrongCategory},
		{Name: "power_cv", Kind: whole(&v.Power, 1, maxPower, "must be the number of fiscal horsepower (CV), from 1 to 500"),
			Label: "Puissance fiscale", Unit: "CV", Help: "P.6 de la carte grise", Refusal: "Écrivez la puissance fiscale, de 1 à 500\u00a0CV."},
		{Name: "electric", Kind: FlagOf(&v.Electric), Label: "Électrique, sans autre moteur", Refusal: wrongFlag},
		{Name: "deductible", Kind: FlagOf(&v.Deductible), Default: true, Label: "Compte dans les frais réels", Help: "pas un véhicule de fonction", Refusal: wrongFlag},
		{Name: "hidden", Kind: FlagOf(&v.Hidden), Label: "Masquer des choix", Refusal: wrongFlag},
	}, nil
}

func journey(id string, j *report.Journey) ([]Key, func(table)) {
	j.ID, j.RoundTrips = id, 1
	distance := func(to *int64) Key {
		return Key{Name: "distance_km", Kind: thousandths(to, maxDistance, "must be a number of kilometres from 0 to 20000, with three decimals at most"),
			Label: "Distance, un aller", Unit: "km", Refusal: wrongDistance}
	}
	return slices.Concat([]Key{
		{Name: "label", Kind: labelOr(&j.Label, id), Label: "Nom", Refusal: wrongLabel},
	}, sinceDates(&j.Distances, distance, Key{Name: "distances", Label: "Distance"}, "must be a date that no other distance of the journey has"), []Key{
		{Name: "round_trips", Kind: whole(&j.RoundTrips, 1, maxRoundTrips, "must be 1 or 2"), Label: "Allers-retours par jour", Absent: "1", Refusal: "Écrivez 1 ou 2."},
		{Name: "beyond_40_km_justified", Kind: FlagOf(&j.Beyond40Justified), Label: "Au-delà de 40\u00a0km, tout compte (c’est justifié)", Refusal: wrongFlag},
		{Name: "hidden", Kind: FlagOf(&j.Hidden), Label: "Masquer des choix", Refusal: wrongFlag},
	}), nil
}

// incomeYear is the year of the income that figures are for.
func incomeYear(to *int) Kind {
	return whole(to, firstIncomeYear, lastIncomeYear, "must be the year of the income, such as 2026")
}

func (p *Personal) telework() Key {
	amount := func(name, label string, to *int64) Key {
		return Key{Name: name, Kind: cents(to, maxAllowance*100, "must be an amount in euros from 0 to 100000, with two decimals at most"), Required: true,
			Label: label, Unit: "€", Refusal: wrongAmount}
	}
	rates := func(r *report.TeleworkRates) ([]Key, func(table)) {
		return []Key{
			{Name: "year", Kind: incomeYear(&r.Year), Required: true, Label: "Année", Refusal: wrongYear},
			amount("day", "Par jour", &r.DayCents),
			amount("month", "Par mois, au plus", &r.MonthCents),
			amount("year_max", "Par an, au plus", &r.YearCents),
		}, nil
	}
	return section("telework", nil,
		Key{Name: "employer_allowance", Kind: FlagOf(&p.Costs.EmployerAllowance), Default: false, Label: "L’employeur indemnise le télétravail", Refusal: wrongFlag},
		Key{Name: "rates", Kind: rows(&p.law.telework, []string{"year"}, "must be a year that no other table of [[telework.rates]] has", rates), Label: "Télétravail d’une année", Fold: "Avancé"})
}

func (p *Personal) tenPercent() Key {
	amount := func(to *int64) Kind {
		return whole(to, 0, maxAllowance, "must be a whole number of euros from 0 to 100000")
	}
	limits := func(l *report.DeductionLimits) ([]Key, func(table)) {
		return []Key{
				{Name: "year", Kind: incomeYear(&l.Year), Required: true, Label: "Année", Refusal: wrongYear},
				{Name: "min", Kind: amount(&l.MinEuros), Required: true, Label: "Au moins", Unit: "€", Refusal: "Écrivez un nombre entier d’euros de 0 à 100\u00a0000."},
				{Name: "max", Kind: amount(&l.MaxEuros), Required: true, Label: "Au plus", Unit: "€", Refusal: "Écrivez un nombre entier d’euros de 0 à 100\u00a0000, pas au-dessous du minimum."},
			}, func(of table) {
				if l.MaxEuros < l.MinEuros {
					of.reject("max", "must not be less than min")
				}
			}
	}
	return Key{Name: "ten_percent", Fold: "Avancé", Label: "Les 10\u00a0% d’une année", Kind: rows(&p.law.deductions, []string{"year"}, "must be a year that no other table of [[ten_percent]] has", limits)}
}

func (p *Personal) bareme() Key {
	rate := func(to *int64) Kind {
		return thousandths(to, maxRate, "must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most")
	}
	constant := func(to *int64) Kind {
		return whole(to, 0, maxConstant, "must be three whole numbers of euros from 0 to 100000")
	}
	row := func(r *report.Row) ([]Key, func(table)) {
		power := func(value any) string { // the category was read before it
			number, _ := value.(int64)
			r.Power = int(number)
			switch powers := r.Category.Powers(); {
			case !r.Category.Valid():
			case len(powers) == 0 && value != nil:
				return "must be left out: the power of a " + string(r.Category) + " does not count"
			case len(powers) > 0 && !slices.Contains(powers, r.Power):
				return fmt.Sprintf("must be the lowest power of a class of %q: one of %v", r.Category, powers)
			}
			return ""
		}
		return []Key{
				{Name: "category", Kind: among(&r.Category, report.Categories, "").offering(categories...), Required: true, Label: "Catégorie", Refusal: wrongCategory},
				{Name: "year", Kind: incomeYear(&r.Year), Required: true, Label: "Année",
					Refusal: "Écrivez l’année des revenus, comme 2026\u00a0; une autre ligne n’a pas la même, avec la même catégorie et la même puissance."},
				{Name: "power_cv", Kind: Kind{Form: Whole, read: power}, Required: true,
					Label: "Dès", Unit: "CV", Refusal: "Écrivez 3, 4, 5, 6 ou 7 pour une voiture, 1, 3 ou 6 pour une moto, rien pour un cyclomoteur."},
				{Name: "rates", Kind: three(&r.Rates, rate), Required: true,
					Label: "Taux", Help: "0,636 ; 0,357 ; 0,427", Refusal: "Écrivez trois taux de 0 à 10\u00a0€ par kilomètre, comme 0,636 ; 0,357 ; 0,427."},
				{Name: "constants", Kind: three(&r.Constants, constant), Required: true,
					Label: "Constantes", Help: "0 ; 1395 ; 0", Refusal: "Écrivez trois nombres entiers d’euros de 0 à 100\u00a0000, comme 0 ; 1395 ; 0."},
			}, func(of table) {
				same := func(other report.Row) bool {
					return other.Year == r.Year && other.Category == r.Category && other.Power == r.Power
				}
				if slices.ContainsFunc(p.law.rows, same) {
					of.reader.reject(of.path, nil, "another row has the same year, category and power_cv")
				}
			}
	}
	return Key{Name: "bareme", Fold: "Avancé", Label: "Barème d’une année", Kind: rows(&p.law.rows, []string{"year", "category", "power_cv"}, "", row)}
}

func (p *Personal) pay() Key {
	var profile report.Profile
	rate := func(r *report.PayRate) ([]Key, func(table)) {
		return []Key{
			{Name: "from", Kind: date(&r.From), Required: true, Label: "À partir du", Refusal: "Écrivez une date comme 01/01/2026, qu’aucun autre montant de cette sorte n’a."},
			{Name: "kind", Kind: among(&r.Kind, report.PayKinds, "").offering(Choice{"", "—"}, Choice{"night", "une heure de nuit"}, Choice{"sunday", "une heure du dimanche"},
				Choice{"holiday", "une heure de jour férié"}, Choice{"overtime_25", "une heure supplémentaire à 25\u00a0%"}, Choice{"overtime_50", "une heure supplémentaire à 50\u00a0%"},
				Choice{"complementary_10", "une heure complémentaire à 10\u00a0%"}, Choice{"complementary_25", "une heure complémentaire à 25\u00a0%"},
				Choice{"call_out", "une heure d’intervention"}, Choice{"telework", "un jour de télétravail"}, Choice{"meal", "un repas"}),
				Required: true, Label: "Pour", Refusal: "Choisissez ce qui est payé."},
			{Name: "euros", Kind: thousandths(&r.Thousandths, maxPayRate, "must be a number of euros for an hour or a day from 0 to 1000, with three decimals at most"), Required: true,
				Label: "Montant", Unit: "€", Refusal: "Écrivez un montant de 0 à 1000\u00a0€, avec trois décimales au plus."},
		}, nil
	}
	base := func(to *int64) Key {
		return Key{Name: "annual_base", Kind: thousandths(to, maxAnnualBase, "must be a number of euros a year from 0 to 1000000, with three decimals at most"), Default: int64(0),
			Label: "Traitement et indemnité de résidence d’un an", Unit: "€", Help: "à temps plein", Refusal: "Écrivez un montant de 0 à 1\u00a0000\u00a0000\u00a0€, avec trois décimales au plus."}
	}
	return section("pay", func(of table) {
		p.Pay.Hospital = profile == report.Hospital
		if !p.Pay.Hospital && slices.ContainsFunc(p.Pay.Bases, func(base report.Since[int64]) bool { return base.Value > 0 }) {
			name := "annual_base"
			if !of.has(name) {
				name = "bases"
			}
			of.Warnings = append(of.Warnings, Problem{Path: of.at(name), Allowed: `is not used: pay.profile is not "fph"`})
		}
		slices.SortStableFunc(p.Pay.Rates, func(a, b report.PayRate) int { return a.From.Compare(b.From) })
	},
		slices.Concat([]Key{
			{Name: "profile", Kind: among(&profile, []report.Profile{"", report.Hospital}, "").offering(Choice{"", "selon les montants ci-dessous"}, Choice{"fph", "à l’hôpital public"}),
				Default: "", Label: "Payé comme", Refusal: wrongProfile},
		}, sinceDates(&p.Pay.Bases, base, Key{Name: "bases", Label: "Traitement"}, "must be a date that no other base has"), []Key{
			{Name: "delay_months", Kind: whole(&p.Pay.Delay, 0, maxPayDelay, "must be a number of months from 0 to 12"), Default: int64(0),
				Label: "Heures payées avec combien de mois de retard", Refusal: "Écrivez un nombre de mois de 0 à 12."},
			{Name: "rates", Kind: rows(&p.Pay.Rates, []string{"kind", "from"}, "must be a date that no other rate of the kind has", rate), Label: "Montant"},
		})...)
}
