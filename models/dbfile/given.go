package dbfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// given is a database that root has named and opened: its file and its log, by suffix. The
// owner of another folder may not be able to open them.
type given map[string]*os.File

// open opens the database at path, if root must do so itself. Otherwise it returns nil.
func (o folderOwner) open(path string) (given, error) {
	way, err := o.rootsWay(path)
	if way == nil || err != nil {
		return nil, err
	}
	defer way.close()
	return openGiven(way)
}

// openGiven opens the database at the end of a way as root.
func openGiven(w *way) (given, error) {
	opened := given{}
	for _, suffix := range []string{"", "-wal", "-journal"} {
		file, err := w.open(suffix)
		if errors.Is(err, fs.ErrNotExist) && suffix != "" {
			continue
		}
		if err != nil {
			opened.close()
			return nil, err
		}
		opened[suffix] = file
	}
	return opened, nil
}

func (g given) close() {
	for _, file := range g {
		file.Close()
	}
}

// copyBeside copies the database into a draft beside another one.
func (g given) copyBeside(path string) (*draft, error) {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	made, err := newDraft(path)
	if err != nil {
		return nil, err
	}
	for suffix, file := range g {
		if err := copyUnchanged(made.folder, filepath.Base(made.path)+suffix, file); err != nil {
			made.remove()
			return nil, err
		}
	}
	return made, nil
}

// copyUnchanged copies a file into a folder. It returns [ErrInUse] if the file was written to
// meanwhile.
func copyUnchanged(folder *os.Root, name string, from *os.File) error {
	before, err := from.Stat()
	if err != nil {
		return err
	}
	to, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		return errors.Join(err, to.Close())
	}
	after, err := from.Stat()
	if err == nil && (after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime())) {
		err = fmt.Errorf("%s: %w", from.Name(), ErrInUse)
	}
	return errors.Join(err, to.Close())
}
