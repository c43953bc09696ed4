package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Opening a pipe blocks until somebody writes to it, and no signal interrupts that.
// Therefore the type of a file is checked before it is opened.

var errNotRegular = errors.New("not a regular file")

// otherKind is an errNotRegular that names the actual type.
type otherKind string

func (k otherKind) Error() string { return string(k) }

// Is makes [errors.Is] match errNotRegular.
func (otherKind) Is(target error) bool { return target == errNotRegular }

// OpenRegular opens a regular file, or a link to one, for reading. It never blocks:
// a pipe, a socket, a device or a folder is an error that names its type. Its errors
// are [*fs.PathError]s.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := checkRegular(path, info); err != nil {
		return nil, err
	}
	// O_NONBLOCK: the file may have been replaced by a pipe since
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil {
		err = checkRegular(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func checkRegular(path string, info fs.FileInfo) error {
	var kind otherKind
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "is a directory"
	case mode&fs.ModeNamedPipe != 0:
		kind = "is a named pipe, not a regular file"
	case mode&fs.ModeSocket != 0:
		kind = "is a socket, not a regular file"
	case mode&fs.ModeDevice != 0:
		kind = "is a device, not a regular file"
	default:
		kind = "is not a regular file"
	}
	return &fs.PathError{Op: "open", Path: path, Err: kind}
}

// requireRegular returns errNotRegular unless the database and its sidecars are
// regular files or do not exist.
func requireRegular(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", path, errNotRegular)
	}
	return requireRegularSidecars(path)
}

// requireRegularSidecars returns errNotRegular unless the sidecars of the database
// at path are regular files or do not exist. Links are not regular files here.
func requireRegularSidecars(path string) error {
	for _, suffix := range sidecars {
		if info, err := os.Lstat(path + suffix); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: %w", path+suffix, errNotRegular)
		}
	}
	return nil
}

// followLinks resolves links, because sidecars are next to a link's target. Its
// errors do not name the path.
func followLinks(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return target, err
}

// ErrLink is returned for a link in place of a database that is to be replaced or rewritten.
var ErrLink = errors.New("nothing is replaced or rewritten through a link: set database.path to the file itself")

// RefuseLink returns [ErrLink] if the path is a link.
func RefuseLink(path string) error {
	target, err := os.Readlink(path)
	if err != nil {
		return nil
	}
	return fmt.Errorf("it is a link to %s: %w", target, ErrLink)
}
