package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// CostsPage is the travel costs of a year and what decides about them.
type CostsPage struct {
	report.Costs
	Rules report.CostRules
	// MealsLeftOut says that meals are configured and that the person leaves them out.
	MealsLeftOut bool
	// Day returns where a day leads to.
	Day func(models.Day) string

	links map[*models.Day]views.Link // those of the page so far: it shows most days several times
}

// View returns the page of the costs without its frame, heading, person and links.
func (c CostsPage) View() views.Costs {
	c.links = map[*models.Day]views.Link{}
	page := views.Costs{
		Figures:  fmt.Sprintf("Calculés à partir de vos journées, avec le barème kilométrique de %d.", c.BaremeYear),
		Empty:    c.IsEmpty(),
		Nothing:  c.nothing(),
		Telework: c.telework(),
		Meals:    c.meals(),
		Doubts:   c.doubts(),
		Keep:     fmt.Sprintf("Gardez la liste des journées jusqu’au 31%sdécembre %d.", french.NBSP, c.Year+3),
		Annex:    c.annex(),

		MealColumn: len(c.Meals.Days) > 0,
	}
	if c.Provisional {
		page.Provisional = fmt.Sprintf("Les chiffres de %d ne sont pas tous connus\u00a0: les derniers publiés les remplacent.", c.Year)
		page.ToPublish = c.toPublish()
	}
	if c.running() {
		page.Running = "Comptés jusqu’au " + french.DayOfMonth(c.Until) + "."
	}
	if len(c.Planned) > 0 {
		days := c.days("Prévues, pas encore comptées", c.Planned, daysCounted)
		page.Planned = &days
	}
	if c.TotalEuros != nil {
		page.Total, page.Sum = french.Euros(*c.TotalEuros), costSum(c.Costs)
		page.All = c.allDays()
		page.Return = c.taxReturn()
	}
	for _, missing := range c.Missing {
		page.Missing = append(page.Missing, c.missing(missing))
	}
	for _, vehicle := range c.Vehicles {
		page.Vehicles = append(page.Vehicles, c.vehicle(vehicle))
	}
	if len(c.WithoutSlots) > 0 {
		days := c.days("Comptées sans créneau", c.WithoutSlots, daysCounted)
		page.NoSlots = &days
	}
	return page
}

// nothing says where the costs come from, and what the configuration lacks for them.
func (c CostsPage) nothing() views.Nothing {
	nothing := views.Nothing{Text: "Aucune journée de cette année n’a de trajet avec un véhicule, ni de télétravail. Chacune qui en aura comptera ici."}
	if !c.Rules.Carless && (len(c.Rules.Vehicles) == 0 || len(c.Rules.Journeys) == 0) {
		nothing.Set = "Pour qu’une journée puisse en avoir, il faut un trajet et un véhicule."
		nothing.Leads = []views.Link{{Path: views.SettingsAt("journeys"), Label: "Régler un trajet"}, {Path: views.SettingsAt("vehicles"), Label: "Régler un véhicule"}}
	}
	return nothing
}

// costSum writes the terms of the total, such as "= 4 274,56 € + 108,00 €".
func costSum(costs report.Costs) string {
	var terms []string
	for _, vehicle := range costs.Vehicles {
		if *vehicle.Cents > 0 {
			terms = append(terms, french.Cents(*vehicle.Cents))
		}
	}
	if costs.Telework.Cents > 0 {
		terms = append(terms, french.Cents(costs.Telework.Cents))
	}
	if costs.Meals.Cents > 0 {
		terms = append(terms, french.Cents(costs.Meals.Cents))
	}
	if len(terms) == 0 {
		return ""
	}
	return "= " + strings.Join(terms, " + ") + ", à l’euro le plus proche"
}

// missing says what is to be set, and leads there.
func (c CostsPage) missing(missing report.Missing) views.CostMissing {
	of := views.Link{Path: views.SettingsOf(missing.Section, missing.ID), Label: c.labelOf(missing)}
	if missing.Key == "" {
		of.Path = views.SettingsAt(missing.Section + "-new")
	}
	return views.CostMissing{Link: of, Text: missingText(missing)}
}

// labelOf names what lacks something.
func (c CostsPage) labelOf(missing report.Missing) string {
	for _, vehicle := range c.Rules.Vehicles {
		if missing.Section == "vehicles" && vehicle.ID == missing.ID {
			return vehicle.Label
		}
	}
	for _, journey := range c.Rules.Journeys {
		if missing.Section == "journeys" && journey.ID == missing.ID {
			return journey.Label
		}
	}
	return missing.ID
}

