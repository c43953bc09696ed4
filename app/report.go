package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// Formats of the reports.
const (
	JSON = "json"
	CSV  = "csv" // the days behind the figures
)

// errFormat is the error for another format.
var errFormat = errors.New(`allowed: "json", "csv"`)

// CostsRequest is what is asked of [ReportCosts].
type CostsRequest struct {
	Year         int
	Format       string
	DecimalComma bool // of the CSV, whose cells a semicolon then separates
}

// ReportCosts writes the travel costs of a year until today, also while a server runs. It returns
// what the configuration lacks for them. Its errors are [ErrNoDatabase], and those of
// [models.Open].
func ReportCosts(ctx context.Context, config Config, request CostsRequest, now time.Time, to io.Writer) (missing []report.Missing, err error) {
	if request.Format != JSON && request.Format != CSV {
		return nil, fmt.Errorf("format %q: %w", request.Format, errFormat)
	}
	if !(civil.Date{Year: request.Year, Month: 1, Day: 1}).InRange() {
		return nil, fmt.Errorf("year %d: %w", request.Year, civil.ErrDateOutOfRange)
	}
	err = withExisting(ctx, config, func(store *models.Store, config Config) error {
		costs, err := config.Frame.Costs.ReadCosts(ctx, store, request.Year, config.Rules.DateOf(civil.NewInstant(now)))
		if err != nil {
			return err
		}
		missing = costs.Missing
		if request.Format == CSV {
			return costs.WriteCSV(to, request.DecimalComma)
		}
		return json.NewEncoder(to).Encode(newCostsReport(costs))
	})
	return missing, err
}

// costsReport is the report as JSON.
type costsReport struct {
	Year        int              `json:"year"`
	BaremeYear  int              `json:"bareme_year"`
	Provisional bool             `json:"provisional"`
	Vehicles    []vehicleReport  `json:"vehicles"`
	Telework    teleworkReport   `json:"telework"`
	Meals       mealsReport      `json:"meals"`
	PlannedDays int              `json:"planned_days"`
	TotalEuros  *int64           `json:"total_euros"` // null if the cents of a vehicle are
	ToVerify    []toVerifyReport `json:"to_verify"`
}

type vehicleReport struct {
	ID     string `json:"id"`
	Days   int    `json:"days"`
	Metres int64  `json:"metres"`
	Cents  *int64 `json:"cents"` // null if the configuration lacks something
}

type teleworkReport struct {
	Days  json.Number `json:"days"` // halves are 0.5
	Cents int64       `json:"cents"`
}

type mealsReport struct {
	Days  int   `json:"days"`
	Cents int64 `json:"cents"`
}

type toVerifyReport struct {
	Date string `json:"date"`
	Why  string `json:"why"`
}

func newCostsReport(costs report.Costs) costsReport {
	out := costsReport{
		Year:        costs.Year,
		BaremeYear:  costs.BaremeYear,
		Provisional: costs.Provisional,
		Vehicles:    []vehicleReport{},
		Telework:    teleworkReport{json.Number(costs.Telework.DayCount()), costs.Telework.Cents},
		Meals:       mealsReport{len(costs.Meals.Days), costs.Meals.Cents},
		PlannedDays: len(costs.Planned),
		TotalEuros:  costs.TotalEuros,
		ToVerify:    []toVerifyReport{},
	}
	for _, vehicle := range costs.Vehicles {
		out.Vehicles = append(out.Vehicles, vehicleReport{vehicle.Vehicle.ID, len(vehicle.Days), vehicle.Metres, vehicle.Cents})
	}
	for _, doubt := range costs.ToVerify {
		out.ToVerify = append(out.ToVerify, toVerifyReport{doubt.Day.Date.String(), doubt.Why()})
	}
	return out
}
