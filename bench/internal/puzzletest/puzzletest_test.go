package puzzletest_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/bench/internal/puzzletest"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// Every puzzle compiles, can be written down, and the choices alone decide which
// it is; all together they have all features.
func TestRandomPuzzles(t *testing.T) {
	t.Parallel()
	covered := make(map[string]int)
	symmetric := 0
	const puzzles = 3000
	for n := range uint64(puzzles) {
		p := puzzletest.Random(rand.New(rand.NewPCG(1, n)).IntN)
		tiling, err := p.Compile()
		if err != nil {
			t.Fatalf("puzzle %d: %v", n, err)
		}
		if len(tiling.Sym) > 1 {
			symmetric++
		}
		var text, again bytes.Buffer
		if err := formats.Write(&text, "yaml", p); err != nil {
			t.Fatalf("puzzle %d: %v", n, err)
		}
		if err := formats.Write(&again, "yaml", puzzletest.Random(rand.New(rand.NewPCG(1, n)).IntN)); err != nil || again.String() != text.String() {
			t.Fatalf("puzzle %d is another one the second time (%v):\n%s%s", n, err, text.String(), again.String())
		}
		if len(p.Board.Sites) > 25 {
			t.Errorf("puzzle %d has %d cells", n, len(p.Board.Sites))
		}
		for _, f := range puzzletest.Features(p) {
			covered[f]++
		}
	}
	for _, f := range []string{
		"lattice square", "lattice cube", "lattice hex", "lattice triangle", "closed board", "no cells", "blocked cells", "cells apart",
		"all cells may stay empty", "some cells may stay empty", "symbols", "hint", "several hints", "copies", "range", "any number",
		"count zero", "not turned", "not flipped", "neither turned nor flipped", "piece apart", "congruent pieces", "odd name", "held to regions", "piece over a label", "colour",
		"groups", "rule at corners", "rule at sides", "rule at fits",
	} {
		if covered[f] < puzzles/300 {
			t.Errorf("%d of %d puzzles have the feature %q", covered[f], puzzles, f)
		}
	}
	if symmetric < puzzles/10 {
		t.Errorf("%d of %d puzzles are symmetric", symmetric, puzzles)
	}
}

// A format holds all of a puzzle that changes its solutions, or refuses it.
func TestFormatsKeepTheModel(t *testing.T) {
	t.Parallel()
	kept := make(map[string]int)
	for n := range uint64(testkit.Times(1000)) {
		p := puzzletest.Random(rand.New(rand.NewPCG(6, n)).IntN)
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range formats.All() {
			var text bytes.Buffer
			if formats.Write(&text, f.Name, p) != nil {
				continue
			}
			kept[f.Name]++
			file, err := formats.Read("again", bytes.NewReader(text.Bytes()), formats.Options{Format: f.Name})
			if err != nil {
				t.Fatalf("puzzle %d as %s: %v\n%s", n, f.Name, err, text.String())
			}
			same := tiling
			if l := p.Lattice; f.Name == "xmpuzzle" && (l == lattice.Balls || l == lattice.TrianglePrism) {
				same = atOrigin(t, p) // it does not say where these boards begin
			}
			if again, err := file.Documents[0].Compile(); err != nil || again.Fingerprint() != same.Fingerprint() {
				t.Errorf("puzzle %d as %s is another model: %v\n%s", n, f.Name, err, text.String())
			}
		}
	}
	for name, least := range map[string]int{"yaml": 900, "json": 900, "dlx": 500, "grid": 20, "cap": 2, "letters": 5, "cells": 10, "matrix": 50, "xmpuzzle": 20} {
		if want := least * testkit.Times(1000) / 1000; kept[name] < want {
			t.Errorf("%s held %d puzzles, want %d", name, kept[name], want)
		}
	}
}

// atOrigin returns a puzzle without hints with its board in normal position.
func atOrigin(t *testing.T, p *puzzle.Puzzle) *puzzle.Tiling {
	q := *p
	q.Board = puzzle.Board{Sites: slices.Clone(p.Board.Sites)}
	var cells []lattice.Cell
	for _, s := range p.Board.Sites {
		cells = append(cells, s.At)
	}
	for k := range q.Board.Sites {
		at := &q.Board.Sites[k].At
		*at = at.Add(p.Lattice.Corner(cells))
		for d, n := range at {
			q.Board.Size[d] = max(q.Board.Size[d], n+1)
		}
	}
	tiling, err := q.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// Large puzzles have as many cells as documented, and compile.
func TestLargePuzzles(t *testing.T) {
	t.Parallel()
	lattices := make(map[string]int)
	for n := range uint64(200) {
		p := puzzletest.Large(rand.New(rand.NewPCG(4, n)).IntN)
		if cells := len(p.Board.Sites); cells < 60 || cells > 130 {
			t.Errorf("puzzle %d has %d cells", n, cells)
		}
		if _, err := p.Compile(); err != nil {
			t.Errorf("puzzle %d: %v", n, err)
		}
		lattices[p.Lattice.Name]++
	}
	if len(lattices) < 4 {
		t.Errorf("they lie on %v", lattices)
	}
	if _, err := puzzletest.Large(puzzletest.Bytes(nil)).Compile(); err != nil {
		t.Errorf("the simplest one: %v", err)
	}
}

// A fuzzer's bytes make a puzzle too, whatever they are.
func TestBytes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 3))
	for n := range 500 {
		data := make([]byte, n%90)
		for k := range data {
			data[k] = byte(r.Uint32())
		}
		if _, err := puzzletest.Random(puzzletest.Bytes(data)).Compile(); err != nil {
			t.Fatalf("%x: %v", data, err)
		}
	}
	pick := puzzletest.Bytes([]byte{7, 9})
	if got := []int{pick(5), pick(5), pick(5)}; !slices.Equal(got, []int{2, 4, 0}) {
		t.Errorf("bytes 7 and 9 pick %v of 5", got)
	}
}

// Shrink finds the smallest puzzle for which fails holds, without features that
// this does not need.
func TestShrink(t *testing.T) {
	t.Parallel()
	twoCopies := func(p *puzzle.Puzzle) bool {
		return slices.ContainsFunc(p.Pieces, func(q puzzle.Piece) bool { return q.Count.Min >= 2 && len(q.Cells) >= 2 })
	}
	optional := func(p *puzzle.Puzzle) bool {
		_, may := p.Area()
		return may >= 2
	}
	shrunk := 0
	for n := range uint64(200) {
		p := puzzletest.Random(rand.New(rand.NewPCG(4, n)).IntN)
		if twoCopies(p) {
			shrunk++
			q := puzzletest.Shrink(p, twoCopies)
			if len(q.Pieces) != 1 || len(q.Pieces[0].Cells) != 2 || q.Pieces[0].Count != puzzle.Exactly(2) || len(q.Board.Sites) > 0 ||
				len(q.Place) > 0 || q.Lattice != lattice.Square || !q.Pieces[0].Rotate || !q.Pieces[0].Flip || q.Pieces[0].Name != "A" {
				t.Errorf("puzzle %d shrinks to %+v", n, q)
			}
		}
		if optional(p) {
			shrunk++
			q := puzzletest.Shrink(p, optional)
			if len(q.Board.Sites) != 2 || len(q.Pieces) > 0 {
				t.Errorf("puzzle %d shrinks to %+v", n, q)
			}
		}
	}
	if shrunk < 50 {
		t.Errorf("only %d puzzles were shrunk", shrunk)
	}
}
