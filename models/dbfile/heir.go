package dbfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// What root makes beside the database of a service must belong to the service's user,
// who could otherwise not open it. SQLite itself sees to that for its log.

// ownable is a file or a folder that is held open, so that nobody can replace it by
// another before it changes its owner.
type ownable interface{ Chown(user, group int) error }

// giveTo transfers what this process has just made to the owner of another file or folder.
// It does nothing unless the process is root's.
func giveTo(made ownable, heir fs.FileInfo) error {
	user, group := ownerAndGroup(heir)
	if os.Geteuid() != 0 || user == 0 {
		return nil
	}
	return made.Chown(int(user), int(group))
}

// giveToFolder transfers what this process has just made to the owner of the folder that it
// is in.
func giveToFolder(made ownable, path string) error {
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	return giveTo(made, folder)
}

// giveCopy transfers a copy of a database to the database's owner, if the folder that it is
// in is theirs as well: in any other folder it would show the records to somebody whom
// root may not have meant.
func giveCopy(made ownable, path, database string) error {
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	original, err := os.Stat(database)
	if err != nil || owner(original) != owner(folder) {
		return err
	}
	return giveTo(made, original)
}

// ownFolder is an open folder, as ownable.
type ownFolder struct{ *os.Root }

func (f ownFolder) Chown(user, group int) error { return f.Root.Chown(".", user, group) }

// createFor creates an empty file for the owner of its folder, unless it exists.
func createFor(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(giveToFolder(file, path), file.Close())
}
