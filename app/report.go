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
	"worklog/models/review"
	"worklog/models/settings"
)

// Formats of the reports.
const (
	JSON = "json"
	CSV  = "csv" // the days behind the figures
)

// CostsRequest is what is asked of [ReportCosts].
type CostsRequest struct {
	Year         int
	Format       string
	DecimalComma bool // of the CSV, whose cells a semicolon then separates
}

// ReportCosts writes the travel costs of a year until today, also while a server runs, and, to
// missing, the configuration keys that they lack. Its errors are [errNoDatabase], and those of [models.Open].
func ReportCosts(ctx context.Context, config Config, request CostsRequest, now time.Time, to, missing io.Writer) error {
	if !(civil.Date{Year: request.Year, Month: 1, Day: 1}).InRange() {
		return fmt.Errorf("year %d: %w", request.Year, civil.ErrDateOutOfRange)
	}
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		costs, err := config.Frame.Costs.ReadCosts(ctx, store, request.Year, config.Rules.DateOf(civil.NewInstant(now)))
		if err != nil {
			return err
		}
		for _, of := range costs.Missing {
			name := settings.KeyName(of.Section, of.ID, of.Key)
			if of.Key == "" {
				name = "[" + settings.KeyName(of.Section, of.ID) + "]"
			}
			fmt.Fprintf(missing, "missing in the configuration: %s\n", name)
		}
		first, last := civil.DatesOfYear(request.Year)
		costs.LeftOut, err = review.ToVerify(ctx, store, first, last, civil.NewInstant(now), review.DoubtShort, review.DoubtUnread)
		if err != nil {
			return err
		}
		if request.Format == CSV {
			return costs.WriteCSV(to, request.DecimalComma)
		}
		return json.NewEncoder(to).Encode(costs)
	})
}

// HoursRequest is what is asked of [ReportHours] and [ReportPlan].
type HoursRequest struct {
	From, To civil.Date // inclusive
	Format   string
}

// ReportHours writes the figures of the days of a range, also while a server runs. Its
// errors are [errNoDatabase], and those of [models.Open].
func ReportHours(ctx context.Context, config Config, request HoursRequest, now time.Time, to io.Writer) error {
	first, last := request.From, request.To
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		instant := civil.NewInstant(now)
		record, err := report.NewReader(config.Frame.Hours, store).Read(ctx, first, last, instant)
		if err != nil {
			return err
		}
		if record.ToVerify, err = review.ToVerify(ctx, store, first, last, instant); err != nil {
			return err
		}
		if request.Format == CSV {
			return report.WriteDayRows(to, config.Frame.Hours.DayRows(record, first, last, instant), false)
		}
		return json.NewEncoder(to).Encode(config.Frame.Hours.Figures(record, first, last, instant))
	})
}

// ReportPlan writes what was worked in a range beside what was planned, also while a server runs. Its
// errors are those of [ReportHours].
func ReportPlan(ctx context.Context, config Config, request HoursRequest, to io.Writer) error {
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		done, err := config.Frame.Hours.ByPlan().ReadDone(ctx, store, request.From, request.To)
		if err != nil {
			return err
		}
		if request.Format == CSV {
			return done.WriteCSV(to, false)
		}
		return json.NewEncoder(to).Encode(done)
	})
}

// ReportPay writes what the payslip of a month must show, also while a server runs. The month
// is as typed. Its errors are [errNoDatabase], and those of [models.Open].
func ReportPay(ctx context.Context, config Config, month string, now time.Time, to io.Writer) error {
	first, err := civil.ParseDate(month + "-01")
	if err != nil {
		return fmt.Errorf("--month %q: %w", month, errMonth)
	}
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		pay, err := config.Frame.Pay.ReadPay(ctx, store, config.Frame.Hours, first, civil.NewInstant(now))
		if err != nil {
			return err
		}
		return json.NewEncoder(to).Encode(pay)
	})
}

var errMonth = errors.New(`must be a month, such as "2026-01"`)
