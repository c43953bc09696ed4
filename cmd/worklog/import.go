package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func importCommand(file *string) *cobra.Command {
	var request app.ImportRequest
	command := &cobra.Command{
		Use:   "import FILE",
		Short: "Take in days from worklog's JSON or from CSV, after a backup; also while a server runs",
		Args:  cobra.ExactArgs(1),

		ValidArgsFunction: completeFile("json", "csv"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			config, err := app.LoadForData(*file)
			if err != nil {
				return err
			}
			request.File = arguments[0]
			done, err := app.ImportFile(cmd.Context(), config, request, time.Now())
			out := cmd.OutOrStdout()
			if err != nil {
				return errors.Join(refusals(done), err)
			}
			if done.Warning != "" {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning:", done.Warning)
			}
			if request.DryRun {
				listChanges(out, done)
			}
			fmt.Fprintln(out, summary(done, request.DryRun))
			return nil
		},
	}
	command.Flags().BoolVar(&request.DryRun, "dry-run", false, "only say what would be new, changed or refused")
	command.Flags().StringVar(&request.Columns, "columns", "", `what a table calls its columns: "date=Jour,start=Début,end=Fin" (default: worklog's own, Kimai's or TimeTagger's)`)
	return command
}

// listChanges prints a line for each day that would be written.
func listChanges(out io.Writer, done app.Imported) {
	for _, day := range done.Plan {
		if day.Writes() {
			fmt.Fprintf(out, "row %d: %s: %s, %s\n", day.Row, day.Date, day.Effect, counted(int64(day.Slots), "slot"))
		}
	}
}

// refusals has a line for each row that is refused, or is nil.
func refusals(done app.Imported) error {
	var lines []string
	for _, day := range done.Plan {
		for _, refused := range day.Errs {
			lines = append(lines, fmt.Sprintf("row %d: %s: %v", refused.Row, day.Date, refused.Err))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(lines, "\n"))
}

func summary(done app.Imported, dryRun bool) string {
	counts := fmt.Sprintf("%d new, %d changed, %d unchanged.", done.Plan.Count(app.ImportedNew), done.Plan.Count(app.ImportedChanged), done.Plan.Count(app.ImportedSame))
	if n := done.Plan.NewIDs(); n > 0 {
		counts += fmt.Sprintf(" New ids for %s: theirs have been used here, or are too high.", counted(int64(n), "record"))
	}
	switch {
	case dryRun:
		return "Would import: " + counts + " Nothing was written."
	case done.Plan.Writes() == 0:
		return "Nothing to import: " + counts
	case done.Backup == "":
		return "Imported: " + counts
	}
	return "Imported: " + counts + " The database as it was before is kept as " + done.Backup + "."
}
