package bench

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/internal/thorough"
)

// The puzzle files are sorted by what it takes to check them: any engine settles
// those under small, searches and some SAT solvers those under medium, searches
// alone those under large. Those under huge take merging, and minutes: they are for
// who has the time.
func TestPuzzleFiles(t *testing.T) {
	every := []string{"native", "native/plain", "gini", "gophersat", "gophersat/cardinality"}
	if testing.Short() {
		every = every[:1] // SAT engines take minutes under the race detector, and plain has nothing to race for
	}
	longest := []string{"one-sided-5x18.yaml", "cubes.yaml", "triangles.yaml", "dates.yaml"} // longer than all others together
	patient := verify.Timeout(5 * time.Minute)                                               // a puzzle takes seconds, where nothing else runs
	for _, test := range []struct {
		folder string
		long   bool // searches of many seconds under the race detector
		o      []verify.Option
	}{
		{"small", false, []verify.Option{verify.Backends(every...), patient, verify.Strict()}},
		{"medium", true, []verify.Option{verify.Backends("native"), patient, verify.Strict()}},
		{"large", true, []verify.Option{verify.Backends("native"), patient, verify.Strict()}},
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
			if !thorough.Asked() {
				files = slices.DeleteFunc(files, func(file string) bool { return slices.Contains(longest, filepath.Base(file)) })
			}
			n := 0
			for r := range verify.Files(t.Context(), files, test.o...) {
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
