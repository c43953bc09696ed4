package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// SheetRequest is what is asked of [SheetHash].
type SheetRequest struct {
	Month string // as typed
	Rows  bool   // the rows themselves
}

var errMonth = errors.New(`must be a month, such as "2026-01"`)

// SheetHash writes the digest of a month's sheet, or its rows, also while a server runs.
// Its errors are [ErrNoDatabase], and those of [models.Open].
func SheetHash(ctx context.Context, config Config, request SheetRequest, to io.Writer) error {
	month, err := civil.ParseDate(request.Month + "-01")
	if err != nil {
		return fmt.Errorf("month %q: %w", request.Month, errMonth)
	}
	return withExisting(ctx, config, func(store *models.Store) error {
		rows, err := report.ReadSheetRows(ctx, store, month)
		if err != nil {
			return err
		}
		if !request.Rows {
			rows = report.SheetDigest(rows) + "\n"
		}
		_, err = io.WriteString(to, rows)
		return err
	})
}
