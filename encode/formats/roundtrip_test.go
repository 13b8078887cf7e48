package formats_test

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// same compares puzzles; lattices are the same if they are one value, and the
// places that claims stand on are no part of what a file says.
var same = []cmp.Option{
	cmp.Comparer(func(a, b *lattice.Lattice) bool { return a == b }),
	cmp.Comparer(func(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }),
	cmp.FilterPath(func(p cmp.Path) bool { return slices.Contains([]string{".Line", ".Column"}, p.Last().String()) }, cmp.Ignore()),
}

// throughText writes puzzles, reads the text, and returns what was read.
func throughText(t interface {
	Helper()
	Fatalf(string, ...any)
}, format string, puzzles ...*puzzle.Puzzle) []*puzzle.Puzzle {
	t.Helper()
	var b bytes.Buffer
	if err := formats.Write(&b, format, puzzles...); err != nil {
		t.Fatalf("writing %s: %v", format, err)
	}
	file, err := formats.Read("again", bytes.NewReader(b.Bytes()), formats.Options{})
	if err != nil {
		t.Fatalf("%v\nin what was written as %s:\n%s", err, format, b.String())
	}
	if file.Format != format {
		t.Fatalf("what was written as %s is told to be %s:\n%s", format, file.Format, b.String())
	}
	return file.Puzzles()
}

func builtIn(t testing.TB, names ...string) []*puzzle.Puzzle {
	t.Helper()
	var all []*puzzle.Puzzle
	for _, name := range names {
		puzzles, err := catalogue.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, puzzles...)
	}
	return all
}

// anyName draws names that a puzzle file must quote, escape or leave as they are.
var anyName = rapid.OneOf(
	rapid.SampledFrom([]string{"a", "Two words", "true", "null", "12", "- x", "a: b", "a #b", "ä", "x'y\"z\\", "0..1", "{", "@ T", "pegs"}),
	rapid.StringMatching(`[a-z0-9:#&*'" -]{0,8}[a-z]`),
)

