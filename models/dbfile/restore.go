package dbfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Restored is the result of [Format.Restore].
type Restored struct {
	Checkup        // of the new database; its warnings name what was left out
	Kept    string // where the previous database is kept; empty if there was none
}

// Restore replaces the database at path with the records of the one in the file
// from, which is not changed, and keeps the previous one next to it. The records are
// copied into a new database that the migrations create and upgrade; nothing else
// is taken from the file. If path is a link, its target is replaced.
//
// At any moment, either the old or the new database is at path. Restore returns
// [ErrInUse] if a program has the database open, [ErrDamaged] for a file with
// findings, the other errors of [Format.Check], or [ErrSwapped]; nothing has changed
// then.
func (f Format) Restore(ctx context.Context, from, path string) (Restored, error) {
	return f.restore(ctx, from, path, func(string) {})
}

// restore calls reached after each step.
func (f Format) restore(ctx context.Context, from, path string, reached func(step string)) (Restored, error) {
	checked, err := f.checkSound(ctx, from, "worklog check "+from)
	if errors.Is(err, ErrDamaged) && len(checked.Findings) > 0 {
		return Restored{}, fmt.Errorf("%s: %w", from, err)
	}
	if err != nil {
		return Restored{}, err
	}
	target, err := restoreTarget(from, path)
	if err != nil {
		return Restored{}, fmt.Errorf("database %s: %w", path, err)
	}
	r := &restoration{format: f, from: from, path: target, reached: reached}
	if err := errors.Join(r.run(ctx), r.release()); err != nil {
		return Restored{}, fmt.Errorf("restore %s: %w", path, err)
	}
	r.restored.Warnings = checked.Warnings
	return Restored{r.restored, r.kept}, nil
}

// restoreTarget returns the file to replace or to create.
func restoreTarget(from, path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if leads, err := os.Readlink(path); err == nil {
			return "", fmt.Errorf("it is a link to %s, which does not exist", leads)
		}
		return path, errors.Join(requireRegularSidecars(path), makeFolder(filepath.Dir(path)))
	}
	if err != nil {
		return "", err
	}
	here, err := os.Stat(target)
	if err != nil {
		return "", err
	}
	if !here.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	if backup, err := os.Stat(from); err == nil && os.SameFile(here, backup) {
		return "", errors.New("it is the file to restore from")
	}
	if err := inspectHeader(target); errors.Is(err, ErrNotOurs) {
		return "", err // the configuration names a file of another program
	}
	return target, requireRegularSidecars(target)
}

type restoration struct {
	format     Format
	from, path string
	reached    func(step string)
	found      bool // a file at path
	held       *exclusiveLock
	folded     bool // the old database's log is checkpointed
	made       *draft
	restored   Checkup
	kept       string
	reading    []*os.File // kept open: closing one would release the locks
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
	return r.held.release()
}

// hold locks the old database, unless SQLite cannot read it, which is often the
// reason for a restore.
func (r *restoration) hold(ctx context.Context) error {
	r.found = exists(r.path)
	if !r.found {
		return nil
	}
	held, err := lockExclusively(ctx, r.path)
	r.held, r.folded = held, err == nil
	if errors.Is(err, errUnreadable) {
		return nil
	}
	return err
}

// copy writes the new database as a draft.
func (r *restoration) copy(ctx context.Context) (err error) {
	if r.made, err = newDraft(r.path); err != nil {
		return err
	}
	if err := r.format.rebuild(ctx, r.from, r.made.path); err != nil {
		return err
	}
	if r.restored, err = r.format.checkSound(ctx, r.made.path, "worklog check "+r.from); err != nil {
		return err
	}
	return r.give(r.made)
}

// give transfers a draft to the owner of the old database or, if there is none, to that of
// the folder.
func (r *restoration) give(made *draft) error {
	old, err := os.Stat(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return giveToFolder(made.file, r.path)
	}
	if err != nil {
		return err
	}
	return giveTo(made.file, old)
}

// clear removes the old database's sidecars, so that they are not replayed into the
// new one.
func (r *restoration) clear(context.Context) error {
	for _, suffix := range sidecars {
		if err := os.Remove(r.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return syncFolder(filepath.Dir(r.path))
}

// replace moves the new database to its path. A database that a server has created
// in the meantime is not overwritten.
func (r *restoration) replace(context.Context) error {
	if !r.found {
		return r.made.place(r.path)
	}
	return r.made.replace(r.path)
}
