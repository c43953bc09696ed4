package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Restored is the result of [Format.Restore].
type Restored struct {
	Checkup        // of the new database; its warnings name what was left out
	Kept    string // where the previous database is kept; empty if there was none
}

// Restore replaces the database at path with the records of the one in the file
// from, which is not changed, and keeps the previous one next to it. The records are
// copied into a new database that the migrations create and upgrade; nothing else
// is taken from the file. What is made of them must be accepted, unless that is nil.
//
// At any moment, either the old or the new database is at path. Restore returns
// [ErrInUse] if a program has the database open, [ErrLink], [ErrDamaged] for a file with
// a fatal finding, or the other errors of [Format.Check]; nothing has changed then.
func (f Format) Restore(ctx context.Context, from, path string, accept func(ctx context.Context, path string) error) (Restored, error) {
	return (&restoration{format: f, from: from, path: path, accept: accept, reached: func(string) {}}).restore(ctx)
}

func (r *restoration) restore(ctx context.Context) (Restored, error) {
	checked, err := r.format.checkUsable(ctx, r.from, r.from)
	if err != nil {
		return Restored{}, err
	}
	if err := r.checkTarget(); err != nil {
		return Restored{}, fmt.Errorf("database %s: %w", r.path, err)
	}
	if err := errors.Join(r.run(ctx), r.release()); err != nil {
		return Restored{}, fmt.Errorf("restore %s: %w", r.path, err)
	}
	for _, warning := range r.restored.Warnings {
		if !slices.Contains(checked.Warnings, warning) { // of what was copied as it is
			checked.Warnings = append(checked.Warnings, warning)
		}
	}
	r.restored.Warnings = checked.Warnings
	return Restored{r.restored, r.kept}, nil
}

// checkTarget returns an error if the file at path must not be replaced. It creates the
// folder if there is none.
func (r *restoration) checkTarget() error {
	here, err := os.Stat(r.path)
	if err == nil && !here.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if err := RefuseLink(r.path); err != nil {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return errors.Join(requireRegularSidecars(r.path), MakeFolder(filepath.Dir(r.path)))
	}
	if err != nil {
		return err
	}
	if sameFile(r.from, r.path) {
		return errors.New("it is the file to restore from")
	}
	if err := InspectHeader(r.path); errors.Is(err, ErrNotOurs) {
		return err // the configuration names a file of another program
	}
	return requireRegularSidecars(r.path)
}

type restoration struct {
	format   Format
	from     string // the backup
	path     string
	accept   func(ctx context.Context, path string) error
	reached  func(step string) // called after each step
	found    bool              // a file at path
	held     *sql.DB           // the old database, whose log is checkpointed; nil if SQLite cannot read it
	made     *draft
	restored Checkup
	kept     string
	reading  []*os.File // kept open: closing one would release the locks
}

func (r *restoration) run(ctx context.Context) error {
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"hold", r.hold},
		{"copy", r.copy},
		{"keep", r.keep},
		{"clear", r.clear},
		{"replace", r.replace},
	} {
		if err := step.do(ctx); err != nil {
			return err
		}
		r.reached(step.name)
	}
	return nil
}

func (r *restoration) release() error {
	if r.made != nil {
		r.made.remove()
	}
	for _, file := range r.reading {
		file.Close()
	}
	if r.held == nil {
		return nil
	}
	return r.held.Close()
}

// hold locks the old database, unless SQLite cannot read it, which is often the
// reason for a restore.
func (r *restoration) hold(ctx context.Context) (err error) {
	r.found = exists(r.path)
	if !r.found {
		return nil
	}
	if r.held, err = lockExclusively(ctx, r.path); errors.Is(err, errUnreadable) {
		return nil
	}
	return err
}

func (r *restoration) copy(ctx context.Context) (err error) {
	if r.made, err = newDraft(r.path); err != nil {
		return err
	}
	if err := r.format.rebuild(ctx, r.from, r.made.path, r.lastIDs(ctx)); err != nil {
		return err
	}
	if r.restored, err = r.format.checkUsable(ctx, r.made.path, r.from); err != nil {
		return err
	}
	if r.accept == nil {
		return nil
	}
	return r.accept(ctx, r.made.path)
}

// lastIDs returns the last ids of the old database's tables, as far as it can be read: what it has
// given is not given again, for somebody may have a page of it.
func (r *restoration) lastIDs(ctx context.Context) map[string]int64 {
	last := map[string]int64{}
	if r.held == nil {
		return last
	}
	query := fmt.Sprintf("SELECT name, seq FROM sqlite_sequence WHERE typeof(seq) = 'integer' AND seq BETWEEN 1 AND %d", r.format.MaxLastID)
	_ = each(ctx, r.held, query, func(row []string) bool { // a row for each table
		last[row[0]], _ = strconv.ParseInt(row[1], 10, 64)
		return true
	})
	return last
}

// clear removes the old database's sidecars, so that they are not replayed into the
// new one.
func (r *restoration) clear(context.Context) error {
	for _, suffix := range sidecars {
		if err := os.Remove(r.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return SyncFolder(filepath.Dir(r.path))
}

// replace moves the new database to its path. A database that a server has created
// in the meantime is not overwritten.
func (r *restoration) replace(context.Context) error {
	if !r.found {
		return r.made.place(r.path)
	}
	return r.made.replace(r.path)
}
