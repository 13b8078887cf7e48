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

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
	"github.com/google/go-cmp/cmp"
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

// designed is the file of a designer, with a comment and with what stands behind the problem.
func designed(t *testing.T, comment, behind string) string {
	t.Helper()
	text, err := os.ReadFile("../../cmd/exactile/testdata/field/designer/designer.xmpuzzle")
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("somebody", comment, "<bitmap/>", "<bitmap/>"+behind, `<?xml version="1.0"?>`+"\n", "").Replace(string(text))
}

// What no puzzle needs may be anything: steps that nest deep, entities, letters that are not UTF-8,
// a line of any length.
func TestXMPuzzlePassesOver(t *testing.T) {
	t.Parallel()
	rep := strings.Repeat
	latin := "J\xf6rg"
	note := ":16:12: warning: bytes that are not UTF-8, in a part that is not used: each becomes U+FFFD"
	for name, tc := range map[string]struct{ text, warning string }{
		"a comment like YAML":   {designed(t, "somebody", ""), ""},
		"a Latin-1 letter":      {designed(t, latin, ""), note},
		"many of them":          {designed(t, rep(latin, 1000), ""), note},
		"declared":              {`<?xml version="1.0" encoding="ISO-8859-1"?>` + designed(t, latin, ""), ":16:12" + note[6:]},
		"steps":                 {designed(t, "", rep("<separation>", 40)+rep("</separation>", 40)), ""},
		"many steps":            {designed(t, "", rep("<a>", 100000)+rep("</a>", 100000)), ""},
		"entities":              {designed(t, "Tom & Jerry &nbsp; &a;", ""), ""},
		"a long line":           {designed(t, rep("x", 2<<20), ""), ""},
		"an unknown attribute":  {designed(t, "", "<x name='"+latin+"'/>"), note[:1] + "12:23" + note[6:]},
		"an attribute not used": {strings.Replace(designed(t, "", ""), `<result`, `<result by="`+latin+`"`, 1), ":11:17" + note[6:]},
	} {
		for _, packed := range []bool{false, true} {
			data := []byte(tc.text)
			if packed {
				data = zipped(t, strings.NewReader(tc.text))
			}
			file, err := formats.Read("x", bytes.NewReader(data), formats.Options{})
			if err != nil {
				t.Errorf("%s: %.300v", name, err)
				continue
			}
			var warnings string
			for _, w := range file.Warnings {
				warnings += strings.TrimPrefix(w.Error(), "x")
			}
			if got := counted(t, file.Documents[0]); got != "2" || warnings != tc.warning {
				t.Errorf("%s: %s solutions, warnings %q; want 2, %q", name, got, warnings, tc.warning)
			}
		}
	}
	// What is read is checked.
	for _, tc := range []struct{ old, bad, want string }{
		{`<voxel x="2" y="1"`, `<voxel name="` + latin + `" x="2" y="1"`, "x:5:51: not valid UTF-8; save the file as UTF-8"},
		{`<problem state`, `<problem name="` + latin + `" state`, "x:9:36: not valid UTF-8"},
		{">##<", ">#\xf6<", "not valid UTF-8"},
		{`<shape id="0" count="2"/>`, `<shape id="0" count="2&nbsp;"/>`, "invalid character entity &nbsp;"},
		{"</shapes>", "</colors>", `an end of "colors" where none is`},
		{"</comment>", "", `an end of "puzzle" where none is`},
		{"</puzzle>", "", "unexpected EOF"},
	} {
		text := strings.Replace(designed(t, "x", ""), tc.old, tc.bad, 1)
		if _, err := formats.Read("x", strings.NewReader(text), formats.Options{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %s", tc.bad, err, tc.want)
		}
	}
}

// Comments of every format may have bytes that are not UTF-8, and nothing else may.
func TestCommentsOfOldFiles(t *testing.T) {
	t.Parallel()
	const not = "not valid UTF-8; save the file as UTF-8"
	for _, tc := range []struct{ text, want string }{
		{"# J\xf6rg \xe4\nboard: . # \xfc\n", "1:4"},
		{"board: .\n\n  # J\xf6rg\n", "3:6"},
		{"board: .\nname: J\xf6rg\n", "2:8: " + not},
		{"# \xe4\nboard: .\nname: J\xf6rg # J\xf6rg\n", "3:8: " + not},
		{"board: .\nname: \"a # J\xf6rg\"\n", "2:7: the puzzle's name has a character that cannot be seen"},
		{"board: |\n  ..\n  .# #\xe4\n", "3:7: the character U+FFFD, which cannot be seen, in the board"},
		{"| J\xf6rg\n1|a b\n| J\xf6rg\na b\n", "1:4"},
		{"| x\na b|\xe4\na b\n", "2:5: " + not},
		{"[1,1]\n(1,1)[\xe4]\n1\n", "2:7: " + not},
		{"--\n\n@ \xe4\n##\n", "3:3: " + not},
		{`{"board": ".", "name": "# ` + "\xe4" + `"}`, "1:27: " + not},
		{"a,\xe4\n1,0\n", "1:3: " + not},
		{"0:\n##\n\n# \xe4\n", "4:3: " + not},
		{"\xe4\xf6\xfc", "1:1: " + not},
	} {
		file, err := formats.Read("x", strings.NewReader(tc.text), formats.Options{})
		switch {
		case err != nil && err.Error() != "x:"+tc.want:
			t.Errorf("%q: %v, want %s", tc.text, err, tc.want)
		case err == nil && (len(file.Warnings) != 1 || !strings.HasPrefix(file.Warnings[0].Error(), "x:"+tc.want+": warning: bytes that are not UTF-8")):
			t.Errorf("%q: warnings %v, want one at %s", tc.text, file.Warnings, tc.want)
		}
	}
}
