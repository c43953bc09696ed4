package dbfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Restored says what [Format.Restore] has done.
type Restored struct {
	Checkup        // of the database that is there now; the warnings are of what was left out
	Kept    string // where what was there before is kept; empty for nothing
}

// Restore puts the records of the database in the file from, which stays as it is,
// in the place of the one at path, which is kept beside. They are copied into a
// database that the migrations make, of the newest schema in the end: nothing else
// of the file is taken over. Where path is a link, what it leads to is replaced.
//
// At every moment the old database or the new one stands at path, whole as far
// as it was. It returns [ErrInUse] when a program has the database, [ErrDamaged]
// for a file that is not sound, the other refusals of [Format.Check], or [ErrSwapped],
// and has then changed nothing.
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

// restoreTarget returns the file to replace, or to make when there is none.
func restoreTarget(from, path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if leads, err := os.Readlink(path); err == nil {
			return "", fmt.Errorf("it is a link to %s, which does not exist", leads)
		}
		return path, errors.Join(refuseOddBeside(path), makeFolder(filepath.Dir(path)))
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
		return "", errors.New("it is itself what is to be restored")
	}
	if err := inspectHeader(target); errors.Is(err, ErrNotOurs) {
		return "", err // the configuration names a file of another program
	}
	return target, refuseOddBeside(target)
}

type restoration struct {
	format     Format
	from, path string
	reached    func(step string)
	found      bool // a file at path
	held       *hold
	folded     bool // the log into the database that is there
	made       *draft
	restored   Checkup
	kept       string
	reading    []*os.File // open until the end: closing one would take the locks
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

// hold keeps other programs from the database that is there. One that SQLite
// cannot read is often why one restores.
func (r *restoration) hold(ctx context.Context) error {
	r.found = exists(r.path)
	if !r.found {
		return nil
	}
	held, err := holdAlone(ctx, r.path)
	r.held, r.folded = held, err == nil
	if errors.Is(err, errUnreadable) {
		return nil
	}
	return err
}

// copy makes the new database as a draft.
func (r *restoration) copy(ctx context.Context) (err error) {
	if r.made, err = newDraft(r.path); err != nil {
		return err
	}
	if err := r.format.rebuild(ctx, r.from, r.made.path); err != nil {
		return err
	}
	r.restored, err = r.format.checkSound(ctx, r.made.path, "worklog check "+r.from)
	return err
}

// clear takes the old database's log away, before the new one comes to stand
// beside it.
func (r *restoration) clear(context.Context) error {
	for _, suffix := range sidecars {
		if err := os.Remove(r.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return syncFolder(filepath.Dir(r.path))
}

// replace returns the new database the name. One that a server has made in the
// meantime is not overwritten.
func (r *restoration) replace(context.Context) error {
	if !r.found {
		return r.made.place(r.path)
	}
	return r.made.replace(r.path)
}
