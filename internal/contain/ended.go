package contain

import (
	"errors"
	"fmt"
	"time"
)

// ErrLeftOpen is the error of a program that ended well, but left its output to a
// child. The child has been killed.
var ErrLeftOpen = errors.New("it has ended and left a child with its output")

// A MemoryError means that a program was ended because it used too much memory, or ended
// by itself near its limit.
type MemoryError struct {
	Limit, Used int64 // bytes; Used is what it had resident when it was ended
	// Exit is how it ended by itself, possibly well; nil: it was ended.
	Exit *ExitError
}

func (e *MemoryError) Error() string {
	if e.Exit != nil {
		return fmt.Sprintf("it ended with %s of memory; its limit is %s", Bytes(e.Used),
			Bytes(e.Limit))
	}
	return fmt.Sprintf("it used %s of memory; its limit is %s", Bytes(e.Used), Bytes(e.Limit))
}

// Usage is the time and memory that a program and those of its children that it waited for
// have used.
type Usage struct {
	// CPU is user and system time.
	CPU time.Duration
	// Memory is the peak of resident memory in bytes: that of the program or of its largest
	// child, as the system reports it, or their sum at some moment if that was more. On
	// Linux the system does not report a peak below that of the watcher, some ten
	// megabytes; then Memory is the measured peak, which may miss the last few
	// milliseconds.
	Memory int64
	// Together is the Memory of programs that ran side by side, added up; for a
	// single program it is the same.
	Together int64
}

// An ExitError means that a program did not end well.
type ExitError struct {
	code int // -1: by a signal
	text string
}

func (e *ExitError) Error() string { return e.text }

// ExitCode is the exit status, or -1 if a signal ended the program.
func (e *ExitError) ExitCode() int { return e.code }

// Killed reports whether it was SIGKILL that ended the program, as when its context ends.
func (e *ExitError) Killed() bool { return e.text == "signal: killed" }

// An exitInfo is how a program ended and what it used.
type exitInfo struct {
	exit *ExitError // nil: well
	lost bool       // unknown, since its watcher was ended
	cpu  time.Duration
	peak int64 // of resident memory, as the system reports it; 0: not reported
}

// account sets the peak. On Linux the system starts the account of a process with the peak of
// the one that started it, which was before.
func (e *exitInfo) account(peak, before int64) {
	if peak > before {
		e.peak = peak
	}
}

// Bytes spells a number of bytes for people, in the units of memory flags: exactly
// if a unit divides it, else to two digits at least.
func Bytes(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 30, "G"}, {1 << 20, "M"}, {1 << 10, "K"}} {
		if n >= 10*unit.size || n >= unit.size && n%unit.size == 0 {
			return fmt.Sprintf("%d%s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprint(n)
}
