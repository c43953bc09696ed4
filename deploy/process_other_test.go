//go:build !unix

package deploy_test

import "os/exec"

// killWithChildren does nothing: the shell's scripts are for Unix.
func killWithChildren(*exec.Cmd) {}
