package native

import "math"

// A ballast is memory that nobody touches: it takes no room in the machine, but
// counts as part of the heap that lives. Go collects garbage whenever as much was
// allocated as lives, four megabytes at least. A listing leaves next to nothing alive,
// so that it is interrupted every few thousand solutions for a collection that may
// take longer than they did. With the ballast that is so a fifth as often, for so much
// more garbage at a time: to list dominoes on 6x8 mostly takes 1.4 to 1.8 times as long
// as to count them, and 1.6 to 3.5 times without.
type ballast struct {
	left int // options to list until it is worth while
	held []byte
}

const (
	// A listing of fewer options than ballastFrom, 4 MiB, comes to few collections.
	ballastFrom = 1 << 19
	ballastMost = 16 << 20
)

// take takes in the ballast, an eighth of what memory there may be at most.
func (b *ballast) take(memory int64) {
	b.left = math.MaxInt
	b.held = make([]byte, min(ballastMost, memory/8))
}
