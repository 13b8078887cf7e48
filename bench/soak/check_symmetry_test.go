package soak_test

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// groupIsClosed checks that the symmetries are a group of automorphisms, and that
// they take solutions to solutions.
func groupIsClosed(s *subject) {
	for k, g := range s.Sym {
		if !s.Automorphism(g) {
			fail("symmetry %d (%s) is no automorphism", k, s.Motions[k].Name)
		}
		for _, h := range s.Sym {
			product := make([]int, len(g))
			for o := range g {
				product[o] = h[g[o]]
			}
			if !slices.ContainsFunc(s.Sym, func(f []int) bool { return slices.Equal(f, product) }) {
				fail("the symmetries are no group: %v and then %v is none of them", g, h)
			}
		}
	}
	s.countOrbits()
}

// geometricSymmetries looks for the motions that map the puzzle onto itself with
// every piece onto itself, by sets of cells alone, and checks that none is missing.
func geometricSymmetries(s *subject) {
	for _, g := range s.Puzzle.Lattice.Motions {
		move := boardMotion(s.Puzzle, g)
		if move == nil || !keepsPieces(s.Tiling, g) || !keepsHints(s.Puzzle, move) {
			continue
		}
		perm := make([]int, len(s.Placements))
		for o, pl := range s.Placements {
			if perm[o] = s.Find(pl.Piece, move(pl.Cells)); perm[o] < 0 {
				fail("%s maps the puzzle onto itself, but the placement %s to none", g.Name,
					s.PlacementName(o))
			}
		}
		if !slices.ContainsFunc(s.group(), func(h []int) bool { return slices.Equal(h, perm) }) {
			fail("%s maps the puzzle onto itself, but is not among the %d symmetries", g.Name,
				len(s.Sym))
		}
	}
}

// boardMotion returns how g and a translation map the board onto itself, or nil if
// none does.
func boardMotion(p *puzzle.Puzzle, g lattice.Motion) func([]lattice.Cell) []lattice.Cell {
	sites := make(map[lattice.Cell]puzzle.Site)
	var cells []lattice.Cell
	for _, s := range p.Board.Sites {
		sites[s.At] = s
		cells = append(cells, s.At)
	}
	shift := p.Lattice.Corner(p.Lattice.Apply(g, cells)).Sub(p.Lattice.Corner(cells))
	for _, w := range p.Board.Wrap { // a closed board has it as a symmetry if it keeps what is the same
		if ends := moved(p, g, shift, []lattice.Cell{{}, w}); ends[0] != ends[1] {
			return nil
		}
	}
	for n, c := range moved(p, g, shift, cells) {
		from := sites[cells[n]]
		from.At = c
		to, there := sites[c]
		if !there || to.Symbol != from.Symbol || to.Optional != from.Optional ||
			slices.ContainsFunc(p.Pieces, func(q puzzle.Piece) bool { return mayLie(q, to) != mayLie(q, from) }) {
			return nil
		}
	}
	return func(cells []lattice.Cell) []lattice.Cell { return moved(p, g, shift, cells) }
}

// keepsPieces reports whether every piece's orientations are mapped onto
// themselves.
func keepsPieces(t *puzzle.Tiling, g lattice.Motion) bool {
	l := t.Puzzle.Lattice
	for _, ways := range t.Orientations {
		known := make(map[string]bool)
		for _, o := range ways {
			known[fmt.Sprint(o)] = true
		}
		for _, o := range ways {
			piece := puzzle.Piece{Cells: turned(l, g, o)}
			if !known[fmt.Sprint(piece.Orientations(l)[0])] {
				return false
			}
		}
	}
	return true
}

func keepsHints(p *puzzle.Puzzle, move func([]lattice.Cell) []lattice.Cell) bool {
	key := func(h puzzle.Hint, cells []lattice.Cell) string {
		return fmt.Sprint(h.Piece, lattice.Sorted(cells))
	}
	known := make(map[string]bool)
	for _, h := range p.Place {
		known[key(h, h.Cells)] = true
	}
	for _, o := range p.Over {
		var labelled []lattice.Cell
		for _, s := range p.Board.Sites {
			if s.Label == o.Label {
				labelled = append(labelled, s.At)
			}
		}
		if h := (puzzle.Hint{Piece: o.Piece}); key(h, labelled) != key(h, move(labelled)) {
			return false
		}
	}
	return !slices.ContainsFunc(p.Place, func(h puzzle.Hint) bool {
		return !known[key(h, move(h.Cells))]
	})
}

// orbits compares Burnside's lemma and the listing of representatives with the
// orbits of the listed solutions.
func orbits(s *subject) {
	if s.rand.IntN(4) == 0 { // the turns alone are a group, too
		turns := *s
		turns.Tiling = s.Under("turns")
		groupIsClosed(&turns)
		s = &turns
	}
	want := int64(s.countOrbits())
	var b backend = native.Searcher{}
	if s.rand.IntN(3) == 0 {
		b = s.pick(len(s.solutions))
	}
	if n := value(backends.CountOrbits(s.ctx, b, s.Model)); n.Int64() != want {
		fail("%v orbits by Burnside's lemma, %d by listing", n, want)
	}
	r := s.run(b, backends.Task{List: true, UpToSymmetry: true})
	if r.Count.Int64() != want || r.Checked != int64(len(s.solutions)) || *r.Digest != s.digest {
		fail("a listing up to symmetry has %v orbits and %d solutions, want %d and %d", r.Count,
			r.Checked, want, len(s.solutions))
	}
}

// fixed compares what the symmetries fix, counted by models of their own, with the listed solutions
// that they fix.
func fixed(s *subject) {
	want := 0
	for k := 1; k < len(s.Sym); k++ {
		want += len(s.with(func(sol cover.Solution) bool {
			return slices.Equal(image(s.Sym[k], sol), sol)
		}))
	}
	r := s.run(native.Searcher{}, backends.Task{Fixed: true})
	same("the number of solutions that symmetries fix", int(r.Count.Int64()), want)
}
