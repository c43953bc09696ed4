package app

import (
	"io/fs"
	"os"
	"testing"

	"worklog/models/modelstest"
)

// Whoever connects before the socket has its mode would not be stopped by it.
func TestNobodyCanConnectToASocketBeforeItHasItsMode(t *testing.T) {
	path := modelstest.SocketPath(t)
	wantMode := func(mode fs.FileMode) {
		t.Helper()
		modelstest.Want(t, modelstest.Got(os.Stat(path))(t).Mode(), mode|fs.ModeSocket)
	}
	for _, mode := range []fs.FileMode{0o600, 0o660, 0o666} { // more than the umask leaves, and less
		listener := modelstest.Got(listenClosed(path))(t)
		wantMode(0)
		modelstest.Must(t, listener.Close())
		listener = modelstest.Got(listenUnix(path, Socket{Mode: mode, Group: os.Getegid()}))(t)
		wantMode(mode)
		modelstest.Must(t, listener.Close())
	}
}
