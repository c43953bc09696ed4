package report

import (
	"context"
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
	// Carless says that the person has no vehicle: days are not expected to have one.
	Carless bool
	// EmployerAllowance says that the employer pays for telework: no allowance counts.
	EmployerAllowance bool
	// MealCents is what counts for a meal at the workplace; 0 counts none.
	MealCents int64
	// TeleworkVouchers says that days of telework give titres-restaurant, too.
	TeleworkVouchers bool
}

// Vehicle is what the configuration says of a vehicle.
type Vehicle struct {
	ID         string
	Label      string
	Category   Category // empty if unknown
	Power      int      // in CV; 0 if unknown
	Electric   bool
	Deductible bool
	Motor      bool // a day can have it as its motor vehicle
	Hidden     bool // no longer to be chosen
}

// Costs are the travel costs of a year, until a date.
type Costs struct {
	Year  int
	Until civil.Date // the last one that counts
	// BaremeYear is the year of the rows that were used, of the earliest of them if
	// they differ. Without any, it is that of the rows that would be.
	BaremeYear int
	// Provisional reports that a figure was used which is not of the year.
	Provisional bool
	Vehicles    []VehicleCosts // those with days
	Telework    teleworkCosts
	Meals       mealCosts
	Vouchers    []*models.Day // days that give a titre-restaurant
	TotalEuros  *int64        // nil if the amount of a vehicle is
	// Planned are the later days that would count.
	Planned []*models.Day
	// ToVerify are the days to be looked at, WithoutSlots those that count in spite of
	// having no slot, both in order of their dates.
	ToVerify     []UnclearDay
	WithoutSlots []*models.Day
	// LeftOut is what counts nowhere until a person has answered, for [Costs.allToVerify].
	LeftOut []models.ToVerify
	// Missing is what the configuration lacks.
	Missing []Missing
}

// IsEmpty reports whether there is no day with costs.
func (c Costs) IsEmpty() bool {
	return len(c.Vehicles) == 0 && len(c.Telework.Days) == 0 && len(c.Meals.Days) == 0
}

// allToVerify returns the days to be looked at and those that are left out, in order of their dates.
func (c Costs) allToVerify() []models.ToVerify {
	all := slices.Clone(c.LeftOut)
	for _, doubt := range c.ToVerify {
		all = append(all, models.ToVerify{Date: doubt.Day.Date, Why: doubt.Why()})
	}
	slices.SortStableFunc(all, func(a, b models.ToVerify) int { return a.Date.Compare(b.Date) })
	return all
}

// Over reports whether the costs are those of the whole year.
func (c Costs) Over() bool {
	_, last := civil.DatesOfYear(c.Year)
	return c.Until == last
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

// OfOtherYear reports whether the amount was computed with a row that is not of the year.
func (c VehicleCosts) OfOtherYear(year int) bool { return c.Row != nil && c.Row.Year != year }

// TravelDay is a day with its journey, there and back.
type TravelDay struct {
	*models.Day
	Metres int64
	Known  bool // the distance
}

// JourneyTravel is the days of one journey.
type JourneyTravel struct {
	ID     string
	Label  string
	Days   []TravelDay
	Metres int64
	// One of its distances is beyond the limit: Limited to it, or Justified to count whole.
	Limited, Justified bool
	RoundTrips         int // a day; 0 if the configuration does not have the journey
}

// ReadCosts returns the costs of a year of the store, which has at most a day for each
// of its dates, until today.
func (r CostRules) ReadCosts(ctx context.Context, store *models.Store, year int, today civil.Date) (Costs, error) {
	first, last := civil.DatesOfYear(year)
	days, err := store.TravelDays(ctx, first, last)
	if err != nil {
		return Costs{}, err
	}
	return r.Costs(year, days, today), nil
}

// Costs returns the costs of a year from its days, in any order; those of other years
// do not count, and those after today are planned.
func (r CostRules) Costs(year int, days []models.Day, today civil.Date) Costs {
	days = slices.DeleteFunc(slices.Clone(days), func(day models.Day) bool { return day.Date.Year != year })
	slices.SortFunc(days, func(a, b models.Day) int { return a.Date.Compare(b.Date) })
	_, last := civil.DatesOfYear(year)
	costs := Costs{Year: year, Until: civil.Earlier(today, last), BaremeYear: r.Law.baremeYear(year)}
	days, planned := UntilToday(days, today)
	for i := range planned {
		if day := &planned[i]; travelled(day) || day.DayType == models.Telework || r.hasMeal(day) {
			costs.Planned = append(costs.Planned, day)
		}
	}
	byVehicle := map[string][]TravelDay{}
	for i := range days {
		day := &days[i]
		if reason := r.unclear(day); reason != "" {
			costs.ToVerify = append(costs.ToVerify, UnclearDay{day, reason})
		}
		if day.DayType == models.Telework {
			costs.Telework.Days = append(costs.Telework.Days, day)
		}
		if r.hasMeal(day) {
			costs.Meals.Days = append(costs.Meals.Days, day)
		}
		if r.hasVoucher(day) {
			costs.Vouchers = append(costs.Vouchers, day)
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
	costs.Meals.Cents = int64(len(costs.Meals.Days)) * r.MealCents
	costs.Missing = r.missing(costs.Vehicles)
	costs.conclude()
	return costs
}

// UntilToday splits days in order of their dates into those until today and the later ones,
// which are planned.
func UntilToday(days []models.Day, today civil.Date) (counted, planned []models.Day) {
	first := models.FirstFrom(days, today.AddDays(1))
	return days[:first], days[first:]
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
		costs.Cents = new(row.cents(costs.Bracket, costs.Metres, costs.ElectricPercent))
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
		if beyond, justified := r.beyondLimit(day.Day); beyond {
			made[id].Limited, made[id].Justified = !justified, justified
		}
	}
	var journeys []JourneyTravel
	for _, journey := range r.Journeys {
		if found := made[journey.ID]; found != nil {
			found.Label, found.RoundTrips = journey.Label, journey.RoundTrips
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
	total, complete, used := c.Telework.Cents+c.Meals.Cents, true, 0
	for _, vehicle := range c.Vehicles {
		if row := vehicle.Row; row != nil && (used == 0 || row.Year < used) {
			used = row.Year
		}
		c.Provisional = c.Provisional || vehicle.OfOtherYear(c.Year)
		if vehicle.Cents == nil {
			complete = false
			continue
		}
		total += *vehicle.Cents
	}
	if used != 0 {
		c.BaremeYear = used
	}
	c.Provisional = c.Provisional || c.Telework.OfOtherYear(c.Year)
	if complete {
		c.TotalEuros = new(halfUp(total, 100))
	}
}
