//go:build unix

// Package cputime reads the processor time of this process.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the user and system time that this process, and those of its
// children that have ended, have used so far.
func Used() time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			total += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return total
}
