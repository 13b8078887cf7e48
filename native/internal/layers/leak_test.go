package layers

import (
	"testing"

	"go.uber.org/goleak"
)

// No test may leave a goroutine behind: workers end with their search.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
