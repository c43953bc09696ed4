//go:build unix

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// socketTimeout is how long a server may take to accept a connection to its socket.
const socketTimeout = time.Second

// listenUnix opens a unix socket in place of one that a killed server left.
func listenUnix(path string, socket Socket) (*net.UnixListener, error) {
	if err := removeStale(path); err != nil {
		return nil, err
	}
	bound, err := bindUnix(path, socket)
	if err != nil {
		return nil, err
	}
	defer bound.Close() // the listener has a copy
	listener, err := listenOn(bound)
	if err != nil {
		return nil, errors.Join(err, os.Remove(path))
	}
	listener.SetUnlinkOnClose(true)
	return listener, nil
}

// removeStale removes a socket on which nobody listens. It returns an error for
// anything else.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return errors.New("is not a socket: remove it, or name another path")
	}
	conn, err := net.DialTimeout("unix", path, socketTimeout)
	if err == nil {
		return errors.Join(errors.New("another server listens there"), conn.Close())
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return os.Remove(path)
}

// bindUnix creates the file of a socket and sets who may connect. Until it listens,
// the system refuses every connection.
func bindUnix(path string, socket Socket) (*os.File, error) {
	syscall.ForkLock.RLock() // so that no program that is started inherits it
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	bound := os.NewFile(uintptr(fd), path)
	err = syscall.Bind(fd, &syscall.SockaddrUnix{Name: path})
	if errors.Is(err, syscall.ENOENT) {
		return nil, errors.Join(fmt.Errorf("there is no folder %s", filepath.Dir(path)), bound.Close())
	}
	if err != nil {
		return nil, errors.Join(os.NewSyscallError("bind", err), bound.Close())
	}
	if err := restrict(path, socket); err != nil {
		return nil, errors.Join(err, bound.Close(), os.Remove(path))
	}
	return bound, nil
}

// restrict sets the group and the mode of a socket's file.
func restrict(path string, socket Socket) error {
	if socket.Group >= 0 { // systemd may forbid the call even if it changes nothing
		if err := os.Lchown(path, -1, socket.Group); err != nil {
			return fmt.Errorf("server.socket_group cannot be set, of which the server's user must be a member: %w", err)
		}
	}
	return os.Chmod(path, socket.Mode)
}

// listenOn lets a bound socket listen.
func listenOn(bound *os.File) (*net.UnixListener, error) {
	if err := syscall.Listen(int(bound.Fd()), syscall.SOMAXCONN); err != nil {
		return nil, os.NewSyscallError("listen", err)
	}
	listener, err := net.FileListener(bound)
	if err != nil {
		return nil, err
	}
	return listener.(*net.UnixListener), nil
}

// ownerOf returns the user to whom a file belongs.
func ownerOf(info fs.FileInfo) (uid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(stat.Uid), true
}

// maxDescriptors returns how many files this process may have open. Go has already
// raised the soft limit to the hard one.
func maxDescriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return unlimitedDescriptors
	}
	return int(min(uint64(limit.Cur), unlimitedDescriptors))
}
