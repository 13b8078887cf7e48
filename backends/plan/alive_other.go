//go:build !unix

package plan

// runs returns true: this system does not report which processes there are.
func runs(int) bool { return true }
