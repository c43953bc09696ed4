package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"worklog/app"
)

func checkCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check the database, or a backup, and report what is wrong with it",
		Args:  cobra.MaximumNArgs(1),

		ValidArgsFunction: completeFile(),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			config, err := app.LoadForCommand(*file)
			if err != nil {
				return err
			}
			name := config.Database
			if len(arguments) > 0 {
				name = arguments[0]
			}
			found, err := app.Check(cmd.Context(), name, config)
			if err != nil {
				return err
			}
			warn(cmd, found)
			if len(found.Findings) > 0 {
				return errors.New(strings.Join(found.Findings, "\n"))
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: sound. Schema %d, %s.\n", name, found.Schema, contents(found))
			return nil
		},
	}
}

// warn prints the warnings about a database.
func warn(cmd *cobra.Command, found app.Checkup) {
	for _, warning := range found.Warnings {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning:", warning)
	}
}

// warnOdd prints the records that were copied although they are odd.
func warnOdd(cmd *cobra.Command, odd []string) { warnEach(cmd, "odd, but copied as it is", odd) }

func warnEach(cmd *cobra.Command, what string, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s: %s\n", what, line)
	}
}

// contents summarizes what a database holds.
func contents(found app.Checkup) string {
	return counted(found.Days, "day") + ", " + counted(found.Slots, "slot") + ", " + counted(found.Events, "event")
}

// counted formats a number with its noun.
func counted(count int64, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
