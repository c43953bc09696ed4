// Worklog records a person's working days automatically.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"worklog/app"
)

// systemConfigFile is where the Debian package puts the configuration.
const systemConfigFile = "/etc/worklog/config.toml"

func main() { execute(systemConfigFile) }

func execute(systemConfig string) {
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal kills the program, unless it is serving

	startedBy := os.Geteuid()
	if err := newCommand(systemConfig).ExecuteContext(ctx); err != nil {
		if user := os.Geteuid(); user != startedBy && errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w (root acts as user %d, to whom the database's folder belongs: "+
				"copy the file to where that user can read it, or name a place that they can write to)", err, user)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// stopSignals returns the signals that stop the program. SIGHUP is one of them unless
// it is ignored, as with nohup.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// newCommand returns the root command; `worklog` is short for `worklog serve`.
func newCommand(systemConfig string) *cobra.Command {
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
	root.PersistentPreRunE = func(*cobra.Command, []string) (err error) {
		file, err = configFile(file, systemConfig)
		return err
	}
	root.PersistentFlags().StringVar(&file, "config", os.Getenv("WORKLOG_CONFIG"),
		"configuration file (default config.toml, or "+systemConfigFile+" if there is none; can be set with WORKLOG_CONFIG)")
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	_ = root.MarkPersistentFlagFilename("config", "toml") // fails only without the flag
	root.AddCommand(serve, demoCommand(&file), initCommand(&file), parent("config", "Manage the configuration", configCheckCommand(&file)),
		checkCommand(&file), backupCommand(&file), restoreCommand(&file), exportCommand(&file), importCommand(&file), planCommand(&file), feedsCommand(&file),
		reportCommand(&file), sheetHashCommand(&file), settingsCommand(&file), homeAssistantCommand(),
		printing("password", "Read a password, twice from a terminal or once from standard input, and print its hash", passwordHash),
		printing("token", "Print a new token for the API", func(*cobra.Command) (string, error) { return app.NewToken(), nil }),
		printing("healthcheck", "Ask the running server whether it works", func(cmd *cobra.Command) (string, error) {
			listen, err := app.LoadListen(file)
			if err == nil {
				err = app.Healthcheck(cmd.Context(), listen)
			}
			return listen + ": healthy", err
		}),
		printing("version", "Print the version", func(*cobra.Command) (string, error) { return app.Version(), nil }))
	return root
}

// configFile returns the configuration file that is named, or the system's if there is
// one and the working directory has none, so that an administrator's commands find the
// configuration of the service. It returns "" if there is neither. In a folder of somebody
// else, root does not use a file that it has not named: it would say where root writes.
func configFile(named, system string) (string, error) {
	if named != "" {
		return named, nil
	}
	if _, err := os.Lstat(app.DefaultConfigFile); !errors.Is(err, fs.ErrNotExist) {
		return "", app.RefusePlantedConfig()
	}
	if !filepath.IsAbs(system) { // on Windows, everyone could create the folder
		return "", nil
	}
	if _, err := os.Lstat(system); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return system, nil // even if it cannot be read: the defaults would be another database
}

// noSystemConfig keeps a command from using the configuration of the system.
func noSystemConfig(*cobra.Command, []string) {}
