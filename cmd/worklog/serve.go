package main

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

// systemClock tells this machine's time.
func systemClock() app.Clock {
	start := time.Now()
	var clock app.Clock
	clock.Now = time.Now
	clock.Elapsed = func() time.Duration { return time.Since(start) }
	clock.Wake = time.Tick(time.Minute)
	return clock
}

func serveCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve the pages and the API (the default command)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := app.NewLog(os.Stderr)
			config, err := app.LoadConfig(*file)
			for _, warning := range config.Warnings {
				log.Warn("configuration", "warning", warning)
			}
			if err != nil {
				return err
			}
			if config.File == "" {
				log.Info("no config.toml here, running on the defaults with the API off; write one with `worklog init`")
			}
			return run(cmd.Context(), config, log)
		},
	}
}

// run serves until the context ends.
func run(ctx context.Context, config app.Config, log *slog.Logger) error {
	server, err := app.New(ctx, config, systemClock(), log)
	if err != nil && ctx.Err() != nil { // told to stop before it had started
		return nil
	}
	if err != nil {
		return err
	}
	log.Info("listening", "url", server.URL(), "database", config.Database,
		"api", config.Presence != nil, "token_set", config.Token != "", "auth", config.Auth)
	return server.Run(ctx)
}
