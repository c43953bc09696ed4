package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func demoCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Serve a realistic year from a temporary database",
		Args:  cobra.NoArgs,

		PersistentPreRun: ownConfig,
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := newServerLog()
			folder, err := os.MkdirTemp("", "worklog-demo-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			config, err := loadDemo(*file, folder, log)
			if err != nil {
				return err
			}
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

// loadDemo loads the configuration, or that of the demonstration if there is none, with
// a database in the folder and without backups.
func loadDemo(file, folder string, log *slog.Logger) (app.Config, error) {
	if file == "" {
		if _, err := os.Stat(app.DefaultConfigFile); errors.Is(err, fs.ErrNotExist) {
			file = filepath.Join(folder, app.DefaultConfigFile)
			if err := writeNew(file, []byte(app.DemoConfig)); err != nil {
				return app.Config{}, err
			}
		}
	}
	config, err := loadConfig(app.LoadDemo, file, log)
	if err != nil {
		return config, err
	}
	config.Database = filepath.Join(folder, "worklog.db")
	config.Backup = app.BackupPlan{}
	return config, nil
}
