//go:build unix

package main_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestASocketIsRemovedAtTheEndAndReplacedAfterAKill(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const listen = "unix:worklog.sock" // relative, for its length is limited
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		url, end := serves(t, folder, "WORKLOG_SERVER_LISTEN="+listen)
		if url != listen {
			t.Errorf("got address %s, want %s", url, listen)
		}
		if code, _, problems := runs(t, folder, []string{"WORKLOG_SERVER_LISTEN=" + listen}, "serve"); code != 1 || problems == "" {
			t.Errorf("a second server: got %d %s", code, problems)
		}
		code, log := end(signal)
		_, err := os.Lstat(filepath.Join(folder, "worklog.sock"))
		if killed := signal == syscall.SIGKILL; killed != (err == nil) || !killed && (code != 0 || !errors.Is(err, fs.ErrNotExist)) {
			t.Errorf("after %v: got %d, %v: %s", signal, code, err, log)
		}
	}
}
