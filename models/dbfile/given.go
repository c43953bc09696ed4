package dbfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// given is a database that root has named and opened, as long as the owner of another folder
// may not be able to: its file, and then those of its log.
type given []givenFile

type givenFile struct {
	*os.File
	suffix string
	opened fs.FileInfo // as it was when all of them were open
}

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
	var files given
	for _, suffix := range []string{"", "-wal", "-journal"} {
		file, err := w.open(suffix)
		if errors.Is(err, fs.ErrNotExist) && suffix != "" {
			continue
		}
		if err != nil {
			files.close()
			return nil, err
		}
		files = append(files, givenFile{File: file, suffix: suffix})
	}
	for i := range files {
		var err error
		if files[i].opened, err = files[i].Stat(); err != nil {
			files.close()
			return nil, err
		}
	}
	return files, nil
}

func (g given) close() {
	for _, file := range g {
		file.Close()
	}
}

// copyBeside copies the database into a draft beside another one. It returns [ErrInUse] if any
// of its files has been written to since all of them were opened: the log would not be that of
// the file.
func (g given) copyBeside(path string) (*draft, error) {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	made, err := newDraft(path)
	if err != nil {
		return nil, err
	}
	for _, file := range g {
		if err := file.copyInto(made.folder, filepath.Base(made.path)+file.suffix); err != nil {
			made.remove()
			return nil, err
		}
	}
	for _, file := range g {
		if err := file.refuseChanged(); err != nil {
			made.remove()
			return nil, err
		}
	}
	return made, nil
}

func (f givenFile) copyInto(folder *os.Root, name string) error {
	to, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f.File)
	return errors.Join(err, to.Close())
}

// refuseChanged returns [ErrInUse] if the file was written to since it was opened.
func (f givenFile) refuseChanged() error {
	now, err := f.Stat()
	if err == nil && (now.Size() != f.opened.Size() || !now.ModTime().Equal(f.opened.ModTime())) {
		err = fmt.Errorf("%s: %w", now.Name(), ErrInUse)
	}
	return err
}
