package main

import (
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func reportHoursCommand(file *string) *cobra.Command {
	var request app.HoursRequest
	command := &cobra.Command{
		Use:   "hours --from DATE --to DATE",
		Short: "Print the hours, the balance, the counters, and what is beyond the limits",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			return app.ReportHours(cmd.Context(), config, request, time.Now(), cmd.OutOrStdout())
		},
	}
	flags := command.Flags()
	flags.StringVar(&request.From, "from", "", "the first date")
	flags.StringVar(&request.To, "to", "", "the last date")
	flags.StringVar(&request.Format, "format", app.JSON, `"json" (the figures) or "csv" (the days behind them)`)
	completeFlag(command, "format", app.JSON, app.CSV)
	_ = command.MarkFlagRequired("from") // fails only without the flag
	_ = command.MarkFlagRequired("to")
	return command
}
