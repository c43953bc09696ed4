package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// ReportPay writes what the payslip of a month must show, also while a server runs. The month
// is as typed. Its errors are [ErrNoDatabase], and those of [models.Open].
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
