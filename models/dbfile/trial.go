package dbfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// ErrNotTried is returned when there is no copy of a database to try something on, such as
// without room for it.
var ErrNotTried = errors.New("not tried on a copy")

// maxTrial is the maximum size of a database that is copied to try something, in bytes: some
// ten times that of fifty years.
const maxTrial = 512 << 20

var errTooLarge = fmt.Errorf("it is larger than %d bytes", maxTrial)

// Trial returns an error if the database at path, a copy, cannot be used.
type Trial func(ctx context.Context, path string) error

// Examine is like [Format.Check]. If there is no fatal finding, it also tries a copy of the
// database, whose error is a fatal finding; without a copy there is a warning.
func (f Format) Examine(ctx context.Context, path string, try Trial) (Checkup, error) {
	checkup, err := f.Check(ctx, path)
	if err == nil {
		err = checkup.try(ctx, path, try)
	}
	return checkup, err
}

// try adds what the trial finds. It returns the cause of the context's end.
func (c *Checkup) try(ctx context.Context, path string, try Trial) error {
	if c.Fatal != "" {
		return nil
	}
	err := OnCopy(ctx, path, try)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, ErrNotTried):
		c.warn("trial", err.Error())
	case err != nil:
		for line := range strings.Lines(err.Error()) {
			c.find("trial", strings.TrimSpace(line))
		}
	}
	return nil
}

// OnCopy calls f with the path of a copy of a database, which may be in use, in a temporary
// folder that it removes. It returns [ErrNotTried] if there is no such folder, if the copy is
// too large or takes more than two minutes, or if there is no room for it or for what f
// writes; and [errTooLong] if f takes more than two minutes.
func OnCopy(ctx context.Context, path string, f Trial) error {
	folder, err := temporaryFolder()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotTried, err)
	}
	defer os.RemoveAll(folder)
	copied := filepath.Join(folder, "worklog.db")
	_, err = withTimeout(ctx, readLimit, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, copyForTrial(ctx, path, copied)
	})
	copyable := err == nil
	if copyable {
		_, err = withTimeout(ctx, readLimit, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, f(ctx, copied)
		})
	}
	if isFull(err) || errors.Is(err, errTooLarge) || !copyable && errors.Is(err, errTooLong) {
		err = fmt.Errorf("%w: %w", ErrNotTried, err)
	}
	return err
}

// temporaryFolder makes a temporary folder. If the one of the environment is root's own, as
// libpam-tmpdir makes it, and root acts as somebody else, it is made in that of the system.
func temporaryFolder() (string, error) {
	const pattern = "worklog-trial-"
	folder, err := os.MkdirTemp("", pattern)
	if errors.Is(err, fs.ErrPermission) {
		return os.MkdirTemp("/tmp", pattern)
	}
	return folder, err
}

func copyForTrial(ctx context.Context, path, copied string) error {
	path, err := followLinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > maxTrial {
		return errTooLarge
	}
	if err := os.WriteFile(copied, nil, 0o600); err != nil {
		return err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", dataSource(copied, url.Values{"mode": {"rw"}}))
	return err
}

// noRoom are the operating system's errors for a disk that is full, a quota that is used up
// and a file that may not grow.
var noRoom = []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}

// isFull reports whether the error means that there is no room.
func isFull(err error) bool {
	var inSQLite sqlite3.Error
	if errors.As(err, &inSQLite) && (inSQLite.Code == sqlite3.ErrFull || slices.Contains(noRoom, inSQLite.SystemErrno)) {
		return true
	}
	return slices.ContainsFunc(noRoom, func(errno syscall.Errno) bool { return errors.Is(err, errno) })
}
