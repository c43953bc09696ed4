package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"worklog/app"
	"worklog/models/civil"
	"worklog/models/settings"
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

// warn prints the warnings that are not empty, each after an introduction.
func warn(introduction string, warnings ...string) {
	for _, warning := range warnings {
		if warning != "" {
			fmt.Fprintln(os.Stderr, "warning: "+introduction+warning)
		}
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

// choice is the value of a flag that accepts one of a fixed set of values, and the empty text where that is its default.
type choice[T ~string] struct {
	to    *T
	among []T
}

func (c choice[T]) String() string { return string(*c.to) }

func (c choice[T]) Type() string { return "string" }

func (c choice[T]) Set(text string) error {
	if text != string(*c.to) && !slices.Contains(c.among, T(text)) {
		return errors.New(settings.Allowed(c.among))
	}
	*c.to = T(text)
	return nil
}

// choiceFlag adds a flag that accepts one of a fixed set of values.
func choiceFlag[T ~string](command *cobra.Command, to *T, name, usage string, among ...T) {
	command.Flags().Var(choice[T]{to, among}, name, usage)
	_ = command.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) (texts []cobra.Completion, _ cobra.ShellCompDirective) {
		for _, text := range among {
			texts = append(texts, string(text))
		}
		return texts, cobra.ShellCompDirectiveNoFileComp
	}) // fails only without the flag
}

// formatFlag adds the flag --format of figures, which is JSON by default.
func formatFlag(command *cobra.Command, to *string, usage string) {
	*to = app.JSON
	choiceFlag(command, to, "format", usage, app.JSON, app.CSV)
}

// dateFlags adds the flags --from and --to; empty, as they are by default, neither limits anything.
func dateFlags(command *cobra.Command, from, to *civil.Date, first, last string) {
	for _, flag := range []struct {
		date        *civil.Date
		name, usage string
	}{{from, "from", first}, {to, "to", last}} {
		command.Flags().Func(flag.name, flag.usage, func(text string) error {
			date, err := civil.ParseDate(text)
			if err != nil && (text != "" || required(command, flag.name)) {
				return errors.New("must be a date, such as 2026-01-31")
			}
			*flag.date = date
			return nil
		})
	}
	command.PreRunE = func(*cobra.Command, []string) error {
		if *to != (civil.Date{}) && from.DaysUntil(*to) < 0 {
			return fmt.Errorf("--to %s: must not be before --from", to)
		}
		return nil
	}
}

// required reports whether a flag was named to [require].
func required(command *cobra.Command, flag string) bool {
	return command.Flag(flag).Annotations[cobra.BashCompOneRequiredFlag] != nil
}

func require(command *cobra.Command, flags ...string) {
	for _, flag := range flags {
		_ = command.MarkFlagRequired(flag) // fails only without the flag
	}
}
