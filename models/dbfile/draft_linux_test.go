package dbfile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// anotherUser runs f on a thread with the privileges of the user nobody.
func anotherUser(t *testing.T, f func()) (ended *sync.WaitGroup) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("not tested: only root can act as another user")
	}
	ended = &sync.WaitGroup{}
	ended.Go(func() {
		runtime.LockOSThread() // never unlocked, so that the thread exits with the goroutine
		const nobody = 65534
		if err := unix.Setfsgid(nobody); err != nil {
			t.Error(err)
		}
		if err := unix.Setfsuid(nobody); err != nil {
			t.Error(err)
		}
		f()
	})
	return ended
}

// TestInAFolderWritableByOthersNoBackupIsReadableByThem has another user replace each draft
// by a world-readable folder, as fast as possible.
func TestInAFolderWritableByOthersNoBackupIsReadableByThem(t *testing.T) {
	t.Parallel()
	shared, err := os.MkdirTemp(os.TempDir(), "shared") // other users cannot enter t.TempDir
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(shared) })
	must(t, os.Chmod(shared, 0o777))
	database := openTemporary(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	swapped := 0
	attacker := anotherUser(t, func() {
		for ctx.Err() == nil {
			drafts, _ := filepath.Glob(filepath.Join(shared, "*.new-*"))
			for _, draft := range drafts {
				taken := filepath.Join(shared, fmt.Sprint("taken-", swapped))
				if os.Rename(draft, taken) != nil {
					continue
				}
				swapped++
				if info, err := os.Lstat(taken); err == nil && info.IsDir() {
					_ = os.Mkdir(draft, 0o777)
					continue
				}
				_ = os.WriteFile(draft, nil, 0o666)
				_ = os.Chmod(draft, 0o666)
			}
		}
	})
	const backups = 30
	made := 0
	for range backups {
		if _, err := database.Backup(t.Context(), filepath.Join(shared, fmt.Sprint(made, ".db"))); err == nil {
			made++
		}
	}
	stop()
	attacker.Wait()
	t.Logf("%d of %d backups were made, %d drafts were swapped", made, backups, swapped)
	_ = filepath.WalkDir(shared, func(path string, _ os.DirEntry, err error) error {
		info, infoErr := os.Lstat(path)
		if err != nil || infoErr != nil || !info.Mode().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(content), "SQLite") && (info.Mode().Perm() != 0o600 || owner(info) != 0) {
			t.Errorf("%s can be read by others: %v, of user %d", path, info.Mode(), owner(info))
		}
		return nil
	})
}
