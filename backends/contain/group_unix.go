//go:build unix

package contain

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup starts the command in a process group of its own, and has the whole
// group killed when its context ends.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = attributes()
	command.Cancel = func() error { return killGroup(command) }
}

// killGroup kills what is left of the command's process group.
func killGroup(command *exec.Cmd) error {
	err := syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
