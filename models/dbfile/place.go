package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A database gets its name when it is whole, so that nobody ever finds half of
// one: it is written as a draft beside, flushed, and then placed.

// sidecars are the files that SQLite has beside a database. One that belongs to
// another database would be played into it.
var sidecars = []string{"-wal", "-shm", "-journal"}

// place returns a whole file a name that must be free. It returns [ErrFileExists]
// when it is not. The temporary name may still be there afterwards.
func place(temporary, path string) error {
	err := os.Link(temporary, path)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s %w", path, ErrFileExists)
	}
	if err != nil { // a file system without links
		err = placeWithoutLinks(temporary, path)
	}
	if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// placeWithoutLinks is as good as place but for a file that appears between its
// two steps.
func placeWithoutLinks(temporary, path string) error {
	if exists(path) {
		return fmt.Errorf("%s %w", path, ErrFileExists)
	}
	return os.Rename(temporary, path)
}

// removeDatabase removes a database and what SQLite has beside it.
func removeDatabase(path string) {
	for _, suffix := range append([]string{""}, sidecars...) {
		_ = os.Remove(path + suffix)
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// makeFolder makes the folder and those above it where they are missing, with
// mode 0700 whatever the umask.
func makeFolder(folder string) error {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := makeFolder(filepath.Dir(folder)); err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Chmod(folder, 0o700)
}

// syncFolder makes a new name in the folder survive a power cut.
func syncFolder(folder string) error {
	handle, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(handle.Sync(), handle.Close())
}
