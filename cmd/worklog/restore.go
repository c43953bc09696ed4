package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"worklog/app"
)

func restoreCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Replace the database with a backup and keep the old one; the server must be stopped",
		Args:  cobra.ExactArgs(1),

		ValidArgsFunction: completeFile(),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			done, err := app.Restore(cmd.Context(), arguments[0], config.Database)
			if err != nil {
				return err
			}
			warn(cmd, done.Checkup)
			warnOdd(cmd, done.Odd)
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "Restored %s from %s: schema %d, %s.\n", config.Database, arguments[0], done.Schema, contents(done.Checkup))
			if done.Kept != "" {
				fmt.Fprintf(out, "The previous database is kept as %s.\n", done.Kept)
			}
			if done.Before != done.Now {
				fmt.Fprintf(out, "The settings differ: %s, where the previous database had %s.\n", versionOf(done.Now), versionOf(done.Before))
			}
			fmt.Fprintln(out, "The server can be started again.")
			return nil
		},
	}
}

// versionOf names the version of the settings with its instant.
func versionOf(version app.SettingsVersion) string {
	if version.ID == 0 {
		return "none"
	}
	return fmt.Sprintf("version %d of %s", version.ID, version.MadeAt)
}
