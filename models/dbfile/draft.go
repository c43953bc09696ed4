package dbfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// draft is a file that is being written and will be renamed when it is complete.
// It has an unguessable name in a private folder next to its final path: another
// user who may write to the surrounding folder can remove the draft, but neither
// read nor replace it.
type draft struct {
	path   string
	folder *os.Root
	file   *os.File // kept open to identify the file
}

// newDraft creates an empty file to be placed at path, with mode 0600 in a folder
// with mode 0700, whatever the umask. It removes the drafts that a crash has left.
func newDraft(path string) (*draft, error) {
	clearLeftovers(path)
	name, err := os.MkdirTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	folder, err := openOwn(name)
	if err != nil {
		return nil, errors.Join(err, os.Remove(name))
	}
	d := &draft{path: filepath.Join(name, rand.Text()), folder: folder}
	if d.file, err = folder.OpenFile(filepath.Base(d.path), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		err = errors.Join(d.file.Chmod(0o600), d.refuseForeignFolder())
	}
	if err != nil {
		d.remove()
		return nil, err
	}
	return d, nil
}

// openOwn opens a folder that was just created and makes it private. It returns
// [ErrSwapped] if another folder has replaced it.
func openOwn(name string) (*os.Root, error) {
	folder, err := openFolder(name)
	if err != nil {
		return nil, err
	}
	opened, err := folder.Stat(".")
	if err == nil {
		err = refuseSwapped(opened, name)
	}
	if err == nil {
		err = makePrivate(folder)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return folder, nil
}

// makePrivate makes a folder accessible only to its owner. Root.Chmod would need Linux 6.6
// or /proc, which an empty root folder does not have.
func makePrivate(folder *os.Root) error {
	opened, err := folder.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(opened.Chmod(0o700), opened.Close())
}

// openFolder opens a folder. It does not block if name is a pipe.
func openFolder(name string) (*os.Root, error) {
	return os.OpenRoot(name + string(filepath.Separator) + ".")
}

// refuseForeignFolder returns [ErrSwapped] if the folder and the file created in it
// have different owners.
func (d *draft) refuseForeignFolder() error {
	folder, err := d.folder.Stat(".")
	if err != nil {
		return err
	}
	file, err := d.file.Stat()
	if err == nil && owner(folder) != owner(file) {
		err = fmt.Errorf("%s: %w", d.folder.Name(), ErrSwapped)
	}
	return err
}

// refuseSwapped returns [ErrSwapped] unless path is the same file or folder with
// the same owner.
func refuseSwapped(ours os.FileInfo, path string) error {
	found, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !(os.SameFile(ours, found) && owner(ours) == owner(found)) {
		return fmt.Errorf("%s: %w", path, ErrSwapped)
	}
	return err
}

// checkNotSwapped returns [ErrSwapped] unless path is the draft.
func (d *draft) checkNotSwapped(path string) error {
	ours, err := d.file.Stat()
	if err != nil {
		return err
	}
	return refuseSwapped(ours, path)
}

// place syncs the draft and moves it to path, which must not exist. It returns
// [ErrFileExists] or [ErrSwapped].
func (d *draft) place(path string) error { return d.moveTo(path, place) }

// replace syncs the draft and moves it to path, replacing any file there. It
// returns [ErrSwapped].
func (d *draft) replace(path string) error { return d.moveTo(path, os.Rename) }

func (d *draft) moveTo(path string, move func(from, to string) error) error {
	if err := errors.Join(d.file.Sync(), d.checkNotSwapped(d.path)); err != nil {
		return err
	}
	if err := move(d.path, path); err != nil {
		return err
	}
	return errors.Join(d.checkNotSwapped(path), syncFolder(filepath.Dir(path)))
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
	_ = os.Remove(filepath.Dir(d.path))
}

// leftoverAge is the age from which a draft is considered abandoned.
const leftoverAge = 24 * time.Hour

// temporaryName matches the end of the names of drafts' folders, and of the drafts
// that earlier versions wrote without a folder, with their journals.
const temporaryName = `\.new-[0-9]+(-journal|-wal|-shm)?$`

// draftName matches the names of drafts in their folders, and of their journals.
var draftName = regexp.MustCompile(`^[A-Z2-7]{26}(-journal|-wal|-shm)?$`)

// clearLeftovers removes the drafts of path that a crash has left. Errors are
// ignored: what is left only takes up space.
func clearLeftovers(path string) {
	clearMatching(filepath.Dir(path), regexp.MustCompile("^"+regexp.QuoteMeta(filepath.Base(path))+temporaryName))
}

func clearMatching(folder string, pattern *regexp.Regexp) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if !pattern.MatchString(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err != nil || time.Since(info.ModTime()) <= leftoverAge {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if info.IsDir() {
			clearDrafts(path)
		}
		if info.IsDir() || info.Mode().IsRegular() {
			_ = os.Remove(path) // fails for a folder that is not empty
		}
	}
}

func clearDrafts(path string) {
	folder, err := openFolder(path)
	if err != nil {
		return
	}
	defer folder.Close()
	entries, _ := os.ReadDir(path)
	for _, entry := range entries {
		if draftName.MatchString(entry.Name()) {
			_ = folder.Remove(entry.Name())
		}
	}
}
