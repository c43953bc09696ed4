package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"worklog/app"
)

func healthcheckCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the running server whether it works",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			listen, err := app.LoadListen(*file)
			if err != nil {
				return err
			}
			if err := app.Healthcheck(cmd.Context(), listen); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: healthy\n", listen)
			return err
		},
	}
}
