package formats_test

import (
	"os"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.CollectSeldom()
	os.Exit(m.Run())
}
