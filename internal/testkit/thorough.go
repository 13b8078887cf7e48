// Package testkit is what the tests of several packages need: golden files, which the flag -update
// writes anew, and slow parts that run only where EXACTILE_THOROUGH is set, as it is before a
// change lands. Only tests import testkit and what lies below it.
package testkit

import (
	"os"
	"runtime/debug"
	"testing"
)

// variable of the environment turns on slow parts that find little beyond what shorter tests find:
// counts of large puzzles similar to others that are counted, and more random trials.
const variable = "EXACTILE_THOROUGH"

// CollectSeldom lets garbage grow to four times what is in use. Tests with thousands of small
// searches, each with tables of its own, otherwise take a quarter of their time to collect it.
func CollectSeldom() { debug.SetGCPercent(400) }

// Thorough reports whether everything is to be run. With -short it never is.
func Thorough() bool { return os.Getenv(variable) != "" && !testing.Short() }

// OnlyThorough skips a test, with a message, unless everything is to be run.
func OnlyThorough(t testing.TB) {
	t.Helper()
	if !Thorough() {
		Skip(t, variable+"=1 asks for it")
	}
}

// Times returns n, or many times n if everything is to be run.
func Times(n int) int {
	if Thorough() {
		return 10 * n
	}
	return n
}
