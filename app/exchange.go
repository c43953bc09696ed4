package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/settings"
)

// ExportRequest is what an export is asked for, as typed.
type ExportRequest struct {
	Format       string // "json" or "csv"
	Of           string // table of a CSV file
	DecimalComma bool
	From, To     string // dates; empty for no limit
	Settings     bool   // with those in force
}

// Export writes what is stored, also while a server runs. It returns a readable error
// for a request that cannot be, one that is [fs.ErrNotExist] where there is no
// database, and those of [models.Open]. The warning says
// what the export lacks, or why an import would not take it; it is empty for neither.
func Export(ctx context.Context, config Config, request ExportRequest, to io.Writer) (warning string, err error) {
	export, err := request.read()
	if err != nil {
		return "", err
	}
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

// OddRecords returns a line for each record of the database that `worklog check` finds fault
// with, and that is exported like any other. Its errors are those of [models.Check].
func OddRecords(ctx context.Context, config Config) ([]string, error) {
	found, err := models.Check(ctx, config.Database)
	return found.Odd, err
}

func (r ExportRequest) read() (exchange.Export, error) {
	switch r.Format {
	case "csv":
		return r.readTable()
	case "json":
		if r.Of != "" || r.DecimalComma || r.From != "" || r.To != "" {
			return exchange.Export{}, errors.New("--of, --decimal-comma, --from and --to are for --format csv: the JSON document has everything")
		}
		return exchange.Export{Settings: r.Settings}, nil
	}
	return exchange.Export{}, fmt.Errorf("--format %s: %w", r.Format, errFormat)
}

func (r ExportRequest) readTable() (exchange.Export, error) {
	export := exchange.Export{Table: exchange.Slots, DecimalComma: r.DecimalComma}
	if r.Of != "" {
		export.Table = exchange.Table(r.Of)
	}
	var errs []error
	if r.Settings {
		errs = append(errs, errors.New("--settings is for --format json"))
	}
	if !export.Table.Valid() {
		errs = append(errs, fmt.Errorf("--of %s: %s", r.Of, settings.Allowed(exchange.Tables)))
	}
	for _, limit := range []struct {
		flag, text string
		date       *civil.Date
	}{{"--from", r.From, &export.From}, {"--to", r.To, &export.To}} {
		if limit.text == "" {
			continue
		}
		date, err := civil.ParseDate(limit.text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s %s: must be a date such as 2026-11-20", limit.flag, limit.text))
		}
		*limit.date = date
	}
	if len(errs) == 0 && r.From != "" && r.To != "" && export.From.DaysUntil(export.To) < 0 {
		errs = append(errs, fmt.Errorf("--to %s: must not be before --from %s", r.To, r.From))
	}
	return export, errors.Join(errs...)
}

// Tables returns the tables of an export.
func Tables() []string {
	var names []string
	for _, table := range exchange.Tables {
		names = append(names, string(table))
	}
	return names
}
