//go:build !unix

package app_test

import "errors"

// makePipe fails: here a file cannot be a pipe.
func makePipe(string) error { return errors.ErrUnsupported }
