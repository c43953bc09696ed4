package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// readRegular returns the content of a regular file, or of a link to one, of at
// most limit bytes. Anything else is refused before it is opened: a pipe may
// wait for ever, and a device may never end. Its errors are [*fs.PathError]s.
func readRegular(name string, limit int64) ([]byte, error) {
	found, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := wantRegular(name, found); err != nil {
		return nil, err
	}
	// without blocking: a pipe may have taken its place meanwhile
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if found, err = file.Stat(); err != nil {
		return nil, err
	}
	if err := wantRegular(name, found); err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("is larger than %d bytes", limit)}
	}
	return content, err
}

func wantRegular(name string, found fs.FileInfo) error {
	kind := ""
	switch mode := found.Mode(); {
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
	return &fs.PathError{Op: "open", Path: name, Err: errors.New(kind)}
}

// byteOrderMarked reports whether a text begins with a byte order mark, of UTF-8
// or of UTF-16.
func byteOrderMarked(text []byte) bool {
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return true
		}
	}
	return false
}
