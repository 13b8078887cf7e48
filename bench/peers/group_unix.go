//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// killTogether makes the end of a command's context end its children too.
func killTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
