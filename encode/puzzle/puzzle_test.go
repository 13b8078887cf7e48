package puzzle

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

func shape(rows ...string) []Cell { return NewPiece("", rows...).Cells }

func board(rows ...string) Board {
	b, err := ParseBoard(rows...)
	if err != nil {
		panic(err)
	}
	return b
}

func piece(name string, count Bounds, rows ...string) Piece {
	return Piece{Name: name, Cells: shape(rows...), Count: count, Rotate: true, Flip: true}
}

func TestOrientationCounts(t *testing.T) {
	for _, test := range []struct {
		name                  string
		rows                  []string
		free, turns, flip, as int // with turns and flips, turns, flips, neither
	}{
		{"monomino", []string{"X"}, 1, 1, 1, 1},
		{"domino", []string{"XX"}, 2, 2, 1, 1},
		{"square", []string{"XX", "XX"}, 1, 1, 1, 1},
		{"F", []string{".XX", "XX.", ".X."}, 8, 4, 2, 1},
		{"I", []string{"XXXXX"}, 2, 2, 1, 1},
		{"L", []string{"X.", "X.", "X.", "XX"}, 8, 4, 2, 1},
		{"N", []string{".X", ".X", "XX", "X."}, 8, 4, 2, 1},
		{"P", []string{"XX", "XX", "X."}, 8, 4, 2, 1},
		{"T", []string{"XXX", ".X.", ".X."}, 4, 4, 1, 1},
		{"U", []string{"X.X", "XXX"}, 4, 4, 1, 1},
		{"V", []string{"X..", "X..", "XXX"}, 4, 4, 2, 1},
		{"W", []string{"X..", "XX.", ".XX"}, 4, 4, 2, 1},
		{"X", []string{".X.", "XXX", ".X."}, 1, 1, 1, 1},
		{"Y", []string{".X", "XX", ".X", ".X"}, 8, 4, 2, 1},
		{"Z", []string{"XX.", ".X.", ".XX"}, 4, 2, 2, 1},
		{"patterned domino", []string{"so"}, 4, 4, 2, 1},
		{"same symbols", []string{"ss"}, 2, 2, 1, 1},
		{"disconnected", []string{"X.X"}, 2, 2, 1, 1},
	} {
		for _, way := range []struct {
			rotate, flip bool
			want         int
		}{{true, true, test.free}, {true, false, test.turns}, {false, true, test.flip}, {false, false, test.as}} {
			p := Piece{Name: test.name, Cells: shape(test.rows...), Rotate: way.rotate, Flip: way.flip}
			if got := len(p.Orientations(lattice.Square)); got != way.want {
				t.Errorf("%s (rotate %t, flip %t): %d orientations, want %d", test.name, way.rotate, way.flip, got, way.want)
			}
		}
	}
}

// Where a piece was drawn must not matter, and the first orientation is the
// piece as drawn.
func TestOrientationsAreNormal(t *testing.T) {
	p := Piece{Cells: shape("....", "..X.", ".XX."), Rotate: true, Flip: true}
	all := p.Orientations(lattice.Square)
	want := Orientation(shape(".X", "XX"))
	if !all[0].equal(want) {
		t.Errorf("orientation 0 is %v, want %v", all[0], want)
	}
	for n, o := range all {
		if !slices.IsSortedFunc(o, func(a, b Cell) int { return a.At.Compare(b.At) }) {
			t.Errorf("orientation %d is out of order: %v", n, o)
		}
	}
}

