//go:build unix

package models_test

import (
	"syscall"
	"testing"
)

// makePipe makes a named pipe.
func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }

// withUmask calls a function under a umask.
func withUmask(_ *testing.T, umask int, f func()) {
	old := syscall.Umask(umask)
	defer syscall.Umask(old)
	f()
}
