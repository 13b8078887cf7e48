package formats_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/native"
)

// counted returns the number of solutions of a document as the plain searcher
// finds it, or what it could not compile.
func counted(t *testing.T, d *formats.Document) string {
	t.Helper()
	tiling, err := d.Compile()
	if err != nil {
		return err.Error()
	}
	n, err := native.Plain{}.Count(context.Background(), tiling.Model)
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// A row says what is in a file: how many solutions each of its puzzles has.
type row struct {
	file, format string
	counts       string // separated by blanks
	warnings     []string
}

func checkRow(t *testing.T, folder string, r row, o formats.Options) {
	t.Helper()
	file, err := formats.ReadFile(filepath.Join(folder, r.file), o)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	if file.Format != r.format {
		t.Errorf("%s is told to be %s", r.file, file.Format)
	}
	var counts []string
	for _, d := range file.Documents {
		counts = append(counts, counted(t, d))
	}
	if got := strings.Join(counts, " "); got != r.counts {
		t.Errorf("%s: %s solutions, want %s", r.file, got, r.counts)
	}
	var warnings []string
	for _, w := range file.Warnings {
		warnings = append(warnings, strings.TrimPrefix(w.Error(), folder+"/"))
	}
	if !slices.Equal(warnings, r.warnings) {
		t.Errorf("%s: warnings %q, want %q", r.file, warnings, r.warnings)
	}
}

func TestGoodFiles(t *testing.T) {
	rows := []row{
		{file: "exact.cfg", format: "cap", counts: "12"},
		{file: "loose.cfg", format: "cap", counts: "80"}, // the domino and the tromino of testdata/small/packings/slack.yaml, both
		{file: "corridor.grid", format: "grid", counts: "12"},
		{file: "unnamed.grid", format: "grid", counts: "4", warnings: []string{
			"unnamed.grid:7:1: warning: the pieces T1, T2 are congruent: swapping them counts as another solution unless they are merged"}},
		{file: "pegs.json", format: "pegs", counts: "40"},
		{file: "pegs.yaml", format: "pegs", counts: "16"},
		{file: "two.json", format: "json", counts: "6 1"},
		{file: "spellings.yaml", format: "yaml", counts: "2 2 2 1 2"},
		{file: "windows.yaml", format: "yaml", counts: "3"},
		{file: "knuth.dlx", format: "dlx", counts: "1"},
		{file: "bounds.dlx", format: "dlx", counts: "6"},
		{file: "two.xmpuzzle", format: "xmpuzzle", counts: "12 9"},
		{file: "names.csv", format: "matrix", counts: "4"}, // three, one of which has the last row, which is there twice
		{file: "custom.letters", format: "letters", counts: "2"},
		{file: "hexes.cells", format: "cells", counts: "5"},
		{file: "regions.txt", format: "aoc", counts: "18 2 4 0 1"},
	}
	seen := make(map[string]bool)
	for _, r := range rows {
		checkRow(t, fixtures, r, formats.Options{})
		// Naming the format gives the same as detecting it.
		checkRow(t, fixtures, r, formats.Options{Format: r.format})
		seen[r.file] = true
	}
	entries, err := os.ReadDir(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !seen[e.Name()] && !strings.HasSuffix(e.Name(), ".txtar") {
			t.Errorf("no test reads %s", e.Name())
		}
	}
}

// Surplus rows of a matrix are left out by a lenient reading, which says so.
func TestLenientCap(t *testing.T) {
	text := "[3,2]\n(1,2)[A]\n1\n1\n1\n1\n\n(2,2)[B]\n1 1\n1 1\n0 1\n"
	if err := compileAll("s.cfg", text, formats.Options{}); err == nil || !strings.HasPrefix(err.Error(), "s.cfg:5:1: expected a piece after the 2 rows of piece A") {
		t.Errorf("read strictly: %v", err)
	}
	file, err := formats.Read("s.cfg", strings.NewReader(text), formats.Options{Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := counted(t, file.Documents[0]); got != "2" {
		t.Errorf("%s solutions", got)
	}
	want := []string{
		"s.cfg:5:1: warning: the rows of piece A from here on are left out: it has 2 rows",
		"s.cfg:11:1: warning: the rows of piece B from here on are left out: it has 2 rows",
	}
	if len(file.Warnings) != 2 || file.Warnings[0].Error() != want[0] || file.Warnings[1].Error() != want[1] {
		t.Errorf("warnings %v", file.Warnings)
	}
}

// A puzzle without a name is called after its file, and after its place in it
// where there are several.
func TestNamesComeFromFiles(t *testing.T) {
	for _, tc := range []struct{ file, text, want string }{
		{"some/folder/soma.cube.yaml", "board: ..", "soma.cube"},
		{"-", "board: ..", "stdin"},
		{"a\x1bb.yaml", "board: ..", "a_b"},
		{"two.yaml", "board: ..\n---\nboard: .\n", "two#1 two#2"},
		{"two.yaml", "board: ..\nname: one\n---\nboard: .\n", "one two#2"},
		{"tiles.grid", "--\n\n##\n", "tiles"},
		{"model.dlx", "a b\na b\n", "model"},
		{"pegs.yaml", "pegs: [[4, 4], [1, 0], [3, 2]]", "pegs:1,0 3,2 4,4"},
	} {
		file, err := formats.Read(tc.file, strings.NewReader(tc.text), formats.Options{})
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		var names []string
		for _, p := range file.Puzzles() {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, " "); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.file, got, tc.want)
		}
	}
}

// A claim without a source is a claim, with a warning.
func TestClaimWithoutSource(t *testing.T) {
	file, err := formats.Read("c.yaml", strings.NewReader("board: .\nclaims:\n  - {solutions: 0}\n"), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Warnings) != 1 || file.Warnings[0].Error() != "c.yaml:3:5: warning: a claim without a source" {
		t.Errorf("%v", file.Warnings)
	}
	if c := file.Documents[0].Puzzle.Claims; len(c) != 1 || c[0].Line != 3 || c[0].Count.Sign() != 0 {
		t.Errorf("%+v", c)
	}
}

// TestSeeds reads files of other people's puzzles. They are not part of this
// repository: the environment variable EXACTILE_SEEDS names their folder.
func TestSeeds(t *testing.T) {
	folder := os.Getenv("EXACTILE_SEEDS")
	if folder == "" {
		t.Skip("EXACTILE_SEEDS names no folder with the files cap/*.cfg and tiles/*.grid")
	}
	if testing.Short() {
		t.Skip("long under the race detector, and nothing to race for")
	}
	for _, r := range []row{
		{file: "cap/puzzle.cfg", format: "cap", counts: "712"},
		{file: "cap/test2.cfg", format: "cap", counts: "20"},
		{file: "cap/moyen.cfg", format: "cap", counts: "8"},
		{file: "cap/moyen-plus.cfg", format: "cap", counts: "8"},
		{file: "tiles/eight.grid", format: "grid", counts: "4"},
		{file: "tiles/six.grid", format: "grid", counts: "4"},
		{file: "burr/CubeInCage.xmpuzzle", format: "xmpuzzle", counts: "1152"},
		{file: "burr/DraculasDentalDesaster.xmpuzzle", format: "xmpuzzle", counts: "168"}, // BurrTools: 84 assemblies
	} {
		checkRow(t, folder, r, formats.Options{})
	}
}

// JSON's escapes are those of other readers of JSON.
func TestEscapesOfJSON(t *testing.T) {
	text := `{"board": "..", "name": "a\/b \ud83d\ude00 \u00e9\n"}`
	for _, text := range []string{text[:len(text)-4] + `"}`, text} {
		file, err := formats.Read("e.json", strings.NewReader(text), formats.Options{})
		if strings.Contains(text, `\n`) {
			if err == nil || err.Error() != "e.json:1:25: the puzzle's name has a character that cannot be seen" {
				t.Errorf("%s: %v", text, err)
			}
		} else if err != nil || file.Puzzles()[0].Name != "a/b 😀 é" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A question mark in brackets needs no quotes.
func TestBareQuestionMarks(t *testing.T) {
	text := "board: [?.?, .?\n ]\nname: why?\npieces: [{name: a?b, shape: [X], count: any}, {name: ?, shape: [XX]}]\n"
	file, err := formats.Read("q.yaml", strings.NewReader(text), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := file.Puzzles()[0]
	if must, may := p.Area(); must != 2 || may != 3 || p.Name != "why?" || p.Pieces[0].Name != "a?b" || p.Pieces[1].Name != "?" {
		t.Errorf("%+v", p)
	}
}

// A row of a board that is shorter than the others is named, unless blanks stand where there is no
// cell.
func TestRaggedBoards(t *testing.T) {
	for text, want := range map[string]string{
		"board: |\n  ......\n  .....\n  ......\n":                          "3:3: row 2 has 5 cells, the widest 6",
		"board: [\"...\", \"..\", \".\"]\n":                                "1:17: row 2 has 2 cells, the widest 3 (2 rows are shorter)",
		"board: |\n  .#\n  ...\n":                                          "2:3: row 1 has 2 characters, the widest 3",
		"lattice: cube\nboard: |\n  ..\n  ..\n\n  ..\n  .\n":               "7:3: row 2 of layer 2 has 1 cell, the widest 2",
		"board: |\n  ...\n  .##\n":                                         "",
		"board: |2\n   ..\n  ....\n   ..\n":                                "",
		"board: ..\nregions: \"a\"\npieces: [{name: L, shape: [X, XX]}]\n": "",
	} {
		file, err := formats.Read("b", strings.NewReader(text), formats.Options{})
		if err != nil {
			if want != "" {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		got := file.Documents[0].Ragged()
		var warnings []string
		for _, w := range file.Warnings {
			warnings = append(warnings, w.Error())
		}
		if want != "" {
			place, text, _ := strings.Cut(want, ": ")
			want = text
			if len(warnings) != 1 || warnings[0] != "b:"+place+": warning: "+text+"; # where there is none" {
				t.Errorf("%q: %q", text, warnings)
			}
		} else if len(warnings) != 0 {
			t.Errorf("%q: %q", text, warnings)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
