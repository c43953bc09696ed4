package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"worklog/app"
)

func backupCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database, even while a server is running; never overwrites a file",
		Args:  cobra.ExactArgs(1),

		ValidArgsFunction: completeFile(),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			name := arguments[0]
			odd, err := app.Backup(cmd.Context(), config.Database, name)
			if err != nil {
				return err
			}
			warnOdd(cmd, odd)
			written, err := os.Stat(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "Wrote %s: %d bytes, a complete and checked copy of %s.\n", name, written.Size(), config.Database)
			return nil
		},
	}
}