func missingText(missing report.Missing) string {
	switch {
	case missing.Section == "vehicles" && missing.Key == "":
		return " n’est plus parmi vos véhicules\u00a0: remettez-le sous ce nom, avec sa catégorie et sa puissance fiscale."
	case missing.Key == "category":
		return "\u00a0: la catégorie (voiture, moto ou cyclomoteur)"
	case missing.Key == "power_cv":
		return "\u00a0: la puissance fiscale, champ P.6 de la carte grise"
	}
	span := "pour le " + french.DayOfMonth(missing.From)
	if missing.From != missing.To {
		span = "du " + french.DayOfMonth(missing.From) + " au " + french.DayOfMonth(missing.To)
	}
	if missing.Key == "" {
		return " n’est plus parmi vos trajets\u00a0: remettez-le sous ce nom, avec sa distance (" + span + ")."
	}
	return "\u00a0: la distance de l’aller, en kilomètres (" + span + ")"
}

func (c CostsPage) vehicle(costs report.VehicleCosts) views.CostVehicle {
	view := views.CostVehicle{Name: costs.Vehicle.Label, Days: c.travelDays("Tous les trajets", costs.Days)}
	if costs.Cents != nil {
		view.Amount = french.Cents(*costs.Cents)
	}
	switch {
	case !costs.Vehicle.Deductible:
		view.Rule = "Ce véhicule ne donne lieu à aucune déduction."
	case costs.Row != nil:
		view.Rule = fmt.Sprintf("%s, %s (barème de%s%d)", powerText(*costs.Row), bracketText(costs), french.NBSP, costs.Row.Year)
		view.Sum = formula(costs)
		view.Source = sourceOf(costs.Row.Source, ownBareme)
		if costs.ElectricPercent > 0 {
			view.Electric = "Véhicule électrique" + french.NBSP + ": " + c.Rules.Law.Sources(c.Year).Electric + "."
		}
	}
	for _, journey := range costs.Journeys {
		if journey.Limited {
			view.Limited = "Au-delà de 40" + french.NBSP + "km l’aller, la distance n’est pas comptée, sauf justification. Source" + french.NBSP + ": " + c.Rules.Law.Sources(c.Year).OneWayLimit + "."
			view.Justify = append(view.Justify, views.Link{Path: views.SettingsOf("journeys", journey.ID), Label: journey.Label})
		}
		if len(costs.Journeys) > 1 {
			days := c.travelDays(journey.Label, journey.Days)
			days.Other = anotherDistance(journey)
			view.Journeys = append(view.Journeys, days)
		} else {
			view.Days.Label, view.Days.Other = journey.Label, anotherDistance(journey)
		}
	}
	return view
}

// anotherDistance leads to a new distance of a journey that is still set, from a date on.
func anotherDistance(journey report.JourneyTravel) views.Link {
	if journey.RoundTrips == 0 {
		return views.Link{}
	}
	return views.Link{Path: views.SettingsNew(views.SettingsPlace("journeys", journey.ID), "distances"), Label: "+ Distance"}
}

var categoryWords = map[report.Category]string{report.Car: "Voiture", report.Moto: "Moto", report.Scooter: "Cyclomoteur"}

// powerText names the class of a row, such as "Voiture de 5 CV".
func powerText(row report.Row) string {
	power := strconv.Itoa(row.Power) + french.NBSP + "CV"
	powers := row.Category.Powers()
	switch name := categoryWords[row.Category]; {
	case len(powers) == 0:
		return name
	case row.Category == report.Moto && row.Power < powers[len(powers)-1]:
		next := powers[slices.Index(powers, row.Power)+1]
		return fmt.Sprintf("%s de %d à %d%sCV", name, row.Power, next-1, french.NBSP)
	case row.Power == powers[0]:
		return name + " de " + power + " ou moins"
	case row.Power == powers[len(powers)-1]:
		return name + " de " + power + " ou plus"
	default:
		return name + " de " + power
	}
}

func bracketText(costs report.VehicleCosts) string {
	first, second := french.Metres(costs.Brackets[0]*1000), french.Metres(costs.Brackets[1]*1000)
	return []string{"jusqu’à " + first, "de " + first + " à " + second, "au-delà de " + second}[costs.Bracket]
}

