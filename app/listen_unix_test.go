//go:build unix

package app

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

// Whoever connects before the socket has its mode would not be stopped by it.
func TestNobodyCanConnectToASocketBeforeItHasItsMode(t *testing.T) {
	t.Parallel()
	folder, err := os.MkdirTemp("", "worklog") // the path of a socket is short
	modelstest.Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	path := filepath.Join(folder, "s")
	for _, mode := range []fs.FileMode{0o600, 0o660, 0o666} { // more than the umask leaves, and less
		bound, err := bindUnix(path, Socket{Mode: mode, Group: os.Getegid()})
		modelstest.Must(t, err)
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode|fs.ModeSocket {
			t.Errorf("got %v, %v, want mode %v", info.Mode(), err, mode)
		}
		if _, err := net.Dial("unix", path); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("before it listens: got %v", err)
		}
		listener, err := listenOn(bound)
		modelstest.Must(t, err)
		conn, err := net.Dial("unix", path)
		modelstest.Must(t, err)
		for _, closer := range []interface{ Close() error }{conn, listener, bound} {
			if err := closer.Close(); err != nil {
				t.Error(err)
			}
		}
		modelstest.Must(t, os.Remove(path))
	}
}
