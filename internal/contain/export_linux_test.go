//go:build linux

package contain

import (
	"os/exec"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// Watcher is the number of the process that watches the program, 0 without one.
func (c *Child) Watcher() int {
	if w, ok := c.keeper.(*watcher); ok {
		return w.command.Process.Pid
	}
	return 0
}

// KeepSilent has the runner use a watcher next that lives and answers nothing.
func (r *Runner) KeepSilent(t testing.TB) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(pair[1]) })
	w := &watcher{idle: true, command: exec.Command("sleep", "1000")}
	if w.conn, err = newSocket(pair[0], "watcher"); err != nil {
		t.Fatal(err)
	}
	if err := w.command.Start(); err != nil {
		t.Skip("no sleep is installed")
	}
	r.give(w)
}

// Knows reports whether a process was below the program at the last look.
func (c *Child) Knows(pid int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.family, pid)
}
