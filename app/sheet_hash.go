package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// SheetRequest is what is asked of [SheetHash].
type SheetRequest struct {
	Month string // as typed
	Rows  bool   // the rows themselves
	Keep  bool   // keep the digest, too
	// Format is that of the rows; 0 for the newest.
	Format int
	// Illness is [IllnessShown] or [IllnessHidden], or empty for what is configured.
	Illness string
}

// What a sheet does with illness.
const (
	IllnessShown  = "shown"
	IllnessHidden = "hidden"
)

// SheetHash writes the digest of a month's sheet, or its rows, also while a server runs.
// Its errors are [errNoDatabase], those of [models.Open], and, of a digest to keep, [models.ErrMonthNotOver].
func SheetHash(ctx context.Context, config Config, request SheetRequest, now time.Time, to io.Writer) error {
	month, err := civil.ParseDate(request.Month + "-01")
	if err != nil {
		return fmt.Errorf("month %q: %w", request.Month, errMonth)
	}
	hide := config.Frame.HideIllness
	if request.Illness != "" {
		hide = request.Illness == IllnessHidden
	}
	format := cmp.Or(request.Format, report.SheetFormat)
	if format < 1 || format > report.SheetFormat {
		return fmt.Errorf("format %d: must be from 1 to %d", format, report.SheetFormat)
	}
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		days, err := store.Records(ctx, month, month.LastOfMonth())
		if err != nil {
			return err
		}
		printed := config.Frame.Hours.Printed(month, format, hide)
		text := report.SheetRows(month, days, printed)
		if !request.Rows {
			text = report.SheetDigest(text) + "\n"
		}
		if request.Keep {
			if err := store.KeepSheet(ctx, report.SheetToKeep(month, days, printed, civil.NewInstant(now))); err != nil {
				return fmt.Errorf("month %s: %w", request.Month, err)
			}
		}
		_, err = io.WriteString(to, text)
		return err
	})
}

// KeptSheets writes a line for each digest that was kept, also while a server runs: month, format,
// [IllnessShown] or [IllnessHidden], digest, when it was kept, and what has become of its sheet,
// separated by tabs. Its errors are [errNoDatabase], and those of [models.Open].
func KeptSheets(ctx context.Context, config Config, to io.Writer) error {
	return withExisting(ctx, config, func(store *models.Store, config Config) error {
		sheets, err := config.Frame.Hours.ReadKeptSheets(ctx, store)
		var text strings.Builder
		for _, kept := range sheets {
			illness, state := IllnessShown, "same"
			if kept.HideIllness {
				illness = IllnessHidden
			}
			if kept.Differing > 0 {
				state = fmt.Sprintf("days that differ: %d", kept.Differing)
			}
			fmt.Fprintf(&text, "%s\t%d\t%s\t%s\t%s\t%s\n", kept.Month.String()[:len("2026-11")], kept.Format, illness, kept.Digest,
				kept.KeptAt.In(config.Rules.Zone).Format(time.RFC3339), state)
		}
		_, unwritten := io.WriteString(to, text.String())
		return errors.Join(err, unwritten)
	})
}
