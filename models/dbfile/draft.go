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

// draft is a file that is being written, on its way to a name. It is in a folder
// of our own beside that name, and has a name that nobody else can know: whoever
// may write to the folder around can take the draft away, but neither read it nor
// put another file in its place.
type draft struct {
	path   string
	folder *os.Root
	file   *os.File // open, so that it can be told from any other
}

// newDraft makes an empty file, with mode 0600 in a folder with mode 0700
// whatever the umask, to be placed at path. Drafts that a crash has left are
// cleared away.
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

// openOwn opens a folder that was just made, and lets nobody else into it. It
// returns [ErrSwapped] for another that has taken its place.
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
		err = folder.Chmod(".", 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	return folder, nil
}

// openFolder opens a folder, and waits for nobody where a pipe has its name.
func openFolder(name string) (*os.Root, error) {
	return os.OpenRoot(name + string(filepath.Separator) + ".")
}

// refuseForeignFolder returns [ErrSwapped] when the folder belongs to another user
// than what we make in it.
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

// refuseSwapped returns [ErrSwapped] unless it is the same file or folder, of the
// same owner, that stands at path.
func refuseSwapped(ours os.FileInfo, path string) error {
	found, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !(os.SameFile(ours, found) && owner(ours) == owner(found)) {
		return fmt.Errorf("%s: %w", path, ErrSwapped)
	}
	return err
}

// unswapped returns [ErrSwapped] unless it is the draft that stands at path.
func (d *draft) unswapped(path string) error {
	ours, err := d.file.Stat()
	if err != nil {
		return err
	}
	return refuseSwapped(ours, path)
}

// place flushes the draft and gives it a name that must be free. It returns
// [ErrFileExists] when it is not, and [ErrSwapped].
func (d *draft) place(path string) error { return d.moveTo(path, place) }

// replace flushes the draft and gives it a name, whatever has it. It returns
// [ErrSwapped].
func (d *draft) replace(path string) error { return d.moveTo(path, os.Rename) }

func (d *draft) moveTo(path string, move func(from, to string) error) error {
	if err := errors.Join(d.file.Sync(), d.unswapped(d.path)); err != nil {
		return err
	}
	if err := move(d.path, path); err != nil {
		return err
	}
	return errors.Join(d.unswapped(path), syncFolder(filepath.Dir(path)))
}

// remove removes the draft with its folder. What was placed stays.
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

// leftoverAge is how old a draft is that nobody is writing any more.
const leftoverAge = 24 * time.Hour

// temporaryName is how the names of the folders of drafts end, and of the drafts
// and their journals that earlier programs made without one.
const temporaryName = `\.new-[0-9]+(-journal|-wal|-shm)?$`

// draftName is how drafts are called within their folders, and the journals that
// SQLite has beside them.
var draftName = regexp.MustCompile(`^[A-Z2-7]{26}(-journal|-wal|-shm)?$`)

// clearLeftovers removes the drafts of path that a crash has left. What cannot be
// removed takes up room and does no other harm.
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
			_ = os.Remove(path) // which removes no folder that has something else in it
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
