package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"worklog/app"
)

func configCommand(file *string) *cobra.Command {
	command := &cobra.Command{
		Use:   "config",
		Short: "Manage the configuration",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	command.AddCommand(&cobra.Command{
		Use:   "check",
		Short: "Report what is wrong with the configuration and the environment",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.LoadConfig(*file)
			for _, warning := range config.Warnings {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning:", warning)
			}
			if err != nil {
				return err
			}
			name := config.File
			if name == "" {
				name = "no configuration file: the defaults"
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: valid. API %s, token %s, database %s, pages with auth = %q.\n",
				name, state(config.Rules.Integrated, "on", "off"), state(config.API.Token != "", "set", "not set"), config.Database, config.Access.Auth)
			return nil
		},
	})
	return command
}

func state(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}
