package native

import (
	"testing"

	"github.com/exactile/exactile/internal/testkit"
	"go.uber.org/goleak"
)

// No test may leave a goroutine behind: workers end with their search.
func TestMain(m *testing.M) {
	testkit.CollectSeldom()
	goleak.VerifyTestMain(m)
}
