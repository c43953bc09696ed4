package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const separator = string(filepath.Separator)

// sidecars are the suffixes of the files that SQLite keeps next to a database. One
// that belongs to another database would be replayed into it.
var sidecars = []string{"-wal", "-shm", "-journal"}

// place puts a complete file in a folder under its final name there. It returns
// [ErrFileExists] if the name is taken. The temporary name may still exist afterwards.
func place(folder *os.Root, temporary, name string) error {
	err := folder.Link(temporary, name)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s %w", filepath.Join(folder.Name(), name), ErrFileExists)
	}
	if err != nil { // a file system without links
		return placeWithoutLinks(folder, temporary, name)
	}
	return nil
}

// placeWithoutLinks is like place, except that it may overwrite a file that is
// created between its two steps.
func placeWithoutLinks(folder *os.Root, temporary, name string) error {
	if _, err := folder.Lstat(name); err == nil {
		return fmt.Errorf("%s %w", filepath.Join(folder.Name(), name), ErrFileExists)
	}
	return folder.Rename(temporary, name)
}

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

// MakeFolder creates the folder and its missing parents with mode 0700, whatever
// the umask.
func MakeFolder(folder string) error {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := MakeFolder(filepath.Dir(folder)); err != nil {
		return err
	}
	parent, err := OpenFolder(filepath.Dir(folder))
	if err != nil {
		return err
	}
	defer parent.Close()
	name := filepath.Base(folder)
	err = parent.Mkdir(name, 0o700)
	if errors.Is(err, fs.ErrExist) { // made by another process meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	made, err := openPrivate(parent, name)
	if err != nil {
		return err
	}
	return made.Close()
}

// SyncFolder syncs the folder, so that new names in it survive a power cut.
func SyncFolder(folder string) error {
	opened, err := OpenFolder(folder)
	if err != nil {
		return err
	}
	return errors.Join(syncOpen(opened), opened.Close())
}

func syncOpen(folder *os.Root) error {
	handle, err := folder.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(handle.Sync(), handle.Close())
}
