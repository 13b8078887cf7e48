package contain

// Seen is the peak that was seen so far.
func (c *Child) Seen() int64 { return c.peak.Load() }

// Hurried reports whether the output of a program that has ended is waited for no
// longer than that of one that was killed.
func (c *Child) Hurried() bool { return c.waitTime() == killGrace }

// Process is the number of the program's process.
func (c *Child) Process() int { return c.pid }

// Kept is how many watchers are kept for the next programs.
func (r *Runner) Kept() int { return len(r.idle) }
