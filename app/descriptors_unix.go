//go:build unix

package app

import "syscall"

// maxDescriptors returns how many files this process may have open. Go has already
// raised the soft limit to the hard one.
func maxDescriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return unlimitedDescriptors
	}
	return int(min(uint64(limit.Cur), unlimitedDescriptors))
}
