package encode

import (
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// pentominoes returns the model of the twelve pentominoes on a full board, each
// of them used at least low and at most high times.
func pentominoes(t testing.TB, width, height, low, high int) *cover.Model {
	t.Helper()
	set, err := catalogue.Set("pentominoes")
	if err != nil {
		t.Fatal(err)
	}
	p := &puzzle.Puzzle{Name: "pentominoes", Board: puzzle.Rect(width, height)}
	for _, piece := range set.Pieces {
		p.Pieces = append(p.Pieces, piece.Times(puzzle.Bounds{Min: low, Max: high}))
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling.Model
}

// TestPentominoSizes guards the sizes of an often published formula, the twelve pentominoes on
// 6x10: a change that makes one larger must be intended.
func TestPentominoSizes(t *testing.T) {
	m := pentominoes(t, 10, 6, 1, 1)
	if n := len(m.Options); n != 2056 {
		t.Fatalf("%d placements, want 2056", n)
	}
	for name, want := range map[string]cnf.Size{
		"pairwise":   {Vars: 2056, Clauses: 786784, Literals: 1585760},
		"sequential": {Vars: 14248, Clauses: 36720, Literals: 85632},
		"product":    {Vars: 5116, Clauses: 30087, Literals: 72366},
		"commander":  {Vars: 8148, Clauses: 42757, Literals: 109817},
		"bimander":   {Vars: 2532, Clauses: 93040, Literals: 198272},
		"bitwise":    {Vars: 2604, Clauses: 99220, Literals: 210632},
		"ladder":     {Vars: 14392, Clauses: 49272, Literals: 123000},
		"totalizer":  {Vars: 14248, Clauses: 36720, Literals: 85632},
	} {
		e, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Size(m, e); got != want {
			t.Errorf("%s: %v (%v), want %v", name, got, err, want)
		}
	}
}

// BenchmarkEncode encodes a published board, and one so large that memory and
// time must be proportional to the formula.
func BenchmarkEncode(b *testing.B) {
	for _, board := range []struct {
		name string
		m    *cover.Model
	}{
		{"pentominoes-6x10", pentominoes(b, 10, 6, 1, 1)},
		{"any-pentominoes-64x64", pentominoes(b, 64, 64, 0, 1<<20)},
	} {
		for _, e := range Encodings() {
			b.Run(board.name+"/"+e.Name, func(b *testing.B) {
				var size cnf.Size
				b.ReportAllocs()
				for b.Loop() {
					f, err := Encode(board.m, e)
					if err != nil {
						b.Fatal(err)
					}
					size = f.Size()
				}
				b.ReportMetric(float64(size.Literals), "literals")
				b.ReportMetric(float64(size.Clauses), "clauses")
			})
		}
	}
}
