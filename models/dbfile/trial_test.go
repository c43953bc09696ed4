package dbfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/mattn/go-sqlite3"
)

func TestOnlyForWantOfRoomSomethingIsNotTried(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	must(t, os.WriteFile(path, nil, 0o600)) // SQLite takes it for an empty database
	for name, test := range map[string]struct {
		err   error
		tried bool
	}{
		"nothing":                            {nil, true},
		"a disk that is full":                {sqlite3.Error{Code: sqlite3.ErrFull}, false},
		"a disk that is full, of an index":   {sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.ENOSPC}, false},
		"a quota that is used up":            {sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.EDQUOT}, false},
		"a disk that is full, without a log": {&fs.PathError{Op: "write", Err: syscall.ENOSPC}, false},
		"a page that cannot be read":         {sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.EIO}, true},
		"a constraint":                       {sqlite3.Error{Code: sqlite3.ErrConstraint}, true},
		"a trial that does not end":          {ErrTooLong, true},
	} {
		err := OnCopy(t.Context(), path, func(context.Context, string) error {
			if test.err == nil {
				return nil
			}
			return fmt.Errorf("record: %w", test.err)
		})
		if !errors.Is(err, test.err) || errors.Is(err, ErrNotTried) == test.tried {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestADatabaseThatCannotBeCopiedIsAFinding(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "worklog.db")
	must(t, os.WriteFile(path, []byte("garbage"), 0o600))
	checkup := Checkup{}
	format := Format{Try: func(context.Context, string) error { return nil }}
	if err := format.try(t.Context(), path, &checkup); err != nil || checkup.Fatal == "" || len(checkup.Warnings) > 0 {
		t.Errorf("got %+v, %v", checkup, err)
	}
}
