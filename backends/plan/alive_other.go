//go:build !unix

package plan

// runs reports whether there is a process of that number on this machine, as far as is known.
func runs(int) bool { return true }
