package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"worklog/app"
)

func initCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "Write a starter configuration; never overwrites a file",
		Args:  cobra.NoArgs,

		PersistentPreRun: ownConfig,
		RunE: func(cmd *cobra.Command, _ []string) error {
			name := *file
			if name == "" {
				name = app.DefaultConfigFile
			}
			if err := writeNew(name, app.Starter); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "Wrote %s. Read it through, then start `worklog`.\n", name)
			return nil
		},
	}
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
	return errors.Join(err, file.Close())
}
