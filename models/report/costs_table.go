package report

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
)

// WriteCSV writes the days behind the costs as CSV (RFC 4180), in order of their
// dates: those with a journey, of telework or with a meal, and those of [Costs.allToVerify]. With a
// decimal comma, a semicolon separates the cells.
func (c Costs) WriteCSV(to io.Writer, decimalComma bool) error {
	mark := "."
	if decimalComma {
		mark = ","
	}
	rows := c.rows(mark)
	// a column that is added comes last
	lines := [][]string{{"date", "day_type", "journey_profile_id", "motor_vehicle_id", "metres", "kilometres", "telework_days", "to_verify", "figures", "meals"}}
	for _, date := range slices.Sorted(maps.Keys(rows)) {
		lines = append(lines, rows[date])
	}
	return writeTable(to, lines, decimalComma)
}

// figures says of which year the figures are.
func (c Costs) figures() string {
	text := strconv.Itoa(c.BaremeYear)
	if c.Provisional {
		text += " provisoire"
	}
	return text
}

// rows returns the cells of each date. A distance that is not known is empty.
func (c Costs) rows(mark string) map[string][]string {
	rows := map[string][]string{}
	row := func(day *models.Day) []string {
		date := day.Date.String()
		if rows[date] == nil {
			rows[date] = []string{date, string(day.DayType), models.Cell(day.JourneyProfileID), models.Cell(day.MotorVehicleID), "0", "0", "0", "", c.figures(), "0"}
		}
		return rows[date]
	}
	for _, vehicle := range c.Vehicles {
		for _, day := range vehicle.Days {
			cells := row(day.Day)
			cells[4], cells[5] = strconv.FormatInt(day.Metres, 10), decimal(day.Metres, 1000, mark)
			if !day.Known {
				cells[4], cells[5] = "", ""
			}
		}
	}
	for _, day := range c.Telework.Days {
		row(day)[6] = decimal(halfDays(day), 2, mark)
	}
	for _, day := range c.Meals.Days {
		row(day)[9] = "1"
	}
	for _, doubt := range c.ToVerify {
		row(doubt.Day)
	}
	for date, why := range models.WhyToVerify(c.allToVerify()) {
		row(&models.Day{WorkEntry: models.WorkEntry{Date: date}})[7] = why
	}
	return rows
}

// decimal writes a number of parts of one, such as thousandths, with as few decimals
// as it needs.
func decimal(parts, ofOne int64, mark string) string {
	text := strconv.FormatInt(parts/ofOne, 10)
	if rest := parts % ofOne * 1000 / ofOne; rest > 0 {
		text += mark + strings.TrimRight(fmt.Sprintf("%03d", rest), "0")
	}
	return text
}

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
