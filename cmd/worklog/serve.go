package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func serveCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve the pages and the API (the default command)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, log, err := withLog(app.LoadConfig(*file))
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

func demoCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Serve a realistic year from a temporary database",
		Args:  cobra.NoArgs,

		PersistentPreRun: noSystemConfig,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := os.MkdirTemp("", "worklog-demo-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			name := *file
			if _, err := os.Stat(app.DefaultConfigFile); name == "" && errors.Is(err, fs.ErrNotExist) {
				name = filepath.Join(folder, app.DefaultConfigFile)
				if err := writeNew(name, []byte(app.DemoConfig)); err != nil {
					return err
				}
			}
			config, log, err := withLog(app.LoadDemo(name))
			if err != nil {
				return err
			}
			config.Database = filepath.Join(folder, "worklog.db")
			config.Backup = app.BackupPlan{}
			if err := app.FillDemo(cmd.Context(), config, time.Now()); err != nil {
				if cmd.Context().Err() != nil { // told to stop before it was filled
					return nil
				}
				return fmt.Errorf("fill the demonstration: %w", err)
			}
			return run(cmd.Context(), config, log)
		},
	}
}

func homeAssistantCommand() *cobra.Command {
	var data, folder string
	command := &cobra.Command{
		Use:   "home-assistant",
		Short: "Serve as an app of Home Assistant: the command of its container",
		Long: "Serve as an app of Home Assistant, with the options that were typed there: the pages through its\n" +
			"ingress, and the API in the network of the apps. A config.toml in the configuration folder, and\n" +
			"environment variables, take precedence.",
		Args:             cobra.NoArgs,
		PersistentPreRun: noSystemConfig,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, log, err := withLog(app.LoadHomeAssistant(data, folder))
			if err != nil {
				return err
			}
			config = app.JoinHomeAssistant(cmd.Context(), config, app.TheSupervisor(os.Getenv("SUPERVISOR_TOKEN")), log)
			return run(cmd.Context(), config, log)
		},
	}
	command.Flags().StringVar(&data, "data", app.HomeAssistantData, "folder of the app's options and of its database")
	command.Flags().StringVar(&folder, "config-folder", app.HomeAssistantConfig, "folder with a config.toml, which may be missing")
	return command
}

// withLog returns what a command that serves has loaded, with a log, which has the warnings. It ignores
// SIGPIPE: otherwise the program would be killed when it writes to a standard error that is closed.
func withLog(config app.Config, err error) (app.Config, *slog.Logger, error) {
	signal.Ignore(syscall.SIGPIPE)
	log := app.NewLog(os.Stderr)
	for _, warning := range config.Warnings {
		log.Warn("configuration", "warning", warning)
	}
	return config, log, err
}

// run serves until the context ends.
func run(ctx context.Context, config app.Config, log *slog.Logger) error {
	signal.Notify(make(chan os.Signal, 1), stopSignals()...) // more of them, as timeout(1) sends, do not kill it while it stops
	start := time.Now()
	clock, minutes := app.Clock{}, time.Tick(time.Minute)
	clock.Now, clock.Elapsed = time.Now, func() time.Duration { return time.Since(start) }
	clock.Wait = func(ctx context.Context) {
		select {
		case <-ctx.Done():
		case <-minutes:
		}
	}
	server, err := app.New(ctx, config, clock, log)
	if err != nil && ctx.Err() != nil { // stopped while it was starting
		return nil
	}
	if err != nil {
		return err
	}
	log.Info("listening", "url", server.URL(), "database", config.Database,
		"api", config.Rules.Integrated, "token_set", config.API.Token != "", "auth", config.Access.Auth)
	defer newSupervisor(log).supervise(ctx, server.Ping)()
	return server.Run(ctx)
}
