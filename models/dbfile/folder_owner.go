package dbfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// The user of a service can put links into the service's folder, and swap what is in it at
// any time. Therefore root works on a database as the owner of the database's folder: then
// no link leads anywhere that this user could not go, and whatever is created is theirs.
// Elsewhere, root follows only links that nobody else can have put there: see [way].

// folderOwner is the owner of a database's folder, if this process is root's and the folder
// is not. The zero value stands for nobody else: nothing has to change.
type folderOwner struct{ user, group uint32 }

// ownerOfFolder returns the owner of the folder that a file is in, or that it will be created
// in. If that is root, it returns the owner of a folder above it, who could move it. A link on
// the way to it is the work of its owner, wherever it leads, and so is a file in a folder of
// root's that others may write to. It returns errShared if there are only root's.
func ownerOfFolder(path string) (folderOwner, error) {
	if !knowsOwners || os.Geteuid() != 0 {
		return folderOwner{}, nil
	}
	way, err := follow(path)
	if err != nil {
		return folderOwner{}, err
	}
	defer way.close()
	if last := len(way.others) - 1; last >= 0 {
		return way.others[last], nil
	}
	if way.placed.nobody() && !way.rootsToKeep() {
		return folderOwner{}, errShared
	}
	return way.placed, nil
}

// ownerIn returns the owner of a file, or the zero value if that is root.
func ownerIn(info fs.FileInfo) folderOwner {
	user, group := ownerAndGroup(info)
	if user == 0 {
		return folderOwner{}
	}
	return folderOwner{user, group}
}

// IsRoots reports whether nobody but root can have made the file at path, or can change it.
// Unless root asks, it reports true.
func IsRoots(path string) (bool, error) {
	if !knowsOwners || os.Geteuid() != 0 {
		return true, nil
	}
	way, err := follow(path)
	if err != nil {
		return false, err
	}
	defer way.close()
	if way.name == "" || !way.rootsToKeep() {
		return false, nil
	}
	info, err := way.folder().Lstat(way.name)
	return err == nil && owner(info) == 0, err
}

// errShared means that others can plant links, and root has nobody to act as instead.
var errShared = errors.New("its folder belongs to root, and others may write to it, or to one above it: take that right from them, or give it to the user of the server")

func isLink(info fs.FileInfo) bool { return info.Mode().Type() == fs.ModeSymlink }

// rootsWay returns the way to a file that root must open itself, because the owner of the
// database's folder may not be able to, and cannot make it lead elsewhere. It returns nil if
// the file is to be opened as that owner, or if there is none.
func (o folderOwner) rootsWay(path string) (*way, error) {
	if o.nobody() {
		return nil, nil
	}
	way, err := follow(path)
	if err != nil {
		return nil, err
	}
	if way.passes(o) {
		way.close()
		return nil, nil
	}
	return way, nil
}

// OpenNamed opens a regular file that the user has named. As root, this process acts from then
// on as the owner of the database's folder.
func OpenNamed(path, database string) (*os.File, error) {
	owner, err := ownerOfFolder(database)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", database, err)
	}
	way, err := owner.rootsWay(path)
	if err != nil {
		return nil, err
	}
	if way == nil {
		if err := owner.act(); err != nil {
			return nil, err
		}
		file, err := OpenRegular(path)
		return file, owner.explain(err)
	}
	defer way.close()
	file, err := way.open("")
	if err != nil {
		return nil, err
	}
	if err := owner.act(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Bind calls bind, which makes a socket. As root, unless nobody else can change the folders on
// the way to it, this process acts from then on as the owner of the database's folder. It
// returns an error if that is root, whose socket others could replace.
func Bind(socket, database string, bind func() error) error {
	if !knowsOwners || os.Geteuid() != 0 {
		return bind()
	}
	way, err := follow(socket)
	if err != nil {
		return err
	}
	way.close()
	if way.rootsAlone() {
		return bind()
	}
	owner, err := ownerOfFolder(database)
	if err != nil {
		return fmt.Errorf("database %s: %w", database, err)
	}
	if owner.nobody() && !way.rootsToKeep() {
		return errors.New("others than root may change the socket's folder: choose one of root's, in which only root may write")
	}
	if err := owner.act(); err != nil {
		return err
	}
	return owner.explain(bind())
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

// temporaryFolder makes a temporary folder. If the one of the environment is root's own, as
// libpam-tmpdir makes it, and root acts as somebody else, it is made in that of the system.
func temporaryFolder(pattern string) (string, error) {
	folder, err := os.MkdirTemp("", pattern)
	if errors.Is(err, fs.ErrPermission) {
		return os.MkdirTemp("/tmp", pattern)
	}
	return folder, err
}
