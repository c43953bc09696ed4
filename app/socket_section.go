package app

import (
	"io/fs"
	"os/user"
	"strconv"
	"strings"

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
