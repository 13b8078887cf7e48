package formats_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A definition tells which pieces stay, which are copies, and which places are not on the board.
func TestPolycube(t *testing.T) {
	file, err := formats.ReadFile(filepath.Join(fixtures, "boxes.def"), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stays, sides, solid := file.Puzzles()[0], file.Puzzles()[1], file.Puzzles()[2]
	want := []puzzle.Hint{{Piece: "b", Cells: []lattice.Cell{{3, 0}, {2, 1}, {3, 1}}}}
	if diff := cmp.Diff(want, stays.Place); diff != "" || stays.Lattice != lattice.Square || !stays.Pieces[0].Flip {
		t.Errorf("what stays: %s, %+v", diff, stays)
	}
	if len(sides.Pieces) != 2 || sides.Pieces[0].Name != "J" || sides.Pieces[0].Count != puzzle.Exactly(2) || sides.Pieces[0].Flip {
		t.Errorf("one side: %+v", sides.Pieces)
	}
	if solid.Lattice != lattice.Cube || len(solid.Board.Sites) != 7 || len(solid.Pieces) != 2 {
		t.Errorf("in space: %+v", solid)
	}
}

// A piece in space is read as it is, and not as its mirror image: x to the right, y upwards
// and z towards the eye are ours turned over.
func TestPolycubeKeepsHands(t *testing.T) {
	text := "D:xDim=9:yDim=9:zDim=9\nC:name=A:layout=0 0 0, 1 0 0, 1 1 0, 1 1 1\n~D\n"
	file, err := formats.Read("a.def", strings.NewReader(text), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The same turned by 180 degrees about x.
	same := puzzle.NewPiece("A")
	for _, c := range []lattice.Cell{{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, -1}} {
		same.Cells = append(same.Cells, puzzle.Cell{At: c})
	}
	same.Flip = false
	p := file.Puzzles()[0]
	p.Pieces = append(p.Pieces, same)
	if len(p.Congruent()) != 1 {
		t.Error("the piece is another")
	}
	for k := range same.Cells {
		same.Cells[k].At[0] *= -1
	}
	if len(p.Congruent()) != 0 {
		t.Error("the piece is its mirror image as well: nothing is tested")
	}
}

// Puzzles that polycube can express have the same model after writing and reading.
func TestPolycubeComesBack(t *testing.T) {
	all := builtIn(t, "pentominoes:6x10", "soma", "pentominoes:8x8-center", "bedlam",
		"slothouber-graatsma", "one-sided-tetrominoes:4x7", "pegs-fixed:1,0 2,2 4,4")
	file, err := formats.ReadFile(filepath.Join(fixtures, "boxes.def"), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(all, file.Puzzles()...) {
		before, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		again := throughText(t, "polycube", p)[0]
		after, err := again.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if again.Lattice != p.Lattice || after.Fingerprint() != before.Fingerprint() || len(after.Sym) != len(before.Sym) {
			t.Errorf("%s comes back on %s, with %d symmetries, not %d", p.Name, again.Lattice.Name, len(after.Sym), len(before.Sym))
		}
	}
}

// Puzzles that a definition cannot express are refused.
func TestPolycubeRefuses(t *testing.T) {
	flat := *builtIn(t, "soma")[0]
	flat.Pieces = flat.Pieces[:2]
	flat.Board = puzzle.Rect(7, 1)
	for _, tc := range []struct {
		p    *puzzle.Puzzle
		want string
	}{
		{builtIn(t, "calendar")[0], `piece "month" is held to a region`},
		{builtIn(t, "cilada:7")[0], "its board has the symbol"},
		{builtIn(t, "tetrahexes:7x4")[0], "its lattice is hex"},
		{builtIn(t, "pentominoes:5x5")[0], "its pieces have 60 cells and its board 25"},
		{builtIn(t, "pegs:1,0 3,2 4,4")[0], "pieces of one shape have different names"},
		{&flat, "say it on the square lattice"},
	} {
		var b bytes.Buffer
		if err := formats.Write(&b, "polycube", tc.p); err == nil || !strings.Contains(err.Error(), tc.want) || b.Len() > 0 {
			t.Errorf("%s: %v, want %s", tc.p.Name, err, tc.want)
		}
	}
	for _, tc := range []struct{ text, want string }{
		{"board: '.?'\npieces: [{name: I, shape: [XX]}]\n", "cells of its board may stay empty"},
		{"board: ..\npieces: [{name: I, shape: [X], count: 1..2}]\n", "used 1..2 times"},
		{"board: ..\npieces: [{name: 'I:', shape: [XX]}]\n", "has another meaning there"},
		{"board: '...'\npieces: [{name: I, shape: [X], count: 2}, {name: I.2, shape: [X.X]}]\n", "its pieces have 4 cells"},
		{"board: '....'\npieces: [{name: I, shape: [X], count: 2}, {name: I.2, shape: [X.X]}]\n", `a copy of a piece would be called "I.2"`},
		{"board: '....'\npieces: [{name: I, shape: [XXXX], rotate: false}]\n", "its pieces do not turn"},
		{"board: '..'\npieces: [{name: I, shape: [XX]}]\nplace: [{piece: I, cells: [[0, 0], [1, 0]]}, {piece: I, cells: [[0, 0], [1, 0]]}]\n", "used less often than it is placed"},
	} {
		file, err := formats.Read("p.yaml", strings.NewReader(tc.text), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := formats.Write(&b, "polycube", file.Puzzles()...); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s\n%v, want %s", tc.text, err, tc.want)
		}
	}
}

// A text that is YAML, or a comment and then YAML, is no definition.
func TestPolycubeIsTold(t *testing.T) {
	for _, tc := range []struct{ text, format string }{
		{"# a puzzle\n\n  D:xDim=1:yDim=1\nC:name=A:layout=0 0 0\n~D\n", "polycube"},
		{"D: oneSide : xDim=1:yDim=1\n~D\n", "polycube"},
		{"# D:xDim=1:yDim=1\nboard: '.'\n", "yaml"},
	} {
		file, err := formats.Read("x", strings.NewReader(tc.text), formats.Options{})
		if err != nil || file.Format != tc.format {
			t.Errorf("%q: %v, want %s", tc.text, err, tc.format)
		}
	}
}

// Something missing at the end is placed at the end of the text, with a line end and without.
func TestPolycubeEnds(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"D:xDim=1:yDim=1", "x:1:16: the file ends inside the puzzle of line 1: want ~D"},
		{"D:xDim=1:yDim=1\nL\nä", "x:3:2: the file ends inside the drawing of line 2: want ~L"},
		{"D:xDim=1:yDim=1\n", "x:2:1: the file ends inside the puzzle of line 1: want ~D"},
	} {
		_, err := formats.Read("x", strings.NewReader(tc.text), formats.Options{Format: "polycube"})
		if err == nil || err.Error() != tc.want {
			t.Errorf("%q: %v, want %s", tc.text, err, tc.want)
		}
	}
}

func FuzzPolycube(f *testing.F) { fuzz(f, "polycube", "formats/*.def") }
