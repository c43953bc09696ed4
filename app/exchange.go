package app

import (
	"context"
	"errors"
	"io"

	"worklog/models"
	"worklog/models/exchange"
)

// Export writes what is stored, also while a server runs. Its errors are one that is [fs.ErrNotExist]
// where there is no database, and those of [models.Open]. The warning says
// what the export lacks, or why an import would not take it; it is empty for neither.
func Export(ctx context.Context, config Config, export exchange.Export, to io.Writer) (warning string, err error) {
	var missing error
	err = withExisting(ctx, config, func(store *models.Store, config Config) (err error) {
		missing, err = export.WriteTo(ctx, to, store)
		return err
	})
	return warningOf(missing), err
}

// warningOf says what [exchange.Export.WriteTo] has returned.
func warningOf(missing error) string {
	const instead = ". worklog backup makes a copy that worklog restore takes."
	if leftOut := new(exchange.LeftOutError); errors.As(missing, &leftOut) {
		return "this export lacks days that " + missing.Error() + instead
	}
	if missing != nil {
		return "this export is complete, but worklog import would refuse it: " + missing.Error() + instead
	}
	return ""
}
