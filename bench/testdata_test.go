package bench

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/internal/testkit"
)

// The puzzle files are sorted by what it takes to check them: any engine settles
// those under small, searches and some SAT solvers those under medium, native
// alone those under large. Those under huge take merging, and minutes: they are for
// who has the time.
func TestPuzzleFiles(t *testing.T) {
	const patient = 10 * time.Minute // a puzzle takes seconds, where nothing else runs
	for _, test := range []struct {
		folder string
		long   bool // searches of many seconds
		o      verify.Checker
	}{
		{"small", false, verify.Checker{Backends: everyEngine(), Timeout: patient, Strict: true}},
		{"medium", true, verify.Checker{Backends: everySearch(), Timeout: patient, Strict: true}},
		{"large", true, verify.Checker{Backends: []string{"native"}, Timeout: patient, Strict: true}},
	} {
		t.Run(test.folder, func(t *testing.T) {
			if test.long {
				testkit.OnlyThorough(t)
			}
			t.Parallel()
			files, err := filepath.Glob(filepath.Join("..", "testdata", test.folder, "*", "*.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			if !testkit.Thorough() { // listing takes longer than that of all others together
				files = slices.DeleteFunc(files, func(file string) bool { return filepath.Base(file) == "dates.yaml" })
			}
			n := 0
			for r := range test.o.Files(t.Context(), files...) {
				n++
				if r.Verdict != verify.OK {
					t.Errorf("%s", r)
				}
				if len(r.Claims) == 0 && r.Verdict == verify.OK {
					t.Errorf("%s: %s claims nothing", r.File, r.Puzzle)
				}
			}
			if n == 0 {
				t.Errorf("no puzzle in %s", test.folder)
			}
		})
	}
}

// everyEngine are the engines that settle what is small.
func everyEngine() []string {
	every := []string{"native", "native/plain", "allsat", "gini", "gophersat", "gophersat/cardinality"}
	if testing.Short() {
		return every[:1] // SAT engines take minutes under the race detector, and plain has nothing to race for
	}
	return every
}

// everySearch are the engines that settle what takes a search some seconds: of what they share with which,
// see "help counts".
func everySearch() []string {
	return []string{"native", "native/plain", "allsat"}
}
