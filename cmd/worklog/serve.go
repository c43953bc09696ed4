package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

// systemClock tells this machine's time.
func systemClock() app.Clock {
	start := time.Now()
	return app.Clock{Now: time.Now, Elapsed: func() time.Duration { return time.Since(start) }}
}

func serveCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve the API (the default command)",
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
			server, err := app.New(cmd.Context(), config, systemClock(), log)
			if err != nil && cmd.Context().Err() != nil { // told to stop before it had started
				return nil
			}
			if err != nil {
				return err
			}
			log.Info("listening", "url", server.URL(), "database", config.Database,
				"api", config.Presence != nil, "token_set", config.Token != "")
			return server.Run(cmd.Context())
		},
	}
}
