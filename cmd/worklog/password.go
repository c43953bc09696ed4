package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"worklog/app"
)

func passwordCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "password",
		Short: "Read a password, twice from a terminal or once from standard input, and print its hash",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			password, err := readPassword(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			hash, err := app.HashPassword(password)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), hash)
			return err
		},
	}
}

// readPassword asks for a password twice on a terminal, without echo, and reads a
// single line from any other input.
func readPassword(ctx context.Context, input io.Reader, prompt io.Writer) (string, error) {
	file, ok := input.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return readLine(input)
	}
	terminal := int(file.Fd())
	shown, err := term.GetState(terminal)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	cancel := context.AfterFunc(ctx, func() { // interrupted: turn echo back on
		_ = term.Restore(terminal, shown)
		os.Exit(1)
	})
	defer cancel()
	var typed [2]string
	for i, question := range []string{"Password: ", "Once more: "} {
		fmt.Fprint(prompt, question)
		line, err := term.ReadPassword(terminal)
		fmt.Fprintln(prompt)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed[i] = string(line)
	}
	if typed[0] != typed[1] {
		return "", errors.New("the passwords do not match")
	}
	return typed[0], nil
}

// readLine reads the whole input, which must be a single line.
func readLine(input io.Reader) (string, error) {
	content, err := io.ReadAll(input)
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	line := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	if strings.ContainsAny(line, "\r\n") {
		return "", errors.New("standard input has more than one line")
	}
	return line, nil
}
