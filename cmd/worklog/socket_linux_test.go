package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// tcpListeners returns the local addresses on which the program listens, as in proc(5).
func (c *server) tcpListeners() (addresses []string) {
	c.t.Helper()
	process := filepath.Join("/proc", strconv.Itoa(c.command.Process.Pid))
	descriptors := modelstest.Got(filepath.Glob(filepath.Join(process, "fd", "*")))(c.t)
	var own []string // such as "socket:[4711]"
	for _, descriptor := range descriptors {
		if target, err := os.Readlink(descriptor); err == nil { // not closed meanwhile
			own = append(own, target)
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		content := modelstest.Got(os.ReadFile(filepath.Join(process, "net", table)))(c.t)
		for line := range strings.Lines(string(content)) {
			const local, state, inode, listen = 1, 3, 9, "0A"
			row := strings.Fields(line)
			if row[state] == listen && slices.Contains(own, "socket:["+row[inode]+"]") {
				addresses = append(addresses, row[local])
			}
		}
	}
	return addresses
}

func TestAServerOnASocketDoesNotListenOnTCP(t *testing.T) {
	folder, _ := newFolder(t)
	modelstest.Want(t, len(begin(t, folder).tcpListeners()), 1)
	folder, _ = newFolder(t)
	modelstest.WantList(t, begin(t, folder, "WORKLOG_SERVER_LISTEN=unix:"+modelstest.SocketPath(t)).tcpListeners(), nil)
}
