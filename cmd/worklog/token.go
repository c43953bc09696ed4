package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"worklog/app"
)

func tokenCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "token",
		Short: "Print a new token for the API",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), app.NewToken())
			return err
		},
	}
}
