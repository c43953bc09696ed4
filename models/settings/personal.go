package settings

import (
	"slices"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/planning"
	"worklog/models/report"
)

// Personal is what the person's sections say, as those use it who need it.
type Personal struct {
	Person        Person
	AlsaceMoselle bool         // has its public holidays
	Hours         report.Rules // as read; the configuration adds zone, holidays and plan
	ShortPresence int64        // minutes; 0 for none
	Costs         report.CostRules
	Pay           report.PayRules
	Words         planning.Words // that events of a file have which plans shifts

	law struct { // the person's own figures of it
		rows       []report.Row
		telework   []report.TeleworkRates
		deductions []report.DeductionLimits
	}
}

// Person is what is known of who works; empty if it is not.
type Person struct{ Name, Employer string }

// Line is the person on paper, such as "Zoë Élie · Mairie de Nantes"; empty if unknown.
func (p Person) Line() string {
	if p.Name == "" || p.Employer == "" {
		return p.Name + p.Employer
	}
	return p.Name + " · " + p.Employer
}

// Motor is the type of the vehicles that a day can have as its motor vehicle.
const Motor = "moteur"

// Read reads the person's sections of a configuration, whose keys have lines.
func Read(configuration Tree, line func(path ...string) int) (Personal, Findings) {
	var p Personal
	r := &reader{line: line}
	r.read(nil, configuration, p.sections(), nil)
	r.Warnings = slices.DeleteFunc(r.Warnings, func(of Problem) bool { return slices.Contains(models.MachineSections, of.Path[0]) })
	slices.SortFunc(p.Hours.LimitsFrom, func(a, b report.Since[*report.Limits]) int { return a.From.Compare(b.From) })
	slices.SortFunc(p.Hours.Targets, func(a, b report.Target) int { return a.From.Compare(b.From) })
	p.Costs.Law = report.Published().With(p.law.rows, p.law.telework, p.law.deductions)
	p.Pay.Law = p.Costs.Law
	p.Costs.Carless = configuration["vehicles"] != nil && len(p.Costs.Vehicles) == 0
	return p, r.Findings
}

func (p *Personal) sections() []Key {
	return []Key{
		p.targets(),
		section("solidarity", nil,
			Key{Name: "dates", Kind: dates(&p.Hours.Solidarity), Label: "Journée de solidarité", Help: "sa date chaque année, comme 25/05/2026",
				Refusal: "Écrivez des dates comme 25/05/2026 ; 17/05/2027, chacune une fois."}),
		p.balance(),
		{Name: "counters", Kind: things(&p.Hours.Counters, counter)},
		{Name: "vehicles", Kind: things(&p.Costs.Vehicles, vehicle).shared()},
		{Name: "journeys", Kind: things(&p.Costs.Journeys, journey).shared()},
		section("meals", nil,
			Key{Name: "per_day", Kind: cents(&p.Costs.MealCents, maxMealCents, "must be an amount in euros from 0 to 100, with two decimals at most"), Default: int64(0),
				Label: "Un repas au travail", Unit: "€", Help: "payé, moins un repas chez soi et la part de l’employeur", Refusal: "Écrivez un montant en euros de 0 à 100, avec deux décimales au plus."}),
		section("titres", nil,
			Key{Name: "telework", Kind: FlagOf(&p.Costs.TeleworkVouchers), Default: false, Label: "Un titre-restaurant aussi en télétravail", Refusal: wrongFlag}),
		p.telework(),
		p.tenPercent(),
		p.bareme(),
		p.rules(),
		p.night(),
		p.pay(),
		section("review", nil,
			Key{Name: "short_presence", Kind: minutes(&p.ShortPresence, 0, int64(models.MostShortPresence/time.Minute), `must be a duration of at most 1 hour, such as "0h10", or "0h" for none`),
				Default: "0h10", Label: "Présence très courte, moins de", Help: "0h" + "\u00a0: aucune", Refusal: "Écrivez une durée d’une heure au plus, comme 0h10, ou 0h pour aucune."}),
		section("plan", nil, p.words()),
		section("calendar", nil,
			Key{Name: "alsace_moselle", Kind: FlagOf(&p.AlsaceMoselle), Default: false, Label: "Aussi ceux d’Alsace-Moselle", Refusal: wrongFlag}),
		section("person", nil,
			Key{Name: "name", Kind: aLine(&p.Person.Name), Default: "", Label: "Votre nom", Refusal: wrongLine},
			Key{Name: "employer", Kind: aLine(&p.Person.Employer), Default: "", Label: "Votre employeur", Refusal: wrongLine}),
	}
}

