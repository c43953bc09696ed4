package models_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestABackupFromTheFutureIsNotTheNewestAndIsNotPruned(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	folder := modelstest.Got(models.NewBackupFolder(t.TempDir(), 1))(t)
	now := modelstest.Instant("2026-11-20T07:00:00Z").Time
	for _, at := range []time.Time{now.AddDate(50, 0, 0), now} {
		if _, _, err := folder.Add(t.Context(), store, at); err != nil {
			t.Fatal(err)
		}
	}
	modelstest.Must(t, folder.Prune(t.Context(), store, now))
	if got, err := folder.Newest(t.Context(), store, now); err != nil || !got.Equal(now) {
		t.Errorf("got %v, %v, want %v", got, err, now)
	}
	if names, _ := filepath.Glob(filepath.Join(folder.Path, "*")); len(names) != 2 {
		t.Errorf("got %q", names)
	}
}

// TestOnlyBackupsThatWereMadeAreRemoved has backup records that were tampered with, all
// older than the backup that is kept.
func TestOnlyBackupsThatWereMadeAreRemoved(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file    string // relative to the folder
		size    string // as recorded
		content func(t *testing.T, made string) []byte
		gone    bool
	}{
		"the backup that was made":                      {"worklog-20261101T070000Z.db", "size", content, true},
		"a backup recorded by schema 2":                 {"worklog-20261101T070000Z.db", "NULL", content, true},
		"a file of another size":                        {"worklog-20261101T070000Z.db", "size + 4096", content, false},
		"another program's database":                    {"worklog-20261101T070000Z.db", "NULL", others, false},
		"a file that is not a database":                 {"worklog-20261101T070000Z.db", "9", func(*testing.T, string) []byte { return []byte("documents") }, false},
		"a file not named like a backup":                {"taxes.db", "size", content, false},
		"a file named after another time":               {"worklog-20261101T070001Z.db", "size", content, false},
		"a file in a subfolder":                         {"mine/worklog-20261101T070000Z.db", "size", content, false},
		"a file in another folder":                      {"../worklog-20261101T070000Z.db", "size", content, false},
		"a file whose name only begins like a backup's": {"worklog-20261101T070000Z.db.mine", "size", content, false},
	} {
		t.Run(name, func(t *testing.T) {
			store, path := modelstest.Open(t)
			folder := modelstest.Got(models.NewBackupFolder(filepath.Join(t.TempDir(), "backups"), 1))(t)
			now := modelstest.Instant("2026-11-20T07:00:00Z").Time
			made, _, err := folder.Add(t.Context(), store, now)
			modelstest.Must(t, err)
			file := folder.Path + "/" + test.file
			modelstest.Must(t, os.MkdirAll(filepath.Dir(file), 0o700))
			write(t, file, test.content(t, made))
			modelstest.Query(t, path, "INSERT INTO backups SELECT '"+file+"', '2026-11-01T07:00:00.000000000Z', "+test.size+" FROM backups")
			for range 2 {
				modelstest.Must(t, folder.Prune(t.Context(), store, now))
			}
			if _, err := os.Stat(file); os.IsNotExist(err) != test.gone {
				t.Errorf("got %v, want that it is gone to be %t", err, test.gone)
			}
			modelstest.Must(t, modelstest.Only(os.Stat(made)))
		})
	}
}

// others returns the content of another program's database.
func others(t *testing.T, _ string) []byte {
	path := filepath.Join(t.TempDir(), "others.db")
	modelstest.Query(t, path, "CREATE TABLE mine (id)")
	return content(t, path)
}

// A damaged backup or its disk may be repaired by hand, so it stays on record while there
// are fewer backups than are to be kept.
func TestNoBackupIsForgottenUntilTheSetIsComplete(t *testing.T) {
	for name, test := range map[string]struct {
		keep int
		left string
	}{
		"a missing backup":                  {3, "3"},
		"as many backups as are to be kept": {2, "2"},
	} {
		store, path := modelstest.Open(t)
		folder := modelstest.Got(models.NewBackupFolder(t.TempDir(), test.keep))(t)
		now := modelstest.Instant("2026-11-20T07:00:00Z").Time
		for day := range 3 {
			made, _, err := folder.Add(t.Context(), store, now.AddDate(0, 0, day))
			modelstest.Must(t, err)
			if day == 0 {
				write(t, made, []byte("cut off"))
			}
		}
		modelstest.Must(t, folder.Prune(t.Context(), store, now.AddDate(0, 0, 3)))
		modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT count(*) FROM backups"), test.left, name)
		if names, _ := filepath.Glob(filepath.Join(folder.Path, "*")); len(names) != 3 {
			t.Errorf("%s: got %q", name, names)
		}
	}
}
