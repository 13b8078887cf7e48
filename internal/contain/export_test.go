package contain

// Seen is the peak that was seen so far.
func (c *Child) Seen() int64 { return c.peak.Load() }

// Hurried reports whether the output of a program that has ended is waited for no
// longer than that of one that was killed.
func (c *Child) Hurried() bool { return c.patience() == linger }

// Program is the number of the program's process.
func (c *Child) Program() int { return c.pid }
