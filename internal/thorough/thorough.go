// Package thorough lets tests hold back what takes long and finds little that shorter tests
// do not find: counts of large puzzles whose like is counted anyway, and more random trials of
// the same kind. EXACTILE_THOROUGH=1 asks for it, as the checks before a change lands do.
// Only tests import it.
package thorough

import (
	"os"
	"testing"
)

// Variable is the name of the environment variable that asks for everything.
const Variable = "EXACTILE_THOROUGH"

// Asked reports whether everything is to be run. A short run never is.
func Asked() bool { return os.Getenv(Variable) != "" && !testing.Short() }

// Only skips a test, and says so, unless everything is to be run.
func Only(t testing.TB) {
	t.Helper()
	if !Asked() {
		t.Skipf("%s=1 asks for it", Variable)
	}
}

// Times returns n, or many times as much where everything is to be run.
func Times(n int) int {
	if Asked() {
		return 10 * n
	}
	return n
}
