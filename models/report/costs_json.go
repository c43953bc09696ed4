package report

import (
	"encoding/json"

	"worklog/models"
)

// MarshalJSON writes the costs for programs. An amount that lacks something is null.
func (c Costs) MarshalJSON() ([]byte, error) {
	vehicles := []vehicleJSON{}
	for _, of := range c.Vehicles {
		vehicles = append(vehicles, vehicleJSON{of.Vehicle.ID, len(of.Days), of.Metres, of.Cents})
	}
	return json.Marshal(struct {
		Year        int               `json:"year"`
		BaremeYear  int               `json:"bareme_year"`
		Provisional bool              `json:"provisional"`
		Vehicles    []vehicleJSON     `json:"vehicles"`
		Telework    allowanceJSON     `json:"telework"`
		Meals       allowanceJSON     `json:"meals"`
		PlannedDays int               `json:"planned_days"`
		TotalEuros  *int64            `json:"total_euros"`
		ToVerify    []models.ToVerify `json:"to_verify"`
	}{c.Year, c.BaremeYear, c.Provisional, vehicles,
		allowanceJSON{Days(c.Telework.HalfDays) * HalfDay, c.Telework.Cents},
		allowanceJSON{WholeDays(int64(len(c.Meals.Days))), c.Meals.Cents},
		len(c.Planned), c.TotalEuros, append([]models.ToVerify{}, c.allToVerify()...)})
}

type vehicleJSON struct {
	ID     string `json:"id"`
	Days   int    `json:"days"`
	Metres int64  `json:"metres"`
	Cents  *int64 `json:"cents"`
}

type allowanceJSON struct {
	Days  Days  `json:"days"`
	Cents int64 `json:"cents"`
}
