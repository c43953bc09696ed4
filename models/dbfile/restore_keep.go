package dbfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// keep adds a second name for the old database, and for its log if that could not be
// checkpointed.
func (r *restoration) keep(context.Context) error {
	name, err := r.keptName()
	if err != nil {
		return err
	}
	suffixes := []string{""}
	if r.held == nil {
		suffixes = append(suffixes, sidecars...)
	}
	for _, suffix := range suffixes {
		if !exists(r.path + suffix) {
			continue
		}
		r.kept = name
		if sameFile(r.path+suffix, name+suffix) {
			continue
		}
		if err := r.keepFile(r.path+suffix, name+suffix); err != nil {
			return err
		}
	}
	return SyncFolder(filepath.Dir(r.path))
}

// maxKept is how many names are tried for a file kept next to a database.
const maxKept = 10_000

// keptName returns the first free name, or one that the database already has from a
// restore that was interrupted. It returns [ErrFileExists] if there is none.
func (r *restoration) keptName() (string, error) {
	for n := range maxKept {
		name := fmt.Sprintf("%s.before-restore-%d", r.path, n+1)
		if r.usable(name) {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s.before-restore-%d %w", r.path, maxKept, ErrFileExists)
}

// usable reports whether nothing else is kept under the name.
func (r *restoration) usable(name string) bool {
	again := sameFile(r.path, name)
	for _, suffix := range append([]string{""}, sidecars...) {
		if !exists(name+suffix) || sameFile(r.path+suffix, name+suffix) || again && !exists(r.path+suffix) {
			continue
		}
		return false
	}
	return true
}

// keepFile links a file to a second name, or copies it if the file system has no
// links.
func (r *restoration) keepFile(path, name string) error {
	if err := os.Link(path, name); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return r.copyFile(path, name)
}

func (r *restoration) copyFile(path, name string) error {
	file, err := OpenRegular(path)
	if err != nil {
		return err
	}
	r.reading = append(r.reading, file)
	copied, err := newDraft(name)
	if err != nil {
		return err
	}
	defer copied.remove()
	if _, err := io.Copy(copied.file, file); err != nil {
		return err
	}
	return copied.place(name)
}
