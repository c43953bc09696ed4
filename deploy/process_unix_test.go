//go:build unix

package deploy_test

import (
	"os/exec"
	"syscall"
)

// killWithChildren makes the command's cancellation kill its children too.
func killWithChildren(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
