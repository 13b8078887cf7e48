package answers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// closed reports whether standard output was closed when the program began. Go's
// runtime then opens /dev/null in its place, for reading and writing, before any of
// our code runs, and every write succeeds.
//
// That a null device is open for both says little by itself: Python and Node hand out
// such a one where somebody wants no output, and there writing is no error. So the
// parent must agree: its own standard output is closed, or it is a shell, which opens
// /dev/null for writing alone when it is told to. Where it has the same device as
// standard output, that was inherited. In doubt it is open.
func closed() bool {
	if !nullForBoth("self") {
		return false
	}
	parent := os.Getppid()
	if parent <= 1 { // not the one that began us
		return false
	}
	of := strconv.Itoa(parent)
	if _, err := os.Readlink("/proc/" + of + "/fd/1"); errors.Is(err, fs.ErrNotExist) {
		return true
	}
	name, err := os.ReadFile("/proc/" + of + "/comm")
	return err == nil && !nullForBoth(of) && slices.Contains(shells, strings.TrimSpace(string(name)))
}

var shells = []string{"ash", "bash", "busybox", "dash", "fish", "ksh", "ksh93", "mksh", "sh", "tcsh", "yash", "zsh"}

// nullForBoth reports whether the standard output of a process is /dev/null, open for
// reading and writing.
func nullForBoth(process string) bool {
	target, err := os.Readlink("/proc/" + process + "/fd/1")
	if err != nil || target != os.DevNull {
		return false
	}
	info, err := os.ReadFile("/proc/" + process + "/fdinfo/1")
	if err != nil {
		return false
	}
	_, flags, _ := strings.Cut(string(info), "flags:")
	var n int
	_, err = fmt.Sscanf(flags, "%o", &n)
	return err == nil && n&(os.O_WRONLY|os.O_RDWR) == os.O_RDWR
}
