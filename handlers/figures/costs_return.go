package figures

import (
	"fmt"
	"strconv"
	"strings"

	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// running reports whether the year has begun and is not over.
func (c CostsPage) running() bool {
	return !c.Over() && c.Until.Year == c.Year
}

// taxReturn is what the tax return asks for, nil if there is nothing to deduct.
func (c CostsPage) taxReturn() *views.CostReturn {
	if *c.TotalEuros == 0 {
		return nil
	}
	view := &views.CostReturn{Amount: french.Euros(*c.TotalEuros), Note: c.note(), Texts: costTexts}
	if c.running() {
		view.Running = "L’année n’est pas finie" + french.NBSP + ": ce montant s’arrête au " + french.DayOfMonth(c.Until) + "."
	}
	return view
}

// note writes the explanation that goes with the amount.
func (c CostsPage) note() string {
	lines := []string{fmt.Sprintf("Frais réels %d – note explicative", c.Year)}
	if c.running() {
		lines = append(lines, "Année en cours, comptée jusqu’au "+french.DayOfMonth(c.Until)+".")
	}
	if c.Provisional {
		lines = append(lines, fmt.Sprintf("Provisoire, en attendant tous les chiffres de %d.", c.Year))
	}
	for _, vehicle := range c.Vehicles {
		if vehicle.Vehicle.Deductible {
			lines = append(lines, "")
			lines = append(lines, vehicleNote(vehicle)...)
		}
	}
	if c.Telework.Cents > 0 {
		lines = append(lines, "", "Télétravail"+french.NBSP+": "+teleworkCounted(c.Telework.Days)+", "+teleworkRule(c.Telework.Rates)+" = "+french.Cents(c.Telework.Cents))
	}
	if c.Meals.Cents > 0 {
		lines = append(lines, "", "Repas sur le lieu de travail"+french.NBSP+": "+c.mealSum())
	}
	return strings.Join(append(lines, "", "Total"+french.NBSP+": "+french.Euros(*c.TotalEuros)), "\n")
}

// vehicleNote explains the costs of a vehicle.
func vehicleNote(costs report.VehicleCosts) []string {
	name := costs.Vehicle.Label + ", " + strings.ToLower(categoryWords[costs.Vehicle.Category])
	if costs.Vehicle.Power > 0 {
		name += " de " + strconv.Itoa(costs.Vehicle.Power) + french.NBSP + "CV"
	}
	if costs.Vehicle.Electric {
		name += ", électrique"
	}
	lines := []string{"Véhicule" + french.NBSP + ": " + name}
	for _, journey := range costs.Journeys {
		distances, _ := distancesOf(journey.Days)
		text := "Trajet " + journey.Label + ", aller et retour" + french.NBSP + ": " + distances
		if journey.Limited {
			text += " (40" + french.NBSP + "km au plus l’aller)"
		}
		lines = append(lines, text)
		if journey.Justified {
			lines = append(lines, "Plus de 40"+french.NBSP+"km l’aller"+french.NBSP+": [motif à écrire]")
		}
		if journey.RoundTrips > 1 {
			lines = append(lines, "Deux allers-retours par jour"+french.NBSP+": [motif à écrire]")
		}
	}
	return append(lines, fmt.Sprintf("Barème kilométrique de %d, %s%s: %s", costs.Row.Year, bracketText(costs), french.NBSP, formula(costs)))
}
