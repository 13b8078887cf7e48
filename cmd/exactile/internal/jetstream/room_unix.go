//go:build linux || darwin || freebsd

package jetstream

import "syscall"

// roomIn is how many bytes are free on the disk of a folder, if the system tells.
func roomIn(dir string) (uint64, bool) {
	var st syscall.Statfs_t
	if syscall.Statfs(dir, &st) != nil {
		return 0, false
	}
	return uint64(max(0, st.Bavail)) * uint64(st.Bsize), true
}
