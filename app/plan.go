package app

import (
	"context"
	"fmt"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/dbfile"
	"worklog/models/exchange"
	"worklog/models/planning"
)

// ImportPlan plans what a file does, also while a server runs, or for a dry run only says it. It
// returns the errors of [exchange.ReadPlan], of the file system and of [models.Open]; nothing is
// written then.
func ImportPlan(ctx context.Context, config Config, request ImportRequest, now time.Time) (file planning.File, err error) {
	columns, err := exchange.ParseColumns(request.Columns, exchange.Plannable)
	if err != nil {
		return planning.File{}, fmt.Errorf("--%w", err)
	}
	opened, err := dbfile.OpenRegular(request.File)
	if err != nil {
		return planning.File{}, err
	}
	defer opened.Close()
	err = request.withStore(ctx, config, func(store *models.Store, config Config) error {
		instant := civil.NewInstant(now)
		file, err = exchange.ReadPlan(opened, columns, config.Frame.Words, config.Rules.Zone, config.Rules.DateOf(instant))
		if err != nil {
			return fmt.Errorf("%s: %w", request.File, err)
		}
		if !request.DryRun {
			_, err = planning.Import(models.By(ctx, "command line"), store, file, instant)
		}
		return err
	})
	return file, err
}
