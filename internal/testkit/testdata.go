package testkit

import (
	"os"
	"path/filepath"
	"testing"
)

// Testdata returns the path of a file or a folder of testdata at the root of the repository, from
// wherever a test runs.
func Testdata(t testing.TB, path ...string) string {
	t.Helper()
	root := "."
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(append([]string{root, "testdata"}, path...)...)
		}
		if len(root) > 100 {
			t.Fatal("no go.mod in this folder nor above it")
		}
		root = filepath.Join(root, "..")
	}
}
