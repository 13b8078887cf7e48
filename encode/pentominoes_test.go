package encode

import (
	"fmt"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// pentominoes returns the model of the twelve pentominoes on a full board, each
// of them used at least low and at most high times.
func pentominoes(width, height, low, high int) *cover.Model {
	m := new(cover.Model)
	for k := range width * height {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("c%d", k), Min: 1, Max: 1})
	}
	shapes := map[string][5][2]int{
		"F": {{1, 0}, {2, 0}, {0, 1}, {1, 1}, {1, 2}}, "I": {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
		"L": {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 3}}, "N": {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 3}},
		"P": {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}}, "T": {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {1, 2}},
		"U": {{0, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}, "V": {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}},
		"W": {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}}, "X": {{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}},
		"Y": {{1, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 3}}, "Z": {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {2, 2}},
	}
	for _, name := range []string{"F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"} {
		piece := len(m.Items)
		m.Items = append(m.Items, cover.Item{Name: name, Min: low, Max: high})
		seen := make(map[[5]int]bool)
		cells := shapes[name]
		for turn := range 8 {
			for k, c := range cells { // a quarter turn, and a flip half-way
				cells[k] = [2]int{-c[1], c[0]}
				if turn == 4 {
					cells[k] = [2]int{c[0], -c[1]}
				}
			}
			for y := -5; y < height+5; y++ {
				for x := -5; x < width+5; x++ {
					var option [5]int
					inside := true
					for k, c := range cells {
						cx, cy := x+c[0], y+c[1]
						inside = inside && 0 <= cx && cx < width && 0 <= cy && cy < height
						option[k] = cy*width + cx
					}
					slices.Sort(option[:])
					if inside && !seen[option] {
						seen[option] = true
						m.Options = append(m.Options, append(option[:], piece))
					}
				}
			}
		}
	}
	return m
}

// TestPentominoSizes guards the sizes of an often published formula, the twelve pentominoes on
// 6x10: a change that makes one larger must be intended.
func TestPentominoSizes(t *testing.T) {
	m := pentominoes(10, 6, 1, 1)
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
		{"pentominoes-6x10", pentominoes(10, 6, 1, 1)},
		{"any-pentominoes-64x64", pentominoes(64, 64, 0, 1<<20)},
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
