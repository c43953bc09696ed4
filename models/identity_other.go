//go:build !linux

package models

import "os"

// identity tells a file from all others that there are.
type identity struct{ info os.FileInfo }

func identify(path string) (identity, error) {
	info, err := os.Stat(path)
	return identity{info}, err
}

func (i identity) same(other identity) bool { return os.SameFile(i.info, other.info) }
