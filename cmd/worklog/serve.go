package main

import (
	"context"
	"log/slog"
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
			log := newServerLog()
			config, err := loadConfig(app.LoadConfig, *file, log)
			if err != nil {
				return err
			}
			if config.File == "" {
				log.Info("no configuration file, running on the defaults with the API off; write one with `worklog init`")
			}
			return run(cmd.Context(), config, log)
		},
	}
}

// loadConfig loads the configuration of a file and logs its warnings.
func loadConfig(load func(file string) (app.Config, error), file string, log *slog.Logger) (app.Config, error) {
	config, err := load(file)
	for _, warning := range config.Warnings {
		log.Warn("configuration", "warning", warning)
	}
	return config, err
}

// run serves until the context ends. After another signal, it does not finish the
// requests in progress.
func run(ctx context.Context, config app.Config, log *slog.Logger) error {
	hurry, undo := secondStopSignal()
	defer undo()
	server, err := app.New(ctx, config, systemClock(), log)
	if err != nil && ctx.Err() != nil { // stopped while it was starting
		return nil
	}
	if err != nil {
		return err
	}
	log.Info("listening", "url", server.URL(), "database", config.Database,
		"api", config.Rules.Integrated, "token_set", config.API.Token != "", "auth", config.Access.Auth)
	context.AfterFunc(hurry, server.Cut)
	defer newSupervisor(log).supervise(ctx, server.Ping)()
	return server.Run(ctx)
}
