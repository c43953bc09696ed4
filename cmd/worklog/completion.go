package main

import "github.com/spf13/cobra"

// completeFile returns a completion of one argument, a file, with one of the extensions if
// there are any.
func completeFile(extensions ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, arguments []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		switch {
		case len(arguments) > 0:
			return nil, cobra.ShellCompDirectiveNoFileComp
		case len(extensions) > 0:
			return extensions, cobra.ShellCompDirectiveFilterFileExt
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// completeFlag offers the values that a flag can have.
func completeFlag(command *cobra.Command, flag string, values ...string) {
	_ = command.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) // fails only without the flag
}
