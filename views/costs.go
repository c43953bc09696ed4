package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Costs is the page of a year's travel costs.
type Costs struct {
	Head
	report.Costs
	Rules        report.CostRules
	MealsLeftOut bool              // those that are configured, by the person
	Salary       string            // as it was typed
	Message      string            // what is wrong with it
	Deduction    *report.Deduction // nil before a salary was typed
}

func (c Costs) query() string {
	if c.MealsLeftOut {
		return "?meals=0"
	}
	return ""
}

func (c Costs) running() bool { return !c.Over() && c.Until.Year == c.Year }

// costNothing says where the costs come from, and what the configuration lacks for them.
func costNothing(rules report.CostRules) Nothing {
	nothing := Nothing{Text: "Aucune journée de cette année n’a de trajet avec un véhicule, ni de télétravail. Chacune qui en aura comptera ici."}
	if !rules.Carless && (len(rules.Vehicles) == 0 || len(rules.Journeys) == 0) {
		nothing.Set = "Pour qu’une journée puisse en avoir, il faut un trajet et un véhicule."
		nothing.Leads = []Link{{Path: SettingsAt("journeys"), Label: "Régler un trajet"}, {Path: SettingsAt("vehicles"), Label: "Régler un véhicule"}}
	}
	return nothing
}

// sum writes the terms of the total, such as "= 4 274,56 € + 108,00 €".
func (c Costs) sum() string {
	var terms []string
	add := func(cents int64) {
		if cents > 0 {
			terms = append(terms, french.Cents(cents))
		}
	}
	for _, vehicle := range c.Vehicles {
		add(*vehicle.Cents)
	}
	add(c.Telework.Cents)
	add(c.Meals.Cents)
	if len(terms) == 0 {
		return ""
	}
	return "= " + strings.Join(terms, " + ") + ", à l’euro le plus proche"
}

// all returns every day that the total counts: those of the terms of the sum.
func (c Costs) all() []*models.Day {
	days := slices.Clone(c.Meals.Days)
	if c.Telework.Cents > 0 {
		days = append(days, c.Telework.Days...)
	}
	for _, vehicle := range c.Vehicles {
		if *vehicle.Cents > 0 {
			days = append(days, daysOf(vehicle.Days)...)
		}
	}
	return inOrder(days)
}

// inOrder sorts days by their dates, each once.
func inOrder(days []*models.Day) []*models.Day {
	slices.SortFunc(days, func(a, b *models.Day) int { return a.Date.Compare(b.Date) })
	return slices.Compact(days)
}

func daysOf(travelled []report.TravelDay) []*models.Day {
	days := make([]*models.Day, len(travelled))
	for i, day := range travelled {
		days[i] = day.Day
	}
	return days
}

// withoutVehicle returns the other days behind the costs.
func (c Costs) withoutVehicle() []*models.Day {
	travelled := map[*models.Day]bool{}
	for _, vehicle := range c.Vehicles {
		for _, day := range vehicle.Days {
			travelled[day.Day] = true
		}
	}
	return slices.DeleteFunc(inOrder(slices.Concat(c.Telework.Days, c.Meals.Days)), func(day *models.Day) bool { return travelled[day] })
}

// toPublish leads to where a person sets the figures of the year that are not known.
func (c Costs) toPublish() (own []Link) {
	if slices.ContainsFunc(c.Vehicles, func(of report.VehicleCosts) bool { return of.OfOtherYear(c.Year) }) {
		own = append(own, ownBareme)
	}
	if c.Telework.OfOtherYear(c.Year) {
		own = append(own, ownTelework)
	}
	return own
}

// Where a person sets the figures of a year.
var (
	ownBareme     = Link{Path: settingsNew("costs", "bareme"), Label: "Barème d’une année"}
	ownTelework   = Link{Path: settingsNew("costs", "rates"), Label: "Télétravail d’une année"}
	ownTenPercent = Link{Path: settingsNew("costs", "ten_percent"), Label: "Les 10\u00a0% d’une année"}
	ownMeal       = Link{Path: SettingsAt("costs"), Label: "Un repas au travail"}
)

