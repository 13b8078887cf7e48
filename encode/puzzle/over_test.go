package puzzle_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// labelled returns a board of 4x3 with labels, of which b is there twice, in two regions.
func labelled() puzzle.Board {
	b := puzzle.Rect(4, 3)
	for k, label := range strings.Fields("a b c d . e b f g h i .") {
		b.Sites[k].Region = rune("xxyyxxyyxxyy"[k])
		if label != "." {
			b.Sites[k].Label = label
		}
	}
	return b
}

// solutions returns the solutions as sets of placements, without what hints add.
func solutions(t *testing.T, tiling *puzzle.Tiling) (all []string) {
	t.Helper()
	for s, err := range (native.Plain{}).Solutions(t.Context(), tiling.Model) {
		if err != nil {
			t.Fatal(err)
		}
		if err := tiling.Check(s); err != nil {
			t.Fatal(err)
		}
		all = append(all, named(tiling, s))
	}
	slices.Sort(all)
	return all
}

func named(tiling *puzzle.Tiling, s cover.Solution) string {
	var names []string
	for _, o := range tiling.Ordered(s) {
		names = append(names, tiling.PlacementName(o))
	}
	return strings.Join(names, "; ")
}

// The solutions with labels for pieces are those of the puzzle in which some copy of each piece
// covers its label.
func TestOver(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 4))
	counts := []puzzle.Bounds{puzzle.Exactly(1), {Min: 0, Max: 1}, {Min: 1, Max: 2}, puzzle.Exactly(2), {Min: 0, Max: puzzle.Unbounded}}
	some, hints, symmetric := 0, 0, 0
	rounds := testkit.Times(16)
	for range rounds {
		p := &puzzle.Puzzle{Board: labelled(), Pieces: []puzzle.Piece{
			puzzle.NewPiece("one", "X").Times(counts[r.IntN(len(counts))]),
			puzzle.NewPiece("I", "XX").Times(counts[r.IntN(len(counts))]),
			puzzle.NewPiece("L", "X.", "XX").Times(counts[r.IntN(len(counts))]),
		}}
		if r.IntN(2) == 0 {
			p.Pieces[0].Within = "x"
		}
		if r.IntN(2) == 0 {
			p.Board = p.Board.Packing()
		}
		free, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		q := *p
		for range 1 + r.IntN(2) {
			q.PutOver(p.Pieces[r.IntN(3)].Name, string("abcdefghi"[r.IntN(9)]))
		}
		hints += len(q.Place)
		held, err := q.Compile()
		if err != nil {
			continue // the piece of one cell cannot lie there
		}
		covers := func(s cover.Solution, piece int, on func(c lattice.Cell) bool) bool {
			return slices.ContainsFunc(s, func(o int) bool {
				pl := free.Placements[o]
				return pl.Piece == piece && slices.ContainsFunc(pl.Cells, on)
			})
		}
		var want []string
		for s, err := range (native.Plain{}).Solutions(t.Context(), free.Model) {
			if err != nil {
				t.Fatal(err)
			}
			ok := true
			for _, over := range q.Over {
				ok = ok && covers(s, p.Piece(over.Piece), func(c lattice.Cell) bool { return p.Label(c) == over.Label })
			}
			for _, h := range q.Place {
				ok = ok && covers(s, p.Piece(h.Piece), func(c lattice.Cell) bool { return c == h.Cells[0] })
			}
			if ok {
				want = append(want, named(free, s))
			}
		}
		slices.Sort(want)
		got := solutions(t, held)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v over %v, hints %v: %d solutions, want %d", p.Pieces, q.Over, q.Place, len(got), len(want))
		}
		if len(got) > 0 {
			some++
		}
		// A symmetry that is left maps solutions onto solutions.
		for _, g := range held.Sym[min(1, len(held.Sym)):] {
			symmetric++
			for s := range (native.Plain{}).Solutions(t.Context(), held.Model) {
				image := make(cover.Solution, len(s))
				for k, o := range s {
					image[k] = g[o]
				}
				slices.Sort(image)
				if err := held.Check(image); err != nil {
					t.Fatalf("over %v: the image of a solution: %v", q.Over, err)
				}
			}
		}
		if len(held.Sym) != len(held.Motions) {
			t.Fatalf("%d symmetries, %d motions", len(held.Sym), len(held.Motions))
		}
	}
	if some < rounds/4 || hints < rounds/20 || symmetric < 1 {
		t.Errorf("%d puzzles with solutions, %d hints, %d symmetries", some, hints, symmetric)
	}
}

func TestOverMistakes(t *testing.T) {
	for _, tc := range []struct{ piece, label, want string }{
		{"i", "a", `there is no piece "i"; did you mean "I"?`},
		{"I", "A", `no cell has the label "A"; did you mean "a"?`},
		{"I", "zz", `no cell has the label "zz"`},
		{"long", "e", `piece "long" cannot cover the label "e"`},
	} {
		p := &puzzle.Puzzle{Board: labelled(), Pieces: []puzzle.Piece{puzzle.NewPiece("I", "XX"), puzzle.NewPiece("long", "XXXXX")}}
		p.PutOver(tc.piece, tc.label)
		if _, err := p.Compile(); err == nil || err.Error() != tc.want {
			t.Errorf("%s=%s: %v, want %s", tc.piece, tc.label, err, tc.want)
		}
	}
	p := &puzzle.Puzzle{Board: puzzle.Rect(2, 1), Pieces: []puzzle.Piece{puzzle.NewPiece("I", "XX")}}
	p.PutOver("I", "a")
	if _, err := p.Compile(); err == nil || err.Error() != "the board has no labels" {
		t.Error(err)
	}
	// A solution that misses the label is explained, and merged pieces keep theirs.
	p = &puzzle.Puzzle{Board: labelled().Packing(), Pieces: []puzzle.Piece{
		puzzle.NewPiece("I", "XX").Times(puzzle.Bounds{Max: 2}), puzzle.NewPiece("J", "XX"),
	}}
	p.PutOver("I", "e")
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	s := cover.Solution{tiling.Find(1, []lattice.Cell{{0, 0}, {1, 0}})}
	if got := tiling.Explain(tiling.Check(s)); got != "a piece does not cover its label: want I over e" {
		t.Error(got)
	}
	if merged := p.MergeCongruent(); len(merged.Over) != 1 || merged.Over[0] != (puzzle.Over{Piece: "I+J", Label: "e"}) {
		t.Errorf("%+v", merged.Over)
	}
}
