package main

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/puzzle/puzzletest"
	"github.com/exactile/exactile/native"
)

// The checks of this file change the puzzle in a way that has a known effect on
// its solutions.

// variant returns a puzzle whose parts may be changed without changing the
// subject's.
func (s *subject) variant() *puzzle.Puzzle {
	q := *s.Puzzle
	q.Board.Sites = slices.Clone(q.Board.Sites)
	q.Pieces = slices.Clone(q.Pieces)
	q.Place = slices.Clone(q.Place)
	return &q
}

// count compiles a variant and counts its solutions.
func (s *subject) count(q *puzzle.Puzzle) (*puzzle.Tiling, int, error) {
	t, err := q.Compile()
	if err != nil {
		return nil, 0, err
	}
	n, err := native.Searcher{}.Count(s.ctx, t.Model)
	if err != nil {
		return nil, 0, err
	}
	return t, int(n.Int64()), nil
}

// sameInOtherWords checks that a variant has as many solutions, symmetries and
// orbits.
func (s *subject) sameInOtherWords(q *puzzle.Puzzle) error {
	t, n, err := s.count(q)
	if err != nil {
		return err
	}
	if len(t.Sym) != len(s.Sym) {
		return fmt.Errorf("it has %d symmetries, want %d", len(t.Sym), len(s.Sym))
	}
	want, err := s.countOrbits()
	if err != nil {
		return err
	}
	orbits, err := backends.CountOrbits(s.ctx, native.Searcher{}, t.Model)
	if err != nil {
		return err
	}
	if orbits.Int64() != int64(want) {
		return fmt.Errorf("it has %v orbits, want %d", orbits, want)
	}
	return s.sameCount("said in other words", n)
}

func movedBoard(s *subject) error {
	d := lattice.Cell{s.rand.IntN(3), s.rand.IntN(3)}
	if !s.Puzzle.Lattice.Translates(d) {
		d[0]++
	}
	q := s.variant()
	puzzletest.Move(q, d)
	return s.sameInOtherWords(q)
}

// turnedPuzzle turns or mirrors the board together with the hints and the shapes.
// Pieces that may be flipped but not turned are mirrored left to right and nothing
// else, so that they are different pieces on a turned board.
func turnedPuzzle(s *subject) error {
	l := s.Puzzle.Lattice
	g := l.Motions[s.rand.IntN(len(l.Motions))]
	q := s.variant()
	var cells []lattice.Cell
	for _, site := range q.Board.Sites {
		cells = append(cells, site.At)
	}
	cells = l.Apply(g, cells)
	shift := l.Corner(cells)
	q.Board.Size = lattice.Cell{}
	for n := range q.Board.Sites {
		q.Board.Sites[n].At = cells[n].Add(shift)
		for k, v := range q.Board.Sites[n].At {
			q.Board.Size[k] = max(q.Board.Size[k], v+1)
		}
	}
	slices.SortFunc(q.Board.Sites, func(a, b puzzle.Site) int { return a.At.Compare(b.At) })
	for n := range q.Place {
		q.Place[n].Cells = l.Apply(g, q.Place[n].Cells)
		for k := range q.Place[n].Cells {
			q.Place[n].Cells[k] = q.Place[n].Cells[k].Add(shift)
		}
	}
	for k := range q.Pieces {
		piece := &q.Pieces[k]
		if piece.Flip && !piece.Rotate {
			return nil
		}
		piece.Cells = slices.Clone(piece.Cells)
		for n := range piece.Cells {
			piece.Cells[n].At = l.Apply(g, []lattice.Cell{piece.Cells[n].At})[0]
		}
	}
	if err := s.sameInOtherWords(q); err != nil {
		return fmt.Errorf("%s: %w", g.Name, err)
	}
	return nil
}

func shuffledPieces(s *subject) error {
	q := s.variant()
	s.rand.Shuffle(len(q.Pieces), func(a, b int) { q.Pieces[a], q.Pieces[b] = q.Pieces[b], q.Pieces[a] })
	s.rand.Shuffle(len(q.Place), func(a, b int) { q.Place[a], q.Place[b] = q.Place[b], q.Place[a] })
	return s.sameInOtherWords(q)
}

