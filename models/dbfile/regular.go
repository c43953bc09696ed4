package dbfile

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

// otherKind is errNotRegular that says what it is instead.
type otherKind string

func (k otherKind) Error() string { return string(k) }

// Is implements what [errors.Is] asks for.
func (otherKind) Is(target error) bool { return target == errNotRegular }

// OpenRegular opens a regular file, or what a link to one leads to, for reading.
// It waits for nobody: a pipe, a socket, a device or a folder is refused in words
// that say so. Its errors are [*fs.PathError]s.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := wantRegular(path, info); err != nil {
		return nil, err
	}
	// a pipe that has taken the place since does not block
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil {
		err = wantRegular(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func wantRegular(path string, info fs.FileInfo) error {
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
	for _, suffix := range sidecars {
		if info, err := os.Lstat(path + suffix); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: %w", path+suffix, errNotRegular)
		}
	}
	return nil
}

// followLinks returns the file that the path leads to: what SQLite has beside a
// database stands beside that one. Its errors do not name the path.
func followLinks(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return target, err
}