// randomPuzzle draws a puzzle of any kind that the puzzle file can hold.
func randomPuzzle(t *rapid.T) *puzzle.Puzzle {
	l := rapid.SampledFrom(lattice.All()).Draw(t, "lattice")
	p := &puzzle.Puzzle{Name: anyName.Draw(t, "name"), Lattice: l, Board: randomBoard(t, l)}
	used, regions := []rune{0}, ""
	for _, s := range p.Board.Sites {
		used, regions = append(used, s.Symbol), regions+string(s.Region)
	}
	slices.Sort(used)
	used = slices.Compact(used)
	if len(used) > 1 {
		used = append(used, puzzle.Any) // no cell of a board has it
	}
	names := make(map[string]bool)
	for k := range rapid.IntRange(0, 3).Draw(t, "pieces") {
		piece := randomPiece(t, l, p.Board.Size[2], used, regions)
		if names[piece.Name] {
			piece.Name += fmt.Sprint(k)
		}
		names[piece.Name] = true
		p.Pieces = append(p.Pieces, piece)
	}
	// Every symbol of the board needs a piece.
	all := puzzle.Piece{Name: "every symbol", Count: puzzle.Exactly(0)}
	for k, r := range used {
		at := l.Corner([]lattice.Cell{{-10 * k}}).Add(l.Starts()[0]) // a place apart
		all.Cells = append(all.Cells, puzzle.Cell{At: at, Symbol: r})
	}
	p.Pieces = append(p.Pieces, all)
	for range rapid.IntRange(0, 2).Draw(t, "groups") {
		g := puzzle.Group{Count: puzzle.Bounds{Min: 0, Max: rapid.SampledFrom([]int{1000, puzzle.Unbounded}).Draw(t, "most")}}
		for _, piece := range p.Pieces[rapid.IntRange(0, len(p.Pieces)-1).Draw(t, "first"):] {
			g.Pieces = append(g.Pieces, piece.Name)
		}
		p.Groups = append(p.Groups, g)
	}
	for range rapid.IntRange(0, 2).Draw(t, "rules") {
		rules := []puzzle.Rule{
			{At: "sides", Most: 1}, {At: "corners", Most: 3}, {At: "corners", Most: 1, Of: "piece"}, {At: "sides", Most: 1, Of: "piece", Diagonal: true},
		}
		if l.Round || l.Sides() == 0 {
			rules = rules[:1] // it has no corners
		} else if l == lattice.Sticks {
			rules = append(rules, puzzle.Rule{At: "crossings", Most: 1})
		}
		if len(p.Groups) == 0 { // their bounds may be counts, which fits refuses
			rules = append(rules, puzzle.Rule{At: "fits", Least: 1})
		}
		p.Rules = append(p.Rules, rapid.SampledFrom(rules).Draw(t, "rule"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "hints") {
		p.Place = append(p.Place, randomHint(t, p))
	}
	for _, s := range p.Board.Sites {
		if s.Label != "" && rapid.IntRange(0, 9).Draw(t, "over") == 0 {
			p.PutOver(rapid.SampledFrom(p.Pieces).Draw(t, "piece over a label").Name, s.Label)
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "goal") == 0 {
		p.Goal = puzzle.Goal{Of: "pieces", Bounds: puzzle.Bounds{Min: 0, Max: 3}}
		_, may := p.Area()
		if may > 0 && slices.ContainsFunc(p.Pieces, func(q puzzle.Piece) bool { return q.Count.Min != q.Count.Max }) {
			p.Goal = rapid.SampledFrom([]puzzle.Goal{p.Goal, {Best: "fewest", Of: "pieces"}, {Best: "most", Of: "pieces"}, {Best: "fewest", Of: "holes"}}).Draw(t, "best")
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "claims") {
		p.Claims = append(p.Claims, randomClaim(t, p.Goal))
	}
	return p
}

// randomBoard draws a board with holes, symbols, regions, and cells that may stay empty.
func randomBoard(t *rapid.T, l *lattice.Lattice) puzzle.Board {
	symbols := []rune{0, 0, 0, 's', '◯', '0', '"', ':', '-', '\\', '+', '&', '|', '{', '~', 'é', '😀'}
	layers := 1
	if l.Dims == 3 {
		layers = rapid.IntRange(1, 3).Draw(t, "layers")
	}
	b := puzzle.Board{Size: lattice.Cell{rapid.IntRange(1, 4).Draw(t, "columns"), rapid.IntRange(1, 4).Draw(t, "rows"), layers}}
	loose := rapid.Bool().Draw(t, "optional")
	for n := range b.Size[0] * b.Size[1] * b.Size[2] {
		at := lattice.Cell{n % b.Size[0], n / b.Size[0] % b.Size[1], n / b.Size[0] / b.Size[1]}
		if !l.Has(at) || rapid.IntRange(0, 3).Draw(t, "hole") == 0 {
			continue
		}
		s := puzzle.Site{Cell: puzzle.Cell{At: at, Symbol: rapid.SampledFrom(symbols).Draw(t, "symbol")}, Optional: loose}
		if s.Symbol == 0 && !loose {
			s.Optional = rapid.Bool().Draw(t, "may stay empty")
		}
		s.Label = rapid.SampledFrom([]string{"", "", "1", "ä", "Mo"}).Draw(t, "label")
		s.Region = rapid.SampledFrom([]rune{0, 0, 'm', 'X', '0', '😀', ':'}).Draw(t, "region")
		b.Sites = append(b.Sites, s)
	}
	for k, n := range b.Size {
		var move lattice.Cell
		move[k] = n + rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "beyond")
		if k > 0 && b.Wrap[0][0] > 0 {
			move[0] = rapid.IntRange(-1, b.Wrap[0][0]).Draw(t, "twist")
		}
		if k < l.Dims && len(b.Sites) > 0 && l.Translates(move) && rapid.IntRange(0, 2).Draw(t, "wrap") == 0 {
			b.Wrap[k] = move
		}
	}
	return b
}

// randomPiece draws a piece with those symbols, perhaps held to two of the regions.
func randomPiece(t *rapid.T, l *lattice.Lattice, layers int, symbols []rune, regions string) puzzle.Piece {
	piece := puzzle.Piece{
		Name:   anyName.Draw(t, "piece"),
		Rotate: rapid.Bool().Draw(t, "rotate"),
		Flip:   rapid.Bool().Draw(t, "flip"),
		Count: rapid.SampledFrom([]puzzle.Bounds{
			puzzle.Exactly(0), puzzle.Exactly(1), puzzle.Exactly(2), {Min: 0, Max: 1}, {Min: 0, Max: puzzle.Unbounded}, {Min: 2, Max: puzzle.Unbounded},
		}).Draw(t, "count"),
	}
	if r := []rune(strings.Trim(regions, "\x00")); len(r) > 0 && r[0] != r[len(r)-1] && rapid.Bool().Draw(t, "held") {
		piece.Within = string(r[0]) + string(r[len(r)-1])
	}
	if rapid.Bool().Draw(t, "coloured") {
		piece.Colour = "#0a80ff"
	}
	cells := []lattice.Cell{l.Starts()[0]} // the first is always there
	for n := range 9 * layers {
		if at := (lattice.Cell{n % 3, n % 9 / 3, n / 9}); l.Has(at) && at != cells[0] {
			cells = append(cells, at)
		}
	}
	for n, at := range lattice.Sorted(cells) {
		if n == 0 || rapid.IntRange(0, 2).Draw(t, "cell") == 0 {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: at, Symbol: rapid.SampledFrom(symbols).Draw(t, "symbol")})
		}
	}
	return piece
}

// randomHint draws cells, on the board or not, for a piece of the puzzle.
func randomHint(t *rapid.T, p *puzzle.Puzzle) puzzle.Hint {
	h := puzzle.Hint{Piece: rapid.SampledFrom(p.Pieces).Draw(t, "hint").Name}
	for range rapid.IntRange(1, 3).Draw(t, "cells") {
		var c lattice.Cell
		for d := range p.Lattice.Dims {
			c[d] = rapid.IntRange(-2, 9).Draw(t, "coordinate")
		}
		h.Cells = append(h.Cells, c)
	}
	return h
}

// randomClaim draws a claim of any kind, with counts of up to 41 digits.
func randomClaim(t *rapid.T, goal puzzle.Goal) puzzle.Claim {
	c := puzzle.Claim{Source: anyName.Draw(t, "source")}
	c.Certificate = rapid.SampledFrom([]string{"", "a.certificate", "proofs/of all/b"}).Draw(t, "certificate")
	kinds := []puzzle.ClaimKind{puzzle.Solutions, puzzle.UpToSymmetry, puzzle.AtLeast, puzzle.Unique, puzzle.DigestIs}
	if goal.Best != "" {
		kinds = append(kinds, puzzle.Best)
	}
	switch c.Kind = rapid.SampledFrom(kinds).Draw(t, "claim"); c.Kind {
	case puzzle.Unique:
	case puzzle.DigestIs:
		c.Digest = cover.Digest{rapid.Uint64().Draw(t, "digest"), 1, 2, 3}
	default:
		if c.Kind == puzzle.UpToSymmetry {
			c.Symmetry = rapid.SampledFrom([]string{"", "turns", "none"}).Draw(t, "symmetry")
		}
		c.Count, _ = new(big.Int).SetString(rapid.StringMatching(`[1-9][0-9]{0,40}|0`).Draw(t, "number"), 10)
	}
	return c
}

// The random puzzles have every key that a puzzle file knows.
func TestRandomPuzzlesHaveEveryKey(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	for seed := range 400 {
		if err := formats.Write(&b, "json", rapid.Custom(randomPuzzle).Example(seed)); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range formats.Keys() {
		if !strings.Contains(b.String(), `"`+key.Name+`": `) {
			t.Errorf("no random puzzle has the key %s of a %s", key.Name, key.Of)
		}
	}
}

func TestRandomPuzzlesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		puzzles := []*puzzle.Puzzle{randomPuzzle(t)}
		if rapid.Bool().Draw(t, "two") {
			puzzles = append(puzzles, randomPuzzle(t))
		}
		for _, format := range []string{"yaml", "json"} {
			if diff := cmp.Diff(puzzles, throughText(t, format, puzzles...), same...); diff != "" {
				t.Fatalf("%s:\n%s", format, diff)
			}
		}
	})
}

