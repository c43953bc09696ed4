package app

import (
	"io/fs"
	"os/user"
	"strconv"
	"strings"
	"syscall"

	"worklog/handlers/access"
	"worklog/models/settings"
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

// socket decodes the group of the socket on which the server listens, and warns of proxies on it
// that are none, or not the only ones.
func (d *decoder) socket(config *Config) {
	config.Socket.Group = -1
	table, _ := d.values["server"].(settings.Tree)
	group, _ := table["socket_group"].(string)
	switch id, err := groupID(group); {
	case group == "":
	case !onSocket(config.Listen):
		d.warn("server.socket_group", "is not used: server.listen is not a unix socket")
	case err != nil:
		d.rejectKey("server", "socket_group", "must be a group of this machine, or its number")
	default:
		config.Socket.Group = id
	}
	if config.Access.TrustUnix && !onSocket(config.Listen) {
		d.warn("server.trusted_proxies", `names "unix", but server.listen is not a unix socket`)
	}
	if config.Access.TrustUnix && onSocket(config.Listen) && config.Access.Auth == access.ProxyLogin && config.Socket.Mode&0o002 != 0 {
		d.warn("server.socket_mode", `lets every user of this machine connect and name any user: set "0660", with the proxy in the socket's group`)
	}
}

// groupID returns the id of a group that is a name or a number.
func groupID(group string) (int, error) {
	if id, err := strconv.ParseUint(group, 10, 31); err == nil {
		return int(id), nil
	}
	found, err := user.LookupGroup(group)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(found.Gid)
}

// maxSocketPath is the maximum length of a unix socket's path in bytes.
const maxSocketPath = len(syscall.RawSockaddrUnix{}.Path) - 1

// readSocketPath returns the address of a socket with its path resolved. Whether it can
// listen there is seen when it does: the folder may only exist while the service runs.
func (c *Config) readSocketPath(path string) (string, string) {
	const allowed = `must be the path of a file, such as "unix:/run/worklog/worklog.sock"`
	if path == "" || strings.HasSuffix(path, "/") || strings.ContainsRune(path, 0) {
		return "", allowed
	}
	path = c.fromFolder(path)
	address := SocketPrefix + path
	switch {
	case strings.HasPrefix(path, "@"): // would be a socket without a file, thus without permissions
		return address, allowed
	case len(path) > maxSocketPath:
		return address, "must be a path of at most " + strconv.Itoa(maxSocketPath) + " bytes"
	}
	return address, ""
}

func readSocketMode(text string) (fs.FileMode, string) {
	mode, err := strconv.ParseUint(text, 8, 9) // three digits, of bits for owner, group and others
	if err != nil || len(text) < 3 || len(text) > 4 {
		return 0, `must be permissions in octal, such as "0660"`
	}
	return fs.FileMode(mode), ""
}
