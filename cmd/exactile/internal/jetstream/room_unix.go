//go:build linux || darwin || freebsd

package jetstream

import (
	"math"
	"syscall"
)

// freeSpace is how many bytes are free on the disk of a folder; many if the system does not report
// it.
func freeSpace(dir string) uint64 {
	var st syscall.Statfs_t
	if syscall.Statfs(dir, &st) != nil {
		return math.MaxUint64
	}
	return uint64(max(0, st.Bavail)) * uint64(st.Bsize)
}
