package verbs

import (
	"os"
	"testing"

	"github.com/exactile/exactile/internal/contain"
)

// TestMain lets the test binary be the guard of the processes that the tests start.
func TestMain(m *testing.M) {
	contain.Watch()
	os.Exit(m.Run())
}
