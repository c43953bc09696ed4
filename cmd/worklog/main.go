// Worklog records a person's working days automatically.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal kills the program, unless it is serving

	if err := newCommand().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newCommand returns the root command; `worklog` is short for `worklog serve`.
func newCommand() *cobra.Command {
	var file string
	serve := serveCommand(&file)
	root := &cobra.Command{
		Use:           "worklog",
		Short:         "Record working days automatically, from the presence that home automation reports",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          serve.RunE,
	}
	root.PersistentFlags().StringVar(&file, "config", os.Getenv("WORKLOG_CONFIG"),
		"configuration file (default config.toml; can be set with WORKLOG_CONFIG)")
	root.AddCommand(serve, demoCommand(&file), initCommand(&file), configCommand(&file),
		checkCommand(&file), backupCommand(&file), restoreCommand(&file), exportCommand(&file), importCommand(&file), feedsCommand(&file),
		reportCommand(&file), sheetHashCommand(&file), passwordCommand(), tokenCommand(), versionCommand())
	return root
}
