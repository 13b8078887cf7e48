package solution

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// corner is a 3x2 board that may stay empty, for L-trominoes and dominoes.
func corner(t testing.TB) *puzzle.Tiling {
	t.Helper()
	p := &puzzle.Puzzle{Lattice: lattice.Square, Board: puzzle.Board{Size: lattice.Cell{3, 2, 1}}}
	for y := range 2 {
		for x := range 3 {
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: lattice.Cell{x, y}}, Optional: true})
		}
	}
	shape := func(cells ...lattice.Cell) (all []puzzle.Cell) {
		for _, c := range cells {
			all = append(all, puzzle.Cell{At: c})
		}
		return all
	}
	some := puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
	p.Pieces = []puzzle.Piece{
		{Name: "L", Cells: shape(lattice.Cell{0, 0}, lattice.Cell{0, 1}, lattice.Cell{1, 1}), Count: some, Rotate: true, Flip: true},
		{Name: "domino", Cells: shape(lattice.Cell{0, 0}, lattice.Cell{1, 0}), Count: some, Rotate: true},
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// eachSolution calls test for all solutions of a small tiling.
func eachSolution(t *puzzle.Tiling, test func(cover.Solution)) {
	covered := make([]int, len(t.Items))
	var try func(o int, s cover.Solution)
	try = func(o int, s cover.Solution) {
		if o == len(t.Options) {
			if t.Check(s) == nil {
				test(slices.Clone(s))
			}
			return
		}
		room := true
		for _, i := range t.Options[o] {
			covered[i]++
			room = room && covered[i] <= t.Items[i].Max
		}
		if room {
			try(o+1, append(s, o))
		}
		for _, i := range t.Options[o] {
			covered[i]--
		}
		try(o+1, s)
	}
	try(0, cover.Solution{})
}

// random returns a packing of a few pieces, some of them alike, on a small board with holes.
func random(t *testing.T, r *rand.Rand) *puzzle.Tiling {
	t.Helper()
	holes := []lattice.Cell{{r.IntN(3), r.IntN(3)}, {r.IntN(3), r.IntN(3)}}
	p := &puzzle.Puzzle{Board: puzzle.Rect(3, 3, holes...).Packing()}
	shapes := [][]string{{"X"}, {"XX"}, {"XXX"}, {"XX", "X."}, {"XX", "XX"}, {"XX", "X."}}
	for n := range 2 + r.IntN(2) {
		piece := puzzle.NewPiece([]string{"L", "long", "l"}[n], shapes[r.IntN(len(shapes))]...)
		p.Pieces = append(p.Pieces, piece.Times(puzzle.Bounds{Max: 1 + r.IntN(2)}))
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// Solutions of random puzzles are read again as they were written, and a drawing stands for exactly
// the solutions that look like it.
func TestRandomPuzzles(t *testing.T) {
	t.Parallel()
	alike := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 54))
		tiling := random(t, r)
		looks := map[string]int{}
		var all []cover.Solution
		eachSolution(tiling, func(s cover.Solution) {
			looks[render.Text(tiling, s)]++
			all = append(all, s)
		})
		for range 8 {
			s := all[r.IntN(len(all))]
			record := NewRecord(tiling, s)
			doc := []any{record, map[string]any{"puzzle": "x", "solution": record}, map[string]any{"solutions": []Record{record}, "count": "1"}}
			data, err := json.Marshal(doc[r.IntN(3)])
			if err != nil {
				t.Fatal(err)
			}
			if back, err := Read(tiling, data); err != nil || !slices.Equal(back, s) {
				t.Fatalf("seed %d: %v is %v, %v when it is read again from %s", seed, s, back, err, data)
			}
			text := render.Text(tiling, s)
			ends := []string{"\n", "\r\n"}[r.IntN(2)]
			d, err := ParseDrawing(tiling, strings.ReplaceAll(text+"\n"+render.Legend(tiling.Puzzle.Pieces), "\n", ends))
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			n := 0
			eachSolution(&puzzle.Tiling{Model: d.Solutions()}, func(other cover.Solution) {
				if n++; render.Text(tiling, other) != text {
					t.Fatalf("seed %d: %v does not look like\n%s", seed, other, text)
				}
			})
			if n != looks[text] {
				t.Fatalf("seed %d: %d solutions look like this, want %d\n%s", seed, n, looks[text], text)
			}
			if n > 1 {
				alike++
			}
		}
	}
	if alike < 3 {
		t.Errorf("only %d drawings stand for several solutions", alike)
	}
}

