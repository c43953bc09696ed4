package main

import (
	"github.com/spf13/cobra"

	"worklog/app"
)

func sheetHashCommand(file *string) *cobra.Command {
	var request app.SheetRequest
	command := &cobra.Command{
		Use:   "sheet-hash MONTH",
		Short: "Print the SHA-256 of the rows of a month's sheet, such as 2026-11, also while a server runs",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			request.Month = arguments[0]
			return app.SheetHash(cmd.Context(), config, request, cmd.OutOrStdout())
		},
	}
	command.Flags().BoolVar(&request.Rows, "rows", false, "print the rows themselves")
	command.Flags().StringVar(&request.Illness, "illness", "", `"shown" or "hidden" (default as configured in web.hide_illness)`)
	return command
}
