//go:build unix && !linux

package contain

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// CPU returns the user and system time that this process and those of its children
// that have ended have used so far.
func CPU() time.Duration {
	return rusage(syscall.RUSAGE_SELF) + rusage(syscall.RUSAGE_CHILDREN)
}

// ownGroup starts the command in a process group of its own.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Peak returns the peak of this process's resident memory in bytes.
func Peak() int64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return resident(&usage)
}

// maxResident returns the peak of resident memory of a process that has ended, in bytes.
func maxResident(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return resident(usage)
	}
	return 0
}

func resident(usage *syscall.Rusage) int64 {
	peak := int64(usage.Maxrss)
	// which count bytes, all others kilobytes
	if runtime.GOOS != "darwin" && runtime.GOOS != "ios" {
		peak <<= 10
	}
	return peak
}
