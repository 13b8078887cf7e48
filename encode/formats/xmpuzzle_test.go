package formats_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

func zipped(t testing.TB, text io.Reader) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.Copy(z, text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A BurrTools file is the same packed and not, each problem a puzzle.
func TestXMPuzzle(t *testing.T) {
	plain, err := os.ReadFile(filepath.Join(fixtures, "two.xmpuzzle"))
	if err != nil {
		t.Fatal(err)
	}
	var all [][]*puzzle.Puzzle
	for _, text := range [][]byte{plain, zipped(t, bytes.NewReader(plain))} {
		file, err := formats.Read("two.xmpuzzle", bytes.NewReader(text), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if file.Format != "xmpuzzle" {
			t.Errorf("it is told to be %s", file.Format)
		}
		all = append(all, file.Puzzles())
	}
	if diff := cmp.Diff(all[0], all[1], same...); diff != "" {
		t.Errorf("packed it is another: %s", diff)
	}
	tray, cube := all[0][0], all[0][1]
	must, may := tray.Area()
	if tray.Name != "a tray" || tray.Lattice != lattice.Square || must != 7 || may != 2 || len(tray.Claims) != 1 || tray.Claims[0].Count.Int64() != 3 {
		t.Errorf("the tray is %+v", tray)
	}
	if v, i := tray.Pieces[0], tray.Pieces[1]; v.Name != "V" || v.Count != puzzle.Exactly(2) || i.Count != (puzzle.Bounds{Min: 0, Max: 1}) || !v.Flip {
		t.Errorf("its pieces are %+v", tray.Pieces)
	}
	if cube.Name != "two#2" || cube.Lattice != lattice.Cube || len(cube.Board.Sites) != 8 || len(cube.Claims) != 0 || cube.Pieces[0].Name != "S5" || cube.Pieces[0].Flip {
		t.Errorf("the cube is %+v", cube)
	}
	// Each colour lies on itself: a symbol each, and no two sites beside each other alike.
	tiling, err := cube.Compile()
	if err != nil || len(tiling.Placements) != 12 {
		t.Errorf("%v: %d placements in the coloured cube, want 12", err, len(tiling.Placements))
	}
}

// Colours on which only neutral voxels lie are still different, so that the board is no more
// symmetric than its colours are; and a voxel may have a colour that lies nowhere.
func TestXMPuzzleNeutralVoxels(t *testing.T) {
	t.Parallel()
	const head, tail = `<puzzle version="2"><gridType type="0"/>`, `</puzzle>`
	for _, tc := range []struct {
		name, text           string
		solutions, symmetric int
	}{
		{"a mirror that the colours break", `<shapes><voxel x="2" y="1" z="1">##</voxel><voxel x="1" y="1" z="1">#</voxel><voxel x="1" y="1" z="1">#3</voxel><voxel x="5" y="1" z="1">#1#1#3#1#2</voxel></shapes>
<problems><problem><shapes><shape id="0" count="1"/><shape id="1" count="2"/><shape id="2" count="1"/></shapes><result id="3"/><bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/><pair piece="2" result="2"/></bitmap></problem></problems>`, 2, 1},
		{"a colour that lies nowhere", `<shapes><voxel x="2" y="1" z="1">##</voxel><voxel x="2" y="1" z="1">#1#1</voxel><voxel x="2" y="2" z="1">#2#2#2#2</voxel></shapes>
<problems><problem><shapes><shape id="0" count="2"/><shape id="1" min="0" max="1"/></shapes><result id="2"/><bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap></problem></problems>`, 2, 8},
		{"neutral pieces alone", `<shapes><voxel x="2" y="1" z="1">##</voxel><voxel x="2" y="2" z="1">#1#1#1#2</voxel></shapes>
<problems><problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem></problems>`, 2, 2},
	} {
		file, err := formats.Read("a.xmpuzzle", strings.NewReader(head+tc.text+tail), formats.Options{})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		tiling, err := file.Documents[0].Puzzle.Compile()
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		n := 0
		for range (native.Plain{}).Solutions(t.Context(), tiling.Model) {
			n++
		}
		if n != tc.solutions || len(tiling.Sym) != tc.symmetric {
			t.Errorf("%s: %d solutions and %d symmetries, want %d and %d", tc.name, n, len(tiling.Sym), tc.solutions, tc.symmetric)
		}
	}
}

// Puzzles that BurrTools can express have the same model after writing and reading.
func TestXMPuzzleComesBack(t *testing.T) {
	all := builtIn(t, "pentominoes:6x10", "cilada:7", "soma", "dominoes:3x4", "pentominoes:8x8-center", "bedlam")
	flat := *all[2] // Soma's flat pieces in one layer of space
	flat.Name, flat.Pieces = "flat", flat.Pieces[:4]
	flat.Board = puzzle.Rect(5, 3)
	for _, p := range append(all, &flat) {
		if p.Name == "cilada:7" { // its pieces are not flipped over, as a solid one is
			var b bytes.Buffer
			if err := formats.Write(&b, "xmpuzzle", p); err == nil || !strings.Contains(err.Error(), "does not turn as a solid piece does") || b.Len() > 0 {
				t.Errorf("%s: %v", p.Name, err)
			}
			solid := *p
			solid.Pieces = append([]puzzle.Piece(nil), p.Pieces...)
			for k := range solid.Pieces {
				solid.Pieces[k].Flip = true
			}
			p = &solid
		}
		before, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		again := throughText(t, "xmpuzzle", p)[0]
		after, err := again.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if again.Name != p.Name || again.Lattice != p.Lattice || after.Fingerprint() != before.Fingerprint() || len(after.Sym) != len(before.Sym) {
			t.Errorf("%s comes back as %s on %s, with %d symmetries, not %d", p.Name, again.Name, again.Lattice.Name, len(after.Sym), len(before.Sym))
		}
	}
	for _, tc := range []struct{ name, want string }{
		{"calendar", `piece "month" is held to a region`},
		{"calendar:Oct-06", "it has hints"},
	} {
		var b bytes.Buffer
		err := formats.Write(&b, "xmpuzzle", builtIn(t, tc.name)...)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
}

// A small file that unpacks to a large one is read no further than the limit.
func TestPackedBomb(t *testing.T) {
	bomb := zipped(t, io.MultiReader(strings.NewReader("<?xml version=\"1.0\"?><puzzle version=\"2\">"), io.LimitReader(zeros{}, 64<<20)))
	if len(bomb) > 1<<17 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	_, err := formats.Read("b.xmpuzzle", bytes.NewReader(bomb), formats.Options{})
	var limit *formats.LimitError
	if !errors.As(err, &limit) || limit.Name != "bytes" {
		t.Errorf("a bomb: %v", err)
	}
	// Cut short, or no puzzle, it is a packed file like any other.
	for _, text := range [][]byte{bomb[:200], zipped(t, strings.NewReader("board: ..\n"))} {
		if _, err := formats.Read("b", bytes.NewReader(text), formats.Options{}); err == nil || !strings.Contains(err.Error(), "gzip file; unpack it first") {
			t.Errorf("%v", err)
		}
	}
}

func FuzzXMPuzzle(f *testing.F) { fuzz(f, "xmpuzzle", "formats/*.xmpuzzle") }
