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
			config, err := app.LoadForCommand(*file)
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
				listDifferences(out, done.Differences)
			}
			fmt.Fprintln(out, summary(done, request.DryRun))
			if line := settingsLine(done, request.DryRun); line != "" {
				fmt.Fprintln(out, line)
			}
			return nil
		},
	}
	command.Flags().BoolVar(&request.Settings, "settings", false, "take the settings of a JSON document, too")
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

// listDifferences prints a line for each of the settings that differ.
func listDifferences(out io.Writer, differences []app.SettingsDifference) {
	for _, found := range differences {
		switch {
		case found.Before == "":
			fmt.Fprintf(out, "settings: %s: new, %s\n", found.Key, found.After)
		case found.After == "":
			fmt.Fprintf(out, "settings: %s: removed, was %s\n", found.Key, found.Before)
		default:
			fmt.Fprintf(out, "settings: %s: %s, was %s\n", found.Key, found.After, found.Before)
		}
	}
}

// settingsLine says what became of the settings of the file, or would.
func settingsLine(done app.Imported, dryRun bool) string {
	switch done.Settings {
	case app.SettingsMissing:
		return "The file has no settings."
	case app.SettingsIgnored:
		return "The file has settings, which were left out: --settings takes them."
	case app.SettingsSame:
		return "The settings are those in force."
	case app.SettingsTaken:
		if dryRun {
			return "The settings would be taken."
		}
		if done.Plan.Writes() > 0 { // its line names the backup
			done.Backup = ""
		}
		return "The settings were taken." + keptAs(done)
	}
	return ""
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
	}
	return "Imported: " + counts + keptAs(done)
}

// keptAs says where the backup before the import is, if there is one.
func keptAs(done app.Imported) string {
	if done.Backup == "" {
		return ""
	}
	return " The database as it was before is kept as " + done.Backup + "."
}