func TestRecordIsAsDocumented(t *testing.T) {
	tiling := corner(t)
	s := cover.Solution{tiling.Find(0, []lattice.Cell{{1, 0}, {2, 0}, {2, 1}}), tiling.Find(1, []lattice.Cell{{0, 0}, {0, 1}})}
	slices.Sort(s)
	data, err := json.Marshal(NewRecord(tiling, s))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"placements":[{"piece":"L","origin":[1,0],"orientation_index":2,"cells":[[1,0],[2,0],[2,1]]},` +
		`{"piece":"domino","origin":[0,0],"orientation_index":1,"cells":[[0,0],[0,1]]}]}`
	if string(data) != want {
		t.Errorf("got  %s\nwant %s", data, want)
	}
	if got, want := string(NewWriter(tiling).AppendCells(nil, s)), "L 1,0 2,0 2,1\ndomino 0,0 0,1\n"; got != want {
		t.Errorf("cells %q, want %q", got, want)
	}
}

func TestReadErrors(t *testing.T) {
	tiling := corner(t)
	for _, test := range []struct{ data, want string }{
		{``, "1:1: the text ends before a JSON value does"},
		{"{\n \"placements\":", "2:14: the text ends before a JSON value does"},
		{"{\n \"placements\": [}", "2:17: invalid character"},
		{`{"placements": 3}`, "1:16: placements: found a JSON number, want a list"},
		{`[]`, "1:1: found a JSON array, want an object"},
		{`{"placements": [{"piece": []}]}`, "piece: found a JSON array, want a text"},
		{`{"placements": [{"cells": [[100000000000000000000, 0]]}]}`, "cells: found a JSON number 100000000000000000000, want a whole number"},
		{`{}`, "want one solution, found 0"},
		{`{"solution": null}`, "want one solution, found 0"},
		{`{"solutions": [{"placements":[]},{"placements":[]}]}`, "want one solution, found 2"},
		{`{"solution": {"placements":[]}, "solutions": [{"placements":[{"piece":"I"}]}]}`, `"solution" and "solutions" differ`},
		{`{"placements": []} {}`, "more than one JSON value"},
		{`{"placements": [{"piece": "W", "cells": []}]}`, `placement 1: there is no piece "W"`},
		{`{"placements": [{"piece": "L", "cells": [[0,0]]}]}`, "does not fit the cells"},
		{`{"placements": [{"piece": "L", "cells": [[0]]}]}`, "is not a cell"},
		{`{"placements": [{"piece": "domino", "cells": [[0,0],[1,0]], "origin": [0,0], "orientation_index": 1}]}`, "is orientation 0 at [0,0], not 1 at [0,0]"},
		{`{"placements": [{"piece": "domino", "cells": [[0,0],[1,0]]},{"piece": "domino", "cells": [[1,0],[0,0]]}]}`, "listed twice"},
	} {
		if _, err := Read(tiling, []byte(test.data)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Read(%s): %v, want %q", test.data, err, test.want)
		}
	}
}

func TestDrawingErrors(t *testing.T) {
	tiling := corner(t)
	for _, test := range []struct{ text, want string }{
		{"", "1:1: the board has a cell here"},
		{"LLd", "2:1: the drawing ends before row 2 of 2"},
		{"LLdd\nL.d", "1:4: the row is longer than the board's 3 columns"},
		{"LLd\nL#d", "2:2: the board has a cell here"},
		{"LLd\nLxd", "2:2: no piece is drawn as 'x'"},
		{"LLd\nL.d\nmore", "3:1: want the end of the drawing or its legend"},
	} {
		if _, err := ParseDrawing(tiling, test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("ParseDrawing(%q): %v, want %q", test.text, err, test.want)
		}
	}
}
