package bench

import (
	"bytes"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// The puzzle files are sorted by what it takes to check them: any engine settles
// those under small, searches and some SAT solvers those under medium, native
// alone those under large. Those under huge take merging, and minutes: they are for
// who has the time.
func TestPuzzleFiles(t *testing.T) {
	every := everyEngine()
	longest := []string{"one-sided-5x18.yaml", "cubes.yaml", "triangles.yaml", "dates.yaml"} // longer than all others together
	const patient = 5 * time.Minute                                                          // a puzzle takes seconds, where nothing else runs
	for _, test := range []struct {
		folder string
		long   bool // searches of many seconds under the race detector
		o      verify.Checker
	}{
		{"small", false, verify.Checker{Backends: every, Timeout: patient, Strict: true}},
		{"medium", true, verify.Checker{Backends: everySearch(), Timeout: patient, Strict: true}},
		{"large", true, verify.Checker{Backends: []string{"native"}, Timeout: patient, Strict: true}},
	} {
		t.Run(test.folder, func(t *testing.T) {
			if test.long && testing.Short() {
				t.Skip("long under the race detector")
			}
			t.Parallel()
			files, err := filepath.Glob(filepath.Join("..", "testdata", test.folder, "*", "*.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			if !testkit.Thorough() {
				files = slices.DeleteFunc(files, func(file string) bool { return slices.Contains(longest, filepath.Base(file)) })
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
	if testkit.Thorough() {
		return []string{"native", "native/plain", "allsat"}
	}
	return []string{"native"}
}

// Every variant of Cilada has its count, by every engine. The older program says the first ten,
// two searches and two SAT engines all.
func TestEveryCilada(t *testing.T) {
	t.Parallel()
	counts := []int64{
		2, 3, 9, 2, 7, 4, 25, 2, 5, 9, 20, 2, 6, 5, 5, 10, 6, 1, 4, 5, 30, 49, 1, 12, 30,
		3, 8, 8, 18, 4, 3, 6, 14, 4, 8, 26, 5, 2, 2, 11, 42, 11, 19, 2, 6, 6, 11, 8, 38, 2,
	}
	all, err := catalogue.Lookup("cilada")
	if err != nil || len(all) != len(counts) {
		t.Fatalf("%d variants, %v", len(all), err)
	}
	for k, p := range all {
		p.Claims = []puzzle.Claim{{Kind: puzzle.Solutions, Count: big.NewInt(counts[k]), Source: "see above"}}
	}
	file := filepath.Join(t.TempDir(), "cilada.yaml")
	var text bytes.Buffer
	if err := errors.Join(formats.Write(&text, "yaml", all...), os.WriteFile(file, text.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	n := 0
	for r := range (verify.Checker{Backends: everyEngine(), Timeout: 5 * time.Minute, Strict: true}).Files(t.Context(), file) {
		if n++; r.Verdict != verify.OK {
			t.Errorf("%s", r)
		}
	}
	if n != len(counts) {
		t.Errorf("%d puzzles were checked", n)
	}
}
