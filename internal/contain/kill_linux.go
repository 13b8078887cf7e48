package contain

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// killTimeout is how long a watcher tries to kill. Some processes cannot be killed, such as a
// program that another user owns.
const killTimeout = 2 * time.Second

// killBelow kills all processes below this one, and reports whether none is left.
func killBelow() bool {
	for start := time.Now(); time.Since(start) < killTimeout; time.Sleep(time.Millisecond) {
		children := childrenOf(os.Getpid())
		if len(children) == 0 {
			return true
		}
		killTree(children)
	}
	return false
}

// killTree kills processes and those below them. It stops each process before it lists the
// children, so that the process starts no more.
func killTree(tree []int) {
	for k := 0; k < len(tree); k++ {
		_ = syscall.Kill(tree[k], syscall.SIGSTOP)
		tree = append(tree, childrenOf(tree[k])...)
	}
	for _, pid := range tree {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// killOrphans kills what a program whose watcher was ended has left behind: its process
// group, and the processes that were below it at the last look.
func killOrphans(program int, family []int) {
	_ = syscall.Kill(-program, syscall.SIGKILL)
	killTree(family)
}

// A program can stop its watcher, which is its parent, by SIGSTOP or as a debugger. A stopped
// watcher reads no message and waits for nobody, so everything that waits for it has a time limit
// or looks whether it is stopped, and then abandons it.

// isStopped reports whether a process is stopped.
func isStopped(pid int) bool {
	state := stateOf(pid)
	return state == 'T' || state == 't'
}

// abandon kills what is below a watcher, and then the watcher: while it lives, even stopped, all
// orphans of its program are below it. The end of the watcher ends all waiting for it.
func abandon(watcher int) {
	for start := time.Now(); time.Since(start) < killTimeout; time.Sleep(time.Millisecond) {
		alive := 0
		children := childrenOf(watcher)
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
	_ = syscall.Kill(watcher, syscall.SIGKILL)
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
