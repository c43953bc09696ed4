package app

import (
	"fmt"
	"net"
	"strings"

	"worklog/handlers/access"
)

// listen opens the listener of an address: host and port, or a unix socket.
func listen(address string, socket Socket) (net.Listener, error) {
	path, unix := strings.CutPrefix(address, SocketPrefix)
	if !unix {
		return net.Listen("tcp", address)
	}
	listener, err := listenUnix(path, socket)
	if err != nil {
		return nil, fmt.Errorf("server.listen = %q: %w", address, err)
	}
	return socketListener{listener}, nil
}

// socketListener is the listener of a unix socket. It removes the file when it is
// closed.
type socketListener struct{ *net.UnixListener }

func (l socketListener) Accept() (net.Conn, error) {
	conn, err := l.AcceptUnix()
	if err != nil {
		return nil, err
	}
	return socketConn{conn}, nil
}

// socketConn is a connection whose peer is [access.UnixPeer]. The peer's own address
// must not be used: it may bind its end to any path, such as "127.0.0.1:80".
type socketConn struct{ *net.UnixConn }

func (socketConn) RemoteAddr() net.Addr { return &net.UnixAddr{Net: "unix", Name: access.UnixPeer} }
