package formats_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// Every puzzle that checks itself has a name of its own and claims with sources, and compiles. What
// the claims say is for the engines' tests.
func TestPuzzlesThatCheckThemselves(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	paths, err := filepath.Glob("../../testdata/*/*/*.yaml")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	where := make(map[string]string)
	for _, path := range paths {
		file, err := formats.ReadFile(path, formats.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range file.Warnings {
			t.Errorf("%v", w)
		}
		for _, d := range file.Documents {
			if _, err := d.Compile(); err != nil {
				t.Error(err)
			}
			if len(d.Puzzle.Claims) == 0 {
				t.Errorf("%s: %s claims nothing", path, d.Puzzle.Name)
			}
			if other, twice := where[d.Puzzle.Name]; twice {
				t.Errorf("%s and %s both have a puzzle %q", other, path, d.Puzzle.Name)
			}
			where[d.Puzzle.Name] = path
		}
	}
}

// Sixty counts and more, on four lattices, are not ours but were published.
func TestPublishedCountsAreClaimed(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../testdata/*/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	published := regexp.MustCompile(`Polyform Puzzler|Haselgrove|OEIS|D\. S\. Scott|Conway`)
	on, all := make(map[string]int), 0
	for _, path := range paths {
		file, err := formats.ReadFile(path, formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Documents {
			if slices.ContainsFunc(d.Puzzle.Claims, func(c puzzle.Claim) bool {
				return published.MatchString(c.Source)
			}) {
				on[d.Puzzle.Lattice.Name]++
				all++
			}
		}
	}
	t.Log(on)
	if all < 60 || len(on) < 4 {
		t.Errorf("%d puzzles have a published count, %v; want 60 on four lattices", all, on)
	}
}
