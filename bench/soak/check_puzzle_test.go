package soak_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// The checks of this file change the puzzle in a way that has a known effect on
// its solutions.

// variant returns a copy of the puzzle whose parts may be changed without
// changing the subject's.
func variant(s *subject) *puzzle.Puzzle {
	q := *s.Puzzle
	q.Board.Sites = slices.Clone(q.Board.Sites)
	q.Pieces = slices.Clone(q.Pieces)
	q.Place = slices.Clone(q.Place)
	return &q
}

// solutionsOf compiles a variant and counts its solutions. There are none if no placement is left
// for a label.
func solutionsOf(s *subject, q *puzzle.Puzzle) int {
	_, err := q.Compile()
	if e, ok := errors.AsType[*puzzle.Error](err); ok && e.Part == "over" {
		return 0
	}
	return int(value(native.Searcher{}.Count(s.ctx, value(q.Compile()).Model)).Int64())
}

// inOtherWords rewrites the puzzle: it turns or mirrors the board together with
// the hints and the shapes, moves it, and lists pieces and hints in another order.
// The numbers of solutions, symmetries and orbits must be the same.
func inOtherWords(s *subject) {
	l, q := s.Puzzle.Lattice, variant(s)
	g := l.Motions[s.rand.IntN(len(l.Motions))]
	if slices.ContainsFunc(q.Pieces, func(p puzzle.Piece) bool { return p.Flip && !p.Rotate }) {
		g = l.Motions[0] // such a piece is mirrored left to right alone: turned, it is another one
	}
	if q.Board.Wrap.Closes() {
		g = l.Motions[0] // turned, the moves that close it need not lie along its axes
	}
	shift := l.Corner([]lattice.Cell{{-s.rand.IntN(3), -s.rand.IntN(3)}}) // or the next that is a move
	var board []lattice.Cell
	for _, site := range q.Board.Sites {
		board = append(board, site.At)
	}
	shift = shift.Add(l.Corner(l.Apply(g, board)))
	q.Board.Size = lattice.Cell{}
	for n, at := range moved(q, g, shift, board) {
		q.Board.Sites[n].At = at
		for k, v := range at {
			q.Board.Size[k] = max(q.Board.Size[k], v+1)
		}
	}
	slices.SortFunc(q.Board.Sites, func(a, b puzzle.Site) int { return a.At.Compare(b.At) })
	for n := range q.Place {
		q.Place[n].Cells = moved(q, g, shift, q.Place[n].Cells)
	}
	for k := range q.Pieces {
		q.Pieces[k].Cells = turned(l, g, q.Pieces[k].Cells)
	}
	s.rand.Shuffle(len(q.Pieces), func(a, b int) {
		q.Pieces[a], q.Pieces[b] = q.Pieces[b], q.Pieces[a]
	})
	s.rand.Shuffle(len(q.Place), func(a, b int) { q.Place[a], q.Place[b] = q.Place[b], q.Place[a] })

	s.who = g.Name
	t := value(q.Compile())
	s.counts(native.Searcher{}, t.Model, len(s.solutions))
	if len(q.Groups)+len(q.Rules) > 0 {
		return // these may fit one of several ways to match pieces with their mirror images
	}
	if len(t.Sym) != len(s.Sym) {
		fail("it has %d symmetries, want %d", len(t.Sym), len(s.Sym))
	}
	want := int64(s.countOrbits())
	orbits := value(backends.CountOrbits(s.ctx, native.Searcher{}, t.Model))
	if orbits.Int64() != want {
		fail("it has %v orbits, want %d", orbits, want)
	}
}

// moved turns cells by g and moves them by shift, also across the seam of a closed board.
func moved(q *puzzle.Puzzle, g lattice.Motion, shift lattice.Cell,
	cells []lattice.Cell) []lattice.Cell {
	all := q.Lattice.Apply(g, cells)
	for n := range all {
		all[n] = q.Board.Wrap.Home(all[n].Add(shift))
	}
	return all
}

// turned turns a shape, symbols and all.
func turned(l *lattice.Lattice, g lattice.Motion, shape []puzzle.Cell) []puzzle.Cell {
	all := slices.Clone(shape)
	for n, c := range all {
		all[n].At = l.Apply(g, []lattice.Cell{c.At})[0]
	}
	return all
}

