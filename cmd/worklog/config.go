package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"worklog/app"
)

func configCheckCommand(file *string) *cobra.Command {
	return printing("check", "Report what is wrong with the configuration and the environment", func(*cobra.Command) (string, error) {
		config, err := app.LoadConfig(*file)
		warn("", config.Warnings...)
		if err != nil {
			return "", err
		}
		name, api, token := config.File, "off", "not set"
		if name == "" {
			name = "no configuration file: the defaults"
		}
		if config.Rules.Integrated {
			api = "on"
		}
		if config.API.Token != "" {
			token = "set"
		}
		return fmt.Sprintf("%s: valid. API %s, token %s, database %s, pages with auth = %q.", name, api, token, config.Database, config.Access.Auth), nil
	})
}

func initCommand(file *string) *cobra.Command {
	command := printing("init", "Write a starter configuration; never overwrites a file", func(*cobra.Command) (string, error) {
		name := *file
		if name == "" {
			name = app.DefaultConfigFile
		}
		return "Wrote " + name + ". Read it through, then start `worklog`.", writeNew(name, app.Starter)
	})
	command.PersistentPreRun = noSystemConfig
	return command
}

// writeNew writes a file that does not exist yet.
func writeNew(name string, content []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists and was not changed", name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be written: create its folder first", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(name) // a part of it would stay, and be read
	}
	return err
}
