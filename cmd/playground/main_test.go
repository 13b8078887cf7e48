//go:build !js

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

// most bounds the compressed program in a page, in megabytes: it is downloaded before anything
// can be counted. Groups, rules and goals took .04 of them.
const most = 3.3

// made builds the page once for all tests.
var made = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "exactile-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var said bytes.Buffer
	if err := run([]string{"-o", dir}, &said); err != nil {
		return nil, err
	}
	_, size, _ := strings.Cut(said.String(), " MB, in it the program of ")
	var whole, compressed float64
	if _, err := fmt.Sscanf(size, "%f MB, %f MB compressed", &whole, &compressed); err != nil {
		return nil, fmt.Errorf("%q: %w", said.String(), err)
	}
	if compressed > most {
		return nil, fmt.Errorf("the program takes %.2f MB, want at most %.2f", compressed, most)
	}
	return os.ReadFile(filepath.Join(dir, "index.html"))
})

// built writes the page into a folder of the test's own.
func built(t *testing.T) string {
	t.Helper()
	testkit.OnlyThorough(t) // the program takes ten seconds to build
	text, err := made()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMain(m *testing.M) { os.Exit(testkit.Counted{Tests: m}.Run()) }

func TestArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"-o", "a", "b"}, {"-x"}} {
		var stderr bytes.Buffer
		if err := run(args, &stderr); err == nil {
			t.Errorf("%v is accepted", args)
		} else if !bytes.Contains(stderr.Bytes(), []byte("Usage: go run ./cmd/playground -o DIR")) {
			t.Errorf("%v: %s says nothing of how it is used", args, stderr.String())
		}
	}
}
