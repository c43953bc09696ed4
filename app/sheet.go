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
	// Illness is [IllnessShown] or [IllnessHidden], or empty for what is configured.
	Illness string
}

// What a sheet does with illness.
const (
	IllnessShown  = "shown"
	IllnessHidden = "hidden"
)

var errMonth = errors.New(`must be a month, such as "2026-01"`)

// SheetHash writes the digest of a month's sheet, or its rows, also while a server runs.
// Its errors are [ErrNoDatabase], and those of [models.Open].
func SheetHash(ctx context.Context, config Config, request SheetRequest, to io.Writer) error {
	month, err := civil.ParseDate(request.Month + "-01")
	if err != nil {
		return fmt.Errorf("month %q: %w", request.Month, errMonth)
	}
	hide := config.Frame.HideIllness
	switch request.Illness {
	case "":
	case IllnessShown, IllnessHidden:
		hide = request.Illness == IllnessHidden
	default:
		return fmt.Errorf("illness %q: must be %q or %q", request.Illness, IllnessShown, IllnessHidden)
	}
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		rows, err := report.ReadSheetRows(ctx, store, month, config.Frame.Hours.Printed(month, hide))
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
