package report

import (
	"maps"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// CostRules is what decides about travel costs (frais réels).
type CostRules struct {
	Law      Law
	Journeys []Journey
	Vehicles []Vehicle
	// EmployerAllowance says that the employer pays for telework: no allowance counts.
	EmployerAllowance bool
}

// Vehicle is what the configuration says of a vehicle.
type Vehicle struct {
	ID         string
	Label      string
	Category   Category // empty if unknown
	Power      int      // in CV; 0 if unknown
	Electric   bool
	Deductible bool
}

// Costs are the travel costs of a year.
type Costs struct {
	Year int
	// BaremeYear is the year of the rows that were used, of the earliest of them if
	// they differ. Without any, it is that of the rows that would be.
	BaremeYear int
	// Provisional reports that a figure was used which is not of the year.
	Provisional bool
	Vehicles    []VehicleCosts // those with days
	Telework    TeleworkCosts
	TotalEuros  *int64 // nil if the amount of a vehicle is
	// ToVerify are the days to be looked at, WithoutSlots those that count in spite of
	// having no slot, both in order of their dates.
	ToVerify     []UnclearDay
	WithoutSlots []*models.Day
	// Missing is what the configuration lacks.
	Missing []Missing
}

// VehicleCosts are those of one vehicle.
type VehicleCosts struct {
	Vehicle  Vehicle // with its ID only, if the configuration does not have it
	Days     []TravelDay
	Journeys []JourneyTravel
	Metres   int64 // of the days whose distance is known
	// Row, its brackets and what is added for electric vehicles are what the amount was
	// computed with; Row is nil if it was not.
	Row             *Row
	Brackets        [2]int64 // kilometres up to which the first two go
	Bracket         int
	ElectricPercent int64
	Cents           *int64 // nil if something is missing
}

// TravelDay is a day with its journey, there and back.
type TravelDay struct {
	*models.Day
	Metres int64
	Known  bool // the distance
}

// JourneyTravel is the days of one journey.
type JourneyTravel struct {
	ID      string
	Label   string
	Days    []TravelDay
	Metres  int64
	Limited bool // one of its distances is longer than what counts of it
}

// Costs returns the costs of a year from its days, in any order; those of other years
// do not count. Arrived has the dates on which the automation has recorded an arrival.
func (r CostRules) Costs(year int, days []models.Day, arrived map[civil.Date]bool) Costs {
	days = slices.DeleteFunc(slices.Clone(days), func(day models.Day) bool { return day.Date.Year != year })
	slices.SortFunc(days, func(a, b models.Day) int { return a.Date.Compare(b.Date) })
	costs := Costs{Year: year, BaremeYear: r.Law.baremeYear(year)}
	byVehicle := map[string][]TravelDay{}
	for i := range days {
		day := &days[i]
		if reason := unclear(day, arrived[day.Date]); reason != "" {
			costs.ToVerify = append(costs.ToVerify, UnclearDay{day, reason})
		}
		if day.DayType == models.Telework {
			costs.Telework.Days = append(costs.Telework.Days, day)
		}
	}
	for _, day := range r.TravelOf(days) {
		if len(day.Slots) == 0 {
			costs.WithoutSlots = append(costs.WithoutSlots, day.Day)
		}
		byVehicle[day.MotorVehicleID] = append(byVehicle[day.MotorVehicleID], day)
	}
	for _, vehicle := range r.vehiclesOf(byVehicle) {
		costs.Vehicles = append(costs.Vehicles, r.vehicleCosts(year, vehicle, byVehicle[vehicle.ID]))
	}
	r.addTelework(&costs)
	costs.Missing = r.missing(costs.Vehicles)
	costs.conclude()
	return costs
}

// vehiclesOf returns the vehicles that have days: those of the configuration in its
// order, then the others by their ids.
func (r CostRules) vehiclesOf(days map[string][]TravelDay) []Vehicle {
	var vehicles []Vehicle
	others := maps.Clone(days)
	for _, vehicle := range r.Vehicles {
		if len(days[vehicle.ID]) > 0 {
			vehicles = append(vehicles, vehicle)
		}
		delete(others, vehicle.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(others)) {
		vehicles = append(vehicles, Vehicle{ID: id, Label: id, Deductible: true})
	}
	return vehicles
}

func (r CostRules) vehicleCosts(year int, vehicle Vehicle, days []TravelDay) VehicleCosts {
	costs := VehicleCosts{Vehicle: vehicle, Days: days, Journeys: r.byJourney(days)}
	complete := true
	for _, day := range days {
		costs.Metres += day.Metres
		complete = complete && day.Known
	}
	switch {
	case !vehicle.Deductible:
		costs.Cents = new(int64)
	case complete && len(vehicle.missing()) == 0:
		figures := r.Law.of(year)
		row := r.Law.row(vehicle.Category, vehicle.Power, year)
		if vehicle.Electric {
			costs.ElectricPercent = figures.Electric.Percent
		}
		costs.Row = &row
		costs.Brackets = figures.Brackets.Kilometres[vehicle.Category]
		costs.Bracket = bracket(costs.Metres, costs.Brackets)
		cents := row.cents(costs.Bracket, costs.Metres, costs.ElectricPercent)
		costs.Cents = &cents
	}
	return costs
}

// bracket returns the bracket in which a distance lies.
func bracket(metres int64, kilometres [2]int64) int {
	for i, upTo := range kilometres {
		if metres <= upTo*1000 {
			return i
		}
	}
	return len(kilometres)
}

// cents returns the amount for a distance, rounded to the cent. A metre times a
// thousandth of a euro for a kilometre is a millionth of a euro, so that nothing is
// rounded before.
func (r Row) cents(bracket int, metres, percentOnTop int64) int64 {
	millionths := metres*r.Rates[bracket] + r.Constants[bracket]*1_000_000
	return halfUp(millionths*(100+percentOnTop), 100*10_000)
}

// byJourney returns the days by their journeys: those of the configuration in its
// order, then the others by their ids.
func (r CostRules) byJourney(days []TravelDay) []JourneyTravel {
	made := map[string]*JourneyTravel{}
	for _, day := range days {
		id := day.JourneyProfileID
		if made[id] == nil {
			made[id] = &JourneyTravel{ID: id, Label: id}
		}
		made[id].Days = append(made[id].Days, day)
		made[id].Metres += day.Metres
		made[id].Limited = made[id].Limited || r.limited(day.Day)
	}
	var journeys []JourneyTravel
	for _, journey := range r.Journeys {
		if found := made[journey.ID]; found != nil {
			found.Label = journey.Label
			journeys = append(journeys, *found)
			delete(made, journey.ID)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(made)) {
		journeys = append(journeys, *made[id])
	}
	return journeys
}

// conclude adds the total, and says of which years the figures are.
func (c *Costs) conclude() {
	total, complete, used := c.Telework.Cents, true, 0
	for _, vehicle := range c.Vehicles {
		if row := vehicle.Row; row != nil && (used == 0 || row.Year < used) {
			used = row.Year
		}
		if vehicle.Row != nil && vehicle.Row.Year != c.Year {
			c.Provisional = true
		}
		if vehicle.Cents == nil {
			complete = false
			continue
		}
		total += *vehicle.Cents
	}
	if used != 0 {
		c.BaremeYear = used
	}
	if c.Telework.Cents > 0 && c.Telework.Year != c.Year {
		c.Provisional = true
	}
	if complete {
		euros := Euros(total)
		c.TotalEuros = &euros
	}
}
