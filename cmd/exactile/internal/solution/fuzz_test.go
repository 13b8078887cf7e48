package solution

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render"
)

// Reading any text ends in an error or in a sorted list of options, which is the same after writing
// and reading.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"placements": [{"piece": "L", "origin": [0,0], "orientation_index": 0, "cells": [[0,0],[0,1],[1,1]]}]}`))
	f.Add([]byte(`{"puzzle": "x", "solution": {"placements": []}}`))
	f.Add([]byte(`{"solutions": [{"placements": [{"piece": "domino", "cells": [[9999999999,0]]}]}], "count": "1"}`))
	f.Add([]byte("[[[[{"))
	tiling := corner(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(tiling, data)
		if err != nil {
			return
		}
		if !slices.IsSorted(s) {
			t.Fatalf("options out of order: %v", s)
		}
		if tiling.Check(s) != nil {
			return
		}
		back, err := NewRecord(tiling, s).Solution(tiling)
		if err != nil || !slices.Equal(back, s) {
			t.Fatalf("%v was written and read again as %v, %v", s, back, err)
		}
	})
}

// A text that is read as a drawing is the drawing of each of its splits.
func FuzzParseDrawing(f *testing.F) {
	f.Add("LLd\nL.d\n")
	f.Add("LLd\r\nL.d\r\n\r\nL L\r\nd domino")
	f.Add("...\n...")
	f.Add("###\n\x00\xff")
	tiling := corner(f)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDrawing(tiling, text)
		if err != nil {
			return
		}
		for _, m := range []interface{ Validate() error }{d.Solutions(), d.Splits(), d.Splits(0)} {
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		again, err := ParseDrawing(tiling, draw(d))
		if err != nil || !maps.Equal(again.piece, d.piece) {
			t.Fatalf("%q was drawn again as %q: %v", text, draw(d), err)
		}
	})
}

// draw draws the cells of a drawing once more.
func draw(d *Drawing) string {
	p := d.t.Puzzle
	letters := render.Letters(p.Pieces)
	var b strings.Builder
	for y := range p.Board.Size[1] {
		for x := range p.Board.Size[0] {
			if k := d.piece[lattice.Cell{x, y}]; k >= 0 {
				b.WriteRune(letters[k])
			} else {
				b.WriteRune('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
