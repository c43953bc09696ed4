package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func reportCostsCommand(file *string) *cobra.Command {
	var request app.CostsRequest
	command := &cobra.Command{
		Use:   "costs --year YEAR",
		Short: "Print the travel costs (frais réels) of a year, as the page of the year shows them",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			missing, err := app.ReportCosts(cmd.Context(), config, request, time.Now(), cmd.OutOrStdout())
			for _, key := range missing {
				fmt.Fprintf(cmd.ErrOrStderr(), "missing in the configuration: %s\n", key.Name())
			}
			return err
		},
	}
	flags := command.Flags()
	flags.IntVar(&request.Year, "year", 0, "the year of the income")
	flags.StringVar(&request.Format, "format", app.JSON, `"json" (the figures) or "csv" (the days behind them)`)
	flags.BoolVar(&request.DecimalComma, "decimal-comma", false, "write 37,5 for 37.5 in the CSV, and separate the cells by semicolons")
	completeFlag(command, "format", app.JSON, app.CSV)
	_ = command.MarkFlagRequired("year") // fails only without the flag
	return command
}
