package app

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"worklog/handlers/access"
	"worklog/models/dbfile"
)

// listen opens the listener of an address: host and port, or a unix socket.
func listen(config Config) (net.Listener, error) {
	path, unix := strings.CutPrefix(config.Listen, SocketPrefix)
	if !unix {
		return net.Listen("tcp", config.Listen)
	}
	var listener *net.UnixListener
	err := dbfile.ActForSocket(path, config.Database)
	if err == nil {
		listener, err = listenUnix(path, config.Socket)
	}
	if err != nil {
		return nil, fmt.Errorf("server.listen = %q: %w", config.Listen, err)
	}
	return socketListener{listener}, nil
}

// ownAddr returns the address at which other machines reach this one, and it itself: that
// from which it would reach other networks. Without such a route it is 127.0.0.1.
func ownAddr() netip.Addr {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // nobody's address (RFC 5737); nothing is sent
	if err != nil {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).AddrPort().Addr()
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
