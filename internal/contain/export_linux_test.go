//go:build linux

package contain

import "slices"

// Watcher is the number of the process that watches the program, 0 without one.
func (c *Child) Watcher() int {
	if w, ok := c.keeper.(*watcher); ok {
		return w.command.Process.Pid
	}
	return 0
}

// Knows reports whether a process was below the program at the last look.
func (c *Child) Knows(pid int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.family, pid)
}
