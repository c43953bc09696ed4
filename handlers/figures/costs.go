package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/report"
	"worklog/views"
)

// CostsPage is the travel costs of a year and what decides about them.
type CostsPage struct {
	report.Costs
	Rules report.CostRules
	// Day returns where a day leads to.
	Day func(models.Day) string

	links map[*models.Day]views.Link // those of the page so far: it shows most days several times
}

// View returns the page of the costs without its frame, heading, person and links.
func (c CostsPage) View() views.Costs {
	c.links = map[*models.Day]views.Link{}
	page := views.Costs{
		Figures:  fmt.Sprintf("Calculés à partir de vos journées, avec le barème kilométrique de %d.", c.BaremeYear),
		Empty:    len(c.Vehicles) == 0 && len(c.Telework.Days) == 0,
		Telework: c.telework(),
		Doubts:   c.doubts(),
		Keep:     fmt.Sprintf("Gardez la liste des journées jusqu’au 31%sdécembre %d.", french.NBSP, c.Year+3),
		Annex:    c.annex(),
	}
	if c.Provisional {
		page.Provisional = fmt.Sprintf("Les chiffres de %d ne sont pas tous connus : les derniers publiés les remplacent.", c.Year)
	}
	if c.TotalEuros != nil {
		page.Total, page.Sum = french.Euros(*c.TotalEuros), costSum(c.Costs)
		page.All = c.allDays()
	}
	for _, missing := range c.Missing {
		page.Missing = append(page.Missing, views.CostKey{Key: missing.Name(), Text: missingKeyText(missing)})
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

// costSum writes the terms of the total, such as "= 4 274,56 € + 108,00 €".
func costSum(costs report.Costs) string {
	var terms []string
	for _, vehicle := range costs.Vehicles {
		terms = append(terms, french.Cents(*vehicle.Cents))
	}
	if costs.Telework.Cents > 0 {
		terms = append(terms, french.Cents(costs.Telework.Cents))
	}
	if len(terms) == 0 {
		return ""
	}
	return "= " + strings.Join(terms, " + ") + ", à l’euro le plus proche"
}

// missingKeyText says of a key that the configuration lacks what it should be.
func missingKeyText(missing report.Missing) string {
	switch {
	case missing.Section == "vehicles" && missing.Key == "":
		return "n’est plus dans la configuration : remettez cette section, avec category et power_cv."
	case missing.Key == "category":
		return "voiture, moto ou cyclomoteur"
	case missing.Key == "power_cv":
		return "la puissance fiscale, champ P.6 de la carte grise"
	}
	span := "pour le " + french.DayOfMonth(missing.From)
	if missing.From != missing.To {
		span = "du " + french.DayOfMonth(missing.From) + " au " + french.DayOfMonth(missing.To)
	}
	if missing.Key == "" {
		return "n’est plus dans la configuration : remettez cette section, avec distance_km (" + span + ")."
	}
	return "la distance de l’aller, en kilomètres (" + span + ")"
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
	}
	for _, journey := range costs.Journeys {
		if journey.Limited {
			view.Limited = "Au-delà de 40" + french.NBSP + "km l’aller, la distance n’est pas comptée, sauf justification (beyond_40_km_justified)."
		}
		if len(costs.Journeys) > 1 {
			view.Journeys = append(view.Journeys, c.travelDays(journey.Label, journey.Days))
		} else {
			view.Days.Label = journey.Label
		}
	}
	return view
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
		view.Rule = "Votre employeur verse une allocation : rien n’est compté."
	case c.Telework.Cents == 0:
		view.Rule = fmt.Sprintf("Aucune allocation forfaitaire en %d.", c.Year)
	default:
		view.Rule = fmt.Sprintf("%s par jour, %s au plus par mois et %s par an (chiffres de%s%d)",
			french.Cents(c.Telework.DayCents), french.Cents(c.Telework.MonthCents), french.Cents(c.Telework.YearCents), french.NBSP, c.Telework.Year)
	}
	return view
}

// Compare says which is better, the costs or the flat deduction.
func Compare(view *views.CostComparison, costs report.Costs, deduction report.Deduction) {
	of := "chiffres de" + french.NBSP + strconv.Itoa(deduction.Year)
	if deduction.Year != costs.Year {
		of += ", provisoire"
	}
	view.Deduction = fmt.Sprintf("Déduction de 10%s%%%s: %s (%s)", french.NBSP, french.NBSP, french.Euros(deduction.Euros), of)
	if costs.TotalEuros == nil {
		view.Costs = "Frais réels" + french.NBSP + ": à compléter"
		return
	}
	view.Costs = "Frais réels" + french.NBSP + ": " + french.Euros(*costs.TotalEuros)
	switch more := *costs.TotalEuros - deduction.Euros; {
	case more > 0:
		view.Better = "Les frais réels déduisent " + french.Euros(more) + " de plus."
	case more < 0:
		view.Better = "La déduction de 10" + french.NBSP + "% déduit " + french.Euros(-more) + " de plus."
	default:
		view.Better = "Les deux déduisent autant."
	}
}
