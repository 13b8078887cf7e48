//go:build !(linux || darwin || freebsd)

package jetstream

import "math"

// freeSpace is how many bytes are free on the disk of a folder; many if the system does not report
// it.
func freeSpace(string) uint64 { return math.MaxUint64 }
