package contain

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// A program can stop its watcher, which is its parent, by SIGSTOP or as a debugger. A stopped watcher
// reads no message and waits for nobody, so everything that waits for it has a time limit or looks
// whether it is stopped, and then abandons it.

// stopped reports whether the watcher is stopped.
func (w *watcher) stopped() bool {
	state := stateOf(w.command.Process.Pid)
	return state == 'T' || state == 't'
}

// abandon kills what is below the watcher, and then the watcher: while it lives, even stopped, all
// orphans of its program are below it. The end of the watcher ends all waiting for it.
func (w *watcher) abandon() {
	for start := time.Now(); time.Since(start) < killTimeout; time.Sleep(time.Millisecond) {
		alive := 0
		children := childrenOf(w.command.Process.Pid)
		for _, child := range children {
			if state := stateOf(child); state != 'Z' && state != 0 { // nobody waits for zombies
				alive++
			}
		}
		if alive == 0 {
			break
		}
		killTree(children)
	}
	_ = w.command.Process.Kill()
}

// stateOf returns the state of a process as a letter of the system, 0 for none.
func stateOf(pid int) byte {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The name stands in brackets, and may contain any.
	if at := bytes.LastIndexByte(text, ')'); at >= 0 && at+2 < len(text) {
		return text[at+2]
	}
	return 0
}
