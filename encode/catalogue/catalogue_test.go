package catalogue_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

func ExampleLookup() {
	puzzles, err := catalogue.Lookup("cilada:3..5")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range puzzles {
		fmt.Println(p.Name, len(p.Pieces), "kinds of pieces")
	}
	// Output:
	// cilada:3 10 kinds of pieces
	// cilada:4 9 kinds of pieces
	// cilada:5 10 kinds of pieces
}

// lookup returns the only puzzle of that name.
func lookup(t *testing.T, name string) *puzzle.Puzzle {
	t.Helper()
	all, err := catalogue.Lookup(name)
	if err != nil || len(all) != 1 {
		t.Fatalf("Lookup(%q): %d puzzles, %v", name, len(all), err)
	}
	return all[0]
}

// A puzzle of testdata that has a name of the catalogue is that puzzle, and claims what it claims.
func TestPuzzlesAreThoseOfTestdata(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	same := map[string]int{}
	for _, file := range files {
		content, err := formats.ReadFile(file, formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, claimed := range content.Puzzles() {
			all, err := catalogue.Lookup(claimed.Name)
			if err != nil || len(all) != 1 {
				continue
			}
			family, _, _ := strings.Cut(claimed.Name, ":")
			same[family]++
			if a, b := compile(t, all[0]), compile(t, claimed); a.Fingerprint() != b.Fingerprint() {
				t.Errorf("%s: %s is another puzzle than that of the catalogue", file, claimed.Name)
			}
			for _, c := range all[0].Claims {
				for _, d := range claimed.Claims {
					if c.Kind == d.Kind && c.Symmetry == d.Symmetry && c.Count.Cmp(d.Count) != 0 {
						t.Errorf("%s: %s: %v %s, the catalogue says %v", file, d.Kind, d.Count, d.Source, c.Count)
					}
				}
			}
		}
	}
	if same["cilada"] != 50 || same["pegs"] < 3 || same["pentominoes"] < 3 || same["tatami"] < 4 ||
		same["tatami+squares"] < 10 || same["crossroads"] != 1 || same["two-faces"] != 1 {
		t.Errorf("puzzles of the catalogue in testdata: %v", same)
	}
}

// What the catalogue itself claims of its cubes and games is so.
func TestClaims(t *testing.T) {
	for _, name := range []string{
		"half-hour", "diabolical", "slothouber-graatsma", "bedlam", "tetris-cube", "conway", "hexagon",
		"kanoodle", "soma", "calendar", "crossroads", "four-colors", "two-faces",
	} {
		t.Run(name, func(t *testing.T) {
			quick := []string{"half-hour", "slothouber-graatsma", "four-colors", "two-faces"}
			if !slices.Contains(quick, name) {
				testkit.OnlyThorough(t)
			}
			t.Parallel()
			p := lookup(t, name)
			m := compile(t, p)
			solutions, orbits := int64(0), int64(0)
			for s, err := range (native.Searcher{}).Solutions(t.Context(), m.Model) {
				if err != nil {
					t.Fatal(err)
				}
				if solutions++; s.Least(m.Sym) {
					orbits++
				}
			}
			for _, c := range p.Claims {
				got := map[puzzle.ClaimKind]int64{puzzle.Solutions: solutions, puzzle.UpToSymmetry: orbits}[c.Kind]
				if c.Count.Int64() != got {
					t.Errorf("%s: %v, found %d (%s)", c.Kind, c.Count, got, c.Source)
				}
			}
			if len(p.Claims) == 0 {
				t.Error("it claims nothing")
			}
		})
	}
}

func compile(t *testing.T, p *puzzle.Puzzle) *puzzle.Tiling {
	t.Helper()
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

func TestPegsInAnyOrder(t *testing.T) {
	want := lookup(t, "pegs:1,0 3,2 4,4")
	if want.Name != "pegs:1,0 3,2 4,4" {
		t.Errorf("named %q", want.Name)
	}
	for _, name := range []string{"pegs:4,4 1,0 3,2", "pegs: 3,2  4,4 1,0 "} {
		if p := lookup(t, name); p.Name != want.Name || !slices.Equal(p.Board.Sites, want.Board.Sites) {
			t.Errorf("%q gives %q", name, p.Name)
		}
	}
}

// A peg in each domain is a puzzle, whichever cells of the domains they are.
func TestPegsDomains(t *testing.T) {
	for _, e := range pegs.Editions() {
		_, err := pegs.New(e)
		var bad *pegs.Error
		if !errors.As(err, &bad) || len(bad.Domains) != 3 {
			t.Fatalf("%s without pegs: %v", e, err)
		}
		all := slices.Concat(bad.Domains...)
		for k, cell := range all {
			if slices.Contains(all[:k], cell) {
				t.Errorf("%s: %v is in two domains", e, cell)
			}
		}
		valid := 0
		for a := range 25 {
			for b := range a {
				for c := range b {
					p, err := pegs.New(e, [2]int{a % 5, a / 5}, [2]int{b % 5, b / 5}, [2]int{c % 5, c / 5})
					if err != nil {
						continue
					}
					valid++
					if must, may := p.Area(); must != 22 || may != 0 {
						t.Errorf("%s: %d cells", p.Name, must+may)
					}
				}
			}
		}
		if want := len(bad.Domains[0]) * len(bad.Domains[1]) * len(bad.Domains[2]); valid != want {
			t.Errorf("%s: %d triples of pegs are valid, want %d", e, valid, want)
		}
	}
}

func TestPegsErrors(t *testing.T) {
	for _, tc := range []struct{ name, want string }{
		{"pegs:1,1 1,2 2,1", "pegs 1,1 1,2 2,1: every domain takes one peg, but D0 has none, D1 has 1,2, D2 has 1,1 and 2,1"},
		{"pegs:1,0 3,2", "2 pegs: want three, one in each domain"},
		{"pegs:", "0 pegs: want three, one in each domain"},
		{"pegs", "0 pegs: want three, one in each domain"},
		{"pegs:" + strings.Repeat("1,0 ", 1000), "1000 pegs: want three, one in each domain"},
		{"pegs:1,0 1,0 4,4", "two pegs on 1,0"},
		{"pegs:1,0 3,2 5,4", "peg 5,4 is not on the board: x and y go from 0 to 4"},
		{"pegs:1,0 3,2 -1,4", "peg -1,4 is not on the board: x and y go from 0 to 4"},
		{"pegs:1,0 3,2 4", `"4" is not a peg: want three x,y, such as pegs:1,0 3,2 4,4`},
		{"pegs-fixed:1,0 3,2 99999999999,4", `"99999999999,4" is not a peg: want three x,y, such as pegs-fixed:1,0 3,2 4,4`},
	} {
		_, err := catalogue.Lookup(tc.name)
		var bad *pegs.Error
		if !errors.As(err, &bad) || bad.Message != tc.want || bad.Code != "invalid_pegs" || len(bad.Domains) != 3 {
			t.Errorf("%.40s: %v\nwant %s", tc.name, err, tc.want)
		}
	}
}

func TestPegsErrorAsJSON(t *testing.T) {
	_, err := catalogue.Lookup("pegs:1,1 1,2 2,1")
	text, _ := json.Marshal(err)
	want := `"domains":[[[1,0],[0,0],[0,1],[0,2],[0,3],[0,4]],[[1,2],[2,2],[2,3],[2,4],[3,4],[4,4],[4,3]],[[1,1],[2,1],[3,1],[3,2],[3,3],[4,1],[4,0],[3,0]]]}`
	if !strings.HasPrefix(string(text), `{"code":"invalid_pegs","message":"pegs 1,1 `) || !strings.HasSuffix(string(text), want) {
		t.Errorf("%s", text)
	}
}

func TestErrors(t *testing.T) {
	for _, tc := range []struct{ name, want string }{
		{"cilada:0", `cilada:0: "0" is no variant: want a number from 1 to 50, or a range such as 3..7`},
		{"cilada:51", `"51" is no variant`},
		{"cilada:", `"" is no variant`},
		{"cilada:-1", `"-1" is no variant`},
		{"cilada:3..", `"3.." is no range`},
		{"cilada:7..3", `cilada:7..3: "7..3": the range ends before it starts`},
		{"cilada:99999999999999999999", "is no variant"},
		{"pentominoes", "pentominoes: the size is missing: want columns x rows, such as 6x10"},
		{"pentominoes:6", `"6" is no size`},
		{"pentominoes:6x", `"6x" is no size`},
		{"pentominoes:0x10", `"0x10" is no size`},
		{"pentominoes:6x-10", `"6x-10" is no size`},
		{"pentominoes:6x10x2", `"6x10x2" is no size`},
		{"pentominoes:8x8-centre", "8x8-center and 8x8-corners have holes"},
		{"dominoes:1000x1000", "1000 columns and 1000 rows are 1000000 cells: a built-in board has at most 10000"},
		{"dominoes:1000000000x1000000000", "is no size"},
		{"dominoes:99999999999999999999x2", "is no size"},
		{"pentominoes+square:x", `"x" is no size`},
		{"tatami", "tatami: the size is missing"},
		{"tatami+squares:4x", `"4x" is no size`},
		{"squares", `squares:: "" is no side: want a number from 3 to 40`},
		{"squares:2", `"2" is no side`},
		{"squares:41", `"41" is no side`},
		{"tatamis:4x4", `did you mean "tatami:4x4"?`},
		{"four-colours", `did you mean "four-colors"?`},
		{"cilda:7", `there is no built-in puzzle "cilda:7"; did you mean "cilada:7"?`},
		{"pentomino:6x10", `did you mean "pentominoes:6x10"?`},
		{"domino:2x3", `did you mean "dominoes:2x3"?`},
		{"calendar:", `calendar:: "" is no month: want a date such as Oct-06`},
		{"calendar:Oct", `"" is no day`},
		{"calendar:Okt-06", `"Okt" is no month: want a date such as Oct-06; did you mean "Oct"?`},
		{"calendar:Feb-30", "February has the days from 1 to 29"},
		{"calendar:Oct-0", "October has the days from 1 to 31"},
		{"genius:", "no face of the die with A2 B2 C2 A3 B1 B3"},
		{"genius:A2,A4,C3,E1,F1,A1", "no face of the die with E4 F4 E5 F5 D5 E6: a roll has a face of each of 7 dice"},
		{"genius:A2,B2", "A2 and B2 are faces of one die, which has A2 B2 C2 A3 B1 B3"},
		{"genius:A2,a2", "A2 occurs twice"},
		{"genius:G1", `"G1" is no cell: want a column from A to F and a row from 1 to 6`},
		{"kanoodle:5x11", "kanoodle: there is one puzzle of that name"},
		{"zebra", `there is no built-in puzzle "zebra"`},
		{"", `there is no built-in puzzle ""`},
	} {
		all, err := catalogue.Lookup(tc.name)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %d puzzles, %v\nwant %s", tc.name, len(all), err, tc.want)
		}
	}
}

func TestEntriesAreKnown(t *testing.T) {
	for _, e := range catalogue.Entries() {
		if !catalogue.Has(e.Example) || e.Pattern == "" || e.Text == "" {
			t.Errorf("%+v", e)
		}
		all, err := catalogue.Lookup(e.Example)
		if err != nil {
			t.Errorf("%s: %v", e.Example, err)
		}
		for _, p := range all {
			if err := p.Validate(); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
		if len(all) == 1 && all[0].Name != e.Example {
			t.Errorf("%s is named %s", e.Example, all[0].Name)
		}
	}
	if catalogue.Has("puzzle.yaml") || catalogue.Has("-") {
		t.Error("a file is taken for a built-in puzzle")
	}
}

// FuzzLookup: for any name Lookup returns puzzles that compile, of bounded size, or an error.
func FuzzLookup(f *testing.F) {
	for _, e := range catalogue.Entries() {
		f.Add(e.Example)
	}
	f.Fuzz(func(t *testing.T, name string) {
		all, err := catalogue.Lookup(name)
		if (err == nil) != (len(all) > 0) {
			t.Fatalf("%d puzzles, %v", len(all), err)
		}
		for _, p := range all {
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			if must, may := p.Area(); must+may > 10000 {
				t.Fatalf("%d cells", must+may)
			}
			if again, err := catalogue.Lookup(p.Name); err != nil || len(again) != 1 || again[0].Name != p.Name {
				t.Fatalf("%q is not known by its own name: %v", p.Name, err)
			}
		}
	})
}
