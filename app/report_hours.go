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

// HoursRequest is what is asked of [ReportHours].
type HoursRequest struct {
	From, To string // dates, as typed
	Format   string
}

// Errors of an [HoursRequest].
var (
	errReportDate     = errors.New(`must be a date, such as "2026-01-31"`)
	errReportBackward = errors.New("must not be before --from")
)

// ReportHours writes the figures of the days of a range, also while a server runs. Its
// errors are [ErrNoDatabase], and those of [models.Open].
func ReportHours(ctx context.Context, config Config, request HoursRequest, now time.Time, to io.Writer) error {
	if request.Format != JSON && request.Format != CSV {
		return fmt.Errorf("--format %q: %w", request.Format, errFormat)
	}
	first, err := civil.ParseDate(request.From)
	if err != nil {
		return fmt.Errorf("--from %q: %w", request.From, errReportDate)
	}
	last, err := civil.ParseDate(request.To)
	if err != nil {
		return fmt.Errorf("--to %q: %w", request.To, errReportDate)
	}
	if first.DaysUntil(last) < 0 {
		return fmt.Errorf("--to %q: %w", request.To, errReportBackward)
	}
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		instant := civil.NewInstant(now)
		record, err := config.Frame.Hours.Read(ctx, store, first, last, instant)
		if err != nil {
			return err
		}
		if request.Format == CSV {
			return report.WriteDayRows(to, config.Frame.Hours.DayRows(record, first, last, instant), false)
		}
		return json.NewEncoder(to).Encode(config.Frame.Hours.Figures(record, first, last, instant))
	})
}
