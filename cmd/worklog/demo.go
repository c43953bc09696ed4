package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Serve a lifelike year from a throw-away database",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := os.MkdirTemp("", "worklog-demo-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			file := filepath.Join(folder, "config.toml")
			if err := writeNew(file, app.Starter); err != nil {
				return err
			}
			config, err := app.LoadConfig(file)
			if err != nil {
				return err
			}
			// the environment may name the person's own database and backups
			config.Database = filepath.Join(folder, "worklog.db")
			config.Backup = app.BackupPlan{}
			if err := app.FillDemo(cmd.Context(), config, time.Now()); err != nil {
				return fmt.Errorf("fill the demonstration: %w", err)
			}
			return run(cmd.Context(), config, serversLog())
		},
	}
}
