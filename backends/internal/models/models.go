// Package models makes the small models that the tests below backends count, and lists
// their solutions in the plainest way. No other code uses it.
package models

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// Packing returns the model of dominoes on a board of the given size whose cells
// are covered between emptiest, 0 or 1, and once, the dominoes being between least and
// most. Its symmetries are those of the board.
func Packing(width, height, emptiest, least, most int) *cover.Model {
	board := puzzle.Rect(width, height)
	if emptiest == 0 {
		board = board.Packing()
	}
	domino := puzzle.NewPiece("domino", "XX").Times(puzzle.Bounds{Min: least, Max: most})
	tiling, err := (&puzzle.Puzzle{Name: "dominoes", Board: board,
		Pieces: []puzzle.Piece{domino}}).Compile()
	if err != nil {
		panic(err)
	}
	return tiling.Model
}

// Dominoes is the exact cover of a board by dominoes.
func Dominoes(width, height int) *cover.Model {
	return Packing(width, height, 1, width*height/2, width*height/2)
}

// BruteForce lists all solutions by trying every set of options.
func BruteForce(m *cover.Model) []cover.Solution {
	var all []cover.Solution
	for set := range uint64(1) << len(m.Options) {
		s := cover.Solution{}
		for o := range m.Options {
			if set>>o&1 == 1 {
				s = append(s, o)
			}
		}
		if m.Check(s) == nil {
			all = append(all, s)
		}
	}
	return all
}

// Random returns a model with up to the given numbers of items and options
// and bounds of every kind.
func Random(r *rand.Rand, items, options int) *cover.Model {
	m := &cover.Model{}
	bounds := [][2]int{{1, 1}, {1, 1}, {0, 1}, {2, 2}, {0, 2}, {1, 3}, {2, 3}, {0, 0}, {0, 9}}
	n := 1 + r.IntN(items)
	for i := range n {
		b := bounds[r.IntN(len(bounds))]
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("i%d", i), Min: b[0], Max: b[1]})
	}
	for range r.IntN(options + 1) {
		var covers []int
		for i := range n {
			if r.IntN(3) == 0 {
				covers = append(covers, i)
			}
		}
		if len(covers) > 0 {
			m.Options = append(m.Options, covers)
		}
	}
	return m
}

// Collect returns the solutions of a sequence in order, or its error.
func Collect(solutions iter.Seq2[cover.Solution, error]) ([]cover.Solution, error) {
	all := []cover.Solution{}
	for s, err := range solutions {
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	return all, nil
}

// A Row is a model with its number of solutions and of their orbits.
type Row struct {
	Name         string
	Source       string // of the counts
	Tiling       *puzzle.Tiling
	Want, Orbits int64 // Orbits is -1 where nothing is claimed
}

// Small are the puzzles of testdata/small that claim a number of solutions, then some models that
// are no puzzles.
func Small(t testing.TB) (rows []Row) {
	t.Helper()
	root := testdata(t, "small")
	files, err := filepath.Glob(filepath.Join(root, "*", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files in %s, %v", len(files), root, err)
	}
	for _, file := range files {
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range File(t, filepath.Join("small", name)) {
			r := Row{
				Name: filepath.ToSlash(filepath.Dir(name)) + ": " + p.Name, Want: -1, Orbits: -1,
			}
			for _, c := range p.Claims {
				switch {
				case c.Kind == puzzle.Solutions:
					r.Want, r.Source = c.Count.Int64(), c.Source
				case c.Kind == puzzle.Unique:
					r.Want, r.Source = 1, c.Source
				case c.Kind == puzzle.UpToSymmetry && c.Symmetry == "":
					r.Orbits = c.Count.Int64()
				}
			}
			if r.Want < 0 || p.Goal.Of != "" { // its model has all solutions, not the best alone
				continue
			}
			if r.Tiling, err = p.Compile(); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, r)
		}
	}
	return append(rows, plainModels()...)
}

// Mandatory are the rows of Small that have caught bugs that exact covers do not show: cells that
// may stay empty, ranges of counts, and next to nothing.
func Mandatory(t testing.TB) (rows []Row) {
	t.Helper()
	for _, r := range Small(t) {
		kind, _, _ := strings.Cut(r.Name, ":")
		if slices.Contains([]string{"packings", "trivial", "model"}, kind) && r.Want < 200 {
			rows = append(rows, r)
		}
	}
	return rows
}

// plainModels are models that no puzzle makes, with counts by definition.
func plainModels() (rows []Row) {
	for _, r := range []struct {
		name  string
		model cover.Model
		want  int64
	}{
		{"no items, no options", cover.Model{}, 1},
		{
			"no options, something to cover",
			cover.Model{Items: []cover.Item{{Name: "a", Min: 1, Max: 1}}}, 0,
		},
		{"an option that nothing binds", cover.Model{
			Items: []cover.Item{{Name: "a", Max: 3}}, Options: [][]int{{0}, {0}},
		}, 4},
		{"an item covered twice", cover.Model{
			Items: []cover.Item{{Name: "a", Min: 2, Max: 2}}, Options: [][]int{{0}, {0}, {0}},
		}, 3},
		{"an option that is ruled out", cover.Model{
			Items: []cover.Item{{Name: "a", Max: 1}, {Name: "b"}}, Options: [][]int{{0, 1}, {0}},
		}, 2},
		{"an item that may stay empty", cover.Model{Items: []cover.Item{{Name: "a", Max: 1}}}, 1},
		{"more to cover than there are options", cover.Model{
			Items: []cover.Item{{Name: "a", Min: 2, Max: 3}}, Options: [][]int{{0}},
		}, 0},
		{"an item covered once or twice", cover.Model{
			Items: []cover.Item{{Name: "a", Min: 1, Max: 2}}, Options: [][]int{{0}, {0}, {0}},
		}, 6},
	} {
		tiling := &puzzle.Tiling{Model: &r.model}
		rows = append(rows, Row{"model: " + r.name, "definition", tiling, r.want, r.want})
	}
	return rows
}

// File returns the puzzles of a file of testdata.
func File(t testing.TB, path ...string) []*puzzle.Puzzle {
	t.Helper()
	file, err := formats.ReadFile(testdata(t, path...), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file.Puzzles()
}

// testdata returns a path in testdata at the root of the repository, from wherever a test runs.
func testdata(t testing.TB, path ...string) string {
	t.Helper()
	for root := "."; len(root) < 100; root = filepath.Join(root, "..") {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(append([]string{root, "testdata"}, path...)...)
		}
	}
	t.Fatal("no go.mod in this folder nor above it")
	return ""
}

// Load returns the compiled puzzle of a built-in name, or of a puzzle file after a newline,
// in the format of items and options if it begins with a comment of that format.
func Load(t testing.TB, text string) *puzzle.Tiling {
	t.Helper()
	var p *puzzle.Puzzle
	if strings.HasPrefix(text, "\n") {
		format := "yaml"
		if strings.HasPrefix(text, "\n|") {
			format = "dlx"
		}
		file, err := formats.Read("puzzle", strings.NewReader(text), formats.Options{
			Format: format,
		})
		if err != nil {
			t.Fatal(err)
		}
		p = file.Puzzles()[0]
	} else {
		puzzles, err := catalogue.Lookup(text)
		if err != nil {
			t.Fatal(err)
		}
		p = puzzles[0]
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}