// A puzzle that a format cannot express is refused with the reason, and nothing is written.
func TestWriteSaysWhatIsMissing(t *testing.T) {
	model := throughText(t, "dlx", builtIn(t, "dominoes:2x2")...)[0]
	read := func(text string) *puzzle.Puzzle {
		file, err := formats.Read("p.yaml", strings.NewReader(text), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return file.Documents[0].Puzzle
	}
	symbol := read("board: .s\npieces: [{name: I, shape: [Xs]}]\n")
	mixed := read("board: .s\npieces: [{name: I, shape: [Xs]}]\n")
	mixed.Board.Sites[1].Optional = true
	for _, tc := range []struct {
		format string
		p      *puzzle.Puzzle
		want   string
	}{
		{"yaml", model, "no geometry"},
		{"json", model, "no geometry"},
		{"cap", model, "no geometry"},
		{"yaml", mixed, "some cells with symbols may stay empty, and some cells may not"},
		{"yaml", &puzzle.Puzzle{Name: "a\nb", Lattice: lattice.Square}, "no text form"},
		{"cap", symbol, `its board has the symbol 's'`},
		{"grid", symbol, `its board has the symbol 's'`},
		{"pegs", symbol, "its board or its pieces differ from both editions"},
		{"cap", read("board: ..\npieces: [{name: II, shape: [XX]}]\n"), `the name of piece "II" is no single letter`},
		{"cap", read("board: .#.\npieces: [{name: I, shape: [XX]}]\n"), "its board is no rectangle"},
		{"cap", read("board: ...\npieces: [{name: I, shape: [XX]}]\n"), "not every cell may stay empty"},
		{"cap", read("board: '?.'\npieces: [{name: I, shape: [XXX]}]\n"), "the pieces are larger than the board"},
		{"grid", read("board: '??'\npieces: [{name: I, shape: [XX]}]\n"), "the pieces fill the board: make no cell optional"},
		{"letters", read("board: ..\npieces: [{name: II, shape: [XX]}]\n"), `the name of piece "II" is no single letter`},
		{"letters", read("lattice: hex\nboard: ..\npieces: [{name: I, shape: [XX]}]\n"), "its lattice is hex"},
		{"letters", read("board: ..\npieces: [{name: I, shape: [XX], rotate: false}]\n"), "piece I may not be turned and flipped"},
		{"cells", symbol, `its board has the symbol 's'`},
		{"cells", read("board: ..\npieces: [{name: I, shape: [X], count: 2}]\n"), "piece I is used 2 times"},
		{"cells", read("lattice: cube\nboard: ..\npieces: [{name: I, shape: [XX], flip: true}]\n"), "piece I may be flipped"},
		{"cells", read("board: ..\n"), "it has no pieces"},
		{"blocks", symbol, "blocks files are only read"},
		{"cap", read("board: ..\npieces: [{name: I, shape: [X], count: 2}]\n"), "piece I is used 2 times"},
		{"cap", read("board: ..\npieces: [{name: I, shape: [XX], flip: false}]\n"), "piece I may not be turned and flipped"},
		{"grid", read("board: ..\npieces: [{name: I, shape: [X], count: 1..2}]\n"), "piece I is used 1..2 times"},
		{"grid", read("board: ..\npieces: [{name: I I, shape: [XX]}]\n"), "more than one word"},
		{"grid", read("lattice: hex\nboard: ..\npieces: [{name: I, shape: [XX]}]\n"), "its lattice is hex"},
		{"grid", read("board: ..\npieces: [{name: I, shape: [XX]}]\nplace: [{piece: I, cells: [[0, 0], [1, 0]]}]\n"), "it has hints"},
		{"grid", read("board: ''\n"), "no cells"},
		{"grid", read("board: ..\nwrap: [x]\npieces: [{name: I, shape: [XX]}]\n"), "closed upon itself (wrap)"},
		{"xmpuzzle", builtIn(t, "cilada:7")[0], "does not turn as a solid piece does"},
		{"xmpuzzle", builtIn(t, "calendar")[0], `piece "month" is held to a region`},
		{"xmpuzzle", builtIn(t, "calendar:Oct-06")[0], "it has hints"},
		{"yml", symbol, `there is no puzzle format "yml"; want one of yaml, json, `},
	} {
		var b bytes.Buffer
		err := formats.Write(&b, tc.format, tc.p)
		if err == nil || !strings.Contains(err.Error(), tc.want) || b.Len() > 0 {
			t.Errorf("%s of %s: %v, %d bytes written; want %s", tc.format, tc.p.Name, err, b.Len(), tc.want)
		}
	}
	for _, format := range []string{"cap", "grid", "dlx", "letters", "cells"} {
		if err := formats.Write(&bytes.Buffer{}, format, symbol, symbol); err == nil || !strings.Contains(err.Error(), "one puzzle, not 2") {
			t.Errorf("two puzzles in %s: %v", format, err)
		}
	}
}
