//go:build unix

package app

import (
	"io/fs"
	"syscall"
)

// ownerOf returns the user to whom a file belongs.
func ownerOf(info fs.FileInfo) (uid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(stat.Uid), true
}
