package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"worklog/app"
)

func exportCommand(file *string) *cobra.Command {
	var request app.ExportRequest
	command := &cobra.Command{
		Use:   "export",
		Short: "Write all days as JSON, or a table as CSV, to standard output, also while a server runs",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			warning, err := app.Export(cmd.Context(), config, request, cmd.OutOrStdout())
			if warning != "" {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+warning)
			}
			if err != nil {
				return err
			}
			odd, err := app.OddRecords(cmd.Context(), config)
			warnEach(cmd, "odd, so that an import may refuse it", odd)
			return err
		},
	}
	flags := command.Flags()
	flags.StringVar(&request.Format, "format", "json", `"json" (everything) or "csv" (a table)`)
	flags.StringVar(&request.Of, "of", "", `rows of the table: "slots", "days" or "months" (default "slots")`)
	flags.BoolVar(&request.DecimalComma, "decimal-comma", false, "write 8,47 for 8.47, and separate the cells by semicolons")
	flags.StringVar(&request.From, "from", "", "first date of the table, such as 2026-01-01")
	flags.StringVar(&request.To, "to", "", "last date of the table")
	flags.BoolVar(&request.Settings, "settings", false, "add the settings to the JSON document")
	completeFlag(command, "format", app.JSON, app.CSV)
	completeFlag(command, "of", app.Tables()...)
	return command
}
