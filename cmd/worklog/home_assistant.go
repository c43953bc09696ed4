package main

import (
	"os"

	"github.com/spf13/cobra"

	"worklog/app"
)

func homeAssistantCommand() *cobra.Command {
	var data, folder string
	command := &cobra.Command{
		Use:   "home-assistant",
		Short: "Serve as an app of Home Assistant: the command of its container",
		Long: "Serve as an app of Home Assistant, with the options that were typed there: the pages through its\n" +
			"ingress, and the API in the network of the apps. A config.toml in the configuration folder, and\n" +
			"environment variables, take precedence.",
		Args:             cobra.NoArgs,
		PersistentPreRun: ownConfig,
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := newServerLog()
			config, err := app.LoadHomeAssistant(data, folder)
			for _, warning := range config.Warnings {
				log.Warn("configuration", "warning", warning)
			}
			if err != nil {
				return err
			}
			if token := os.Getenv("SUPERVISOR_TOKEN"); token != "" {
				port, err := app.OpenPort(cmd.Context(), app.Supervisor, token, config.Listen)
				if err != nil {
					log.Warn("unknown whether a port is open", "error", err)
				}
				config.Access.Ingress.Port = port
			}
			return run(cmd.Context(), config, log)
		},
	}
	command.Flags().StringVar(&data, "data", app.HomeAssistantData, "folder of the app's options and of its database")
	command.Flags().StringVar(&folder, "config-folder", app.HomeAssistantConfig, "folder with a config.toml, which may be missing")
	for _, name := range []string{"data", "config-folder"} {
		_ = command.MarkFlagDirname(name) // fails only without the flag
	}
	return command
}
