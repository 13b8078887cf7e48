//go:build !linux

package answers

// closed reports whether standard output was closed when the program began: here
// nothing tells, or writing to it fails by itself.
func closed() bool { return false }
