package app

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"

	"worklog/models/dbfile"
)

// readRegular returns the content of a regular file, or of a link to one, of at most
// limit bytes. It does not open anything else, which could block or be endless. Its
// errors are [*fs.PathError]s.
func readRegular(name string, limit int64) ([]byte, error) {
	file, err := dbfile.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("is larger than %d bytes", limit)}
	}
	return content, err
}

// byteOrderMarked reports whether text begins with a byte order mark of UTF-8 or
// UTF-16.
func byteOrderMarked(text []byte) bool {
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return true
		}
	}
	return false
}
