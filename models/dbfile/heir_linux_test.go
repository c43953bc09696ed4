package dbfile

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

const service, stranger = 12345, 12346 // user and group ids

// folderFor returns a folder that belongs to a user.
func folderFor(t *testing.T, user int) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("not tested: only root can give files to other users")
	}
	folder := t.TempDir()
	if err := os.Chown(folder, user, user); err != nil {
		t.Fatal(err)
	}
	return folder
}

// wantOwner checks the owner of everything in a folder, which must have the entries.
func wantOwner(t *testing.T, folder string, want uint32, entries int) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		info, infoErr := os.Lstat(path)
		if err != nil || infoErr != nil {
			t.Fatal(err, infoErr)
		}
		seen++
		if user, group := ownerAndGroup(info); user != want || group != want {
			t.Errorf("%s belongs to %d:%d, want %d", path, user, group, want)
		}
		return nil
	})
	if err != nil || seen != entries+1 {
		t.Errorf("got %d entries, want %d: %v", seen-1, entries, err)
	}
}

func TestWhatRootMakesInTheFolderOfAServiceBelongsToTheService(t *testing.T) {
	t.Parallel()
	folder := folderFor(t, service)
	path := filepath.Join(folder, "lib", "worklog.db")
	database, err := format.Open(t.Context(), path) // creates lib, too
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	addDay(t, database, oldDay)
	wantOwner(t, folder, service, 4) // with the log and its index
	backups := Folder{Path: filepath.Join(folder, "backups"), Keep: 2}
	if _, err := backups.Add(t.Context(), database, nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	beside := path + ".copy"
	if err := format.Backup(t.Context(), path, beside); err != nil {
		t.Fatal(err)
	}
	wantOwner(t, folder, service, 7)
	if err := database.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := format.Restore(t.Context(), beside, path); err != nil { // keeps the old one
		t.Fatal(err)
	}
	if _, err := format.Restore(t.Context(), beside, filepath.Join(folder, "new.db")); err != nil {
		t.Fatal(err)
	}
	wantOwner(t, folder, service, 7)
}

func TestABackupThatRootMakesElsewhereBelongsToRoot(t *testing.T) {
	t.Parallel()
	path := filepath.Join(folderFor(t, service), "worklog.db")
	database, err := format.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	for name, folder := range map[string]string{"a folder of root": folderFor(t, 0), "a folder of somebody else": folderFor(t, stranger)} {
		copied := filepath.Join(folder, "copy.db")
		if err := format.Backup(t.Context(), path, copied); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(copied)
		if err != nil || owner(info) != 0 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: got %v, user %d, %v", name, info.Mode(), owner(info), err)
		}
	}
}

// An upgrade that was killed leaves its lock, which the service must be able to take.
func TestTheLockOfAnUpgradeByRootBelongsToTheService(t *testing.T) {
	t.Parallel()
	folder := folderFor(t, service)
	lock, err := tryLock(context.Background(), filepath.Join(folder, "worklog.db-upgrade"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	wantOwner(t, folder, service, 2) // with its journal
}
