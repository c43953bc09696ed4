package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func settingsCommand(file *string) *cobra.Command {
	command := &cobra.Command{
		Use:   "settings",
		Short: "Print the person's settings in force, with where each comes from",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			return app.ReportSettings(cmd.Context(), config, cmd.OutOrStdout())
		},
	}
	command.AddCommand(&cobra.Command{
		Use:   "import FILE",
		Short: "Take the person's sections of a TOML file as settings",
		Long: `Take the person's sections of a TOML file, such as config.toml, as settings: all of them
or, if one is wrong, none. They can then be removed from config.toml, except for the
journey and the vehicle, with its type, that [presence_integration] names.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			taken, err := app.ImportSettings(cmd.Context(), config, arguments[0], time.Now())
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			listDifferences(out, taken.Differences)
			if len(taken.Differences) == 0 {
				fmt.Fprintln(out, "Nothing differs from the settings in force.")
			} else {
				fmt.Fprintf(out, "Version %d of the settings is in force.\n", taken.Version)
			}
			for _, line := range taken.Hidden {
				fmt.Fprintln(out, line)
			}
			return nil
		},
	})
	return command
}