// sourceOf says where a figure is from: what publishes it or, without that, the person, who has
// set it there.
func sourceOf(source string, own Link) Remark {
	if source == "" {
		return Remark{Text: "Source\u00a0: votre réglage,", Lead: own}
	}
	return Remark{Text: "Source\u00a0: " + source + "."}
}

// costTexts lead to what the administration says of the costs, as in force today.
var costTexts = []Link{
	{Path: "https://bofip.impots.gouv.fr/bofip/2185-PGP.html", Label: "Barème\u00a0: BOI-BAREME-000001"},
	{Path: "https://bofip.impots.gouv.fr/bofip/2161-PGP.html", Label: "Trajets\u00a0: BOI-RSA-BASE-30-50-30-20"},
	{Path: "https://www.service-public.gouv.fr/particuliers/vosdroits/F1989", Label: "Service-public\u00a0: forfait ou frais réels"},
}

func (c Costs) missing(missing report.Missing) Link {
	link := Link{Path: settingsOf(missing.Section, missing.ID), Label: missing.ID}
	if missing.Key == "" {
		link.Path = SettingsAt(missing.Section + "-new")
	}
	for _, vehicle := range c.Rules.Vehicles {
		if missing.Section == "vehicles" && vehicle.ID == missing.ID {
			link.Label = vehicle.Label
		}
	}
	for _, journey := range c.Rules.Journeys {
		if missing.Section == "journeys" && journey.ID == missing.ID {
			link.Label = journey.Label
		}
	}
	return link
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

// limited returns the journeys of which more would count, if that is justified.
func limited(journeys []report.JourneyTravel) []report.JourneyTravel {
	return slices.DeleteFunc(slices.Clone(journeys), func(journey report.JourneyTravel) bool { return !journey.Limited })
}

// travelOf names the journey of a day, and writes its distance.
func travelOf(journeys []report.JourneyTravel, day report.TravelDay) (journey, distance string) {
	at := slices.IndexFunc(journeys, func(journey report.JourneyTravel) bool { return journey.ID == day.JourneyProfileID })
	if !day.Known {
		return journeys[at].Label, "?"
	}
	return journeys[at].Label, french.Metres(day.Metres)
}

var categoryWords = map[report.Category]string{report.Car: "Voiture", report.Moto: "Moto", report.Scooter: "Cyclomoteur"}

// powerText names the class of a row, such as "Voiture de 5 CV".
func powerText(row report.Row) string {
	power := strconv.Itoa(row.Power) + "\u00a0CV"
	powers := row.Category.Powers()
	switch name := categoryWords[row.Category]; {
	case len(powers) == 0:
		return name
	case row.Category == report.Moto && row.Power < powers[len(powers)-1]:
		next := powers[slices.Index(powers, row.Power)+1]
		return fmt.Sprintf("%s de %d à %d\u00a0CV", name, row.Power, next-1)
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
	text := french.Metres(costs.Metres) + " × " + french.Thousandths(costs.Row.Rates[costs.Bracket]) + "\u00a0€"
	if constant := costs.Row.Constants[costs.Bracket]; constant > 0 {
		text += " + " + french.Euros(constant)
	}
	if percent := costs.ElectricPercent; percent > 0 {
		text = fmt.Sprintf("(%s) × %s (électrique)", text, french.Thousandths(1000+10*percent))
	}
	return text + " = " + french.Cents(*costs.Cents)
}

// teleworkRule writes "2,70 € par jour, 59,40 € au plus par mois et 626,40 € par an".
func teleworkRule(rates report.TeleworkRates) string {
	return fmt.Sprintf("%s par jour, %s au plus par mois et %s par an", french.Cents(rates.DayCents), french.Cents(rates.MonthCents), french.Cents(rates.YearCents))
}

// voucherTypes names the days that give a titre-restaurant.
func voucherTypes(rules report.CostRules) string {
	if rules.TeleworkVouchers {
		return "de travail, de formation, de garde ou de télétravail\u00a0"
	}
	return "de travail, de formation ou de garde, sans le télétravail (votre réglage)\u00a0"
}

// mealSum writes "200 jours × 4,20 € = 840,00 €".
func (c Costs) mealSum() string {
	return daysCounted(c.Meals.Days) + " × " + french.Cents(c.Rules.MealCents) + " = " + french.Cents(c.Meals.Cents)
}

func daysCounted(days []*models.Day) string { return french.Counted(len(days), "jour") }

// withDistance returns what writes "19 jours · 703 km".
func withDistance(travelled []report.TravelDay) func([]*models.Day) string {
	metres := map[*models.Day]int64{}
	for _, day := range travelled {
		metres[day.Day] = day.Metres
	}
	return func(days []*models.Day) string {
		var sum int64
		for _, day := range days {
			sum += metres[day]
		}
		return daysCounted(days) + " · " + french.Metres(sum)
	}
}

// teleworkCounted writes "19,5 jours": half a day of absence leaves half a day.
func teleworkCounted(days []*models.Day) string {
	return french.CountedDays(report.Days(report.TeleworkHalves(days)) * report.HalfDay)
}

// byMonth cuts days, in order, where another month begins.
func byMonth[D any](days []D, on func(D) civil.Date) (months [][]D) {
	for i, day := range days {
		if i == 0 || on(day).Month != on(days[i-1]).Month || on(day).Year != on(days[i-1]).Year {
			months = append(months, nil)
		}
		months[len(months)-1] = append(months[len(months)-1], day)
	}
	return months
}

// mixed reports whether telework stands among other days, so that it is marked.
func mixed(days []*models.Day) bool {
	telework := func(day *models.Day) bool { return day.DayType == models.Telework }
	return slices.ContainsFunc(days, telework) && slices.ContainsFunc(days, func(day *models.Day) bool { return !telework(day) })
}

// costDay writes "ven. 20", with a mark if it is telework.
func costDay(day *models.Day, marked bool) string {
	text := french.ShortDate(day.Date)
	if marked && day.DayType == models.Telework {
		text += french.NBSP
		if day.HalfDay != "" {
			text += "½\u00a0"
		}
		text += "TT"
	}
	return text
}

var costDoubtWords = map[report.Reason]string{
	report.SlotOnAbsence:       "avec un créneau",
	report.ArrivalOnTelework:   "avec une arrivée",
	report.NoJourney:           "sans trajet",
	report.NoVehicle:           "sans véhicule",
	report.NoJourneyNorVehicle: "sans trajet ni véhicule",
}

// fewDoubts is how many days a group that is open from the start has at most.
const fewDoubts = 10

// doubts are the days to be looked at, by what is doubtful.
func (c Costs) doubts() (groups [][]report.UnclearDay) {
	for _, doubt := range c.ToVerify {
		at := slices.IndexFunc(groups, func(group []report.UnclearDay) bool { return group[0].Why() == doubt.Why() })
		if at < 0 {
			at, groups = len(groups), append(groups, nil)
		}
		groups[at] = append(groups[at], doubt)
	}
	return groups
}

// countedText says what counts of a day that is to be looked at.
func (c Costs) countedText(day *models.Day) string {
	if day.DayType == models.Telework {
		return "comptée comme télétravail"
	}
	if len(c.Rules.TravelOf([]models.Day{*day})) > 0 {
		return "comptée"
	}
	if slices.Contains(c.Meals.Days, day) {
		return "comptée pour le repas"
	}
	return "non comptée"
}

// deductionText writes "Déduction de 10 % : 3 000 € (chiffres de 2025)".
func (c Costs) deductionText() string {
	text := fmt.Sprintf("Déduction de 10\u00a0%%\u00a0: %s (chiffres de\u00a0%d", french.Euros(c.Deduction.Euros), c.Deduction.Limits.Year)
	if c.Deduction.Limits.Year != c.Year {
		text += ", provisoire"
	}
	return text + ")"
}

// reckoned writes "Frais réels : 4 275 €".
func (c Costs) reckoned() string {
	text := "Frais réels"
	if !c.Over() {
		text += " au " + french.InYear(c.Until)
	}
	if c.TotalEuros == nil {
		return text + "\u00a0: à compléter"
	}
	return text + "\u00a0: " + french.Euros(*c.TotalEuros)
}

// compared says of the costs beside the flat deduction which are better, once the year is over.
// Before, it cannot: a salary is one of the whole year.
func (c Costs) compared() string {
	switch more := *c.TotalEuros - c.Deduction.Euros; {
	case more > 0:
		return "Les frais réels déduisent " + french.Euros(more) + " de plus."
	case more < 0:
		return "La déduction de 10\u00a0% déduit " + french.Euros(-more) + " de plus."
	}
	return "Les deux déduisent autant."
}

// note writes the explanation that goes with the amount.
func (c Costs) note() string {
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
		lines = append(lines, "", "Télétravail\u00a0: "+teleworkCounted(c.Telework.Days)+", "+teleworkRule(c.Telework.Rates)+" = "+french.Cents(c.Telework.Cents))
	}
	if c.Meals.Cents > 0 {
		lines = append(lines, "", "Repas sur le lieu de travail\u00a0: "+c.mealSum())
	}
	return strings.Join(append(lines, "", "Total\u00a0: "+french.Euros(*c.TotalEuros)), "\n")
}

func vehicleNote(costs report.VehicleCosts) []string {
	name := costs.Vehicle.Label + ", " + strings.ToLower(categoryWords[costs.Vehicle.Category])
	if costs.Vehicle.Power > 0 {
		name += " de " + strconv.Itoa(costs.Vehicle.Power) + "\u00a0CV"
	}
	if costs.Vehicle.Electric {
		name += ", électrique"
	}
	lines := []string{"Véhicule\u00a0: " + name}
	for _, journey := range costs.Journeys {
		distances, _ := distancesOf(journey.Days)
		text := "Trajet " + journey.Label + ", aller et retour\u00a0: " + distances
		if journey.Limited {
			text += " (40\u00a0km au plus l’aller)"
		}
		lines = append(lines, text)
		if journey.Justified {
			lines = append(lines, "Plus de 40\u00a0km l’aller\u00a0: [motif à écrire]")
		}
		if journey.RoundTrips > 1 {
			lines = append(lines, "Deux allers-retours par jour\u00a0: [motif à écrire]")
		}
	}
	return append(lines, fmt.Sprintf("Barème kilométrique de %d, %s\u00a0: %s", costs.Row.Year, bracketText(costs), formula(costs)))
}

// JourneyText names a journey, with the distance that it has without a date.
func JourneyText(journey report.Journey) string {
	if metres, _ := report.InForce(journey.Distances, civil.Date{}); metres > 0 {
		return journey.Label + " (" + french.Metres(metres) + ")"
	}
	return journey.Label
}

// journeys says how far the journeys of some days, in order of their dates, count in the
// travel costs until today, there and back, such as "Trajets comptés en frais réels :
// 8 × 37 km = 296 km", or "" if no distance is known.
func journeys(rules report.CostRules, days []models.Day, today civil.Date) string {
	counted, planned := report.UntilToday(days, today)
	travelled := rules.TravelOf(counted)
	distances, unknown := distancesOf(travelled)
	if distances == "" {
		return ""
	}
	var metres int64
	withoutSlots := 0
	for _, day := range travelled {
		metres += day.Metres
		if len(day.Slots) == 0 {
			withoutSlots++
		}
	}
	text := "Trajets comptés en frais réels\u00a0: " + distances + " = " + french.Metres(metres)
	if unknown > 0 {
		text += fmt.Sprintf(", et %d\u00a0j sans distance connue", unknown)
	}
	if withoutSlots > 0 {
		text += fmt.Sprintf(" (dont %d\u00a0j sans créneau)", withoutSlots)
	}
	if later := len(rules.TravelOf(planned)); later > 0 {
		text += fmt.Sprintf(", %d\u00a0j %s", later, french.Verb(later, "prévu", "prévus"))
	}
	return text
}

// distancesOf writes how far one travelled, in order of time, such as "130 × 37 km +
// 40 × 44 km", and returns on how many days the distance is not known.
func distancesOf(days []report.TravelDay) (text string, unknown int) {
	times := map[int64]int{} // by metres
	var inOrder []int64
	for _, day := range days {
		if !day.Known {
			unknown++
			continue
		}
		if times[day.Metres] == 0 {
			inOrder = append(inOrder, day.Metres)
		}
		times[day.Metres]++
	}
	terms := make([]string, len(inOrder))
	for i, metres := range inOrder {
		terms[i] = fmt.Sprintf("%d × %s", times[metres], french.Metres(metres))
	}
	return strings.Join(terms, " + "), unknown
}