func TestCompile(t *testing.T) {
	p := &Puzzle{
		Lattice: lattice.Square,
		Board:   board("..", "?#"),
		Pieces:  []Piece{piece("a piece", Exactly(1), "XX"), piece("one", Bounds{0, Unbounded}, "X")},
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if err := tiling.Validate(); err != nil {
		t.Fatal(err)
	}
	wantItems := []cover.Item{{Name: "a%20piece", Min: 1, Max: 1}, {Name: "one", Min: 0, Max: 3}, {Name: "0,0", Min: 1, Max: 1}, {Name: "1,0", Min: 1, Max: 1}, {Name: "0,1", Min: 0, Max: 1}}
	if !slices.Equal(tiling.Items, wantItems) {
		t.Errorf("items %v, want %v", tiling.Items, wantItems)
	}
	wantOptions := [][]int{{0, 2, 3}, {0, 2, 4}, {1, 2}, {1, 3}, {1, 4}}
	if !slices.EqualFunc(tiling.Options, wantOptions, slices.Equal[[]int]) {
		t.Errorf("options %v, want %v", tiling.Options, wantOptions)
	}
	if want := []int{-1, -1, 0, 1, 2}; !slices.Equal(tiling.Pos, want) {
		t.Errorf("positions %v, want %v", tiling.Pos, want)
	}
	for o, pl := range tiling.Placements {
		orientation := tiling.Orientations[pl.Piece][pl.Orientation]
		for k, c := range orientation {
			if pl.Origin.Add(c.At) != pl.Cells[k] {
				t.Errorf("placement %d: origin %v plus %v is not %v", o, pl.Origin, c.At, pl.Cells[k])
			}
		}
		if found := tiling.Find(pl.Piece, pl.Cells); found != o {
			t.Errorf("Find of placement %d is %d", o, found)
		}
	}
}

func TestSymbolsMustAgree(t *testing.T) {
	p := &Puzzle{
		Lattice: lattice.Square,
		Board:   board("so.", "os."),
		Pieces:  []Piece{piece("so", Bounds{0, 2}, "so"), piece("plain", Bounds{0, 2}, "XX"), piece("ss", Bounds{0, 2}, "ss")},
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	count := make([]int, 3)
	for _, pl := range tiling.Placements {
		count[pl.Piece]++
	}
	if want := []int{4, 1, 0}; !slices.Equal(count, want) {
		t.Errorf("placements %v, want %v", count, want)
	}
}

func TestHintsRestrict(t *testing.T) {
	p := &Puzzle{
		Lattice: lattice.Square,
		Board:   board("..", ".."),
		Pieces:  []Piece{piece("D", Exactly(2), "XX")},
		Place:   []Hint{{"D", []lattice.Cell{{1, 0}, {0, 0}}}},
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if tiling.AddedItems != 1 {
		t.Errorf("%d items were added, want 1", tiling.AddedItems)
	}
	// Of the square's eight motions two permute the dominoes as the hint allows.
	if len(tiling.Sym) != 2 || len(tiling.Motions) != 2 {
		t.Errorf("%d symmetries and %d motions, want 2", len(tiling.Sym), len(tiling.Motions))
	}
	p.Place[0].Cells = []lattice.Cell{{0, 0}, {1, 1}}
	var fault *Error
	if _, err := p.Compile(); !errors.As(err, &fault) || fault.Part != "hint" {
		t.Errorf("a hint that fits nowhere: %v", err)
	}
}

func TestSymmetryGroups(t *testing.T) {
	domino := piece("D", Bounds{0, Unbounded}, "XX")
	one := piece("F", Exactly(1), ".XX", "XX.", ".X.")
	one.Flip = false
	twin := piece("F'", Exactly(1), "XX.", ".XX", ".X.")
	twin.Flip = false
	still, upended := one, piece("F upended", Exactly(1), ".X.", ".XX", "XX.")
	upended.Flip, still.Rotate, upended.Rotate = false, false, false
	never := one
	never.Count = Bounds{}
	again := func(p Piece) Piece {
		p.Name += " again"
		return p
	}
	for _, test := range []struct {
		name   string
		board  Board
		pieces []Piece
		place  []Hint
		want   int
	}{
		{"square board", board("...", "...", "..."), []Piece{domino}, nil, 8},
		{"oblong board", board("...", "..."), []Piece{domino}, nil, 4},
		{"row: only left and right differ", board("..."), []Piece{domino}, nil, 2},
		{"a piece that fits nowhere, of the shape of one that is not used", board("..."), []Piece{piece("A", Bounds{}, ".X", "XX"), domino, piece("L", Bounds{0, 1}, ".X", "XX")}, nil, 2},
		{"corner missing", board("..#", "...", "..."), []Piece{domino}, nil, 2},
		{"two corners missing", board("..#", "...", "#.."), []Piece{domino}, nil, 4},
		{"lopsided", board("...", "..#", "###"), []Piece{domino}, nil, 1},
		{"optional cell breaks it", board("..?", "...", "..."), []Piece{domino}, nil, 2},
		{"symbol breaks it", board("..s", "...", "..."), []Piece{domino, piece("s", Exactly(1), "s")}, nil, 2},
		{"symbols that turn", board("s.s", "...", "s.s"), []Piece{domino, piece("s", Exactly(4), "s")}, nil, 8},
		{"a one-sided piece allows turns", board("...", "...", "..."), []Piece{one}, nil, 4},
		{"mirror twins swap", board("...", "...", "..."), []Piece{one, twin}, nil, 8},
		{"pieces that may not turn swap", board("....", "....", "...."), []Piece{still, upended}, nil, 2},
		{"twins of twins", board("...", "...", "..."), []Piece{twin, one, domino, again(one), again(twin)}, nil, 8},
		{"a one-sided piece used no times", board("...", "...", "..."), []Piece{domino, never}, nil, 8},
		{"a one-sided piece that fits nowhere", board("..", ".."), []Piece{domino, one}, nil, 8},
		{"hint at the edge", board("...", "...", "..."), []Piece{domino}, []Hint{{"D", []lattice.Cell{{0, 0}, {1, 0}}}}, 1},
		{"hint along the middle", board("...", "...", "..."), []Piece{domino}, []Hint{{"D", []lattice.Cell{{0, 1}, {1, 1}}}}, 2},
		{"two hints as a set", board("....", "...."), []Piece{domino}, []Hint{{"D", []lattice.Cell{{0, 0}, {0, 1}}}, {"D", []lattice.Cell{{3, 0}, {3, 1}}}}, 4},
		{"hints of different pieces", board("....", "...."), []Piece{domino, piece("E", Exactly(1), "XX")}, []Hint{{"D", []lattice.Cell{{0, 0}, {0, 1}}}, {"E", []lattice.Cell{{3, 0}, {3, 1}}}}, 2},
	} {
		p := &Puzzle{Lattice: lattice.Square, Board: test.board, Pieces: test.pieces, Place: test.place}
		tiling, err := p.Compile()
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if err := tiling.Validate(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if len(tiling.Sym) != test.want || len(tiling.Motions) != test.want {
			t.Errorf("%s: group of %d (%d motions), want %d", test.name, len(tiling.Sym), len(tiling.Motions), test.want)
		}
		closed(t, test.name, tiling.Sym)
		eachByItself(t, test.name, p)
	}
	// Twins with different counts cannot swap.
	two := twin
	two.Count = Bounds{0, 1}
	p := &Puzzle{Lattice: lattice.Square, Board: board("...", "...", "..."), Pieces: []Piece{one, two}}
	if tiling, err := p.Compile(); err != nil || len(tiling.Sym) != 4 {
		t.Errorf("twins of different counts: %v, group of %d, want 4", err, len(tiling.Sym))
	}
}

// closed fails unless the permutations are a group that starts with the identity.
func closed(t *testing.T, name string, group [][]int) {
	t.Helper()
	if len(group) == 0 || !slices.IsSorted(group[0]) {
		t.Errorf("%s: the group does not start with the identity", name)
		return
	}
	for _, g := range group {
		for _, h := range group {
			both := make([]int, len(g))
			for o := range both {
				both[o] = g[h[o]]
			}
			if !slices.ContainsFunc(group, func(k []int) bool { return slices.Equal(k, both) }) {
				t.Errorf("%s: the group is not closed", name)
				return
			}
		}
	}
}

// eachByItself fails unless the symmetries of p without its hints, most of which are
// made by multiplying others, are those that every motion has when it is looked at
// by itself.
func eachByItself(t *testing.T, name string, p *Puzzle) {
	t.Helper()
	bare := *p
	bare.Place = nil
	tiling, err := bare.Compile()
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBoardIndex(&bare)
	if err != nil {
		t.Fatal(err)
	}
	again := &Tiling{Puzzle: &bare, Model: &cover.Model{}, Orientations: tiling.Orientations}
	f, err := again.fit(b, MaxEntries)
	if err != nil {
		t.Fatal(err)
	}
	again.place(b, f)
	again.addItems(b)
	find, sites := finder(again.sums(func(i int) int { return i })), make([]int, len(b.sites))
	for _, g := range b.motions(MaxEntries) {
		b.image(g, sites)
		perm := again.permutation(g, b, sites, find, f.runs)
		if perm == nil || slices.ContainsFunc(again.Sym, func(known []int) bool { return slices.Equal(perm, known) }) {
			continue
		}
		again.Sym, again.Motions = append(again.Sym, perm), append(again.Motions, g)
	}
	if !slices.EqualFunc(tiling.Sym, again.Sym, slices.Equal) || !slices.Equal(tiling.Motions, again.Motions) {
		t.Errorf("%s: %d symmetries, and %d or others if each is found by itself", name, len(tiling.Sym), len(again.Sym))
	}
}

func TestSymmetryOnOtherLattices(t *testing.T) {
	// A hexagon of seven cells in axial coordinates and one of six triangles.
	hexagon := Board{Size: lattice.Cell{3, 3, 1}}
	for _, c := range []lattice.Cell{{1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}} {
		hexagon.Sites = append(hexagon.Sites, Site{Cell: Cell{At: c}})
	}
	triangles := Board{Size: lattice.Cell{3, 2, 1}}
	for _, c := range []lattice.Cell{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}} {
		triangles.Sites = append(triangles.Sites, Site{Cell: Cell{At: c}})
	}
	cube := Board{Size: lattice.Cell{2, 2, 2}}
	for n := range 8 {
		cube.Sites = append(cube.Sites, Site{Cell: Cell{At: lattice.Cell{n & 1, n >> 1 & 1, n >> 2}}})
	}
	for _, test := range []struct {
		lattice *lattice.Lattice
		board   Board
		want    int // placements of a domino
		group   int
	}{
		{lattice.Hex, hexagon, 12, 12},
		{lattice.Triangle, triangles, 6, 12},
		{lattice.Cube, cube, 12, 48},
	} {
		p := &Puzzle{Lattice: test.lattice, Board: test.board, Pieces: []Piece{piece("D", Bounds{0, Unbounded}, "XX")}}
		tiling, err := p.Compile()
		if err != nil {
			t.Errorf("%s: %v", test.lattice.Name, err)
			continue
		}
		if len(tiling.Options) != test.want || len(tiling.Sym) != test.group {
			t.Errorf("%s: %d placements and a group of %d, want %d and %d", test.lattice.Name, len(tiling.Options), len(tiling.Sym), test.want, test.group)
		}
		closed(t, test.lattice.Name, tiling.Sym)
		eachByItself(t, test.lattice.Name, p)
	}
}

func TestValidateNamesTheFault(t *testing.T) {
	good := func() *Puzzle {
		return &Puzzle{Lattice: lattice.Square, Board: board("..", ".."), Pieces: []Piece{piece("D", Exactly(2), "XX")}}
	}
	if err := good().Validate(); err != nil {
		t.Fatal(err)
	}
	plain := good()
	plain.Lattice = nil
	want, _ := good().Compile()
	if got, err := plain.Compile(); err != nil || !reflect.DeepEqual(got, want) || plain.Lattice != nil {
		t.Errorf("without a lattice: %v, %v; want what the square one makes", got, err)
	}
	empty := &Puzzle{Lattice: lattice.Square}
	if tiling, err := empty.Compile(); err != nil || tiling.Check(nil) != nil {
		t.Errorf("the empty puzzle: %v", err)
	}
	for _, test := range []struct {
		want  string
		spoil func(*Puzzle)
	}{
		{"has no cells", func(p *Puzzle) { p.Pieces[0].Cells = nil }},
		{"two pieces are named", func(p *Puzzle) { p.Pieces = append(p.Pieces, p.Pieces[0]) }},
		{"has no name", func(p *Puzzle) { p.Pieces[0].Name = "" }},
		{"below zero", func(p *Puzzle) { p.Pieces[0].Count.Min = -1 }},
		{"ends before it starts", func(p *Puzzle) { p.Pieces[0].Count = Bounds{3, 2} }},
		{"twice", func(p *Puzzle) { p.Pieces[0].Cells = append(p.Pieces[0].Cells, p.Pieces[0].Cells[0]) }},
		{"no piece has the symbol 's'", func(p *Puzzle) { p.Board = board("s.", "..") }},
		{"repeated or out of order", func(p *Puzzle) { p.Board.Sites = append(p.Board.Sites, p.Board.Sites[0]) }},
		{"lies outside", func(p *Puzzle) { p.Board.Size = lattice.Cell{1, 2, 1} }},
		{"there is no piece", func(p *Puzzle) { p.Place = []Hint{{"E", nil}} }},
		{"too far away", func(p *Puzzle) {
			p.Pieces[0].Cells = []Cell{{At: lattice.Cell{math.MinInt}}, {At: lattice.Cell{math.MaxInt}}}
		}},
		{"no motions", func(p *Puzzle) { p.Lattice = new(lattice.Lattice) }},
		{"-1 columns", func(p *Puzzle) { p.Board = Board{Size: lattice.Cell{-1, 1, 1}} }},
		{"larger than", func(p *Puzzle) { p.Board.Size = lattice.Cell{1 << 40, 1 << 40, 1} }},
	} {
		p := good()
		test.spoil(p)
		if _, err := p.Compile(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("want an error with %q, got %v", test.want, err)
		}
	}
}

func TestMergeCongruent(t *testing.T) {
	chiral := piece("J", Exactly(1), ".X", ".X", "XX")
	chiral.Flip = false
	p := &Puzzle{
		Lattice: lattice.Square,
		Board:   board("....", "....", "...."),
		Pieces:  []Piece{piece("L", Exactly(1), "X.", "X.", "XX"), piece("I", Exactly(1), "XX"), piece("L'", Bounds{0, Unbounded}, "XXX", "X.."), chiral},
		Place:   []Hint{{"L'", []lattice.Cell{{0, 0}, {1, 0}, {2, 0}, {0, 1}}}},
		Claims:  []Claim{{Kind: Unique}},
	}
	if groups := p.Congruent(); len(groups) != 1 || !slices.Equal(groups[0], []int{0, 2}) {
		t.Fatalf("congruent: %v", groups)
	}
	merged := p.MergeCongruent()
	var names []string
	for _, piece := range merged.Pieces {
		names = append(names, piece.Name)
	}
	if !slices.Equal(names, []string{"L+L'", "I", "J"}) || merged.Pieces[0].Count != (Bounds{1, Unbounded}) {
		t.Errorf("merged into %v, the first %v", names, merged.Pieces[0].Count)
	}
	if merged.Place[0].Piece != "L+L'" || len(merged.Claims) != 0 || len(p.Pieces) != 4 || p.Place[0].Piece != "L'" {
		t.Errorf("merged: %+v, before: %+v", merged.Place, p.Place)
	}
	if _, err := merged.Compile(); err != nil {
		t.Error(err)
	}
	if merged.MergeCongruent() != merged {
		t.Error("a puzzle without congruent pieces was copied")
	}
}

// Names that joining would repeat stay distinct, and sums of bounds stay bounds.
func TestMergeCongruentKeepsPuzzlesValid(t *testing.T) {
	many := Bounds{Unbounded - 1, Unbounded}
	p := &Puzzle{
		Lattice: lattice.Square,
		Board:   board("......"),
		Pieces: []Piece{
			piece("A", many, "X"), piece("B+C", many, "X"),
			piece("A+B", Exactly(1), "XX"), piece("C", Exactly(1), "XX"),
			piece("D", Exactly(1), "XXX"), piece("D'", Exactly(1), "XXX"), piece("D+D'", Exactly(1), "XXXX"),
		},
	}
	merged := p.MergeCongruent()
	if err := merged.Validate(); err != nil {
		t.Error(err)
	}
	var names []string
	for _, piece := range merged.Pieces {
		names = append(names, piece.Name)
	}
	if want := []string{"A+B+C", "A+B+C+", "D+D'+", "D+D'"}; !slices.Equal(names, want) {
		t.Errorf("merged into %q, want %q", names, want)
	}
}

// A shuffled puzzle is the same with other option numbers.
func TestShuffled(t *testing.T) {
	p := &Puzzle{
		Name: "p", Lattice: lattice.Square, Board: board("...", "?..", "..."),
		Pieces: []Piece{{Name: "L", Cells: shape("X.", "XX"), Count: Bounds{0, 2}, Rotate: true, Flip: true}, {Name: "I", Cells: shape("XX"), Count: Bounds{0, 3}, Rotate: true}},
	}
	for _, hints := range [][]Hint{nil, {{Piece: "I", Cells: []lattice.Cell{{1, 1}, {2, 1}}}}} {
		p.Place = hints
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if tiling.Shuffled(0) != tiling {
			t.Error("seed 0 changes something")
		}
		text := func(t *Tiling) string { return fmt.Sprint(*t.Model, t.Placements, t.Motions) }
		before := text(tiling)
		orders := make(map[string]bool)
		for seed := uint64(1); seed <= 5; seed++ {
			got := tiling.Shuffled(seed)
			if err := got.Validate(); err != nil {
				t.Fatal(err)
			}
			if got.Fingerprint() != tiling.Fingerprint() {
				t.Errorf("seed %d: another model", seed)
			}
			if len(got.Sym) != len(tiling.Sym) {
				t.Errorf("seed %d: %d symmetries, want %d", seed, len(got.Sym), len(tiling.Sym))
			}
			for k, g := range got.Sym {
				if !got.Automorphism(g) {
					t.Errorf("seed %d: symmetry %d is none", seed, k)
				}
			}
			var names []string
			for o, pl := range got.Placements {
				names = append(names, got.PlacementName(o))
				if tiling.Find(pl.Piece, pl.Cells) < 0 || !slices.Equal(got.ItemNames(o), tiling.ItemNames(tiling.Find(pl.Piece, pl.Cells))) {
					t.Errorf("seed %d: option %d is not placement %v", seed, o, pl)
				}
			}
			orders[strings.Join(names, " ")] = true
			if text(got) != text(tiling.Shuffled(seed)) {
				t.Errorf("seed %d gives two orders", seed)
			}
		}
		if len(orders) != 5 {
			t.Errorf("five seeds give %d orders", len(orders))
		}
		if text(tiling) != before {
			t.Error("the puzzle itself has changed")
		}
	}
}

// A puzzle built in code equals its drawing in a puzzle file.
func TestBuilders(t *testing.T) {
	hole := lattice.Cell{1, 0}
	b := Rect(3, 2, hole)
	if len(b.Sites) != 5 || b.Size != (lattice.Cell{3, 2, 1}) {
		t.Errorf("a board of 3x2 with a hole: %+v", b)
	}
	for k, s := range b.Packing().Sites {
		if s.At == hole || !s.Optional || b.Sites[k].Optional || s.Cell != b.Sites[k].Cell {
			t.Errorf("site %d: %+v, in the packing %+v", k, b.Sites[k], s)
		}
	}
	want := []Cell{{At: lattice.Cell{1, 0}}, {At: lattice.Cell{0, 1}, Symbol: '✚'}, {At: lattice.Cell{1, 1}}}
	p := NewPiece("S", ".X", "✚#").Times(Bounds{Min: 1, Max: 3})
	if !slices.Equal(p.Cells, want) || !p.Rotate || !p.Flip || p.Count != (Bounds{Min: 1, Max: 3}) {
		t.Errorf("the piece is %+v", p)
	}
	if one := NewPiece("I", "X"); one.Count != Exactly(1) {
		t.Errorf("a piece is used %+v", one.Count)
	}
}

// A drawn board has the cells of a puzzle file, and a character that is none has its place.
func TestParseBoard(t *testing.T) {
	at := func(x, y, z int, symbol rune, optional bool) Site {
		return Site{Cell: Cell{At: lattice.Cell{x, y, z}, Symbol: symbol}, Optional: optional}
	}
	for _, c := range []struct {
		rows []string
		size lattice.Cell
		want []Site
		err  string
	}{
		{nil, lattice.Cell{}, nil, ""},
		{[]string{"", ".?", "#s", ""}, lattice.Cell{2, 2, 1},
			[]Site{at(0, 0, 0, 0, false), at(1, 0, 0, 0, true), at(1, 1, 0, 's', false)}, ""},
		{[]string{" .\n.\n\n\n✚ "}, lattice.Cell{2, 2, 2},
			[]Site{at(1, 0, 0, 0, false), at(0, 1, 0, 0, false), at(0, 0, 1, '✚', false)}, ""},
		{[]string{"..", ".X"}, lattice.Cell{}, nil, "'X' on a board: write '.'"},
		{[]string{".\t"}, lattice.Cell{}, nil, "the character U+0009 on a board"},
	} {
		b, err := ParseBoard(c.rows...)
		switch {
		case c.err != "":
			fault, ok := err.(*Error)
			if !ok || !strings.HasPrefix(fault.Text, c.err) || fault.Part != "board" || fault.Cell == nil || fault.Cell[0] != 1 {
				t.Errorf("%q: %v", c.rows, err)
			}
		case err != nil || b.Size != c.size || !slices.Equal(b.Sites, c.want):
			t.Errorf("%q: %+v, %v", c.rows, b, err)
		}
	}
}
