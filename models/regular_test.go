package models_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

// irregular are functions that create something other than a regular file at a path.
var irregular = map[string]func(t *testing.T, path string){
	"a pipe": pipe,
	"a socket": func(t *testing.T, path string) {
		t.Chdir(filepath.Dir(path)) // the path of a socket must be short
		listener, err := net.Listen("unix", filepath.Base(path))
		modelstest.Must(t, err)
		t.Cleanup(func() { listener.Close() })
	},
	"a folder": func(t *testing.T, path string) {
		modelstest.Must(t, os.Mkdir(path, 0o700))
	},
	"a link to a device": func(t *testing.T, path string) {
		modelstest.Must(t, os.Symlink("/dev/zero", path))
	},
}

// pipe makes a pipe that nobody writes to, so that opening it would block forever.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := makePipe(path); err != nil {
		t.Skipf("not tested: cannot create a pipe: %v", err)
	}
}

func TestOnlyRegularFilesAreOpened(t *testing.T) {
	for kind, make := range irregular {
		for _, suffix := range []string{"", "-wal", "-shm", "-journal", "-upgrade"} {
			t.Run(kind+" as worklog.db"+suffix, func(t *testing.T) {
				path := copyOf(t, "dbfile/testdata/schema-1.db")
				if suffix == "" {
					modelstest.Must(t, os.Remove(path))
				}
				make(t, path+suffix)
				backup, elsewhere := soundDatabase(t), filepath.Join(t.TempDir(), "copy.db")
				for name, look := range map[string]func() error{
					"open": func() error {
						store, err := models.Open(t.Context(), path, modelstest.Rules)
						if err == nil {
							store.Close()
						}
						return err
					},
					"check":        func() error { _, err := models.Check(t.Context(), path); return err },
					"backup":       func() error { _, err := models.Backup(t.Context(), path, elsewhere); return err },
					"restore from": func() error { _, err := models.Restore(t.Context(), path, elsewhere, trial.Recording); return err },
					"restore to":   func() error { _, err := models.Restore(t.Context(), backup, path, trial.Recording); return err },
				} {
					if suffix == "-upgrade" && name != "open" {
						continue // it is only opened by an upgrade
					}
					err := inTime(t, look)
					if err == nil || !strings.Contains(err.Error(), "not a regular file") || strings.Contains(err.Error(), "\n") {
						t.Errorf("%s: got %v", name, err)
					}
				}
			})
		}
	}
}

func TestNoDatabaseIsCreatedBesideAPipe(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		path := filepath.Join(t.TempDir(), "worklog.db")
		pipe(t, path+suffix)
		err := inTime(t, func() error { _, err := models.Open(t.Context(), path, modelstest.Rules); return err })
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: got %v", suffix, err)
		}
	}
}

func TestPipesInABackupFolderBlockNothing(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	folder, err := models.NewBackupFolder(t.TempDir(), 1)
	modelstest.Must(t, err)
	now := modelstest.Instant("2026-11-20T07:00:00Z").Time
	made, _, err := folder.Add(t.Context(), store, now)
	modelstest.Must(t, err)
	modelstest.Must(t, os.Rename(made, filepath.Join(folder.Path, "mine.db")))
	for _, name := range []string{made, made + "-wal", filepath.Join(folder.Path, "pipe.db")} {
		pipe(t, name)
	}
	for _, look := range []func() error{
		func() error { _, err := folder.Newest(t.Context(), store, now); return err },
		func() error {
			_, _, err := folder.Add(t.Context(), store, now.AddDate(0, 0, 1))
			return err
		},
		func() error { return folder.Prune(t.Context(), store, now.AddDate(0, 0, 1)) },
	} {
		modelstest.Must(t, inTime(t, look))
	}
	if info, err := os.Lstat(made); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe was touched: %v, %v", info, err)
	}
}

func TestAPipeAsBackupFolderIsAnError(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	path := filepath.Join(t.TempDir(), "backups")
	pipe(t, path)
	folder, err := models.NewBackupFolder(path, 1)
	modelstest.Must(t, err)
	err = inTime(t, func() error {
		_, _, err := folder.Add(context.Background(), store, modelstest.Instant("2026-11-20T07:00:00Z").Time)
		return err
	})
	if !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("got %v", err)
	}
}
