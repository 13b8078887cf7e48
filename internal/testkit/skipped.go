package testkit

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// skipped counts the tests that were skipped, by reason.
var skipped = struct {
	sync.Mutex
	by map[string]int
}{by: make(map[string]int)}

// Skip skips a test for a reason, which the line of Counted counts.
func Skip(t testing.TB, reason string) {
	t.Helper()
	skipped.Lock()
	skipped.by[reason]++
	skipped.Unlock()
	t.Skip(reason)
}

// Program returns the path of a program. It skips the test unless the program is on the PATH.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Skip(t, name+" is not on the PATH")
	}
	return path
}

// Counted are the tests of a package that say in the end how many were skipped, and why. A passed
// package prints that where go test runs in its folder, or with -v.
type Counted struct{ Tests interface{ Run() int } }

// Run runs the tests.
func (c Counted) Run() int {
	code := c.Tests.Run()
	if text := skippedText(); text != "" {
		fmt.Println(text)
	}
	return code
}

func skippedText() string {
	skipped.Lock()
	defer skipped.Unlock()
	total := 0
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(skipped.by)) {
		n := skipped.by[reason]
		total += n
		reasons = append(reasons, fmt.Sprintf("%d: %s", n, reason))
	}
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("skipped: %d tests (%s)", total, strings.Join(reasons, "; "))
}
