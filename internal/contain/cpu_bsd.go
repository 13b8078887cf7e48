//go:build unix && !linux

package contain

import (
	"syscall"
	"time"
)

// CPU returns the user and system time that this process and those of its children
// that have ended have used so far.
func CPU() time.Duration {
	return rusage(syscall.RUSAGE_SELF) + rusage(syscall.RUSAGE_CHILDREN)
}
