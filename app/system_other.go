//go:build !unix

package app

import (
	"errors"
	"io/fs"
	"net"
)

// listenUnix refuses: on this system, modes do not determine who may connect.
func listenUnix(string, Socket) (*net.UnixListener, error) {
	return nil, errors.New("unix sockets are not supported on this system")
}

// ownerOf returns no owner: on this system, modes do not determine access.
func ownerOf(fs.FileInfo) (uid int, known bool) { return 0, false }

// maxDescriptors returns how many files this process may have open.
func maxDescriptors() int { return unlimitedDescriptors }
