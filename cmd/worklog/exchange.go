package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
	"worklog/models"
	"worklog/models/exchange"
	"worklog/models/settings"
)

func exportCommand(file *string) *cobra.Command {
	var export exchange.Export
	var format string
	command := onDatabase(file, "export", "Write all days as JSON, or a table as CSV, to standard output, also while a server runs", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			switch {
			case format == app.JSON && export != (exchange.Export{Settings: export.Settings}):
				return errors.New("--of, --decimal-comma, --from and --to are for --format csv: the JSON document has everything")
			case format == app.CSV && export.Settings:
				return errors.New("--settings is for --format json")
			case format == app.CSV:
				export.Table = cmp.Or(export.Table, exchange.Slots)
			}
			warning, err := app.Export(cmd.Context(), config, export, os.Stdout)
			warn("", warning)
			if err != nil {
				return err
			}
			found, err := models.Format.Check(cmd.Context(), config.Database)
			warn("odd, so that an import may refuse it: ", found.Odd...)
			return err
		})
	formatFlag(command, &format, `"json" (everything) or "csv" (a table)`)
	choiceFlag(command, &export.Table, "of", `rows of the table: "slots", "days" or "months" (default "slots")`, exchange.Tables...)
	dateFlags(command, &export.From, &export.To, "first `date` of the table, such as 2026-01-01", "last `date` of the table")
	command.Flags().BoolVar(&export.DecimalComma, "decimal-comma", false, "write 8,47 for 8.47, and separate the cells by semicolons")
	command.Flags().BoolVar(&export.Settings, "settings", false, "add the settings to the JSON document")
	return command
}

func importCommand(file *string) *cobra.Command {
	var request app.ImportRequest
	command := onDatabase(file, "import FILE", "Take in days from worklog's JSON or from CSV, after a backup; also while a server runs", cobra.ExactArgs(1),
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			request.File = arguments[0]
			done, err := app.ImportFile(cmd.Context(), config, request, time.Now())
			if err != nil {
				return errors.Join(refusals(done), err)
			}
			if request.DryRun {
				for _, day := range done.Preview {
					if day.Writes() {
						fmt.Printf("row %d: %s: %s, %s\n", day.Row, day.Date, day.Effect, counted(int64(day.Slots), "slot"))
					}
				}
				listDifferences(done.Differences)
			}
			fmt.Println(summary(done, request.DryRun))
			if line := settingsLine(done, request.DryRun); line != "" {
				fmt.Println(line)
			}
			return nil
		})
	command.Flags().BoolVar(&request.Settings, "settings", false, "take the settings of a JSON document, too")
	command.Flags().BoolVar(&request.DryRun, "dry-run", false, "only say what would be new, changed or refused")
	command.Flags().StringVar(&request.Columns, "columns", "", `what a table calls its columns: "date=Jour,start=Début,end=Fin" (default: worklog's own, Kimai's or TimeTagger's)`)
	return withFileCompletion(command, "json", "csv")
}

// refusals has a line for each row that is refused, or is nil.
func refusals(done app.Imported) error {
	var lines []error
	for _, day := range done.Preview {
		for _, refused := range day.Errs {
			lines = append(lines, fmt.Errorf("row %d: %s: %w", refused.Row, day.Date, refused.Err))
		}
	}
	return errors.Join(lines...)
}

func summary(done app.Imported, dryRun bool) string {
	counts := fmt.Sprintf("%d new, %d changed, %d unchanged.",
		done.Preview.Count(models.EffectNew), done.Preview.Count(models.EffectChanged), done.Preview.Count(models.EffectSame))
	if n := done.Preview.NewIDs(); n > 0 {
		counts += fmt.Sprintf(" New ids for %s: theirs have been used here, or are too high.", counted(int64(n), "record"))
	}
	if done.Plan.Len() > 0 {
		counts += fmt.Sprintf(" Of the plan %s and %s.", counted(int64(len(done.Plan.Cycles)), "cycle"), counted(int64(len(done.Plan.Dates)), "date"))
	}
	switch {
	case dryRun:
		return "Would import: " + counts + " Nothing was written."
	case done.Preview.Writes()+done.Plan.Len() == 0:
		return "Nothing to import: " + counts
	}
	return "Imported: " + counts + keptAs(done)
}

// settingsLine says what became of the settings of the file, or would.
func settingsLine(done app.Imported, dryRun bool) string {
	switch {
	case done.Settings != app.SettingsTaken:
		return done.Settings
	case dryRun:
		return "The settings would be taken."
	case done.Preview.Writes()+done.Plan.Len() > 0: // its line names the backup
		return "The settings were taken."
	}
	return "The settings were taken." + keptAs(done)
}

// keptAs says where the backup before the import is, if there is one.
func keptAs(done app.Imported) string {
	if done.Backup == "" {
		return ""
	}
	return " The database as it was before is kept as " + done.Backup + "."
}

func settingsCommand(file *string) *cobra.Command {
	command := onDatabase(file, "settings", "Print the person's settings in force, with where each comes from", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			return app.ReportSettings(cmd.Context(), config, os.Stdout)
		})
	importing := onDatabase(file, "import FILE", "Take the person's sections of a TOML file as settings", cobra.ExactArgs(1),
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			taken, err := app.ImportSettings(cmd.Context(), config, arguments[0], time.Now())
			if err != nil {
				return err
			}
			warn("", taken.Warnings...)
			listDifferences(taken.Differences)
			if len(taken.Differences) == 0 {
				fmt.Println("Nothing differs from the settings in force.")
			} else {
				fmt.Printf("Version %d of the settings is in force.\n", taken.Version)
			}
			for _, line := range taken.Hidden {
				fmt.Println(line)
			}
			return nil
		})
	importing.Long = `Take the person's sections of a TOML file, such as config.toml, as settings: all of them
or, if one is wrong, none. They can then be removed from config.toml, except for the
journey and the vehicle, with its type, that [presence_integration] names.`
	command.AddCommand(importing)
	return command
}

// listDifferences prints a line for each of the settings that differ.
func listDifferences(differences []settings.Difference) {
	for _, found := range differences {
		switch {
		case found.Before == "":
			fmt.Printf("settings: %s: new, %s\n", found.Key, found.After)
		case found.After == "":
			fmt.Printf("settings: %s: removed, was %s\n", found.Key, found.Before)
		default:
			fmt.Printf("settings: %s: %s, was %s\n", found.Key, found.After, found.Before)
		}
	}
}