// mergedPieces compares the puzzle in which congruent pieces are one type with what
// becomes of the listed solutions when the names of such pieces are forgotten.
func mergedPieces(s *subject) error {
	groups := s.Puzzle.Congruent()
	if len(groups) == 0 || len(s.Puzzle.Place) > 0 {
		return nil // a hint for one of two pieces is a hint for either when they are one
	}
	_, n, err := s.count(s.Puzzle.MergeCongruent())
	if err != nil {
		return err
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
			keys = append(keys, placementKey(class[s.Placements[o].Piece], s.Placements[o].Cells))
		}
		slices.Sort(keys)
		different[fmt.Sprint(keys)] = true
	}
	if n != len(different) {
		return fmt.Errorf("with congruent pieces merged there are %d solutions, want %d", n, len(different))
	}
	return nil
}

// hint asks for one more placement.
func hint(s *subject) error {
	if len(s.Options) == 0 {
		return nil
	}
	o := s.rand.IntN(len(s.Options))
	pl := s.Placements[o]
	q := s.variant()
	q.Place = append(q.Place, puzzle.Hint{Piece: q.Pieces[pl.Piece].Name, Cells: pl.Cells})
	_, n, err := s.count(q)
	if err != nil {
		return err
	}
	want := 0
	for _, sol := range s.solutions {
		if slices.Contains(sol, o) {
			want++
		}
	}
	if n != want {
		return fmt.Errorf("with the hint %s there are %d solutions, want %d", s.PlacementName(o), n, want)
	}
	return nil
}

// covering returns how many solutions cover a cell.
func (s *subject) covering(c lattice.Cell) int {
	n := 0
	for _, sol := range s.solutions {
		if slices.ContainsFunc(sol, func(o int) bool { return slices.Contains(s.Placements[o].Cells, c) }) {
			n++
		}
	}
	return n
}

// optionalSite returns the index of a random cell that may stay empty, or -1.
func (s *subject) optionalSite() int {
	var all []int
	for n, site := range s.Puzzle.Board.Sites {
		if site.Optional {
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[s.rand.IntN(len(all))]
}

// blockedCell takes a cell that may stay empty off the board.
func blockedCell(s *subject) error {
	n := s.optionalSite()
	if n < 0 {
		return nil
	}
	q := s.variant()
	at := q.Board.Sites[n].At
	q.Board.Sites = slices.Delete(q.Board.Sites, n, n+1)
	if slices.ContainsFunc(q.Place, func(h puzzle.Hint) bool { return slices.Contains(h.Cells, at) }) || q.Validate() != nil {
		return nil // a hint covers it, or no other cell has its symbol
	}
	_, got, err := s.count(q)
	if err != nil {
		return err
	}
	if want := len(s.solutions) - s.covering(at); got != want {
		return fmt.Errorf("without the cell %v there are %d solutions, want %d", at, got, want)
	}
	return nil
}

// requiredCell asks for a cell that may stay empty to be covered.
func requiredCell(s *subject) error {
	n := s.optionalSite()
	if n < 0 {
		return nil
	}
	q := s.variant()
	q.Board.Sites[n].Optional = false
	_, got, err := s.count(q)
	if err != nil {
		return err
	}
	at := q.Board.Sites[n].At
	if want := s.covering(at); got != want {
		return fmt.Errorf("with the cell %v covered there are %d solutions, want %d", at, got, want)
	}
	return nil
}

// exactCounts adds up the solutions with each number of copies of a piece.
func exactCounts(s *subject) error {
	for k := range s.Puzzle.Pieces {
		count := s.Puzzle.Pieces[k].Count
		if count.Min == count.Max {
			continue
		}
		sum := 0
		for n := count.Min; n <= min(count.Max, len(s.Puzzle.Board.Sites)); n++ {
			q := s.variant()
			q.Pieces[k].Count = puzzle.Exactly(n)
			_, got, err := s.count(q)
			if err != nil {
				return err
			}
			sum += got
		}
		return s.sameCount(fmt.Sprintf("with each number of copies of %s in turn", s.Puzzle.Pieces[k].Name), sum)
	}
	return nil
}
