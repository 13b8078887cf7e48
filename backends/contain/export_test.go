package contain

// Seen is the peak that was seen so far.
func (c *Child) Seen() int64 { return c.peak.Load() }