// What is said of the formats that many keys have.
const (
	wrongDate     = "Écrivez une date du calendrier, comme 01/07/2026."
	wrongOnceDate = "Écrivez une date comme 01/07/2026, qu’aucune autre ligne n’a."
	wrongHours    = "Écrivez une durée comme 12h30 ou -3h, de 100\u00a0000\u00a0h au plus."
	wrongClock    = "Écrivez une heure de 00:00 à 23:59, comme 21:00."
	wrongYear     = "Écrivez l’année des revenus, comme 2026, qu’aucune autre ligne n’a."
	wrongLabel    = "Écrivez 100\u00a0caractères au plus, sur une seule ligne, sans caractère invisible."
	wrongLine     = "Écrivez 80\u00a0caractères au plus, sur une seule ligne, sans caractère invisible."
	wrongMonthDay = "Écrivez un jour et un mois que chaque année a, comme 01/06."
	wrongAmount   = "Écrivez un montant en euros de 0 à 100\u00a0000, avec deux décimales au plus."
	wrongDistance = "Écrivez une distance de 0 à 20\u00a0000\u00a0km, avec trois décimales au plus."
	wrongCategory = "Choisissez voiture, moto ou cyclomoteur."
	wrongFlag     = "Choisissez oui ou non."
	wrongProfile  = "Choisissez l’un de ces profils."
)

// Bounds of durations, in minutes.
const (
	dayMinutes     = 24 * 60
	weekMinutes    = 7 * dayMinutes
	balanceMinutes = 100_000 * 60
)

const maxYearDays = 366

// ReadIntegration reads [presence_integration] into the rules of a configuration that has journeys and
// motor vehicles, and returns the regions of OwnTracks; none without them.
func ReadIntegration(values Tree, rules *models.Rules) (regions []string, found Findings) {
	defaults := &rules.Defaults
	var silentAfter civil.WallTime
	r := &reader{}
	r.read([]string{"presence_integration"}, values, []Key{
		// zones of the IANA database: other names may mean something else on another machine
		{Name: "timezone", Required: true, Kind: KindOf(Line, &rules.Zone, inText(`must be an IANA time zone name, such as "Europe/Paris"`, func(name string) (*time.Location, bool) {
			zone, err := civil.LoadZone(name)
			return zone, err == nil
		}))},
		{Name: "default_day_type", Kind: among(&defaults.DayType, models.DayTypes, "")},
		{Name: "default_journey_profile_id", Kind: among(&defaults.JourneyProfileID, rules.Journeys, "ids of [journeys]; ")},
		{Name: "default_motor_vehicle_id", Kind: among(&defaults.MotorVehicleID, rules.Vehicles, `ids of [vehicles] whose type is "moteur"; `)},
		{Name: "silent_after", Kind: clock(&silentAfter, "10:30").then(func() { rules.SilentAfter = &silentAfter })},
		section("owntracks", func(of table) {
			if of.values != nil && !of.has("region") {
				of.reject("region", wrongRegion)
			}
		}, Key{Name: "region", Kind: KindOf(Line, &regions, reading(wrongRegion, regionsOf))}),
	}, nil)
	return regions, r.Findings
}

const wrongRegion = `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`

func regionsOf(value any) (regions []string, ok bool) {
	names, isList := value.([]any)
	if !isList {
		names = []any{value}
	}
	for _, name := range names {
		if text, _ := name.(string); strings.TrimSpace(text) != "" {
			regions = append(regions, text)
		}
	}
	return regions, len(regions) > 0 && len(regions) == len(names)
}
