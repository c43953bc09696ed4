package app

import (
	"io/fs"
	"os/user"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"worklog/handlers/access"
)

// Socket determines who may connect to a unix socket.
type Socket struct {
	Mode  fs.FileMode
	Group int // its id; -1 for that of the process
}

// SocketPrefix begins an address to listen on that is the path of a unix socket.
const SocketPrefix = "unix:"

// onSocket reports whether an address to listen on is a unix socket.
func onSocket(listen string) bool { return strings.HasPrefix(listen, SocketPrefix) }

// maxSocketPath is the maximum length of a unix socket's path in bytes.
const maxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// socketAddress returns the address of a socket with its path resolved. Whether it can
// listen there is seen when it does: the folder may only exist while the service runs.
func (d *decoder) socketAddress(path string) string {
	const allowed = `must be the path of a file, such as "unix:/run/worklog/worklog.sock"`
	if path == "" || strings.HasSuffix(path, "/") || strings.ContainsRune(path, 0) {
		d.rejectSetting("server.listen", allowed)
		return ""
	}
	path = d.beside(path)
	switch {
	case strings.HasPrefix(path, "@"): // would be a socket without a file, thus without permissions
		d.rejectSetting("server.listen", allowed)
	case len(path) > maxSocketPath:
		d.rejectSetting("server.listen", "must be a path of at most "+strconv.Itoa(maxSocketPath)+" bytes")
	}
	return SocketPrefix + path
}

// socketMode matches permissions in octal.
var socketMode = regexp.MustCompile(`^0?[0-7]{3}$`)

// socket decodes who may connect to the socket on which the server listens.
func (d *decoder) socket(listen string) Socket {
	socket := Socket{Group: -1}
	text := d.text("server.socket_mode")
	if !socketMode.MatchString(text) {
		d.rejectSetting("server.socket_mode", `must be permissions in octal, such as "0660"`)
	}
	mode, _ := strconv.ParseUint(text, 8, 32) // matched above
	socket.Mode = fs.FileMode(mode)
	group := d.text("server.socket_group")
	if group == "" {
		return socket
	}
	if !onSocket(listen) {
		d.warn("server.socket_group", "is not used: server.listen is not a unix socket")
		return socket
	}
	if id, err := strconv.ParseUint(group, 10, 31); err == nil {
		socket.Group = int(id)
		return socket
	}
	found, err := user.LookupGroup(group)
	if err == nil {
		socket.Group, err = strconv.Atoi(found.Gid)
	}
	if err != nil {
		d.rejectSetting("server.socket_group", "must be a group of this machine, or its number")
	}
	return socket
}

// warnOfSocket warns of proxies on a socket that are none, or not the only ones.
func (d *decoder) warnOfSocket(a access.Config, listen string, socket Socket) {
	if a.TrustUnix && !onSocket(listen) {
		d.warn("server.trusted_proxies", `names "unix", but server.listen is not a unix socket`)
	}
	if a.TrustUnix && onSocket(listen) && a.Auth == access.ProxyLogin && socket.Mode&0o002 != 0 {
		d.warn("server.socket_mode", `lets every user of this machine connect and name any user: set "0660", with the proxy in the socket's group`)
	}
}
