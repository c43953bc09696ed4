package models_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

// pipe makes a pipe that nobody writes to, so that opening it would block forever.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := makePipe(path); err != nil {
		t.Skipf("not tested: cannot create a pipe: %v", err)
	}
}

func TestNothingButARegularFileIsOpened(t *testing.T) {
	folder := func(t *testing.T, path string) { modelstest.Must(t, os.Mkdir(path, 0o700)) }
	device := func(t *testing.T, path string) { modelstest.Must(t, os.Symlink("/dev/zero", path)) }
	for _, test := range []struct {
		name, suffix string
		make         func(t *testing.T, path string)
		database     bool // beside it
	}{
		{"a pipe", "", pipe, false}, {"a folder", "", folder, false}, {"a link to a device", "", device, false},
		{"a pipe", "-wal", pipe, true}, {"a folder", "-shm", folder, true}, {"a link to a device", "-journal", device, true},
		{"a pipe without a database", "-wal", pipe, false}, {"a pipe", "-upgrade", pipe, true},
	} {
		t.Run(test.name+" as worklog.db"+test.suffix, func(t *testing.T) {
			path, backup, elsewhere := filepath.Join(t.TempDir(), "worklog.db"), soundDatabase(t), filepath.Join(t.TempDir(), "copy.db")
			if test.database {
				path = copyOf(t, "dbfile/testdata/schema-1.db")
			}
			test.make(t, path+test.suffix)
			asks := map[string]func() error{
				"open":       func() error { return modelstest.Only(models.Open(t.Context(), path, modelstest.Rules)) },
				"restore to": func() error { return modelstest.Only(models.Restore(t.Context(), backup, path, trial.Recording)) },
			}
			if test.database || test.suffix == "" {
				asks["check"] = func() error { return modelstest.Only(models.Check(t.Context(), path)) }
				asks["backup"] = func() error { return modelstest.Only(models.Backup(t.Context(), path, elsewhere)) }
				asks["restore from"] = func() error { return modelstest.Only(models.Restore(t.Context(), path, elsewhere, trial.Recording)) }
			}
			if test.suffix == "-upgrade" { // which only an upgrade opens
				asks = map[string]func() error{"open": asks["open"]}
			}
			for name, ask := range asks {
				if err := inTime(t, ask); err == nil || !strings.Contains(err.Error(), "not a regular file") || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: got %v", name, err)
				}
			}
		})
	}
}

func TestPipesInABackupFolderBlockNothing(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	folder := modelstest.Got(models.NewBackupFolder(t.TempDir(), 1))(t)
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
