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

// passwordHash reads a password and returns its hash.
func passwordHash(cmd *cobra.Command) (string, error) {
	password, err := readPassword(cmd.Context(), os.Stdin, os.Stderr)
	if err != nil {
		return "", err
	}
	return app.HashPassword(password)
}

// readPassword asks for a password twice on a terminal, without echo, and reads a
// single line from any other input.
func readPassword(ctx context.Context, input, prompt *os.File) (string, error) {
	terminal := int(input.Fd())
	if !term.IsTerminal(terminal) {
		return readLine(input)
	}
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