// formula writes how the amount comes about, such as "8 066 km × 0,357 + 1 395 € =
// 4 274,56 €".
func formula(costs report.VehicleCosts) string {
	text := french.Metres(costs.Metres) + " × " + french.Thousandths(costs.Row.Rates[costs.Bracket]) + french.NBSP + "€"
	if constant := costs.Row.Constants[costs.Bracket]; constant > 0 {
		text += " + " + french.Euros(constant)
	}
	if percent := costs.ElectricPercent; percent > 0 {
		text = fmt.Sprintf("(%s) × %s (électrique)", text, french.Thousandths(1000+10*percent))
	}
	return text + " = " + french.Cents(*costs.Cents)
}

func (c CostsPage) telework() *views.CostTelework {
	if len(c.Telework.Days) == 0 {
		return nil
	}
	view := &views.CostTelework{Amount: french.Cents(c.Telework.Cents), Days: c.days("Les journées", c.Telework.Days, teleworkCounted)}
	switch {
	case c.Rules.EmployerAllowance:
		view.Rule = "Votre employeur verse une allocation\u00a0: rien n’est compté."
	case c.Telework.Cents == 0:
		view.Rule = fmt.Sprintf("Aucune allocation forfaitaire en %d.", c.Year)
	default:
		rates := c.Telework.Rates
		view.Rule = fmt.Sprintf("%s (chiffres de%s%d)", teleworkRule(rates), french.NBSP, rates.Year)
		view.Source = sourceOf(rates.Source, ownTelework)
	}
	return view
}

// teleworkRule writes "2,70 € par jour, 59,40 € au plus par mois et 626,40 € par an".
func teleworkRule(rates report.TeleworkRates) string {
	return fmt.Sprintf("%s par jour, %s au plus par mois et %s par an", french.Cents(rates.DayCents), french.Cents(rates.MonthCents), french.Cents(rates.YearCents))
}

// meals is the line of the meals, which can be left out; nil if none is configured or none
// would count.
func (c CostsPage) meals() *views.CostMeals {
	if c.Rules.MealCents == 0 || len(c.Meals.Days) == 0 && !c.MealsLeftOut {
		return nil
	}
	view := &views.CostMeals{
		Label:  "Compter " + french.Cents(c.Rules.MealCents) + " pour chaque journée sur le lieu de travail",
		Source: sourceOf("", ownMeal),
		Note: "Travail, garde ou formation avec un créneau. Un repas se déduit si l’éloignement ou l’horaire vous empêche de rentrer" + french.NBSP +
			": le prix payé, moins la valeur d’un repas à la maison et la part de votre employeur. Avec une cantine (restaurant collectif), seul ce que son prix a de plus que cette valeur se déduit, donc souvent rien. Gardez les factures.",
	}
	if c.MealsLeftOut {
		return view
	}
	view.Counted, view.Amount, view.Sum = true, french.Cents(c.Meals.Cents), c.mealSum()
	view.Days = c.days("Les journées", c.Meals.Days, daysCounted)
	return view
}

// mealSum writes "200 jours × 4,20 € = 840,00 €".
func (c CostsPage) mealSum() string {
	return daysCounted(c.Meals.Days) + " × " + french.Cents(c.Rules.MealCents) + " = " + french.Cents(c.Meals.Cents)
}

// Compare sets the costs beside the flat deduction and, once the year is over, says which is
// better. Before, it cannot: a salary is one of the whole year.
func Compare(view *views.CostComparison, costs report.Costs, deduction report.Deduction) {
	of := "chiffres de" + french.NBSP + strconv.Itoa(deduction.Limits.Year)
	if deduction.Limits.Year != costs.Year {
		of += ", provisoire"
		view.ToPublish = ownTenPercent
	}
	view.Source = sourceOf(deduction.Limits.Source, ownTenPercent)
	view.Deduction = fmt.Sprintf("Déduction de 10%s%%%s: %s (%s)", french.NBSP, french.NBSP, french.Euros(deduction.Euros), of)
	reckoned := "Frais réels"
	if !costs.Over() {
		reckoned += " au " + dated(costs.Until)
		view.NotYet = "L’année n’est pas finie, et le salaire est celui de toute l’année" + french.NBSP + ": ces deux montants ne se comparent pas encore."
	}
	if costs.TotalEuros == nil {
		view.Costs = reckoned + french.NBSP + ": à compléter"
		return
	}
	view.Costs = reckoned + french.NBSP + ": " + french.Euros(*costs.TotalEuros)
	if !costs.Over() {
		return
	}
	switch more := *costs.TotalEuros - deduction.Euros; {
	case more > 0:
		view.Better = "Les frais réels déduisent " + french.Euros(more) + " de plus."
	case more < 0:
		view.Better = "La déduction de 10" + french.NBSP + "% déduit " + french.Euros(-more) + " de plus."
	default:
		view.Better = "Les deux déduisent autant."
	}
}
