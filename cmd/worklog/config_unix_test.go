//go:build unix

package main_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestAPipeInTheConfigurationsPlaceEndsEveryCommandThatReadsIt(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "config.toml"), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = "config.toml: cannot be read: is a named pipe, not a regular file\n"
	for _, arguments := range [][]string{nil, {"serve", "--config", "config.toml"}, {"demo"}, {"config", "check"}, {"check"}, {"backup", "copy.db"}, {"restore", "copy.db"}} {
		if code, _, problems := runs(t, folder, nil, arguments...); code != 1 || problems != want {
			t.Errorf("%v: got %d %s", arguments, code, problems)
		}
	}
}

func TestAPipeOrADeviceAsATokenFileEndsTheStart(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{pipe: "is a named pipe", "/dev/zero": "is a device"} {
		want = "environment: WORKLOG_API_TOKEN_FILE: names " + file + ", which cannot be read: " + want + ", not a regular file\n"
		if code, _, problems := runs(t, folder, []string{"WORKLOG_API_TOKEN_FILE=" + file}); code != 1 || problems != want {
			t.Errorf("got %d %s, want %s", code, problems, want)
		}
	}
}
