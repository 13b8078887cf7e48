package formats_test

import (
	"os"
	"testing"

	"github.com/exactile/exactile/internal/thorough"
)

func TestMain(m *testing.M) {
	thorough.CollectSeldom()
	os.Exit(m.Run())
}
