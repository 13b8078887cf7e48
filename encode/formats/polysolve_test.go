package formats_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Puzzles that polysolve can express keep their model, on every lattice.
func TestPolysolveComesBack(t *testing.T) {
	all := builtIn(t, "pentominoes:6x10", "soma", "dominoes:3x4", "pentominoes:8x8-center",
		"tetrahexes:7x4", "hexiamonds:12x6", "one-sided-tetrominoes:4x7", "conway")
	file, err := formats.ReadFile(filepath.Join(fixtures, "polysolve.json"), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lattices := make(map[*lattice.Lattice]bool)
	for _, p := range append(all, file.Puzzles()...) {
		before, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		again := throughText(t, "polysolve", p)[0]
		after, err := again.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if again.Name != p.Name || again.Lattice != p.Lattice ||
			after.Fingerprint() != before.Fingerprint() || len(after.Sym) != len(before.Sym) {
			t.Errorf("%s comes back as %s on %s, with %d symmetries, not %d",
				p.Name, again.Name, again.Lattice.Name, len(after.Sym), len(before.Sym))
		}
		lattices[p.Lattice] = true
	}
	if len(lattices) != len(lattice.All()) {
		t.Errorf("%d lattices were tried", len(lattices))
	}
}

// Colours, hints and the rule that mode breaks.
func TestPolysolve(t *testing.T) {
	file, err := formats.ReadFile(filepath.Join(fixtures, "polysolve.json"), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cube, ring := file.Puzzles()[1], file.Puzzles()[2]
	if cube.Pieces[0].Colour != "#ff8000" || cube.Pieces[0].Flip || cube.Pieces[0].Name != "S1'" ||
		cube.Pieces[1].Count != (puzzle.Bounds{Min: 0, Max: 4}) {
		t.Errorf("%+v", cube.Pieces)
	}
	if len(ring.Place) != 1 || ring.Place[0].Piece != "stays" || !ring.Pieces[0].Flip {
		t.Errorf("%+v", ring)
	}
	text := `{"grid": "square", "board": {"tiles": [1]}, "shapes": [], "mode": "useall"}`
	file, err = formats.Read("x", strings.NewReader(text), formats.Options{})
	if err != nil || file.Format != "polysolve" || len(file.Warnings) != 1 ||
		!strings.HasSuffix(file.Warnings[0].String(), "every cell of the board is covered") {
		t.Errorf("%v, %+v", err, file)
	}
}

// Puzzles that polysolve cannot express are refused.
func TestPolysolveRefuses(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"board: '.?'\npieces: [{name: I, shape: [XX]}]\n", "cells of its board may stay empty"},
		{"board: '.s'\npieces: [{name: I, shape: [Xs]}]\n", "its board has the symbol 's'"},
		{"board: ..\npieces: [{name: I, shape: [X., XX], rotate: false}]\n", `piece "I" is flipped and not turned`},
		{"board: ..\npieces: [{name: I, shape: [XX]}]\nplace: [{piece: I, cells: [[0, 0], [1, 0]]}]\n", `it has a hint for piece "I"`},
		{"board: ..\nregions: a.\npieces: [{name: I, shape: [X], within: a}]\n", `piece "I" is held to a region`},
		{"a b\na b\n", "it has no geometry"},
	} {
		file, err := formats.Read("p", strings.NewReader(tc.text), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		err = formats.Write(&b, "polysolve", file.Puzzles()...)
		if err == nil || !strings.Contains(err.Error(), tc.want) || b.Len() > 0 {
			t.Errorf("%s\n%v, want %s", tc.text, err, tc.want)
		}
	}
	two := builtIn(t, "soma", "bedlam")
	err := formats.Write(&bytes.Buffer{}, "polysolve", two...)
	if err == nil || !strings.Contains(err.Error(), "one puzzle, not 2") {
		t.Errorf("two puzzles: %v", err)
	}
}

func FuzzPolysolve(f *testing.F) { fuzz(f, "polysolve", "formats/polysolve.json") }
