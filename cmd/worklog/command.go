package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"worklog/app"
)

// onDatabase returns a command that works on the configured database and serves nobody.
func onDatabase(file *string, use, short string, arity cobra.PositionalArgs, run func(cmd *cobra.Command, config app.Config, arguments []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: arity, RunE: func(cmd *cobra.Command, arguments []string) error {
		config, err := app.LoadForCommand(*file)
		if err != nil {
			return err
		}
		return run(cmd, config, arguments)
	}}
}

// printing returns a command without arguments that prints a line.
func printing(use, short string, line func(cmd *cobra.Command) (string, error)) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
		text, err := line(cmd)
		if err == nil {
			_, err = fmt.Println(text)
		}
		return err
	}}
}

// parent returns a command that has only others below it.
func parent(use, short string, children ...*cobra.Command) *cobra.Command {
	command := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	command.AddCommand(children...)
	return command
}

// warn prints warnings, each after what introduces them.
func warn(introduction string, warnings ...string) {
	for _, warning := range warnings {
		fmt.Fprintln(os.Stderr, "warning: "+introduction+warning)
	}
}

// withFileCompletion completes a command's argument with files, of the extensions if there are any.
func withFileCompletion(command *cobra.Command, extensions ...string) *cobra.Command {
	command.ValidArgsFunction = func(_ *cobra.Command, arguments []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		switch {
		case len(arguments) > 0:
			return nil, cobra.ShellCompDirectiveNoFileComp
		case len(extensions) > 0:
			return extensions, cobra.ShellCompDirectiveFilterFileExt
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
	return command
}

// completeFlag offers the values that a flag can have.
func completeFlag(command *cobra.Command, flag string, values ...string) {
	_ = command.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) // fails only without the flag
}
