package main

import (
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func reportPayCommand(file *string) *cobra.Command {
	var month string
	command := &cobra.Command{
		Use:   "pay --month MONTH",
		Short: "Print what the payslip of a month must show, as the page of the month's pay does",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			return app.ReportPay(cmd.Context(), config, month, time.Now(), cmd.OutOrStdout())
		},
	}
	command.Flags().StringVar(&month, "month", "", "the month of the payslip, such as 2026-11")
	_ = command.MarkFlagRequired("month") // fails only without the flag
	return command
}
