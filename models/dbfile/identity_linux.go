package dbfile

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

type identity struct{ device, inode uint64 }

const statxMask = unix.STATX_INO | unix.STATX_SIZE

// identify returns a file's identity and size. It does not request the file's
// times: on a file system with multigrain timestamps, the next write would then
// have to store a new one, which takes some 60 µs for each request.
func identify(path string) (_ identity, size int64, err error) {
	var found unix.Statx_t
	err = unix.Statx(unix.AT_FDCWD, path, 0, statxMask, &found)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // forbidden in old container runtimes
		return identifyOld(path)
	}
	return identity{unix.Mkdev(found.Dev_major, found.Dev_minor), found.Ino}, int64(found.Size), err
}

func identifyOld(path string) (_ identity, size int64, err error) {
	var found unix.Stat_t
	err = unix.Stat(path, &found)
	return identity{uint64(found.Dev), found.Ino}, found.Size, err
}

func (i identity) same(other identity) bool { return i == other }

// owner returns the user id of a file's owner.
func owner(info os.FileInfo) uint32 {
	status, _ := info.Sys().(*syscall.Stat_t)
	if status == nil {
		return 0
	}
	return status.Uid
}
