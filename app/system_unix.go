//go:build unix

package app

import (
	"context"
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
	listener, err := listenClosed(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	if err != nil {
		return nil, err
	}
	if err := restrict(path, socket); err != nil {
		return nil, errors.Join(err, listener.Close()) // which removes the file
	}
	return listener.(*net.UnixListener), nil
}

// listenClosed opens a unix socket to which nobody can connect until its file has another mode: Linux
// gives the file that of the descriptor, other systems that of the umask.
func listenClosed(path string) (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(fd uintptr) { _ = syscall.Fchmod(int(fd), 0) })
	}}
	return config.Listen(context.Background(), "unix", path)
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

// restrict sets the group and the mode of a socket's file.
func restrict(path string, socket Socket) error {
	if socket.Group >= 0 { // systemd may forbid the call even if it changes nothing
		if err := os.Lchown(path, -1, socket.Group); err != nil {
			return fmt.Errorf("server.socket_group cannot be set, of which the server's user must be a member: %w", err)
		}
	}
	return os.Chmod(path, socket.Mode)
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
