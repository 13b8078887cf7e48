package proof

import (
	"flag"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// No test may leave a goroutine behind: workers end with their search.
func TestMain(m *testing.M) {
	if os.Getenv("EXACTILE_THOROUGH") == "" {
		if err := flag.Set("rapid.checks", "25"); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}
