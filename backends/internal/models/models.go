// Package models makes the small models that the tests below backends count, and lists
// their solutions in the plainest way. No other code uses it.
package models

import (
	"fmt"
	"iter"
	"math/rand/v2"
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
	Model        *cover.Model
	Want, Orbits int64
}

// Mandatory are the rows that every backend must get right: each of the first three has
// caught a bug that exact covers do not show.
var Mandatory = []Row{
	{"any dominoes in 3x3", "OEIS A028420; orbits by two programs", Packing(3, 3, 0, 0, 4), 131,
		21},
	{"4 dominoes in 3x3", "by hand: one cell of five stays empty", Packing(3, 3, 0, 4, 4), 18, 3},
	{"0..1 dominoes in 3x3", "by hand: none, or one of 12 places", Packing(3, 3, 0, 0, 1), 13, 3},
	{
		"2..3 dominoes in 2x3", "by hand: 11 disjoint pairs in 5 orbits, 3 tilings in 2",
		Packing(2, 3, 0, 2, 3), 14, 7,
	},
	{"dominoes 4x4", "OEIS A004003", Dominoes(4, 4), 36, 9},
	{"dominoes 3x3 without slack", "parity", Packing(3, 3, 1, 0, 9), 0, 0},
	{"no items, no options", "definition", &cover.Model{}, 1, 1},
	{
		"no options, nothing to cover", "definition",
		&cover.Model{Items: []cover.Item{{Name: "a", Max: 1}}}, 1, 1,
	},
	{
		"no options, something to cover", "definition",
		&cover.Model{Items: []cover.Item{{Name: "a", Min: 1, Max: 1}}}, 0, 0,
	},
	{
		"an option that nothing binds", "definition",
		&cover.Model{Items: []cover.Item{{Name: "a", Max: 3}}, Options: [][]int{{0}, {0}}}, 4, 4,
	},
	{"an item covered twice", "3 choose 2", &cover.Model{Items: []cover.Item{{Name: "a", Min: 2,
		Max: 2}}, Options: [][]int{{0}, {0}, {0}}}, 3, 3},
	{"an option that is ruled out", "definition", &cover.Model{Items: []cover.Item{{Name: "a",
		Max: 1}, {Name: "b"}}, Options: [][]int{{0, 1}, {0}}}, 2, 2},
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
