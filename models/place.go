package models

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// A database gets its name when it is whole, so that nobody ever finds half of
// one: it is made under a temporary name beside, flushed, and then placed.

// besides are the files that SQLite has beside a database. One that belongs to
// another database would be played into it.
var besides = []string{"-wal", "-shm", "-journal"}

// makeTemporary makes an empty file beside path, with mode 0600 whatever the
// umask. Those that a crash has left are cleared away.
func makeTemporary(path string) (temporary string, err error) {
	clearLeftovers(path)
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return "", err
	}
	return file.Name(), errors.Join(file.Chmod(0o600), file.Close())
}

// leftoverAge is how old a temporary file is that nobody is writing any more.
const leftoverAge = 24 * time.Hour

// temporaryName is how the names of temporary files end, and of the journals
// that SQLite has beside them.
const temporaryName = `\.new-[0-9]+(-journal|-wal|-shm)?$`

// clearLeftovers removes the temporary files of path that a crash has left.
// What cannot be removed takes up room and does no other harm.
func clearLeftovers(path string) {
	clearMatching(filepath.Dir(path), regexp.MustCompile("^"+regexp.QuoteMeta(filepath.Base(path))+temporaryName))
}

func clearMatching(folder string, pattern *regexp.Regexp) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if !pattern.MatchString(entry.Name()) {
			continue
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > leftoverAge {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// removeTemporary removes a temporary database and what SQLite has beside it.
func removeTemporary(temporary string) {
	for _, suffix := range append([]string{""}, besides...) {
		_ = os.Remove(temporary + suffix)
	}
}

// place gives a whole file a name that must be free. It returns [ErrFileExists]
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

// syncFile makes a file's content survive a power cut.
func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// syncFolder makes a new name in the folder survive a power cut.
func syncFolder(folder string) error {
	handle, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(handle.Sync(), handle.Close())
}
