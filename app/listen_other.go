//go:build !unix

package app

import (
	"errors"
	"net"
)

// listenUnix refuses: on this system, modes do not determine who may connect.
func listenUnix(string, Socket) (*net.UnixListener, error) {
	return nil, errors.New("unix sockets are not supported on this system")
}
