//go:build !unix

package models_test

import (
	"errors"
	"testing"
)

// makePipe fails: here a file cannot be a pipe.
func makePipe(string) error { return errors.ErrUnsupported }

// withUmask skips the test: here modes do not determine who can read a file.
func withUmask(t *testing.T, _ int, _ func()) {
	t.Helper()
	t.Skip("not tested: this system has no umask")
}
