package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// The user of a service can put links into the service's folder, and swap what is in it at
// any time. Therefore root acts as the owner of the database's folder before it opens anything
// there, or a file that is named on the command line: no link then leads anywhere that this
// user could not go, and whatever is created is theirs.

// ActAsOwner makes this process, if it is root's, act as the owner of the database's folder, for
// good and without further groups. If that is root, it acts as the owner of a folder above it, who
// could move it. A link on the path is the work of its owner, wherever it leads,
// and so is the database in a folder of root's that others may write to. It returns an error if
// others can plant links there although all of it is root's.
func ActAsOwner(database string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	found, err := pathOwnersOf(database)
	var owner fileOwner
	if err == nil {
		owner, err = found.owner()
	}
	if err == nil {
		err = owner.act()
	}
	if err != nil {
		return fmt.Errorf("database %s: %w", database, err)
	}
	return nil
}

// ActForSocket calls [ActAsOwner] before a socket is made, unless nobody but root can change the
// folders on its path. It returns an error if that leaves root, whose socket others could
// replace.
func ActForSocket(socket, database string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	found, err := pathOwnersOf(socket)
	if err != nil || found.last.isRoot() && !found.shared && !found.open {
		return err
	}
	if err := ActAsOwner(database); err != nil || os.Geteuid() != 0 {
		return err
	}
	if owner, err := found.owner(); err != nil || !owner.isRoot() {
		return errors.New("others than root may change the socket's folder: choose one of root's, in which only root may write")
	}
	return nil
}

// IsRoots reports whether nobody but root can have made the file at path, or can change it.
// Unless root asks, it reports true.
func IsRoots(path string) (bool, error) {
	if os.Geteuid() != 0 {
		return true, nil
	}
	found, err := pathOwnersOf(path)
	if err != nil {
		return false, err
	}
	owner, shared := found.owner()
	return shared == nil && owner.isRoot() && found.file.isRoot(), nil
}

// fileOwner is a user with a group. The zero value is root, of whatever group.
type fileOwner struct{ user, group uint32 }

func ownerIn(info unix.Stat_t) fileOwner {
	if info.Uid == 0 {
		return fileOwner{}
	}
	return fileOwner{info.Uid, info.Gid}
}

func (o fileOwner) isRoot() bool { return o == fileOwner{} }

// act makes every thread of this process act as the owner, unless that is root. There is no way
// back.
func (o fileOwner) act() error {
	if o.isRoot() {
		return nil
	}
	user, group := int(o.user), int(o.group)
	err := syscall.Setgroups([]int{group})
	if err == nil {
		err = syscall.Setregid(group, group)
	}
	if err == nil {
		err = syscall.Setreuid(user, user) // last: it takes away the right to the others
	}
	if err != nil {
		return fmt.Errorf("root must act as user %d, to whom its folder belongs, and cannot: %w", user, err)
	}
	return nil
}

// pathOwners tells who can decide what is at a path.
type pathOwners struct {
	last   fileOwner // of the last folder or link on the path that is not root's
	file   fileOwner // of what is at the path, if that is no folder
	open   bool      // others may write to the last folder, which is root's
	shared bool      // others can replace something on the path, in a folder of root's
}

// owner returns the user as whom root must act.
func (p pathOwners) owner() (fileOwner, error) {
	switch {
	case !p.last.isRoot():
		return p.last, nil
	case p.open && !p.file.isRoot():
		return p.file, nil
	case p.shared:
		return fileOwner{}, errors.New("its folder belongs to root, and others may write to it, or to one above it: take that right from them, or give it to the user of the server")
	}
	return fileOwner{}, nil
}

// maxSteps bounds the folders and links of a path.
const maxSteps = 1000

// pathOwnersOf resolves a path, from one open folder to the next, so that nothing put in their
// place matters. It follows links that only root can have put there and stops at any other.
func pathOwnersOf(path string) (pathOwners, error) {
	if !filepath.IsAbs(path) {
		here, err := syscall.Getwd() // without links, unlike $PWD
		if err != nil {
			return pathOwners{}, err
		}
		path = here + separator + path // not joined: what ".." is depends on links
	}
	w := pathWalk{here: unix.AT_FDCWD}
	defer func() { unix.Close(w.here) }()
	names := fromTop(path)
	for range maxSteps {
		if w.ended || len(names) == 0 {
			return w.pathOwners, nil
		}
		target, err := w.step(names[0], len(names) == 1)
		if err != nil {
			return pathOwners{}, &fs.PathError{Op: "open", Path: path, Err: err}
		}
		names = append(target, names[1:]...)
	}
	return pathOwners{}, fmt.Errorf("%s: too many links", path)
}

// fromTop splits a path, which begins at the top folder if it is absolute.
func fromTop(path string) []string {
	names := strings.Split(path, separator)
	if filepath.IsAbs(path) {
		names[0] = separator
	}
	return names
}

type pathWalk struct {
	pathOwners
	here   int // the last folder
	folder unix.Stat_t
	ended  bool
}

// step goes on to a name in the last folder. For a link, it returns the names in its target.
func (w *pathWalk) step(name string, last bool) (target []string, err error) {
	if name == "" {
		return nil, nil
	}
	var info unix.Stat_t
	err = unix.Fstatat(w.here, name, &info, unix.AT_SYMLINK_NOFOLLOW)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, err
	}
	const groupAndOthers = 0o022
	kind := info.Mode & unix.S_IFMT
	w.open = w.folder.Uid == 0 && w.folder.Mode&groupAndOthers != 0
	sticky := w.folder.Mode&unix.S_ISVTX != 0 && kind != unix.S_IFLNK && (last || !missing) // a link may have been moved here
	if w.open && !sticky && name != ".." {
		w.shared = true
	}
	switch {
	case kind == unix.S_IFDIR:
		return nil, w.enter(name)
	case kind == unix.S_IFLNK:
		w.note(info)
		if !w.open && w.last.isRoot() {
			return w.target(name)
		}
	case !missing:
		w.file = ownerIn(info)
	}
	w.ended = true
	return nil, nil
}

func (w *pathWalk) enter(name string) error {
	next, err := unix.Openat(w.here, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	unix.Close(w.here)
	w.here = next
	err = unix.Fstat(next, &w.folder)
	w.note(w.folder)
	return err
}

// note remembers to whom a folder or a link on the path belongs.
func (w *pathWalk) note(info unix.Stat_t) {
	if owner := ownerIn(info); !owner.isRoot() {
		w.last = owner
	}
}

func (w *pathWalk) target(link string) ([]string, error) {
	target := make([]byte, unix.PathMax)
	length, err := unix.Readlinkat(w.here, link, target)
	return fromTop(string(target[:max(0, length)])), err
}
