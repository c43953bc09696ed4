package main

import "github.com/spf13/cobra"

// reportCommand is the parent of the reports, each of which has a file.
func reportCommand(file *string) *cobra.Command {
	command := &cobra.Command{
		Use:   "report",
		Short: "Print figures as JSON, or the days behind them as CSV, also while a server runs",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	command.AddCommand(reportHoursCommand(file), reportCostsCommand(file), reportPayCommand(file))
	return command
}
