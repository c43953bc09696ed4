package dbfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// passes reports whether the owner could make the way lead elsewhere.
func (w *way) passes(o folderOwner) bool {
	return slices.ContainsFunc(w.others, func(other folderOwner) bool { return other.user == o.user })
}

// rootsAlone reports whether nobody but root could.
func (w *way) rootsAlone() bool { return len(w.others) == 0 && !w.shared && !w.sticky }

// rootsToKeep reports whether nobody but root could, once there is a file of root's.
func (w *way) rootsToKeep() bool {
	replaceable := w.rest != "" || w.link != "" || !w.placed.nobody()
	return len(w.others) == 0 && !w.shared && !(w.sticky && replaceable)
}

// open opens the file at the end of the way, or the one beside it with a suffix, like
// [OpenRegular]. It follows no link there.
func (w *way) open(suffix string) (*os.File, error) {
	if err := w.ended(); err != nil {
		return nil, err
	}
	path, name, folder := w.path+suffix, cmp.Or(w.name, ".")+suffix, w.folder()
	info, err := folder.Lstat(name)
	if err != nil {
		return nil, atPath(path, err)
	}
	if err := checkRegular(path, info); err != nil {
		return nil, err
	}
	file, err := folder.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, atPath(path, err)
	}
	if opened, err := file.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, ErrSwapped), err, file.Close())
	}
	return file, nil
}

// openFolder opens the folder at the end of the way.
func (w *way) openFolder() (*os.Root, error) {
	if err := w.ended(); err != nil {
		return nil, err
	}
	if w.name != "" {
		return nil, atPath(w.path, syscall.ENOENT)
	}
	return openFolderIn(w.folder().Root, ".")
}

// ended returns an error if the way ends before the last name.
func (w *way) ended() error {
	if w.link != "" {
		return atPath(w.link, errPlanted)
	}
	if w.rest != "" {
		return atPath(w.path, syscall.ENOENT)
	}
	return nil
}

// atPath replaces the path in an error by the whole one.
func atPath(path string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}
