//go:build unix

package study

import (
	"os"
	"syscall"
)

// lock takes the file for this process, until it is closed or the process ends in whatever
// way, or fails if another one has it.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