// mergedPieces compares the puzzle in which congruent pieces are one type with the
// listed solutions after the names of such pieces are removed.
func mergedPieces(s *subject) {
	groups := s.Puzzle.Congruent()
	if len(groups) == 0 || len(s.Puzzle.Place)+len(s.Puzzle.Over) > 0 {
		return // a hint for one of two merged pieces is a hint for either
	}
	class := make([]int, len(s.Puzzle.Pieces))
	for k := range class {
		class[k] = k
	}
	for _, g := range groups {
		for _, k := range g {
			class[k] = g[0]
		}
	}
	different := make(map[string]bool)
	for _, sol := range s.solutions {
		var keys []string
		for _, o := range sol {
			keys = append(keys, fmt.Sprint(class[s.Placements[o].Piece], s.Placements[o].Cells))
		}
		slices.Sort(keys)
		different[fmt.Sprint(keys)] = true
	}
	same("with congruent pieces merged", solutionsOf(s, s.Puzzle.MergeCongruent()), len(different))
}

// hint adds one placement as a hint.
func hint(s *subject) {
	if len(s.Options) == 0 {
		return
	}
	o := s.rand.IntN(len(s.Options))
	pl := s.Placements[o]
	q := variant(s)
	q.Place = append(q.Place, puzzle.Hint{Piece: q.Pieces[pl.Piece].Name, Cells: pl.Cells})
	with := s.with(func(sol cover.Solution) bool { return slices.Contains(sol, o) })
	same("with the hint "+s.PlacementName(o), solutionsOf(s, q), len(with))
}

// regions frees pieces from their regions: the new placements are those outside the
// regions, and a piece may then be put anywhere that its shape allows.
func regions(s *subject) {
	held := func(p puzzle.Piece) bool { return p.Within != "" }
	if !slices.ContainsFunc(s.Puzzle.Pieces, held) {
		return
	}
	q := variant(s)
	at := make(map[lattice.Cell]puzzle.Site)
	for _, site := range q.Board.Sites {
		at[site.At] = site
	}
	for k := range q.Pieces {
		q.Pieces[k].Within = ""
	}
	inside := 0
	for _, pl := range value(q.Compile()).Placements {
		leaves := slices.ContainsFunc(pl.Cells, func(c lattice.Cell) bool {
			return !mayLie(s.Puzzle.Pieces[pl.Piece], at[c])
		})
		if s.Find(pl.Piece, pl.Cells) >= 0 == leaves {
			fail("piece %q on %v: it leaves its regions: %v", q.Pieces[pl.Piece].Name, pl.Cells, leaves)
		}
		if !leaves {
			inside++
		}
	}
	same("placements within the regions", len(s.Placements), inside)
}

// optionalCell makes a cell that may stay empty one that must be covered, and also
// removes it from the board.
func optionalCell(s *subject) {
	var optional []int
	for n, site := range s.Puzzle.Board.Sites {
		if site.Optional {
			optional = append(optional, n)
		}
	}
	if len(optional) == 0 {
		return
	}
	n := optional[s.rand.IntN(len(optional))]
	at := s.Puzzle.Board.Sites[n].At
	covering := len(s.with(func(sol cover.Solution) bool {
		return slices.ContainsFunc(sol, func(o int) bool {
			return slices.Contains(s.Placements[o].Cells, at)
		})
	}))
	q := variant(s)
	q.Board.Sites[n].Optional = false
	same(fmt.Sprintf("with the cell %v covered", at), solutionsOf(s, q), covering)
	q.Board.Sites = slices.Delete(q.Board.Sites, n, n+1)
	if asksWhatFits(q) || slices.ContainsFunc(q.Place, func(h puzzle.Hint) bool {
		return slices.Contains(h.Cells, at)
	}) || q.Validate() != nil {
		return // a hint covers it, it is the last with its symbol, or more would fit on it
	}
	same(fmt.Sprintf("without the cell %v", at), solutionsOf(s, q), len(s.solutions)-covering)
}

// asksWhatFits reports whether solutions depend on what could be added.
func asksWhatFits(p *puzzle.Puzzle) bool {
	return slices.ContainsFunc(p.Rules, func(r puzzle.Rule) bool { return r.At == "fits" })
}

// exactCounts adds up the solutions with each number of copies of a piece.
func exactCounts(s *subject) {
	k := slices.IndexFunc(s.Puzzle.Pieces, func(p puzzle.Piece) bool {
		return p.Count.Min < p.Count.Max
	})
	if k < 0 || len(s.Puzzle.Groups) > 0 || asksWhatFits(s.Puzzle) {
		return
	}
	sum, count := 0, s.Puzzle.Pieces[k].Count
	for n := count.Min; n <= min(count.Max, len(s.Puzzle.Board.Sites)); n++ {
		q := variant(s)
		q.Pieces[k].Count = puzzle.Exactly(n)
		sum += solutionsOf(s, q)
	}
	same(fmt.Sprintf("with each number of copies of %s in turn", s.Puzzle.Pieces[k].Name), sum,
		len(s.solutions))
}

// mayLie reports whether the regions of a piece let it lie on a site.
func mayLie(piece puzzle.Piece, site puzzle.Site) bool {
	return piece.Within == "" || slices.Contains([]rune(piece.Within), site.Region)
}
