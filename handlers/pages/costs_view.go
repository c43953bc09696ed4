package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models/report"
	"worklog/views"
)

func (p *Pages) costsView(c echo.Context, costs report.Costs) views.Costs {
	year := strconv.Itoa(costs.Year)
	page := views.Costs{
		Frame:      p.frame(c, "Frais réels "+year),
		Heading:    "Frais réels " + year,
		Person:     p.person.line(),
		Year:       views.Link{URL: p.links.To(yearPath(costs.Year)), Label: "Année " + year},
		Earlier:    p.yearLink(costsPath, costs.Year-1),
		Later:      p.yearLink(costsPath, costs.Year+1),
		Figures:    fmt.Sprintf("Calculés à partir de vos journées, avec le barème kilométrique de %d.", costs.BaremeYear),
		Empty:      len(costs.Vehicles) == 0 && len(costs.Telework.Days) == 0,
		Telework:   p.costTelework(costs),
		Comparison: views.CostComparison{Action: p.links.To(costsPath(costs.Year)) + "#comparison"},
		Doubts:     p.costDoubts(costs),
		Export:     views.Link{URL: p.links.To(costsPath(costs.Year) + ".csv"), Label: "Télécharger la liste des journées (CSV)"},
		Keep:       fmt.Sprintf("Gardez la liste des journées jusqu’au 31%sdécembre %d.", nbsp, costs.Year+3),
		Annex:      p.costAnnex(costs),
	}
	if costs.Provisional {
		page.Provisional = fmt.Sprintf("Les chiffres de %d ne sont pas tous connus : les derniers publiés les remplacent.", costs.Year)
	}
	if costs.TotalEuros != nil {
		page.Total, page.Sum = french.Euros(*costs.TotalEuros), costSum(costs)
		page.All = p.allDays(costs)
	}
	for _, missing := range costs.Missing {
		page.Missing = append(page.Missing, views.CostKey{Key: missing.Name(), Text: missingKeyText(missing)})
	}
	for _, vehicle := range costs.Vehicles {
		page.Vehicles = append(page.Vehicles, p.costVehicle(vehicle))
	}
	if len(costs.WithoutSlots) > 0 {
		days := p.costDays("Comptées sans créneau", costs.WithoutSlots, daysCounted)
		page.NoSlots = &days
	}
	return page
}

// costSum says what the total is the sum of, such as "= 4 274,56 € + 108,00 €".
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

func (p *Pages) costVehicle(costs report.VehicleCosts) views.CostVehicle {
	view := views.CostVehicle{Name: costs.Vehicle.Label, Days: p.travelDays("Tous les trajets", costs.Days)}
	if costs.Cents != nil {
		view.Amount = french.Cents(*costs.Cents)
	}
	switch {
	case !costs.Vehicle.Deductible:
		view.Rule = "Ce véhicule ne donne lieu à aucune déduction."
	case costs.Row != nil:
		view.Rule = fmt.Sprintf("%s, %s (barème de%s%d)", powerText(*costs.Row), bracketText(costs), nbsp, costs.Row.Year)
		view.Sum = formula(costs)
	}
	for _, journey := range costs.Journeys {
		if journey.Limited {
			view.Limited = "Au-delà de 40" + nbsp + "km l’aller, la distance n’est pas comptée, sauf justification (beyond_40_km_justified)."
		}
		if len(costs.Journeys) > 1 {
			view.Journeys = append(view.Journeys, p.travelDays(journey.Label, journey.Days))
		} else {
			view.Days.Label = journey.Label
		}
	}
	return view
}

var categoryWords = map[report.Category]string{report.Car: "Voiture", report.Moto: "Moto", report.Scooter: "Cyclomoteur"}

// powerText names the class of a row, such as "Voiture de 5 CV".
func powerText(row report.Row) string {
	power := strconv.Itoa(row.Power) + nbsp + "CV"
	powers := row.Category.Powers()
	switch name := categoryWords[row.Category]; {
	case len(powers) == 0:
		return name
	case row.Category == report.Moto && row.Power < powers[len(powers)-1]:
		next := powers[slices.Index(powers, row.Power)+1]
		return fmt.Sprintf("%s de %d à %d%sCV", name, row.Power, next-1, nbsp)
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
	text := french.Metres(costs.Metres) + " × " + french.Thousandths(costs.Row.Rates[costs.Bracket]) + nbsp + "€"
	if constant := costs.Row.Constants[costs.Bracket]; constant > 0 {
		text += " + " + french.Euros(constant)
	}
	if percent := costs.ElectricPercent; percent > 0 {
		text = fmt.Sprintf("(%s) × %s (électrique)", text, french.Thousandths(1000+10*percent))
	}
	return text + " = " + french.Cents(*costs.Cents)
}

func (p *Pages) costTelework(costs report.Costs) *views.CostTelework {
	if len(costs.Telework.Days) == 0 {
		return nil
	}
	view := &views.CostTelework{Amount: french.Cents(costs.Telework.Cents), Days: p.costDays("Les journées", costs.Telework.Days, teleworkCounted)}
	switch {
	case p.costs.EmployerAllowance:
		view.Rule = "Votre employeur verse une allocation : rien n’est compté."
	case costs.Telework.Cents == 0:
		view.Rule = fmt.Sprintf("Aucune allocation forfaitaire en %d.", costs.Year)
	default:
		view.Rule = fmt.Sprintf("%s par jour, %s au plus par mois et %s par an (chiffres de%s%d)",
			french.Cents(costs.Telework.DayCents), french.Cents(costs.Telework.MonthCents), french.Cents(costs.Telework.YearCents), nbsp, costs.Telework.Year)
	}
	return view
}
