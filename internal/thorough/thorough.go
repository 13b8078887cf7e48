// Package thorough lets tests skip slow parts that find little beyond what shorter tests
// find: counts of large puzzles similar to others that are counted, and more random trials
// of the same kind. EXACTILE_THOROUGH=1 runs them, as the checks before a change lands do.
// Only tests import it.
package thorough

import (
	"os"
	"runtime/debug"
	"testing"
)

// Variable is the name of the environment variable that turns all tests on.
const Variable = "EXACTILE_THOROUGH"

// CollectSeldom lets garbage grow to four times what is in use. Tests with thousands of small
// searches, each with tables of its own, otherwise take a quarter of their time to collect it.
func CollectSeldom() { debug.SetGCPercent(400) }

// Asked reports whether everything is to be run. With -short it never is.
func Asked() bool { return os.Getenv(Variable) != "" && !testing.Short() }

// Only skips a test, with a message, unless everything is to be run.
func Only(t testing.TB) {
	t.Helper()
	if !Asked() {
		t.Skipf("%s=1 asks for it", Variable)
	}
}

// Times returns n, or many times n if everything is to be run.
func Times(n int) int {
	if Asked() {
		return 10 * n
	}
	return n
}
