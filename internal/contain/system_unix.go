//go:build unix

package contain

import (
	"os/exec"
	"syscall"
	"time"
)

// rusage returns user and system time by getrusage, 0 if it fails.
func rusage(who int) time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(who, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// killGroup kills what is left of the command's process group.
func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
