package dbfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// draft is a file that is being written and will be renamed when it is complete.
// It has an unguessable name in a private folder next to its final path: another
// user who may write to the surrounding folder can remove the draft, but neither
// read nor replace it.
type draft struct {
	path   string
	beside *os.Root // the folder of the final path
	folder *os.Root
	file   *os.File
}

// newDraft creates an empty file to be placed at path, with mode 0600 in a folder
// with mode 0700, whatever the umask. It removes the drafts that a crash has left.
func newDraft(path string) (*draft, error) {
	beside, err := OpenFolder(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	clearLeftovers(beside, regexp.QuoteMeta(filepath.Base(path)))
	name := fmt.Sprintf("%s.new-%d", filepath.Base(path), mathrand.Uint64())
	d := &draft{path: filepath.Join(filepath.Dir(path), name, rand.Text()), beside: beside}
	if err = beside.Mkdir(name, 0o700); err == nil {
		if d.folder, err = openPrivate(beside, name); err != nil {
			err = errors.Join(err, beside.Remove(name))
		}
	}
	if err != nil {
		return nil, errors.Join(err, beside.Close())
	}
	if d.file, err = d.folder.OpenFile(filepath.Base(d.path), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		err = errors.Join(d.file.Chmod(0o600), d.refuseForeignFolder())
	}
	if err != nil {
		d.remove()
		return nil, err
	}
	return d, nil
}

// openPrivate opens a folder that was just created and makes it accessible only to its
// owner. Root.Chmod would need Linux 6.6 or /proc, which an empty root folder does not have.
func openPrivate(parent *os.Root, name string) (*os.Root, error) {
	folder, err := openFolderIn(parent, name)
	if err != nil {
		return nil, err
	}
	opened, err := folder.Open(".")
	if err == nil {
		err = errors.Join(opened.Chmod(0o700), opened.Close())
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return folder, nil
}

// OpenFolder opens a folder. It does not block if name is a pipe.
func OpenFolder(name string) (*os.Root, error) {
	return os.OpenRoot(name + separator + ".")
}

func openFolderIn(parent *os.Root, name string) (*os.Root, error) {
	return parent.OpenRoot(name + separator + ".")
}

// refuseForeignFolder returns [errSwapped] if the folder and the file created in it
// have different owners: another user has put a folder of theirs in its place.
func (d *draft) refuseForeignFolder() error {
	folder, err := d.folder.Stat(".")
	if err != nil {
		return err
	}
	file, err := d.file.Stat()
	if err == nil && owner(folder) != owner(file) {
		err = fmt.Errorf("%s: %w", d.folder.Name(), errSwapped)
	}
	return err
}

// place syncs the draft and moves it to path, which must not exist. It returns
// [ErrFileExists].
func (d *draft) place(path string) error { return d.moveTo(path, place) }

// replace syncs the draft and moves it to path, replacing any file there.
func (d *draft) replace(path string) error { return d.moveTo(path, (*os.Root).Rename) }

// moveTo moves the draft within the folder beside which it was created, wherever its path
// leads by now.
func (d *draft) moveTo(path string, move func(folder *os.Root, from, to string) error) error {
	if err := d.file.Sync(); err != nil {
		return err
	}
	private := filepath.Base(filepath.Dir(d.path))
	if err := move(d.beside, filepath.Join(private, filepath.Base(d.path)), filepath.Base(path)); err != nil {
		return err
	}
	return syncOpen(d.beside)
}

// remove removes the draft and its folder. A draft that was placed stays.
func (d *draft) remove() {
	for _, suffix := range append([]string{""}, sidecars...) {
		_ = d.folder.Remove(filepath.Base(d.path) + suffix)
	}
	if d.file != nil {
		d.file.Close()
	}
	d.folder.Close()
	_ = d.beside.Remove(filepath.Base(filepath.Dir(d.path)))
	d.beside.Close()
}

// leftoverAge is the age from which a draft is considered abandoned.
const leftoverAge = 24 * time.Hour

// temporaryName matches the end of the names of drafts' folders, and of the drafts
// that earlier versions wrote without a folder, with their journals.
const temporaryName = `\.new-[0-9]+(-journal|-wal|-shm)?$`

// draftName matches the names of drafts in their folders, and of their journals.
var draftName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z2-7]{26}(-journal|-wal|-shm)?$`) })

// ClearDrafts removes what a crash has left in a folder of drafts of the files whose names match a
// pattern. Errors are ignored: what is left only takes up space.
func ClearDrafts(path, pattern string) {
	folder, err := OpenFolder(path)
	if err != nil {
		return
	}
	defer folder.Close()
	clearLeftovers(folder, pattern)
}

// clearLeftovers is [ClearDrafts] for an open folder.
func clearLeftovers(folder *os.Root, names string) {
	pattern := regexp.MustCompile("^" + names + temporaryName)
	for _, entry := range entriesOf(folder) {
		name := entry.Name()
		if !pattern.MatchString(name) {
			continue
		}
		info, err := folder.Lstat(name)
		if err != nil || time.Since(info.ModTime()) <= leftoverAge {
			continue
		}
		if info.IsDir() {
			clearDrafts(folder, name)
		}
		if info.IsDir() || info.Mode().IsRegular() {
			_ = folder.Remove(name) // fails for a folder that is not empty
		}
	}
}

func clearDrafts(parent *os.Root, name string) {
	folder, err := openFolderIn(parent, name)
	if err != nil {
		return
	}
	defer folder.Close()
	for _, entry := range entriesOf(folder) {
		if draftName().MatchString(entry.Name()) {
			_ = folder.Remove(entry.Name())
		}
	}
}

func entriesOf(folder *os.Root) []fs.DirEntry {
	entries, _ := fs.ReadDir(folder.FS(), ".")
	return entries
}
