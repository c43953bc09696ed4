package models

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Opening a pipe waits for whoever writes to it, and no signal ends that: what
// others may have put in a file's place is looked at before it is opened.

// errNotRegular says that something other than a file has a file's name.
var errNotRegular = errors.New("not a regular file")

// openRegular opens a file for reading, and returns errNotRegular for what is
// none.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	// a pipe that has taken the place since does not block
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// refuseOdd returns errNotRegular for a database that is there and no file, and
// for what [refuseOddBeside] refuses.
func refuseOdd(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", path, errNotRegular)
	}
	return refuseOddBeside(path)
}

// refuseOddBeside returns errNotRegular for what SQLite would open beside the
// database at path and is no file. It follows no links there.
func refuseOddBeside(path string) error {
	for _, suffix := range besides {
		if info, err := os.Lstat(path + suffix); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: %w", path+suffix, errNotRegular)
		}
	}
	return nil
}

// followLinks gives the file that the path leads to: what SQLite has beside a
// database stands beside that one. Its errors do not name the path.
func followLinks(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	var fault *fs.PathError
	if errors.As(err, &fault) {
		err = fault.Err
	}
	return target, err
}
