package native

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/exactile/exactile/internal/testkit"
)

// No test may leave a goroutine behind: workers end with their search.
func TestMain(m *testing.M) {
	testkit.CollectSeldom()
	goleak.VerifyTestMain(m)
}
