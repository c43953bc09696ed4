package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The user of a service can put links into the service's folder, and swap what is in it at
// any time. Therefore root works on a database as the owner of the database's folder: then
// no link leads anywhere that this user could not go, and whatever is created is theirs.

// folderOwner is the owner of a database's folder, if this process is root's and the folder
// is not. The zero value stands for nobody else: nothing has to change.
type folderOwner struct{ user, group uint32 }

// ownerOfFolder returns the owner of the folder that a file is in, or that it will be created
// in. A link on the way to it is the work of its owner, wherever it leads.
func ownerOfFolder(path string) (folderOwner, error) {
	if os.Geteuid() != 0 {
		return folderOwner{}, nil
	}
	var decides fs.FileInfo
	err := walk(path, func(folder, found fs.FileInfo) bool {
		decides = folder
		theirs := isLink(found) && owner(found) != 0
		if found.IsDir() || theirs {
			decides = found
		}
		return !theirs
	})
	if err != nil {
		return folderOwner{}, err
	}
	user, group := ownerAndGroup(decides)
	if user == 0 {
		return folderOwner{}, nil
	}
	return folderOwner{user, group}, nil
}

func isLink(info fs.FileInfo) bool { return info.Mode().Type() == fs.ModeSymlink }

// mayMove reports whether the owner can make a path lead elsewhere: a folder or a link on
// the way is theirs, or a folder that they may write to.
func (o folderOwner) mayMove(path string) (bool, error) {
	moves := false
	err := walk(path, func(folder, found fs.FileInfo) bool {
		moves = o.mayReplaceIn(folder) || isLink(found) && owner(found) == o.user
		return !moves
	})
	return moves, err
}

func (o folderOwner) mayReplaceIn(folder fs.FileInfo) bool {
	const group, others = 0o020, 0o002
	user, itsGroup := ownerAndGroup(folder)
	mode := folder.Mode()
	shared := mode&others != 0 || mode&group != 0 && itsGroup == o.group
	return user == o.user || shared && mode&fs.ModeSticky == 0
}

// maxSteps bounds the folders and links on the way to a file.
const maxSteps = 1000

// walk calls visit with each folder, link and file on the way to a path, and with the folder
// that it is in, until visit returns false or the rest does not exist. It looks at each of
// them once.
func walk(path string, visit func(folder, found fs.FileInfo) bool) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	const root = string(filepath.Separator)
	at := root
	folder, err := os.Lstat(at)
	if err != nil || !visit(folder, folder) {
		return err
	}
	rest := strings.Split(path, root)
	for range maxSteps {
		if len(rest) == 0 {
			return nil
		}
		next := filepath.Join(at, rest[0]) // at contains no links, so ".." is the folder above
		found, err := os.Lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !visit(folder, found) {
			return err
		}
		rest = rest[1:]
		if !isLink(found) {
			at, folder = next, found
			continue
		}
		target, err := os.Readlink(next)
		if err != nil {
			return err
		}
		if filepath.IsAbs(target) {
			at = root
		}
		if folder, err = os.Lstat(at); err != nil {
			return err
		}
		rest = append(strings.Split(target, root), rest...)
	}
	return fmt.Errorf("%s: too many links", path)
}

// ActToOpen makes this process act as the owner of a database's folder, for good, if it is
// root's and that user could make the path lead to another file.
func ActToOpen(path, database string) error {
	owner, err := ownerOfFolder(database)
	if err != nil || owner.nobody() {
		return err
	}
	moves, err := owner.mayMove(path)
	if err != nil || !moves {
		return err
	}
	return owner.act()
}

func (o folderOwner) nobody() bool { return o == folderOwner{} }

// act makes this process act as the owner, for good, unless that is nobody else. What only
// root may open must be open before.
func (o folderOwner) act() error {
	if o.nobody() {
		return nil
	}
	return o.refused(become(o, true))
}

// during calls f as the owner. Then this process acts as root again.
func (o folderOwner) during(f func() error) error {
	groups, err := os.Getgroups()
	if err != nil {
		return err
	}
	if err := become(o, false); err != nil {
		return o.refused(err)
	}
	return errors.Join(o.explain(f()), becomeRoot(groups))
}

func (o folderOwner) refused(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("root must act as user %d, to whom the database's folder belongs, and cannot: %w", o.user, err)
}

// explain adds to a missing permission who lacks it.
func (o folderOwner) explain(err error) error {
	if o.nobody() || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return fmt.Errorf("%w (root acts as user %d, to whom the folder belongs and who must be able to open it)", err, o.user)
}
