package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// way is the way to a file as far as root may go: through folders, which stay open so that
// nothing put in their place matters, and along links that only root can have put there. Any
// other link ends it.
type way struct {
	path    string // absolute
	folders []folderOnWay
	name    string // what is in the last folder, which need not exist; empty for the folder itself
	rest    string // what is below a folder that does not exist
	link    string // the link that ends the way
	// others are the users besides root to whom folders and links on the way belong, in order.
	others []folderOwner
	shared bool        // others can replace what is on the way in a folder of root's
	sticky bool        // others can put something where nothing of root's is
	placed folderOwner // to whom a file in a folder of root's belongs to which others may write
}

type folderOnWay struct {
	*os.Root
	info fs.FileInfo
	path string
}

// errPlanted means that root does not follow a link.
var errPlanted = errors.New("is a link that another user may have put there for root to follow: name the file itself")

// maxSteps bounds the folders and links on the way to a file.
const maxSteps = 1000

// follow goes the way to a file.
func follow(path string) (*way, error) {
	if !filepath.IsAbs(path) {
		here, err := syscall.Getwd() // without links, unlike $PWD
		if err != nil {
			return nil, err
		}
		path = here + separator + path // not joined: what ".." is depends on links
	}
	w := &way{path: path}
	if err := w.walk(); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *way) walk() error {
	top, err := os.OpenRoot(separator)
	if err != nil {
		return err
	}
	if err := w.enter(separator, top); err != nil {
		return err
	}
	rest := strings.Split(w.path, separator)
	for range maxSteps {
		if w.name != "" || w.link != "" || len(rest) == 0 {
			w.rest = strings.Join(rest, "")
			return nil
		}
		target, err := w.step(rest[0])
		if err != nil {
			return err
		}
		rest = append(target, rest[1:]...)
	}
	return fmt.Errorf("%s: too many links", w.path)
}

// step goes on to a name in the last folder. For a link, it returns the names in its target.
func (w *way) step(name string) (target []string, err error) {
	switch {
	case name == "" || name == ".":
		return nil, nil
	case name == "..": // no folder on the way is a link
		w.leave(max(1, len(w.folders)-1))
		return nil, nil
	}
	folder := w.folder()
	path := filepath.Join(folder.path, name)
	found, err := folder.Lstat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, atPath(path, err)
	}
	replaceable := w.notice(found)
	switch {
	case err != nil || !isLink(found) && !found.IsDir():
		w.name = name
		return nil, nil
	case found.IsDir():
		return nil, w.enterFound(name, found)
	case replaceable || owner(found) != 0:
		w.link = path
		return nil, nil
	}
	to, err := folder.Readlink(name)
	if filepath.IsAbs(to) {
		w.leave(1)
	}
	return strings.Split(to, separator), err
}

// notice remembers who else can replace what was found in the last folder, if anybody can.
func (w *way) notice(found fs.FileInfo) (replaceable bool) {
	const groupAndOthers = 0o022
	folder := w.folder()
	if found != nil && isLink(found) {
		w.belongsTo(found)
	}
	if owner(folder.info) != 0 {
		return true
	}
	switch mode := folder.info.Mode(); {
	case mode&groupAndOthers == 0:
		return false
	case mode&fs.ModeSticky == 0:
		w.shared = true
	case found != nil && found.IsDir() && owner(found) == 0:
		return false
	default: // what is no folder may also have been moved here from another one
		w.sticky = true
	}
	if found != nil && !isLink(found) && !found.IsDir() {
		w.placed = ownerIn(found)
	}
	return true
}

func (w *way) belongsTo(info fs.FileInfo) {
	if other := ownerIn(info); !other.nobody() {
		w.others = append(w.others, other)
	}
}

// enterFound opens a folder in the last one. It returns [ErrSwapped] if it is not the one that
// was found.
func (w *way) enterFound(name string, found fs.FileInfo) error {
	path := filepath.Join(w.folder().path, name)
	opened, err := openFolderIn(w.folder().Root, name)
	if err != nil {
		return atPath(path, err)
	}
	if err := w.enter(path, opened); err != nil {
		return err
	}
	if !os.SameFile(found, w.folder().info) {
		return fmt.Errorf("%s: %w", path, ErrSwapped)
	}
	return nil
}

// enter takes over an open folder.
func (w *way) enter(path string, opened *os.Root) error {
	info, err := opened.Stat(".")
	if err != nil {
		return errors.Join(err, opened.Close())
	}
	w.folders = append(w.folders, folderOnWay{opened, info, path})
	w.belongsTo(info)
	return nil
}

func (w *way) folder() folderOnWay { return w.folders[len(w.folders)-1] }

// leave closes the folders but for the first ones.
func (w *way) leave(first int) {
	for _, folder := range w.folders[first:] {
		folder.Close()
	}
	w.folders = w.folders[:first]
}

func (w *way) close() { w.leave(0) }
