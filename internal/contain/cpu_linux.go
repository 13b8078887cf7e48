package contain

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// CPU returns the user and system time that this process and all below it have used
// so far, including running ones; 0 if the system does not report it. The time of
// ended processes is included once they have been waited for.
//
// Unlike the figure of getrusage it grows while a child runs.
func CPU() time.Duration {
	for range 4 {
		ended := rusage(syscall.RUSAGE_CHILDREN)
		total := rusage(syscall.RUSAGE_SELF) + ended
		for _, pid := range below(childrenOf(os.Getpid())) {
			total += cpuOf(pid)
		}
		// A process that was waited for meanwhile may be in neither sum.
		if rusage(syscall.RUSAGE_CHILDREN) == ended {
			return total
		}
	}
	return rusage(syscall.RUSAGE_SELF) + rusage(syscall.RUSAGE_CHILDREN)
}

// A tick is the unit of time in /proc: on Linux it is a hundredth of a second on
// every architecture that Go supports.
const tick = 10 * time.Millisecond

// cpuOf returns the time that a process has used, with that of its children that it
// has waited for; 0 if it has ended.
func cpuOf(pid int) time.Duration {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The second field is a name in parentheses, which may contain anything.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const utime, cstime = 14 - 3, 17 - 3 // of those that follow the name
	total := time.Duration(0)
	for k := utime; k <= cstime && k < len(fields); k++ {
		ticks, err := strconv.ParseInt(string(fields[k]), 10, 64)
		if err == nil {
			total += time.Duration(ticks) * tick
		}
	}
	return total
}
